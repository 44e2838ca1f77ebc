"""Moving a table from its lobby's channel into a thread of its own, once its game has begun."""

from __future__ import annotations

from typing import Final

from bot.discord_codes import NO_ACCESS, NO_CHANNEL, NO_MESSAGE, NOT_ALLOWED
from bot.games.errors import ChannelTaken
from bot.games.model import Notice
from bot.games.service import Games
from bot.outbox.lobby import LobbyPublisher
from bot.outbox.sender import skip_if_closed
from bot.outbox.threads import NO_PLACE_FOR_IT, Threads
from bot.outbox.update import BOARD, PublishRun

WHY: Final = {
    NOT_ALLOWED: "line-thread-not-allowed",
    NO_ACCESS: "line-thread-not-allowed",
    NO_MESSAGE: "line-thread-no-message",
    NO_CHANNEL: "line-thread-no-message",
}
"""What everybody is told when there is no thread, by Discord's code; else that it was refused."""


class ThreadMover:
    """Opens threads for tables. After a kill at any moment the same thread is found again."""

    def __init__(self, threads: Threads, lobby: LobbyPublisher, service: Games) -> None:
        self._threads = threads
        self._lobby = lobby
        self._service = service

    async def move(self, run: PublishRun) -> None:
        """Let a table that awaits its thread have it; if none can be made, it stays where it is."""
        game = run.row.id
        if not run.posts.get(BOARD).message_id:
            # It began before its lobby was told: the thread belongs to that post.
            await skip_if_closed(run, self._lobby.publish(run))
        post = run.posts.get(BOARD)
        refused = NO_MESSAGE
        if post.message_id:
            refused = await self._threads.open(post, self._name(run))
        if not refused:
            try:
                await self._service.placement.move_to_thread(game, post.message_id)
            except ChannelTaken:
                refused = NO_PLACE_FOR_IT
        if refused:
            line = Notice(WHY.get(refused, "line-thread-refused"), {})
            await self._service.placement.stay_here(game, line)

    def _name(self, run: PublishRun) -> str:
        """What the thread is called, for ever: nothing that only some may know, no names."""
        lobby, words = run.lobby, run.words
        title = lobby.spec.title(words.language)
        return words.say("thread-name", edition=title, count=len(lobby.seats))
