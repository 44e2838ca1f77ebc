"""Telling people how a table stands: its lobby, its board, everybody's hand.

After a kill at any moment the same work is done again: posts carry a nonce, so Discord drops a
second one; edits are the same twice.
"""

from __future__ import annotations

from typing import Final

from bot.discord_codes import NO_ACCESS, NO_CHANNEL
from bot.games.model import Lease, PostRow, SeatHistory
from bot.games.service import GameService
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
        mailbox: MessageSender,
        threads: Threads,
        store: Store,
        service: GameService,
        speaker: Translator,
        studio: Studio,
        patience: PublishDelays | None = None,
    ) -> None:
        self._mailbox = mailbox
        self._store = store
        self._service = service
        self._speaker = speaker
        self._lobby = LobbyPublisher(mailbox, speaker, studio, service.now)
        self._lines = NoticePublisher(mailbox, store, speaker, service.clocks)
        self._board = BoardPublisher(mailbox, speaker, studio, service.clocks)
        self._hand = HandPublisher(mailbox, speaker, studio, service.clocks)
        self._seats = SeatPublisher(mailbox, speaker)
        self._mover = ThreadMover(threads, self._lobby, service)
        self._patience = patience or PublishDelays()

    async def publish(self, game: str, lease: Lease | None = None) -> float | None:
        """Bring all messages of a table up to date, and mark it as told.

        Some of it may have to wait: then the seconds until it is to be tried again.

        Raises:
            LeaseLost: It took so long that another program tells this table by now.
        """
        telling = await self._begin(game, lease)
        if telling.lobby.awaits_thread:
            await self._mover.move(telling)
            telling = await self._begin(game, lease)
        outcome, row = telling.outcome, telling.row
        await self._lines.publish(telling)
        closed = 0
        if row.version == 0:
            closed = await skip_if_closed(telling, self._lobby.publish(telling))
        elif outcome is None:
            await self._tell_end(telling)
        else:
            closed = await self._tell_game(telling, outcome)
            await self._seats.publish(telling, outcome)
        await self._retire(telling)
        await self._tell_lost(telling, closed)
        if telling.closed_until and await self._store.people.left_at(row.guild_id) is None:
            telling.retry_closed()
        later = telling.later
        await telling.posts.finish(row.changes, later)
        return (later - telling.now).total_seconds() if later else None

    async def _begin(self, game: str, lease: Lease | None) -> PublishRun:
        """A round of telling, with everything as it is now."""
        lobby, outcome = await self._service.table(game)
        posts = TablePosts(self._store.posts, game, await self._store.posts.of(game), lease)
        words, now = Words.of(lobby.row.locale), self._service.now()
        patience = self._patience.at(lobby.pace)
        return PublishRun(lobby, outcome, words, posts, self._store, now, patience)

    async def is_there(self, game: str) -> bool:
        """Whether the newest post of a table can still be found."""
        post = (await self._store.posts.of(game)).get(BOARD)
        return not post or not post.message_id or await self._mailbox.post_exists(post)

    def forget_refusals(self, channel_id: int) -> set[str]:
        """Take a channel to be open again, and return the tables that it has missed."""
        return self._mailbox.refusals.forget(channel_id)

    # --- the game ---

    async def _tell_game(self, telling: PublishRun, outcome: GameSnapshot) -> int:
        news = await self._service.news_for(outcome)
        unreached = telling.closed_dms()
        closed = await skip_if_closed(telling, self._board.publish(telling, outcome, news))
        for seat in telling.lobby.seats:
            await self._hand.publish(telling, outcome, seat, news)
        if unreached != telling.closed_dms():
            await skip_if_closed(telling, self._board.publish(telling, outcome, news))
        return closed

    async def _tell_end(self, telling: PublishRun) -> None:
        """A table without a result: its messages say so and offer nothing."""
        for kind, post in telling.posts.all().items():
            if post.message_id and not kind.startswith(RETIRED):
                own = await self._words_on(telling, kind)
                screen = Screen((text_block(own.say("lobby-cancelled")),))
                await skip_if_closed(telling, self._mailbox.edit(post, screen))

    async def _tell_lost(self, telling: PublishRun, closed: int) -> None:
        """The table's channel is gone, or we are no longer on its server: players are told once."""
        row = telling.row
        if closed not in (NO_CHANNEL, NO_ACCESS) or row.status not in ("lobby", "playing"):
            return
        left = await self._store.people.left_at(row.guild_id)
        if left is None and closed != NO_CHANNEL:
            return
        key, occasion = ("lost-server", left) if left else (f"lost-{row.status}", "lost")
        for seat in telling.lobby.seats:
            kind = f"lost-{seat.user_id}"
            if seat.user_id is None or telling.posts.get(kind).occasion == occasion:
                continue
            words = self._speaker.words_of(await telling.person(seat.user_id), row.locale)
            title = telling.lobby.spec.title(words.language)
            line = words.say(key, edition=title, game=row.id)
            notice = PostSpec(kind, occasion, occasion, 0)
            await self._mailbox.upsert_dm(
                telling, seat.user_id, notice, Screen((text_block(line),))
            )

    # --- what is over ---

    async def _retire(self, telling: PublishRun) -> None:
        """Take the buttons away from posts that a newer one or another owner has replaced."""
        outcome, posts = telling.outcome, telling.posts
        owned = {hand_of(seat.user_id) for seat in telling.lobby.seats if seat.user_id}
        asked = kinds_in_use(outcome) | invitations(telling.lobby)
        for kind, post in posts.all().items():
            left = kind.startswith("hand-") and kind not in owned
            answered = kind.startswith(QUESTIONS) and kind not in asked
            former = retired_kind(kind)
            untrue = kind.startswith(CALLS) and not self._lines.is_true(telling, kind)
            if former and posts.is_live(post):
                posts.forget(kind)  # given back by a program that came late, and posted by us again
            elif left or answered or former or untrue:
                if post.message_id and (untrue or _has_no_story(former, post)):
                    await skip_if_closed(telling, self._mailbox.delete(post))
                elif post.message_id:
                    screen = await self._retired(telling, kind, post)
                    await skip_if_closed(telling, self._mailbox.edit(post, screen))
                posts.forget(kind)

    async def _retired(self, telling: PublishRun, kind: str, post: PostRow) -> Screen:
        """What is left of a post."""
        words = await self._words_on(telling, kind)
        speech = self._speaker.phrases(words, telling.lobby)
        if (retired_kind(kind) or kind).startswith(QUESTIONS):
            return what_is_left(retired_kind(kind) or kind, words)
        if not kind.startswith(RETIRED):
            return Screen((text_block(f"-# {words.say('hand-not-yours')}"),))
        if post.occasion in BEFORE and telling.row.version:
            return seated_screen(telling.lobby, speech, telling.posts.all().get(BOARD))
        if not telling.row.version:
            return Screen((text_block(f"-# {words.say('lobby-moved')}"),))
        return Screen((text_block(await self._history(telling, post, speech)),))

    async def _history(self, telling: PublishRun, post: PostRow, speech: Phrases) -> str:
        """What happened while a board post was the newest; it is never changed again."""
        news = await self._store.games.log(telling.row.id, post.first)
        ended = telling.posts.get(BOARD).turn
        entries = turn_entries(news[: post.version - post.first], post.first, post.turn, ended)
        past = telling.outcome.table.past if telling.outcome else SeatHistory()
        return history_words(entries, speech, past) or f"-# {speech.words.say('history-nothing')}"

    async def _words_on(self, telling: PublishRun, kind: str) -> Words:
        """The language of a kind of post: its owner's, or the table's."""
        owner = owner_of(kind)
        if owner is None:
            return telling.words
        return self._speaker.words_of(await telling.person(owner), telling.row.locale)


def _has_no_story(former: str | None, post: PostRow) -> bool:
    """Whether nothing is left to read of a retired post: what is newer stands below it.

    A direct message is nobody's history, nor is a call; that of a board post begins and ends with
    a version.
    """
    if former is None:
        return False
    moved = former == BOARD and post.occasion not in BEFORE and post.first == post.version
    return moved or former.startswith(CALLS) or owner_of(former) is not None
