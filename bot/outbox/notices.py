"""Telling lines: what people are told once; what calls somebody stays only while it is true."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.games.bots import bot_at
from bot.games.clock.service import ClockService
from bot.games.model import CARETAKER, EVERYONE, Notice, PostRow
from bot.games.store import Store
from bot.games.table import GameSnapshot, Table
from bot.outbox.sender import MessageSender, PostSpec, skip_if_closed
from bot.outbox.update import AWAY, BOARD, REMINDER, PublishRun
from bot.text.translator import Translator
from bot.ui.components import Screen, text_block
from bot.ui.notices import KEPT, REMINDERS, personal_notice, public_notice
from engine.ids import Seat

IN_CHANNEL: Final = "call-"
"""How the kind of a post begins that calls somebody in the channel: no other way was open."""
CALLS: Final = (REMINDER, AWAY, f"{IN_CHANNEL}{REMINDER}", f"{IN_CHANNEL}{AWAY}")
"""How the kinds of posts begin that are deleted as soon as they are not true any more."""


class NoticePublisher:
    """Says lines, in the order in which things happened."""

    def __init__(
        self, sender: MessageSender, store: Store, translator: Translator, clocks: ClockService
    ) -> None:
        self._sender = sender
        self._store = store
        self._translator = translator
        self._clocks = clocks

    async def publish(self, run: PublishRun) -> None:
        """All that is left to tell at a table."""
        row = run.row
        for number, line in await self._store.posts.lines(row.id):
            closed = 0
            if line.user_id == EVERYONE:
                closed = await skip_if_closed(run, self._tell_all(run, number, line))
            elif line.key in (*REMINDERS, *KEPT):
                await self._call(run, number, line)
            else:
                await skip_if_closed(run, self._tell_one(run, number, line))
            if not closed:
                await self._store.posts.forget_line(row.id, number, line.user_id)
        await self._correct(run)

    async def _correct(self, run: PublishRun) -> None:
        """Let calls say the deadline, or whether the table is deserted, as it is by now."""
        for kind, post in run.posts.all().items():
            user_id = _called(kind)
            if user_id is None or not post.message_id or self.is_true(run, kind):
                continue
            kept = kind.removeprefix(IN_CHANNEL).startswith(AWAY)
            find = self._kept if kept else self._reminder
            line = find(run, post, user_id)
            if line is not None:
                show = self._in_channel if kind.startswith(IN_CHANNEL) else self._by_message
                await show(run, int(post.occasion), line)

    def _reminder(self, run: PublishRun, post: PostRow, user_id: int) -> Notice | None:
        """What somebody who was called to a turn is told now; None: nothing calls them there."""
        snapshot, seat = run.snapshot, run.lobby.seat_of(user_id)
        if snapshot is None or seat is None or post.turn != snapshot.state.turns:
            return None
        if seat.seat not in snapshot.state.waiting:
            return None
        time = self._clocks.visible_time(snapshot, seat.seat)
        if time.until is None:
            return None
        facts = {"turn": post.turn, "until": int(time.until.timestamp()), "bank": time.on_bank}
        return Notice("told-reminder", {name: int(fact) for name, fact in facts.items()}, user_id)

    def _kept(self, run: PublishRun, post: PostRow, user_id: int) -> Notice | None:
        """Return what the owner of a kept seat is told now, or None if the seat is not kept."""
        snapshot = run.snapshot
        if snapshot is None or f"{AWAY}{user_id}" not in calls_in_use(snapshot):
            return None
        return Notice(KEPT[snapshot.table.pause.deserted], {}, user_id)

    async def _tell_all(self, run: PublishRun, number: int, line: Notice) -> None:
        row = run.row
        nonce = f"{row.id} line {number} {row.restored}"
        await self._sender.post_once(row.channel_id, nonce, public_notice(line, run.words))

    async def _tell_one(self, run: PublishRun, number: int, line: Notice) -> None:
        """What others did to somebody; who takes no direct messages finds it in the channel."""
        screen = await self._personal(run, line)
        await self._sender.post_dm_once(run, line.user_id, f"line {number}", screen)

    async def _call(self, run: PublishRun, number: int, line: Notice) -> None:
        """Call somebody; in the channel, where direct messages are closed.

        Each call takes the place of the one before it.
        """
        turn = run.snapshot.state.turns if run.snapshot else 0
        if _kind(line) not in calls_in_use(run.snapshot) or line.facts.get("turn", turn) != turn:
            return  # They have moved, or are back, in the meantime.
        await self._by_message(run, number, line)
        if not run.posts.get(_kind(line)).message_id:
            await self._in_channel(run, number, line)

    async def _by_message(self, run: PublishRun, number: int, line: Notice) -> None:
        notice, screen = self._notice(run, number, line), await self._personal(run, line)
        await self._sender.upsert_dm(run, line.user_id, notice, screen)

    async def _in_channel(self, run: PublishRun, number: int, line: Notice) -> None:
        row, mention = run.row, text_block(f"<@{line.user_id}>")
        said = personal_notice(run.lobby, run.posts.get(BOARD), line, run.words)
        screen = replace(said, items=(mention, *said.items), mentions=(line.user_id,))
        nonce = f"{row.id} call {number} {line.user_id} {row.restored}"
        notice = self._notice(run, number, line)
        notice = replace(notice, kind=f"{IN_CHANNEL}{notice.kind}", nonce=nonce)
        await skip_if_closed(run, self._sender.upsert(run, notice, screen))

    def _notice(self, run: PublishRun, number: int, line: Notice) -> PostSpec:
        return PostSpec(
            _kind(line),
            f"{number}",
            f"line {number}",
            run.row.version,
            run.snapshot.state.turns if run.snapshot else 0,
            time_said=self._said_to(run, line.user_id),
        )

    async def _personal(self, run: PublishRun, line: Notice) -> Screen:
        person = await run.person(line.user_id)
        words = self._translator.words_of(person, run.row.locale)
        return personal_notice(run.lobby, run.posts.get(BOARD), line, words)

    def is_true(self, run: PublishRun, kind: str) -> bool:
        """Whether a call still stands: one to a turn for the same turn, with the same deadline."""
        if kind not in calls_in_use(run.snapshot):
            return False
        user_id = _called(kind)
        if user_id is None or run.snapshot is None:
            return True
        post, said = run.posts.get(kind), self._said_to(run, user_id)
        if kind.removeprefix(IN_CHANNEL).startswith(AWAY):
            # Older posts noted more than one word here. Only the word "deserted" matters.
            return ("deserted" in post.time_said.split()) == ("deserted" in said.split())
        return post.turn == run.snapshot.state.turns and post.time_said in ("", said)

    def _said_to(self, run: PublishRun, user_id: int) -> str:
        """In short, what is said of somebody's time while they are called."""
        snapshot, seat = run.snapshot, run.lobby.seat_of(user_id)
        return self._clocks.time_digest(snapshot, seat.seat) if snapshot and seat else ""


def _kind(line: Notice) -> str:
    return f"{AWAY if line.key in KEPT else REMINDER}{line.user_id}"


def _called(kind: str) -> int | None:
    """Return the user who is called by a kind of post, or None if it is another kind.

    >>> _called("call-reminder-7"), _called("away-7"), _called("hand-7")
    (7, 7, None)
    """
    called, _, user_id = kind.removeprefix(IN_CHANNEL).rpartition("-")
    return int(user_id) if f"{called}-" in (REMINDER, AWAY) else None


def calls_in_use(snapshot: GameSnapshot | None) -> set[str]:
    """The kinds of calls that are still true: of people who are awaited, or whose seat is kept.

    A paused table calls nobody to a turn.
    """
    if snapshot is None or snapshot.state.over:
        return set()
    table, kinds = snapshot.table, set[str]()
    for row in table.seats:
        if row.user_id and row.bot == CARETAKER:
            kinds.add(f"{AWAY}{row.user_id}")
        elif row.user_id and _is_called(table, row.seat):
            kinds.add(f"{REMINDER}{row.user_id}")
    return kinds | {f"{IN_CHANNEL}{kind}" for kind in kinds}


def _is_called(table: Table, seat: Seat) -> bool:
    awaited = seat in table.state.waiting and bot_at(table, seat) is None
    return awaited and not table.pause.is_on
