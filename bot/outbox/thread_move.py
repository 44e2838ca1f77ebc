"""Moves a table from its lobby's channel into its own thread, when its game has started."""

from __future__ import annotations

from typing import Final

from bot.discord_codes import NO_ACCESS, NO_CHANNEL, NO_MESSAGE, NOT_ALLOWED
from bot.games.errors import ChannelTaken
from bot.games.model import Notice
from bot.games.service import Games
from bot.outbox.lobby import LobbyPublisher
from bot.outbox.sender import skip_if_closed
from bot.outbox.threads import WRONG_CHANNEL_TYPE, Threads
from bot.outbox.update import BOARD, PublishRun

REFUSAL_NOTICES: Final = {
    NOT_ALLOWED: "line-thread-not-allowed",
    NO_ACCESS: "line-thread-not-allowed",
    NO_MESSAGE: "line-thread-no-message",
    NO_CHANNEL: "line-thread-no-message",
}
"""The notice in the channel if Discord refuses a thread, by code. Others get a general one."""


class ThreadMover:
    """Opens threads for tables. After a kill at any moment it finds the thread again."""

    def __init__(self, threads: Threads, lobby: LobbyPublisher, service: Games) -> None:
        self._threads = threads
        self._lobby = lobby
        self._service = service

    async def move(self, run: PublishRun) -> None:
        """Move a table that waits for its thread. If Discord refuses, it stays in its channel."""
        game = run.row.id
        if not run.posts.get(BOARD).message_id:
            # The game started before its lobby was posted, and the thread belongs to that post.
            await skip_if_closed(run, self._lobby.publish(run))
        post = run.posts.get(BOARD)
        refused = NO_MESSAGE
        if post.message_id:
            refused = await self._threads.open(post, self._thread_name(run))
        if not refused:
            try:
                await self._service.placement.move_to_thread(game, post.message_id)
            except ChannelTaken:
                refused = WRONG_CHANNEL_TYPE
        if refused:
            notice = Notice(REFUSAL_NOTICES.get(refused, "line-thread-refused"), {})
            await self._service.placement.stay_here(game, notice)

    def _thread_name(self, run: PublishRun) -> str:
        """Return the name of the thread. It never changes, so it has no secrets and no names."""
        lobby, words = run.lobby, run.words
        title = lobby.spec.title(words.language)
        return words.say("thread-name", edition=title, count=len(lobby.seats))
