"""A picture to send: bytes, file name and alt text."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import discord

from bot.text.words import shorten

MAX_ALT_LENGTH: Final = 1024
MAP_FILE_NAME: Final = "map.png"
"""The name of the picture of a player's own map."""
TICKETS_FILE_NAME: Final = "tickets.png"
"""The name of the picture of the tickets on offer to a player."""
SCORES_FILE_NAME: Final = "scores.png"
"""The name of the picture of the score sheet."""


@dataclass(frozen=True)
class Picture:
    """A picture with its file name and its alt text."""

    name: str
    data: bytes
    alt: str

    @cached_property
    def digest(self) -> str:
        """The hash of the picture, cached because hashing takes time."""
        return hashlib.sha256(self.data).hexdigest()[:16]

    def file(self) -> discord.File:
        """Return a new file to send. Sending a file consumes it."""
        return discord.File(
            io.BytesIO(self.data), self.name, description=shorten(self.alt, MAX_ALT_LENGTH)
        )
