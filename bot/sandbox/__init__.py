"""A Discord look-alike on one machine: see README.md beside this file."""

from bot.sandbox.attachments import Upload
from bot.sandbox.clock import LiveClock
from bot.sandbox.errors import DidNotRespond, NotLoopback, NotPossible, SandboxError
from bot.sandbox.people import Answer, Person
from bot.sandbox.places import Club, Place
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.seen import Modal, Seen

__all__ = [
    "Answer",
    "Club",
    "DidNotRespond",
    "LiveClock",
    "Modal",
    "NotLoopback",
    "NotPossible",
    "Person",
    "Place",
    "Sandbox",
    "SandboxError",
    "Seen",
    "Upload",
]
