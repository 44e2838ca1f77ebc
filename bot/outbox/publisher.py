"""Telling people how a table stands: its lobby, its board, everybody's hand.

After a kill at any moment the same work is done again: posts carry a nonce, so Discord drops a
second one; edits are the same twice.
"""

from __future__ import annotations

from typing import Final

from bot.discord_codes import NO_ACCESS, NO_CHANNEL
from bot.games.model import Lease, PostRow, SeatHistory
from bot.games.service import Games
from bot.games.store import Store
from bot.games.table import GameSnapshot
from bot.outbox.board import BoardPublisher
from bot.outbox.delays import PublishDelays
from bot.outbox.hand import HandPublisher
from bot.outbox.lobby import BEFORE, LobbyPublisher, invitations
from bot.outbox.notices import CALLS, NoticePublisher
from bot.outbox.seats import FREE, HANDOVER, SeatPublisher, kinds_in_use, what_is_left
from bot.outbox.sender import MessageSender, PostSpec, skip_if_closed
from bot.outbox.thread_move import ThreadMover
from bot.outbox.threads import Threads
from bot.outbox.update import (
    BOARD,
    INVITATION,
    OFFER,
    RETIRED,
    PublishRun,
    TablePosts,
    hand_of,
    owner_of,
    retired_kind,
)
from bot.pictures.studio import Studio
from bot.text.history import history_words, turn_entries
from bot.text.phrases import Phrases
from bot.text.translator import Translator
from bot.text.words import Words
from bot.ui.components import Screen, text_block
from bot.ui.lobby.view import seated_screen

QUESTIONS: Final = (FREE, HANDOVER, OFFER, INVITATION)
"""How the kinds of posts begin that wait for somebody's answer."""


class TablePublisher:
    """Shows a table's messages as they should be."""

    def __init__(
        self,
        sender: MessageSender,
        threads: Threads,
        store: Store,
        service: Games,
        translator: Translator,
        studio: Studio,
        patience: PublishDelays | None = None,
    ) -> None:
        self._sender = sender
        self._store = store
        self._service = service
        self._translator = translator
        self._lobby = LobbyPublisher(sender, translator, studio, service.now)
        self._lines = NoticePublisher(sender, store, translator, service.clocks)
        self._board = BoardPublisher(sender, translator, studio, service.clocks)
        self._hand = HandPublisher(sender, translator, studio, service.clocks)
        self._seats = SeatPublisher(sender, translator)
        self._mover = ThreadMover(threads, self._lobby, service)
        self._patience = patience or PublishDelays()

    async def publish(self, game: str, lease: Lease | None = None) -> float | None:
        """Bring all messages of a table up to date, and mark it as told.

        Some of it may have to wait: then the seconds until it is to be tried again.

        Raises:
            LeaseLost: It took so long that another program tells this table by now.
        """
        run = await self._begin(game, lease)
        if run.lobby.awaits_thread:
            await self._mover.move(run)
            run = await self._begin(game, lease)
        snapshot, row = run.snapshot, run.row
        await self._lines.publish(run)
        closed = 0
        if row.version == 0:
            closed = await skip_if_closed(run, self._lobby.publish(run))
        elif snapshot is None:
            await self._tell_end(run)
        else:
            closed = await self._tell_game(run, snapshot)
            await self._seats.publish(run, snapshot)
        await self._retire(run)
        await self._tell_lost(run, closed)
        if run.closed_until and await self._store.people.left_at(row.guild_id) is None:
            run.retry_closed()
        later = run.later
        await run.posts.finish(row.changes, later)
        return (later - run.now).total_seconds() if later else None

    async def _begin(self, game: str, lease: Lease | None) -> PublishRun:
        """A round of telling, with everything as it is now."""
        lobby, snapshot = await self._service.cache.table(game)
        posts = TablePosts(self._store.posts, game, await self._store.posts.by_kind(game), lease)
        words, now = Words.of(lobby.row.locale), self._service.now()
        patience = self._patience.at(lobby.pace)
        return PublishRun(lobby, snapshot, words, posts, self._store, now, patience)

    async def is_there(self, game: str) -> bool:
        """Whether the newest post of a table can still be found."""
        post = (await self._store.posts.by_kind(game)).get(BOARD)
        return not post or not post.message_id or await self._sender.post_exists(post)

    def forget_refusals(self, channel_id: int) -> set[str]:
        """Take a channel to be open again, and return the tables that it has missed."""
        return self._sender.refusals.forget(channel_id)

    # --- the game ---

    async def _tell_game(self, run: PublishRun, snapshot: GameSnapshot) -> int:
        news = await self._service.cache.news_for(snapshot)
        unreached = run.closed_dms()
        closed = await skip_if_closed(run, self._board.publish(run, snapshot, news))
        for seat in run.lobby.seats:
            await self._hand.publish(run, snapshot, seat, news)
        if unreached != run.closed_dms():
            await skip_if_closed(run, self._board.publish(run, snapshot, news))
        return closed

    async def _tell_end(self, run: PublishRun) -> None:
        """A table without a result: its messages say so and offer nothing."""
        for kind, post in run.posts.all().items():
            if post.message_id and not kind.startswith(RETIRED):
                own = await self._words_on(run, kind)
                screen = Screen((text_block(own.say("lobby-cancelled")),))
                await skip_if_closed(run, self._sender.edit(post, screen))

    async def _tell_lost(self, run: PublishRun, closed: int) -> None:
        """The table's channel is gone, or we are no longer on its server: players are told once."""
        row = run.row
        if closed not in (NO_CHANNEL, NO_ACCESS) or row.status not in ("lobby", "playing"):
            return
        left = await self._store.people.left_at(row.guild_id)
        if left is None and closed != NO_CHANNEL:
            return
        key, occasion = ("lost-server", left) if left else (f"lost-{row.status}", "lost")
        for seat in run.lobby.seats:
            kind = f"lost-{seat.user_id}"
            if seat.user_id is None or run.posts.get(kind).occasion == occasion:
                continue
            words = self._translator.words_of(await run.person(seat.user_id), row.locale)
            title = run.lobby.spec.title(words.language)
            line = words.say(key, edition=title, game=row.id)
            notice = PostSpec(kind, occasion, occasion, 0)
            await self._sender.upsert_dm(run, seat.user_id, notice, Screen((text_block(line),)))

    # --- what is over ---

    async def _retire(self, run: PublishRun) -> None:
        """Take the buttons away from posts that a newer one or another owner has replaced."""
        snapshot, posts = run.snapshot, run.posts
        owned = {hand_of(seat.user_id) for seat in run.lobby.seats if seat.user_id}
        asked = kinds_in_use(snapshot) | invitations(run.lobby)
        for kind, post in posts.all().items():
            left = kind.startswith("hand-") and kind not in owned
            answered = kind.startswith(QUESTIONS) and kind not in asked
            former = retired_kind(kind)
            untrue = kind.startswith(CALLS) and not self._lines.is_true(run, kind)
            if former and posts.is_live(post):
                posts.forget(kind)  # given back by a program that came late, and posted by us again
            elif left or answered or former or untrue:
                if post.message_id and (untrue or _has_no_story(former, post)):
                    await skip_if_closed(run, self._sender.delete(post))
                elif post.message_id:
                    screen = await self._retired(run, kind, post)
                    await skip_if_closed(run, self._sender.edit(post, screen))
                posts.forget(kind)

    async def _retired(self, run: PublishRun, kind: str, post: PostRow) -> Screen:
        """What is left of a post."""
        words = await self._words_on(run, kind)
        phrases = self._translator.phrases(words, run.lobby)
        if (retired_kind(kind) or kind).startswith(QUESTIONS):
            return what_is_left(retired_kind(kind) or kind, words)
        if not kind.startswith(RETIRED):
            return Screen((text_block(f"-# {words.say('hand-not-yours')}"),))
        if post.occasion in BEFORE and run.row.version:
            return seated_screen(run.lobby, phrases, run.posts.all().get(BOARD))
        if not run.row.version:
            return Screen((text_block(f"-# {words.say('lobby-moved')}"),))
        return Screen((text_block(await self._history(run, post, phrases)),))

    async def _history(self, run: PublishRun, post: PostRow, phrases: Phrases) -> str:
        """What happened while a board post was the newest; it is never changed again."""
        news = await self._store.games.log(run.row.id, post.first)
        ended = run.posts.get(BOARD).turn
        entries = turn_entries(news[: post.version - post.first], post.first, post.turn, ended)
        past = run.snapshot.table.past if run.snapshot else SeatHistory()
        return history_words(entries, phrases, past) or f"-# {phrases.words.say('history-nothing')}"

    async def _words_on(self, run: PublishRun, kind: str) -> Words:
        """The language of a kind of post: its owner's, or the table's."""
        owner = owner_of(kind)
        if owner is None:
            return run.words
        return self._translator.words_of(await run.person(owner), run.row.locale)


def _has_no_story(former: str | None, post: PostRow) -> bool:
    """Whether nothing is left to read of a retired post: what is newer stands below it.

    A direct message is nobody's history, nor is a call; that of a board post begins and ends with
    a version.
    """
    if former is None:
        return False
    moved = former == BOARD and post.occasion not in BEFORE and post.first == post.version
    return moved or former.startswith(CALLS) or owner_of(former) is not None
