"""Pictures that come after their words: onto the same answer, unless its reader has gone on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import discord

T = TypeVar("T")

PICTURE_WAIT_SECONDS: Final = 1.0
"""Seconds that a press waits for a picture that is just being put onto the message it changes."""


class PendingAnswer:
    """An answer to which something is still to come."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self.number = interaction.id
        self.reader = interaction.user.id
        self.message = _message_key(interaction)
        self._reader_left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._attaching: asyncio.Future[None] | None = None

    async def attach_when_ready(
        self, drawing: Awaitable[T], put: Callable[[T], Awaitable[None]]
    ) -> None:
        """Wait for *drawing* and *put* it there: neither once the reader has gone on."""
        task = asyncio.ensure_future(drawing)
        either: set[asyncio.Future[Any]] = {task, self._reader_left}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if self._reader_left.done():
                return
            self._attaching = asyncio.ensure_future(put(task.result()))
            await asyncio.wait({self._attaching})
            if not self._attaching.cancelled():
                self._attaching.result()
        finally:
            for work in (task, self._attaching):
                if work is not None:
                    work.cancel()

    async def stop(self) -> None:
        """Bring nothing any more; what is on its way comes before whatever the reader gets next."""
        if not self._reader_left.done():
            self._reader_left.set_result(None)
        if self._attaching is not None:
            await asyncio.wait({self._attaching}, timeout=PICTURE_WAIT_SECONDS)
            self._attaching.cancel()


class PendingPictures:
    """The answers to which something is still to come, as long as it is.

    The token of an older press could overwrite what a newer one has shown on the same message.
    """

    def __init__(self) -> None:
        self._answers: set[PendingAnswer] = set()

    @contextmanager
    def answering(self, interaction: discord.Interaction) -> Iterator[PendingAnswer]:
        """Know of an answer, from before its reader can see it until all of it is there."""
        answer = PendingAnswer(interaction)
        self._answers.add(answer)
        try:
            yield answer
        finally:
            self._answers.discard(answer)

    async def cancel_for(self, interaction: discord.Interaction) -> None:
        """Somebody has pressed something: the message belongs to what comes of that."""
        if not is_panel(interaction):
            return
        message = _message_key(interaction)
        for answer in [*self._answers]:
            # A press may be delivered twice.
            other = answer.number != interaction.id and answer.reader == interaction.user.id
            if other and (answer.message == message or None in (answer.message, message)):
                await answer.stop()


def is_panel(interaction: discord.Interaction) -> bool:
    """Whether the pressed message is one that only its reader sees, so that it may change.

    An ephemeral answer is one, and so is everything in somebody's direct messages.
    """
    return interaction.message is not None and (
        interaction.message.flags.ephemeral or is_card(interaction)
    )


def is_card(interaction: discord.Interaction) -> bool:
    """Whether the pressed message is a long-lived one in somebody's direct messages."""
    message = interaction.message
    return message is not None and interaction.guild_id is None and not message.flags.ephemeral


def _message_key(interaction: discord.Interaction) -> int | None:
    """Which message the answer is, by the press or command that made it; None: nobody knows.

    Its own number comes only with Discord's reply, and a press on it may come before that.
    """
    if interaction.message and is_card(interaction):
        return interaction.message.id
    if not is_panel(interaction):
        return interaction.id
    made_by = interaction.message and interaction.message.interaction_metadata
    return made_by.id if made_by else None
