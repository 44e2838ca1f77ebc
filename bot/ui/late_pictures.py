"""Pictures that are added to an answer after its words.

A picture is dropped if the reader has pressed something else in the meantime.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import discord

T = TypeVar("T")

PICTURE_WAIT_SECONDS: Final = 1.0
"""How long a press waits for a picture that is just being added to the message it edits."""


class PendingAnswer:
    """An answer whose picture is still missing."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self.number = interaction.id
        self.reader = interaction.user.id
        self.message = _message_key(interaction)
        self._reader_left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._attaching: asyncio.Future[None] | None = None

    async def attach_when_ready(
        self, drawing: Awaitable[T], put: Callable[[T], Awaitable[None]]
    ) -> None:
        """Wait for *drawing* and pass it to *put*, unless the reader moves on before."""
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
        """Add no picture any more. Wait for a picture that is already being added.

        That way the picture arrives before the next answer to the reader.
        """
        if not self._reader_left.done():
            self._reader_left.set_result(None)
        if self._attaching is not None:
            await asyncio.wait({self._attaching}, timeout=PICTURE_WAIT_SECONDS)
            self._attaching.cancel()


class PendingPictures:
    """The answers whose pictures are still missing.

    A newer press cancels them, because the token of an older press could overwrite what the newer
    one has shown on the same message.
    """

    def __init__(self) -> None:
        self._answers: set[PendingAnswer] = set()

    @contextmanager
    def answering(self, interaction: discord.Interaction) -> Iterator[PendingAnswer]:
        """Register an answer from before its reader can see it until it is complete."""
        answer = PendingAnswer(interaction)
        self._answers.add(answer)
        try:
            yield answer
        finally:
            self._answers.discard(answer)

    async def cancel_for(self, interaction: discord.Interaction) -> None:
        """Cancel the pending pictures on the pressed message, which will show the new answer."""
        if not is_panel(interaction):
            return
        message = _message_key(interaction)
        for answer in [*self._answers]:
            # Discord may deliver a press twice. The second delivery must not cancel the first.
            other = answer.number != interaction.id and answer.reader == interaction.user.id
            if other and (answer.message == message or None in (answer.message, message)):
                await answer.stop()


def is_panel(interaction: discord.Interaction) -> bool:
    """Return whether only its reader sees the pressed message, so that the bot may edit it.

    That is an ephemeral answer, or any message in the user's direct messages.
    """
    return interaction.message is not None and (
        interaction.message.flags.ephemeral or is_card(interaction)
    )


def is_card(interaction: discord.Interaction) -> bool:
    """Return whether the pressed message is a lasting one in the user's direct messages."""
    message = interaction.message
    return message is not None and interaction.guild_id is None and not message.flags.ephemeral


def _message_key(interaction: discord.Interaction) -> int | None:
    """Return what identifies the message of an answer.

    That is the id of the press or command that created it. The message's own id is known only after
    Discord's reply, and a press on the message may come before that. For a hand card it is the
    message's id. Return None if it is not known which message it is.
    """
    if interaction.message and is_card(interaction):
        return interaction.message.id
    if not is_panel(interaction):
        return interaction.id
    made_by = interaction.message and interaction.message.interaction_metadata
    return made_by.id if made_by else None
