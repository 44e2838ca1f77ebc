"""A Discord look-alike on one machine: see README.md beside this file."""

from sandbox.attachments import Upload
from sandbox.clock import LiveClock
from sandbox.errors import DidNotRespond, NotLoopback, NotPossible, SandboxError
from sandbox.people import Answer, Person
from sandbox.places import Club, Place
from sandbox.sandbox import Sandbox
from sandbox.seen import Modal, Seen

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
