"""Runs the clocks of tables: reminders, time-outs, returns, snoozes, nudges, extensions, skips."""

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
from bot.games.clock.status import SeatTime, seat_time, turn_time
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
"""The number of hours that one extension can add to a turn."""
MUTE_HOURS: Final = (12, 24)
"""The number of hours for which a user can mute reminders."""
CLOCK_BATCH_SIZE: Final = 200
"""How many clocks are checked before other tasks may run."""


class ClockService:
    """Reminds players, lets the caretaker play when time is up, and gives seats back to owners."""

    def __init__(
        self, tables: Tables, store: Store, downtime: DowntimeDetector, vacations: Vacations
    ) -> None:
        self._tables = tables
        self._store = store
        self._downtime = downtime
        self._vacations = vacations

    def deadline(self, snapshot: GameSnapshot, seat: Seat) -> datetime | None:
        """Return the deadline of a seat, or None if it has none or its clock is stopped."""
        return deadline(snapshot.table.clock(seat), self._downtime.outages)

    def deadlines(self, snapshot: GameSnapshot) -> dict[Seat, SeatTime]:
        """Return the times of all seats that have to act and have a deadline."""
        now, outages = self._tables.now(), self._downtime.outages
        waiting = sorted(snapshot.state.waiting)
        found = {seat: seat_time(snapshot, seat, now, outages) for seat in waiting}
        return {seat: time for seat, time in found.items() if time.until is not None}

    def visible_time(self, snapshot: GameSnapshot, seat: Seat) -> SeatTime:
        """Return the time that is shown to the owner of a seat.

        That is their own time if they have to act, otherwise the time of the player on turn.
        """
        turn, waiting = snapshot.state.turn, snapshot.state.waiting
        whose = seat if seat in waiting or turn is None else turn
        return seat_time(snapshot, whose, self._tables.now(), self._downtime.outages)

    def time_digest(self, snapshot: GameSnapshot, seat: Seat) -> str:
        """Return a digest of what a message to a seat's owner says about their own time.

        That text can change without a move, for example when an outage moves the deadline. While
        the game waits for another player, the digest has no time, so that the hand card of a
        waiting player is written only once.
        """
        own = self.visible_time(snapshot, seat) if seat in snapshot.state.waiting else SeatTime()
        mark = "deserted" if snapshot.table.pause.deserted else "kept"
        kept = [mark] if snapshot.table.seats[seat].bot == CARETAKER else []
        return " ".join([*filter(None, [own.digest]), *kept])

    # --- jobs ---

    async def postpone_jobs(self, now: datetime) -> None:
        """Postpone the due jobs of clocks that need no attention yet, without loading games."""
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
        """Handle the alarm of a clock. Return False if the job is void."""
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
        except (LobbyError, NotYourGame):  # The game is over, or the table was canceled or deleted.
            return False
        if later is not None:
            await self._tables.move_due([(game, due, later)])
        return not void

    def _waits_for_person(self, table: Table, seat: Seat) -> bool:
        """Return whether the game waits for a person at this seat."""
        is_seat = 0 <= seat < len(table.seats) and table.seats[seat].user_id is not None
        return is_seat and seat in table.state.waiting and bot_at(table, seat) is None

    async def _next_change(self, table: Table, seat: Seat) -> Change | datetime | None:
        """Return the change that a clock makes now, or when it must be checked again.

        Return None if it need not be checked again.
        """
        clock, now, outages = table.clock(seat), self._tables.now(), self._downtime.outages
        corrected = start_or_stop(clock, now, paused=table.pause.is_on, outages=outages)
        if not clock.open or clock.turn != table.state.turns or corrected != clock:
            return Change()  # Saving any change corrects the clocks.
        alarm = pending_alarm(clock, now, outages)
        if alarm is None:
            moment = next_alarm(clock, now, outages)
            return whole_second(moment) if moment else None
        if alarm == "return":
            return Change()
        return await self._handle_alarm(table, table.seats[seat], clock, alarm)

    async def _handle_alarm(
        self, table: Table, row: SeatRow, clock: SeatClock, alarm: Alarm
    ) -> Change | datetime:
        now, outages, user_id = self._tables.now(), self._downtime.outages, row.user_id or 0
        away = await self._vacations.vacation_change(table, user_id)
        if away is not None:
            return away
        if alarm == "time-out":
            return self._time_out(table, row, clock)
        if alarm == "bank":
            # Saving the clock updates the messages of the table, which say that the bank runs.
            return Change(clocks=[msgspec.structs.replace(clock, bank_shown=True)])
        ends = deadline(clock, outages)
        moment = await self._reminder_moment(table, user_id, now)
        if moment > now:
            return whole_second(min(moment, ends) if ends else moment)
        facts: dict[str, str | int] = {"turn": clock.turn}
        if alarm == "nudge":
            facts["by"] = clock.nudge
        facts |= turn_time(clock, now, outages).facts
        notices = [Notice(f"told-{alarm}", facts, user_id)]
        return Change(clocks=[count_reminder(clock, now, outages)], lines=notices)

    async def _reminder_moment(self, table: Table, user_id: int, now: datetime) -> datetime:
        """Return when a user may be notified, by the hours that they have set now."""
        person = await self._store.people.get(user_id)
        muted = datetime.fromisoformat(person.muted_until) if person.muted_until else now
        hours = person.hours if table.pace.sleeps else None
        return awake_after(hours, max(now, muted), NO_TIME)

    def _time_out(self, table: Table, row: SeatRow, clock: SeatClock) -> Change:
        """Return the change that lets the caretaker play this turn.

        After the third time-out in a row the caretaker takes over the seat.
        """
        now, timeouts = self._tables.now(), clock.timeouts + 1
        clock = msgspec.structs.replace(
            stop_clock(clock, now, self._downtime.outages),
            timed_out=True,
            timeouts=timeouts,
        )
        facts: dict[str, str | int] = {"player": row.name, "seat": row.seat + 1}
        if timeouts < TIMEOUTS_BEFORE_CARETAKER:
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

    # --- players who have to act ---

    async def return_to_seat(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Take the user's seat back from the caretaker, also in the middle of a turn.

        Raises:
            LobbyError: The caretaker does not play the seat.
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
        """Snooze the reminders of the user's turn for a quarter of the allowance.

        Raises:
            LobbyError: It is not the user's turn, or turns are too short for a snooze.
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
        """Mute all reminders of a user for a number of hours and return the end of that period.

        Raises:
            LobbyError: This number of hours is not offered.
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
        """Save when a user is awake. *quiet* is the start and the end, as minutes of the day.

        Raises:
            LobbyError: There is no such zone, or the quiet hours are empty or too long.
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

    # --- players who wait ---

    async def nudge_players(
        self, game_id: str, user_id: int, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Nudge the players whose turn it is in the name of the user, as soon as they are awake.

        Raises:
            LobbyError: It is too early in the turn, too soon after another nudge, or no player can
                be nudged.
            NotYourGame: The user has no seat here.
        """

        async def build_change(table: Table) -> Change:
            own = table.seats[table.seat_of(user_id)]
            _check_not_paused(table)
            others = [row for row in _people_to_act(table) if row.seat != own.seat]
            if not others:
                raise LobbyError("nudge-self" if own.seat in table.state.waiting else "nudge-bot")
            now = self._tables.now()
            clocks = [table.clock(row.seat) for row in others]
            grace = table.pace.grace_period
            late = [one for one in clocks if now - _turn_began(table, one) >= grace]
            if not late:
                first = min(_turn_began(table, one) for one in clocks)
                raise LobbyError("nudge-early", when=first + grace)
            last = max((one.nudged for one in table.clocks.values() if one.nudged), default=None)
            if last is not None and now - last < table.pace.wait / 2:
                raise LobbyError("nudged-before", when=last + table.pace.wait / 2)
            return Change(clocks=[_nudge_clock(one, own.name, now) for one in late])

        return await self._tables.update(game_id, build_change, interaction_id)

    # --- moderators ---

    async def extend_turn(
        self, game_id: str, hours: int, by: Who, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Give the players whose turn it is more time. *by* is the moderator.

        Raises:
            LobbyError: This number of hours is not possible, no player has a deadline, or the
                moderator plays here.
        """
        if hours not in EXTENSION_HOURS:
            raise LobbyError(
                "hours-not-possible", least=EXTENSION_HOURS[0], most=EXTENSION_HOURS[-1]
            )

        async def build_change(table: Table) -> Change:
            check_impartial(table.seats, table.past.occupants, by.id)
            facts: dict[str, str | int] = {"by": by.name, "hours": hours}
            clocks, notices = [], [Notice("line-extended", facts)]
            for row in _people_to_act(table):
                clock = table.clock(row.seat)
                if clock.open and clock.allowance:
                    longer = clock.allowance + timedelta(hours=hours)
                    clocks.append(
                        msgspec.structs.replace(clock, allowance=longer, bank_shown=False)
                    )
                    if row.user_id and row.user_id != by.id:
                        notices.append(Notice("told-extended", facts, row.user_id))
            if not clocks:
                raise LobbyError("no-clock")
            return Change(clocks=clocks, lines=notices)

        return await self._tables.update(game_id, build_change, interaction_id)

    async def skip_turn(
        self, game_id: str, by: Who, seat: Seat | None = None, interaction_id: int | None = None
    ) -> GameSnapshot:
        """Let the caretaker play the turn of this seat, or of the player who has taken longest.

        The moderator *by* can never have that seat.

        Raises:
            LobbyError: It is too early, no player has to act, or the moderator plays here.
        """

        async def build_change(table: Table) -> Change:
            if any(row.user_id == by.id for row in table.seats):
                raise LobbyError("skip-seated")
            check_impartial(table.seats, table.past.occupants, by.id)
            _check_not_paused(table)
            people = [row for row in _people_to_act(table) if seat in (None, row.seat)]
            if not people:
                raise LobbyError("nobody-awaited")
            row = min(people, key=lambda one: _turn_began(table, table.clock(one.seat)))
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
            notices = [
                Notice("line-skipped", {"by": by.name, "player": row.name}),
                Notice(
                    _with_next_turn("told-skipped", table, row.seat),
                    {"by": by.name},
                    row.user_id or 0,
                ),
            ]
            return Change(clocks=[clock], lines=notices, bars=(row.seat, by.id))

        return await self._tables.update(game_id, build_change, interaction_id)


def _people_to_act(table: Table) -> Iterator[SeatRow]:
    """Yield the seats of people who have to act and play their own seat."""
    for row in table.seats:
        if row.user_id and row.seat in table.state.waiting and bot_at(table, row.seat) is None:
            yield row


def _with_next_turn(key: str, table: Table, seat: Seat) -> str:
    """Return the key of a notice that promises a next turn, or its variant after the last turn."""
    return f"{key}-last" if table.state.turns_ahead(seat) == 0 else key


def _check_not_paused(table: Table) -> None:
    if table.pause.is_on:
        raise LobbyError("paused")


def _turn_began(table: Table, clock: SeatClock) -> datetime:
    """Return when a player's turn started.

    If the table had no clocks then, return when the table last changed.
    """
    if clock.began is None or clock.turn != table.state.turns:
        return datetime.fromisoformat(table.row.updated_at)
    return clock.began


def _nudge_clock(clock: SeatClock, by: str, now: datetime) -> SeatClock:
    """Return the clock with a nudge.

    A player who has got all reminders of the turn is not notified again. The nudging player does
    not learn that.
    """
    name = by if clock.rings < MAX_REMINDERS_PER_TURN else ""
    return msgspec.structs.replace(clock, nudge=name, nudged=now)
