"""The timekeeper: looks at clocks when it is due, and lets people speak for or against them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

import msgspec

from bot.games.bots import bot_at
from bot.games.clock.downtime import DowntimeDetector
from bot.games.clock.hours import (
    MAX_QUIET_MINUTES,
    MINUTES_PER_DAY,
    Hours,
    awake_after,
    find_zone,
    similar_zones,
)
from bot.games.clock.model import (
    MAX_REMINDERS_PER_TURN,
    TIMEOUTS_BEFORE_CARETAKER,
    Alarm,
    SeatClock,
    count_reminder,
    deadline,
    next_alarm,
    pending_alarm,
    start_or_stop,
    stop_clock,
    used_time,
)
from bot.games.clock.pace import NO_TIME
from bot.games.clock.status import SeatTime, draws_on_bank, seat_time
from bot.games.clock.transitions import return_owner
from bot.games.clock.vacations import Vacations
from bot.games.errors import LobbyError
from bot.games.jobs import CLOCK, whole_second
from bot.games.model import CARETAKER, Change, Due, Notice, SeatRow, Who, format_time
from bot.games.store import Store
from bot.games.table import GameSnapshot, Table, Tables, check_impartial
from engine.errors import NotYourGame
from engine.ids import Seat

EXTENSION_HOURS: Final = range(1, 169)
"""So many hours a turn can be made longer at once."""
MUTE_HOURS: Final = (12, 24)
"""So many hours reminders can be silenced."""
CLOCK_BATCH_SIZE: Final = 200
"""So many clocks are looked at before others may do something."""


class ClockService:
    """Reminds people, calls the caretaker when time is up, and gives seats back to who returns."""

    def __init__(
        self, tables: Tables, store: Store, downtime: DowntimeDetector, vacations: Vacations
    ) -> None:
        self._tables = tables
        self._store = store
        self._downtime = downtime
        self._vacations = vacations

    def deadline(self, snapshot: GameSnapshot, seat: Seat) -> datetime | None:
        """When a seat's time is up; None: never, or its clock stands still."""
        return deadline(snapshot.table.clock(seat), self._downtime.outages)

    def deadlines(self, snapshot: GameSnapshot) -> dict[Seat, datetime]:
        """The same of all who are awaited and whose time runs out."""
        found = {seat: self.deadline(snapshot, seat) for seat in sorted(snapshot.state.waiting)}
        return {seat: moment for seat, moment in found.items() if moment is not None}

    def visible_time(self, snapshot: GameSnapshot, seat: Seat) -> SeatTime:
        """The time that a seat's owner is told of: their own, or that of whoever is on turn."""
        turn, waiting = snapshot.state.turn, snapshot.state.waiting
        whose = seat if seat in waiting or turn is None else turn
        return seat_time(snapshot, whose, self._tables.now(), self._downtime.outages)

    def time_digest(self, snapshot: GameSnapshot, seat: Seat) -> str:
        """In short, what a message to a seat's owner says of their own time: it changes by itself.

        Nothing while somebody else is awaited: a card that waits is written once.
        """
        own = self.visible_time(snapshot, seat) if seat in snapshot.state.waiting else SeatTime()
        mark = "deserted" if snapshot.table.pause.deserted else "kept"
        kept = [mark] if snapshot.table.seats[seat].bot == CARETAKER else []
        return " ".join([*filter(None, [own.digest]), *kept])

    # --- what is due ---

    async def postpone_jobs(self, now: datetime) -> None:
        """Move all clocks that are due but call for nothing yet, without a look at their games."""
        await self._downtime.check()
        outages, moved = self._downtime.outages, []
        found = await self._store.games.due_clocks(CLOCK, format_time(now))
        for number, (game, due, clock) in enumerate(found, 1):
            if number % CLOCK_BATCH_SIZE == 0:
                await asyncio.sleep(0)
            moment = next_alarm(clock, now, outages)
            is_ahead = clock.since is not None and clock.since > now
            if moment is not None and moment > now and not is_ahead:
                moved.append((game, due, whole_second(moment)))
        if moved:
            await self._tables.move_due(moved)

    async def run_clock_job(self, game: str, due: Due) -> bool:
        """Do what a clock calls for now; False: it is void."""
        await self._downtime.check()
        seat = Seat(due.seat)
        later: datetime | None = None
        void = False

        async def build_change(table: Table) -> Change | None:
            nonlocal later, void
            later, void = None, not self._waits_for_person(table, seat)
            if void:
                return None
            change = await self._next_change(table, seat)
            if isinstance(change, datetime):
                later = change
                return None
            void = change is None
            return change

        try:
            await self._tables.update(game, build_change)
        except (LobbyError, NotYourGame):  # it is over, called off or gone
            return False
        if later is not None:
            await self._tables.move_due([(game, due, later)])
        return not void

    def _waits_for_person(self, table: Table, seat: Seat) -> bool:
        """Whether a person is awaited there."""
        is_seat = 0 <= seat < len(table.seats) and table.seats[seat].user_id is not None
        return is_seat and seat in table.state.waiting and bot_at(table, seat) is None

    async def _next_change(self, table: Table, seat: Seat) -> Change | datetime | None:
        """What a clock changes now, or when it is to be looked at again; None: never."""
        clock, now, outages = table.clock(seat), self._tables.now(), self._downtime.outages
        right = start_or_stop(clock, now, paused=table.pause.is_on, outages=outages)
        if not clock.open or clock.turn != table.state.turns or right != clock:
            return Change()  # it is wound with whatever changes
        call = pending_alarm(clock, now, outages)
        if call is None:
            moment = next_alarm(clock, now, outages)
            return whole_second(moment) if moment else None
        if call == "return":
            return Change()
        return await self._handle_alarm(table, table.seats[seat], clock, call)

    async def _handle_alarm(
        self, table: Table, row: SeatRow, clock: SeatClock, call: Alarm
    ) -> Change | datetime:
        now, outages, user_id = self._tables.now(), self._downtime.outages, row.user_id or 0
        away = await self._vacations.vacation_change(table, user_id)
        if away is not None:
            return away
        if call == "time-out":
            return self._time_out(table, row, clock)
        ends = deadline(clock, outages)
        moment = await self._reminder_moment(table, user_id, now)
        if moment > now:
            return whole_second(min(moment, ends) if ends else moment)
        facts: dict[str, str | int] = {"turn": clock.turn}
        if call == "nudge":
            facts["by"] = clock.nudge
        if ends is not None:
            facts |= {
                "until": int(ends.timestamp()),
                "bank": int(draws_on_bank(clock, now, outages)),
            }
        lines = [Notice(f"told-{call}", facts, user_id)]
        return Change(clocks=[count_reminder(clock, now, outages)], lines=lines)

    async def _reminder_moment(self, table: Table, user_id: int, now: datetime) -> datetime:
        """When somebody may be called: their hours count as they are now."""
        person = await self._store.people.get(user_id)
        muted = datetime.fromisoformat(person.muted_until) if person.muted_until else now
        hours = person.hours if table.pace.sleeps else None
        return awake_after(hours, max(now, muted), NO_TIME)

    def _time_out(self, table: Table, row: SeatRow, clock: SeatClock) -> Change:
        """The caretaker plays this turn; after the third one in a row it keeps the seat."""
        now, strikes = self._tables.now(), clock.timeouts + 1
        clock = msgspec.structs.replace(
            stop_clock(clock, now, self._downtime.outages), timed_out=True, timeouts=strikes
        )
        facts: dict[str, str | int] = {"player": row.name, "seat": row.seat + 1}
        if strikes < TIMEOUTS_BEFORE_CARETAKER:
            told = Notice(_with_next_turn("told-timed-out", table, row.seat), {}, row.user_id or 0)
            return Change(clocks=[clock], lines=[Notice("line-timed-out", facts), told])
        return Change(
            clocks=[msgspec.structs.replace(clock, kept_since=now)],
            seats=table.played_by(row.seat, CARETAKER),
            lines=[
                Notice("line-caretaker-keeps", facts),
                Notice("told-caretaker-keeps", {}, row.user_id or 0),
            ],
        )

    # --- whoever is awaited ---

    async def return_to_seat(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Take one's seat back from the caretaker, also in the middle of a turn.

        Raises:
            LobbyError: The caretaker does not play it.
            NotYourGame: The user has no seat here.
        """

        async def build_change(table: Table) -> Change:
            seat = table.seat_of(user_id)
            row, clock = table.seats[seat], table.clock(seat)
            if row.bot is None and not (clock.open and clock.timed_out):
                raise LobbyError("not-helped")
            return return_owner(table, seat, self._tables.now(), self._downtime.outages)

        return await self._tables.update(game_id, build_change, interaction_id)

    async def snooze_reminder(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Be reminded of this turn later: after a quarter of the allowance.

        Raises:
            LobbyError: One is not awaited, or turns are too short for that.
        """

        async def build_change(table: Table) -> Change:
            clock = table.clock(table.seat_of(user_id))
            if not clock.open or clock.timed_out:
                raise LobbyError("not-awaited")
            if not table.pace.snoozes or not clock.allowance:
                raise LobbyError("no-snooze")
            until = self._tables.now() + table.pace.grace_period
            return Change(clocks=[msgspec.structs.replace(clock, snoozed=until)])

        return await self._tables.update(game_id, build_change, interaction_id)

    async def mute_reminders(self, user_id: int, hours: int) -> datetime:
        """Silence all reminders of somebody for so many hours; until when.

        Raises:
            LobbyError: That long is not offered.
        """
        if hours not in MUTE_HOURS:
            raise LobbyError("away-not-possible")
        until = self._tables.now() + timedelta(hours=hours)
        await self._store.people.mute(user_id, format_time(until))
        return until

    async def set_hours(
        self,
        user_id: int,
        zone: str,
        quiet: tuple[int, int] | None = None,
        *,
        weekends: bool = True,
    ) -> Hours:
        """Keep when somebody is awake: *quiet* from and to are minutes of the day.

        Raises:
            LobbyError: There is no such zone, or too much or nothing is to be quiet.
        """
        name = find_zone(zone)
        if name is None:
            raise LobbyError("no-such-zone", like=", ".join(similar_zones(zone, 3)))
        begin, end = quiet or (0, 0)
        hours = Hours(name, begin % MINUTES_PER_DAY, end % MINUTES_PER_DAY, weekends)
        if quiet is not None and not 0 < hours.quiet_minutes <= MAX_QUIET_MINUTES:
            raise LobbyError("quiet-not-possible", most=MAX_QUIET_MINUTES // 60)
        await self._store.people.set_hours(user_id, hours)
        return hours

    # --- those who wait ---

    async def nudge_players(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Let whoever is awaited be called in one's name, when they are awake.

        Raises:
            LobbyError: It is too early, or too soon after another one; or nobody can be nudged.
            NotYourGame: The user has no seat here.
        """

        async def build_change(table: Table) -> Change:
            own = table.seats[table.seat_of(user_id)]
            _check_not_paused(table)
            awaited = [row for row in _waiting_people(table) if row.seat != own.seat]
            if not awaited:
                raise LobbyError("nudge-self" if own.seat in table.state.waiting else "nudge-bot")
            now = self._tables.now()
            clocks = [table.clock(row.seat) for row in awaited]
            patience = table.pace.grace_period
            late = [one for one in clocks if now - _turn_began(table, one) >= patience]
            if not late:
                first = min(_turn_began(table, one) for one in clocks)
                raise LobbyError("nudge-early", when=first + patience)
            last = max((one.nudged for one in table.clocks.values() if one.nudged), default=None)
            if last is not None and now - last < table.pace.wait / 2:
                raise LobbyError("nudged-before", when=last + table.pace.wait / 2)
            return Change(clocks=[_nudge_clock(one, own.name, now) for one in late])

        return await self._tables.update(game_id, build_change, interaction_id)

    # --- moderators ---

    async def extend_turn(
        self, game_id: str, hours: int, by: Who, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Give whoever is awaited more time for this turn.

        Raises:
            LobbyError: So many hours cannot be given, nobody's time runs out, or who asks plays
                here.
        """
        if hours not in EXTENSION_HOURS:
            raise LobbyError(
                "hours-not-possible", least=EXTENSION_HOURS[0], most=EXTENSION_HOURS[-1]
            )

        async def build_change(table: Table) -> Change:
            check_impartial(table.seats, table.past.occupants, by.id)
            facts: dict[str, str | int] = {"by": by.name, "hours": hours}
            more, lines = [], [Notice("line-extended", facts)]
            for row in _waiting_people(table):
                one = table.clock(row.seat)
                if one.open and one.allowance:
                    longer = one.allowance + timedelta(hours=hours)
                    more.append(msgspec.structs.replace(one, allowance=longer))
                    if row.user_id and row.user_id != by.id:
                        lines.append(Notice("told-extended", facts, row.user_id))
            if not more:
                raise LobbyError("no-clock")
            return Change(clocks=more, lines=lines)

        return await self._tables.update(game_id, build_change, interaction_id)

    async def skip_turn(
        self, game_id: str, by: Who, seat: Seat | None = None, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Let the caretaker play the turn of whoever has been awaited longest, or of this seat.

        Whoever does that can never have the seat.

        Raises:
            LobbyError: It is too early, nobody is awaited, or who asks plays here.
        """

        async def build_change(table: Table) -> Change:
            if any(row.user_id == by.id for row in table.seats):
                raise LobbyError("skip-seated")
            check_impartial(table.seats, table.past.occupants, by.id)
            _check_not_paused(table)
            awaited = [row for row in _waiting_people(table) if seat in (None, row.seat)]
            if not awaited:
                raise LobbyError("nobody-awaited")
            row = min(awaited, key=lambda one: _turn_began(table, table.clock(one.seat)))
            clock, now, outages = table.clock(row.seat), self._tables.now(), self._downtime.outages
            used = used_time(clock, now, outages) if clock.open else now - _turn_began(table, clock)
            if used < table.pace.grace_period:
                raise LobbyError("skip-early")
            clock = msgspec.structs.replace(
                stop_clock(clock, now, outages),
                turn=table.state.turns,
                open=True,
                timed_out=True,
                skipped=True,
            )
            lines = [
                Notice("line-skipped", {"by": by.name, "player": row.name}),
                Notice(
                    _with_next_turn("told-skipped", table, row.seat),
                    {"by": by.name},
                    row.user_id or 0,
                ),
            ]
            return Change(clocks=[clock], lines=lines, bars=(row.seat, by.id))

        return await self._tables.update(game_id, build_change, interaction_id)


def _waiting_people(table: Table) -> Iterator[SeatRow]:
    """The seats of people who are awaited and play themselves."""
    for row in table.seats:
        if row.user_id and row.seat in table.state.waiting and bot_at(table, row.seat) is None:
            yield row


def _with_next_turn(key: str, table: Table, seat: Seat) -> str:
    """Return the key of a line that promises a next turn, or its variant after the last turn."""
    return f"{key}-last" if table.state.turns_ahead(seat) == 0 else key


def _check_not_paused(table: Table) -> None:
    if table.pause.is_on:
        raise LobbyError("paused")


def _turn_began(table: Table, clock: SeatClock) -> datetime:
    """When somebody's turn began; of a table that had no clocks then, when it last changed."""
    if clock.began is None or clock.turn != table.state.turns:
        return datetime.fromisoformat(table.row.updated_at)
    return clock.began


def _nudge_clock(clock: SeatClock, by: str, now: datetime) -> SeatClock:
    """Who has been called often enough is not called again; whoever nudges does not learn it."""
    name = by if clock.rings < MAX_REMINDERS_PER_TURN else ""
    return msgspec.structs.replace(clock, nudge=name, nudged=now)
