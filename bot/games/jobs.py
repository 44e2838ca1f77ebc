"""The kinds of jobs at a table, and when they are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.games.bots import bot_at
from bot.games.clock.desertion import MAX_DESERTION
from bot.games.clock.hours import Span
from bot.games.clock.model import next_alarm
from bot.games.clock.pauses import MAX_PAUSE
from bot.games.clock.votes import is_decided, lapses_at, owners_of
from bot.games.model import TABLE, Due, format_time
from bot.games.orders.model import Wait, order_wait
from bot.games.table import GameSnapshot, Table
from engine.ids import Seat

BOT: Final = "bot"
"""Let a bot answer the question of its seat."""
LAPSE: Final = "lapse"
"""Drop a question about a seat, or about a pause, that was not answered in time."""
CANCEL_LAPSE: Final = "cancel-lapse"
"""Check the players' vote to cancel a game, which lapses after a day."""
CLOCK: Final = "clock"
"""Check the clock of a person."""
RESUME: Final = "resume"
"""End a pause that has reached `MAX_PAUSE`."""
ABANDON: Final = "abandon"
"""Cancel a table that has been deserted for `MAX_DESERTION`."""
ORDER: Final = "order"
"""Let the standing order of a seat play."""


def pending_jobs(
    snapshot: GameSnapshot,
    now: datetime,
    outages: Sequence[Span] = (),
    wait: Wait = order_wait,
) -> Iterator[Due]:
    """Yield the jobs of a game: bots answer, orders play, clocks run out.

    An order plays after a *wait*. It plays immediately if its owner is present, if it continues a
    turn, if the pace expects all players to be present, or if all other seats belong to bots.
    """
    table, state = snapshot.table, snapshot.state
    if state.over is not None:
        return
    for seat in state.waiting:
        if bot_at(table, seat):
            yield Due(seat, BOT, format_time(now), state.turns)
        else:
            moment = next_alarm(table.clock(seat), now, outages)
            if moment is not None:
                yield Due(seat, CLOCK, format_time(whole_second(moment)), state.turns)
            yield from _order_job(snapshot, seat, now, wait)
    for handover in table.handovers:
        yield Due(handover.seat, LAPSE, format_time(handover.until), 0)
    if table.pause.since is not None:
        yield _end_of_pause(table.pause.since, deserted=table.pause.deserted)
    yield from _lapses(table, now)


def _lapses(table: Table, now: datetime) -> Iterator[Due]:
    """Yield the jobs that close the open votes of the players.

    A change of owners may decide a vote to cancel. Then the vote is settled immediately.
    """
    pause_end, cancel_end = lapses_at(table.pause), lapses_at(table.cancel_vote)
    if pause_end is not None:
        yield Due(TABLE, LAPSE, format_time(pause_end), 0)
    if cancel_end is not None:
        decided = is_decided(table.cancel_vote, owners_of(table.seats))
        yield Due(TABLE, CANCEL_LAPSE, format_time(now if decided else cancel_end), 0)


def _end_of_pause(since: datetime, *, deserted: bool) -> Due:
    if deserted:
        return Due(TABLE, ABANDON, format_time(since + MAX_DESERTION), 0)
    return Due(TABLE, RESUME, format_time(since + MAX_PAUSE), 0)


def _order_job(snapshot: GameSnapshot, seat: Seat, now: datetime, wait: Wait) -> Iterator[Due]:
    table, turn = snapshot.table, snapshot.state.turns
    order = table.order(seat)
    if order.plays_in(turn) and not table.pause.is_on:
        is_alone = all(row.user_id is None for row in table.seats if row.seat != seat)
        at_once = order.prompt or order.last == turn or not table.pace.sleeps or is_alone
        moment = now if at_once else now + wait()
        yield Due(seat, ORDER, format_time(moment), turn)


def whole_second(moment: datetime) -> datetime:
    """Return the next full second, because jobs are stored less exactly than clocks count."""
    return moment + timedelta(microseconds=-moment.microsecond % 1_000_000)


START_JOB: Final = "start"
"""Start the game of a lobby that waits for no further player."""
START_SOON_JOB: Final = "start-soon"
"""Start the game of a lobby that has been full for `START_DELAY`."""
START_DELAY: Final = timedelta(minutes=10)
"""How long a full lobby waits before its game starts."""
