"""A local imitation of Discord on one machine. README.md in this folder describes it."""

from sandbox.clock import LiveClock
from sandbox.errors import DidNotRespond, NotLoopback, NotPossible, SandboxError
from sandbox.sandbox import Sandbox
from sandbox.world.attachments import Upload
from sandbox.world.people import Answer, Person
from sandbox.world.places import Club, Place
from sandbox.world.visible_message import Modal, VisibleMessage

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
    "Upload",
    "VisibleMessage",
]
