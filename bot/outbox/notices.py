"""Notices, which are posted once, and pings, which are deleted when they are no longer true."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.games.bots import bot_at
from bot.games.clock.service import ClockService
from bot.games.lobby import FULL_NOTICE, Lobby
from bot.games.model import CARETAKER, EVERYONE, Notice, PostRow
from bot.games.store import Store
from bot.games.table import GameSnapshot, Table
from bot.outbox.sender import MessageSender, PostSpec, skip_if_closed
from bot.outbox.update import AWAY_PREFIX, BOARD, FULL_PREFIX, REMINDER_PREFIX, PublishRun
from bot.text.translator import Translator
from bot.ui.components import Screen, text_block
from bot.ui.notices import KEPT, REMINDERS, personal_notice, public_notice
from engine.ids import Seat

CHANNEL_PREFIX: Final = "call-"
"""The start of the kind of a ping in the channel, for a user without direct messages."""
PING_PREFIXES: Final = (
    REMINDER_PREFIX,
    AWAY_PREFIX,
    FULL_PREFIX,
    f"{CHANNEL_PREFIX}{REMINDER_PREFIX}",
    f"{CHANNEL_PREFIX}{AWAY_PREFIX}",
    f"{CHANNEL_PREFIX}{FULL_PREFIX}",
)
"""The starts of the kinds of posts that are deleted as soon as they are no longer true."""


class NoticePublisher:
    """Posts the notices of a table in the order of events."""

    def __init__(
        self, sender: MessageSender, store: Store, translator: Translator, clocks: ClockService
    ) -> None:
        self._sender = sender
        self._store = store
        self._translator = translator
        self._clocks = clocks

    async def publish(self, run: PublishRun) -> None:
        """Post all pending notices of a table, and correct its pings."""
        row = run.row
        for number, notice in await self._store.posts.lines(row.id):
            closed = 0
            if notice.user_id == EVERYONE:
                closed = await skip_if_closed(run, self._post_public(run, number, notice))
            elif notice.key in (*REMINDERS, *KEPT, FULL_NOTICE):
                await self._send_ping(run, number, notice)
            else:
                await skip_if_closed(run, self._send_personal(run, number, notice))
            if not closed:
                await self._store.posts.forget_line(row.id, number, notice.user_id)
        await self._correct_pings(run)

    async def _correct_pings(self, run: PublishRun) -> None:
        """Edit pings whose deadline has moved, or whose table became or is no longer deserted."""
        for kind, post in run.posts.all().items():
            user_id = _pinged_user(kind)
            if user_id is None or not post.message_id or self.is_current(run, kind):
                continue
            is_away = kind.removeprefix(CHANNEL_PREFIX).startswith(AWAY_PREFIX)
            find = self._current_away_notice if is_away else self._current_reminder
            notice = find(run, post, user_id)
            if notice is not None:
                in_channel = kind.startswith(CHANNEL_PREFIX)
                upsert = self._upsert_in_channel if in_channel else self._upsert_dm
                await upsert(run, int(post.occasion), notice)

    def _current_reminder(self, run: PublishRun, post: PostRow, user_id: int) -> Notice | None:
        """Return the reminder that a pinged user should see now, or None if there is none."""
        snapshot, seat = run.snapshot, run.lobby.seat_of(user_id)
        if snapshot is None or seat is None or post.turn != snapshot.state.turns:
            return None
        if seat.seat not in snapshot.state.waiting:
            return None
        time = self._clocks.visible_time(snapshot, seat.seat)
        if time.until is None:
            return None
        return Notice("told-reminder", {"turn": post.turn, **time.facts}, user_id)

    def _current_away_notice(self, run: PublishRun, post: PostRow, user_id: int) -> Notice | None:
        """Return the notice that the owner of a caretaker's seat should see now, or None."""
        snapshot = run.snapshot
        kinds = current_ping_kinds(snapshot, run.lobby)
        if snapshot is None or f"{AWAY_PREFIX}{user_id}" not in kinds:
            return None
        return Notice(KEPT[snapshot.table.pause.deserted], {}, user_id)

    async def _post_public(self, run: PublishRun, number: int, notice: Notice) -> None:
        row = run.row
        nonce = f"{row.id} line {number} {row.restored}"
        await self._sender.post_once(row.channel_id, nonce, public_notice(notice, run.words))

    async def _send_personal(self, run: PublishRun, number: int, notice: Notice) -> None:
        """Send a user what others did to them. Without direct messages, the channel shows it."""
        screen = await self._personal_screen(run, notice)
        await self._sender.post_dm_once(run, notice.user_id, f"line {number}", screen)

    async def _send_ping(self, run: PublishRun, number: int, notice: Notice) -> None:
        """Ping a user by direct message, or in the channel if direct messages are closed.

        Each ping replaces the previous one.
        """
        turn = run.snapshot.state.turns if run.snapshot else 0
        if (
            _ping_kind(notice) not in current_ping_kinds(run.snapshot, run.lobby)
            or notice.facts.get("turn", turn) != turn
        ):
            return  # the player has moved or is back
        await self._upsert_dm(run, number, notice)
        if not run.posts.get(_ping_kind(notice)).message_id:
            await self._upsert_in_channel(run, number, notice)

    async def _upsert_dm(self, run: PublishRun, number: int, notice: Notice) -> None:
        spec, screen = (
            self._make_spec(run, number, notice),
            await self._personal_screen(run, notice),
        )
        await self._sender.upsert_dm(run, notice.user_id, spec, screen)

    async def _upsert_in_channel(self, run: PublishRun, number: int, notice: Notice) -> None:
        row, mention = run.row, text_block(f"<@{notice.user_id}>")
        screen = personal_notice(run.lobby, run.posts.get(BOARD), notice, run.words)
        screen = replace(screen, items=(mention, *screen.items), mentions=(notice.user_id,))
        nonce = f"{row.id} call {number} {notice.user_id} {row.restored}"
        spec = self._make_spec(run, number, notice)
        spec = replace(spec, kind=f"{CHANNEL_PREFIX}{spec.kind}", nonce=nonce)
        await skip_if_closed(run, self._sender.upsert(run, spec, screen))

    def _make_spec(self, run: PublishRun, number: int, notice: Notice) -> PostSpec:
        return PostSpec(
            _ping_kind(notice),
            f"{number}",
            f"line {number}",
            run.row.version,
            run.snapshot.state.turns if run.snapshot else 0,
            time_said=self._time_digest(run, notice.user_id),
        )

    async def _personal_screen(self, run: PublishRun, notice: Notice) -> Screen:
        person = await run.person(notice.user_id)
        words = self._translator.words_of(person, run.row.locale)
        return personal_notice(run.lobby, run.posts.get(BOARD), notice, words)

    def is_current(self, run: PublishRun, kind: str) -> bool:
        """Return whether a ping is still true. A reminder needs the same turn and deadline."""
        if kind not in current_ping_kinds(run.snapshot, run.lobby):
            return False
        user_id = _pinged_user(kind)
        if user_id is None or run.snapshot is None:
            return True
        post, digest = run.posts.get(kind), self._time_digest(run, user_id)
        if kind.removeprefix(CHANNEL_PREFIX).startswith(AWAY_PREFIX):
            # Older posts saved more than one word here. Only the word "deserted" matters.
            return ("deserted" in post.time_said.split()) == ("deserted" in digest.split())
        return post.turn == run.snapshot.state.turns and post.time_said in ("", digest)

    def _time_digest(self, run: PublishRun, user_id: int) -> str:
        """Return a digest of what a ping says about the user's time."""
        snapshot, seat = run.snapshot, run.lobby.seat_of(user_id)
        return self._clocks.time_digest(snapshot, seat.seat) if snapshot and seat else ""


def _ping_kind(notice: Notice) -> str:
    if notice.key == FULL_NOTICE:
        return f"{FULL_PREFIX}{notice.user_id}"
    return f"{AWAY_PREFIX if notice.key in KEPT else REMINDER_PREFIX}{notice.user_id}"


def _pinged_user(kind: str) -> int | None:
    """Return the user whom a kind of post pings, or None if it is another kind.

    >>> _pinged_user("call-reminder-7"), _pinged_user("away-7"), _pinged_user("hand-7")
    (7, 7, None)
    """
    prefix, _, user_id = kind.removeprefix(CHANNEL_PREFIX).rpartition("-")
    return int(user_id) if f"{prefix}-" in (REMINDER_PREFIX, AWAY_PREFIX) else None


def current_ping_kinds(snapshot: GameSnapshot | None, lobby: Lobby) -> set[str]:
    """Return the kinds of pings that are still true, at a table with this snapshot.

    Reminders are true for players whose turn it is, unless the table is paused. Away notices are
    true for owners of seats that a caretaker plays. The opener of a full lobby is told so.
    """
    if snapshot is None and lobby.starts_at is not None:
        kind = f"{FULL_PREFIX}{lobby.row.opener_id}"
        return {kind, f"{CHANNEL_PREFIX}{kind}"}
    if snapshot is None or snapshot.state.over:
        return set()
    table, kinds = snapshot.table, set[str]()
    for row in table.seats:
        if row.user_id and row.bot == CARETAKER:
            kinds.add(f"{AWAY_PREFIX}{row.user_id}")
        elif row.user_id and _is_reminded(table, row.seat):
            kinds.add(f"{REMINDER_PREFIX}{row.user_id}")
    return kinds | {f"{CHANNEL_PREFIX}{kind}" for kind in kinds}


def _is_reminded(table: Table, seat: Seat) -> bool:
    is_waited_for = seat in table.state.waiting and bot_at(table, seat) is None
    return is_waited_for and not table.pause.is_on
