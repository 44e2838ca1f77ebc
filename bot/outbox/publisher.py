"""All messages of a table: its lobby or board, the hands of its players, notices and offers.

After a kill at any moment the work is done again. Posts carry a nonce, so Discord drops a second
copy. Repeated edits have the same result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import engine
from bot.discord_codes import NO_ACCESS, NO_CHANNEL
from bot.games.model import Lease, PostRow, SeatHistory
from bot.games.service import Games
from bot.games.store import Store
from bot.games.table import GameSnapshot
from bot.outbox.board import BoardPublisher
from bot.outbox.delays import PublishDelays
from bot.outbox.hand import HandPublisher
from bot.outbox.lobby import LOBBY_OCCASIONS, LobbyPublisher, invitation_kinds
from bot.outbox.notices import PING_PREFIXES, NoticePublisher
from bot.outbox.seats import (
    FREE_PREFIX,
    HANDOVER_PREFIX,
    SeatPublisher,
    current_seat_kinds,
    retired_screen,
)
from bot.outbox.sender import MessageSender, PostSpec, skip_if_closed
from bot.outbox.thread_move import ThreadMover
from bot.outbox.threads import Threads
from bot.outbox.update import (
    BOARD,
    INVITATION_PREFIX,
    OFFER_PREFIX,
    RETIRED_PREFIX,
    PublishRun,
    TablePosts,
    hand_kind,
    post_owner,
    retired_kind,
)
from bot.pictures.studio import Studio
from bot.text.history import history_words, standings_versions, turn_entries
from bot.text.phrases import Phrases
from bot.text.rulebook import fairness_line
from bot.text.translator import Translator
from bot.text.words import Words
from bot.ui.components import Screen, text_block
from bot.ui.lobby.view import seated_screen

QUESTION_PREFIXES: Final = (FREE_PREFIX, HANDOVER_PREFIX, OFFER_PREFIX, INVITATION_PREFIX)
"""The starts of the kinds of posts that wait for an answer."""


class TablePublisher:
    """Brings the messages of tables up to date."""

    def __init__(
        self,
        sender: MessageSender,
        threads: Threads,
        store: Store,
        service: Games,
        translator: Translator,
        studio: Studio,
        delays: PublishDelays | None = None,
    ) -> None:
        self._sender = sender
        self._store = store
        self._service = service
        self._translator = translator
        self._lobby = LobbyPublisher(sender, translator, studio, service.now)
        self._notices = NoticePublisher(sender, store, translator, service.clocks)
        self._board = BoardPublisher(sender, translator, studio, service.clocks)
        self._hand = HandPublisher(sender, translator, studio, service.clocks)
        self._seats = SeatPublisher(sender, translator)
        self._mover = ThreadMover(threads, self._lobby, service)
        self._delays = delays or PublishDelays()

    async def publish(self, game: str, lease: Lease | None = None) -> float | None:
        """Bring all messages of a table up to date, and save that they are.

        Return the seconds until the next run if a part has to wait, or None.

        Raises:
            LeaseLost: The lease ended before the update, and another process may update the table.
        """
        run = await self._start_run(game, lease)
        if run.lobby.needs_thread:
            await self._mover.move(run)
            run = await self._start_run(game, lease)
        snapshot, row = run.snapshot, run.row
        await self._notices.publish(run)
        closed = 0
        if row.version == 0:
            closed = await skip_if_closed(run, self._lobby.publish(run))
        elif snapshot is None:
            await self._publish_cancellation(run)
        else:
            closed = await self._publish_game(run, snapshot)
            await self._seats.publish(run, snapshot)
        await self._retire_posts(run)
        await self._notify_lost_place(run, closed)
        if run.closed_until and await self._store.people.left_at(row.guild_id) is None:
            run.retry_closed()
        later = run.run_again_at
        await run.posts.finish(row.changes, later)
        return (later - run.now).total_seconds() if later else None

    async def _start_run(self, game: str, lease: Lease | None) -> PublishRun:
        """Return a new run with the current state of a table."""
        lobby, snapshot = await self._service.cache.table(game)
        posts = TablePosts(self._store.posts, game, await self._store.posts.by_kind(game), lease)
        words, now = Words.of(lobby.row.locale), self._service.now()
        delays = self._delays.for_pace(lobby.pace)
        return PublishRun(lobby, snapshot, words, posts, self._store, now, delays)

    async def board_exists(self, game: str) -> bool:
        """Return whether the board or lobby post of a table still exists."""
        post = (await self._store.posts.by_kind(game)).get(BOARD)
        return not post or not post.message_id or await self._sender.post_exists(post)

    def forget_refusals(self, channel_id: int) -> set[str]:
        """Forget the refusals of a channel, and return the tables with pending updates there."""
        return self._sender.refusals.forget(channel_id)

    # --- the game ---

    async def _publish_game(self, run: PublishRun, snapshot: GameSnapshot) -> int:
        news = await self._service.cache.news_for(snapshot)
        unreached = run.closed_dms()
        closed = await skip_if_closed(run, self._board.publish(run, snapshot, news))
        for seat in run.lobby.seats:
            await self._hand.publish(run, snapshot, seat, news)
        if unreached != run.closed_dms():
            await skip_if_closed(run, self._board.publish(run, snapshot, news))
        return closed

    async def _publish_cancellation(self, run: PublishRun) -> None:
        """Edit all messages of a canceled table to say so, without buttons."""
        for kind, post in run.posts.all().items():
            if post.message_id and not kind.startswith(RETIRED_PREFIX):
                words = await self._words_for_post(run, kind)
                screen = Screen((text_block(words.say("lobby-cancelled")),))
                await skip_if_closed(run, self._sender.edit(post, screen))

    async def _notify_lost_place(self, run: PublishRun, closed: int) -> None:
        """Notify players once if the table's channel is gone, or its server removed the bot."""
        row = run.row
        if closed not in (NO_CHANNEL, NO_ACCESS) or row.status not in ("lobby", "playing"):
            return
        left_at = await self._store.people.left_at(row.guild_id)
        if left_at is None and closed != NO_CHANNEL:
            return
        key, occasion = ("lost-server", left_at) if left_at else (f"lost-{row.status}", "lost")
        for seat in run.lobby.seats:
            kind = f"lost-{seat.user_id}"
            if seat.user_id is None or run.posts.get(kind).occasion == occasion:
                continue
            words = self._translator.words_of(await run.person(seat.user_id), row.locale)
            title = run.lobby.spec.title(words.language)
            text = words.say(key, edition=title, game=row.id)
            spec = PostSpec(kind, occasion, occasion, 0)
            await self._sender.upsert_dm(run, seat.user_id, spec, Screen((text_block(text),)))

    # --- retired posts ---

    async def _retire_posts(self, run: PublishRun) -> None:
        """Delete posts that are of no more use, or edit them to a history without buttons."""
        snapshot, posts = run.snapshot, run.posts
        owned = {hand_kind(seat.user_id) for seat in run.lobby.seats if seat.user_id}
        asked = current_seat_kinds(snapshot) | invitation_kinds(run.lobby)
        for kind, post in posts.all().items():
            is_former_owner = kind.startswith("hand-") and kind not in owned
            is_answered = kind.startswith(QUESTION_PREFIXES) and kind not in asked
            former = retired_kind(kind)
            is_outdated = kind.startswith(PING_PREFIXES) and not self._notices.is_current(run, kind)
            if former and posts.is_live(post):
                # A process that lost its lease retired the post, and this process posted it again.
                posts.forget(kind)
            elif is_former_owner or is_answered or former or is_outdated:
                if post.message_id and (is_outdated or _has_no_history(former, post)):
                    await skip_if_closed(run, self._sender.delete(post))
                elif post.message_id:
                    screen = await self._retired_screen(run, kind, post)
                    await skip_if_closed(run, self._sender.edit(post, screen))
                posts.forget(kind)

    async def _retired_screen(self, run: PublishRun, kind: str, post: PostRow) -> Screen:
        """Return the last content of a retired post."""
        words = await self._words_for_post(run, kind)
        phrases = self._translator.phrases(words, run.lobby)
        if (retired_kind(kind) or kind).startswith(QUESTION_PREFIXES):
            return retired_screen(retired_kind(kind) or kind, words)
        if not kind.startswith(RETIRED_PREFIX):
            return Screen((text_block(f"-# {words.say('hand-not-yours')}"),))
        if post.occasion in LOBBY_OCCASIONS and run.row.version:
            return seated_screen(run.lobby, phrases, run.posts.all().get(BOARD))
        if not run.row.version:
            moved = f"-# {words.say('lobby-moved')}\n{fairness_line(run.lobby, words)}"
            return Screen((text_block(moved),))
        return Screen((text_block(await self._history_text(run, post, phrases)),))

    async def _history_text(self, run: PublishRun, post: PostRow, phrases: Phrases) -> str:
        """Return what happened while a board post was the newest. It never changes again."""
        news = await self._store.games.log(run.row.id, post.first)
        ended = run.posts.get(BOARD).turn
        entries = turn_entries(news[: post.version - post.first], post.first, post.turn, ended)
        past = run.snapshot.table.past if run.snapshot else SeatHistory()
        standings = await self._standings(run.row.id, standings_versions(entries, phrases.spec))
        said = history_words(entries, phrases, past, standings)
        return said or f"-# {phrases.words.say('history-nothing')}"

    async def _standings(self, game: str, due: Mapping[int, int]) -> dict[int, list[int]]:
        """Return the public points of all seats after some turns, whose last versions are *due*."""
        if not due:
            return {}
        log = await self._store.games.log(game)
        return {
            turn: [player.points for player in engine.replay(log[:version]).players]
            for turn, version in due.items()
        }

    async def _words_for_post(self, run: PublishRun, kind: str) -> Words:
        """Return the words in the language of a post's owner, or of the table."""
        owner = post_owner(kind)
        if owner is None:
            return run.words
        return self._translator.words_of(await run.person(owner), run.row.locale)


def _has_no_history(former: str | None, post: PostRow) -> bool:
    """Return whether a retired post can be deleted because it has no history to show.

    Direct messages and pings have no history. The history of a board post is empty if no event
    happened while it was the newest. The newer post below it shows the rest.
    """
    if former is None:
        return False
    moved = former == BOARD and post.occasion not in LOBBY_OCCASIONS and post.first == post.version
    return moved or former.startswith(PING_PREFIXES) or post_owner(former) is not None
