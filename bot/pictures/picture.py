"""A picture as it is sent: bytes, file name and alt text."""

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
"""The name of the picture of somebody's own map."""


@dataclass(frozen=True)
class Picture:
    """A picture with its name and its words."""

    name: str
    data: bytes
    alt: str

    @cached_property
    def digest(self) -> str:
        """What tells it from any other picture; made once, for that takes a while."""
        return hashlib.sha256(self.data).hexdigest()[:16]

    def file(self) -> discord.File:
        """A file to send; made anew each time, since sending uses it up."""
        return discord.File(
            io.BytesIO(self.data), self.name, description=shorten(self.alt, MAX_ALT_LENGTH)
        )
