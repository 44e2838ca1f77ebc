"""Who decides for a seat: a person, or a bot by its kind, also one that plays for a person."""

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
"""What is due when a bot owes an answer."""
LAPSE: Final = "lapse"
"""What is due when a question about a seat, or about the table, was not answered in time."""
CANCEL_LAPSE: Final = "cancel-lapse"
"""What is due when the players' vote to cancel a game is to be looked at: it lapses after a day."""
CLOCK: Final = "clock"
"""What is due when the clock of a person is to be looked at."""
RESUME: Final = "resume"
"""What is due when a table has stood still for so long that it goes on by itself."""
ABANDON: Final = "abandon"
"""What is due when a deserted table has waited so long that it is canceled."""
ORDER: Final = "order"
"""What is due when the order of a seat plays."""


def pending_jobs(
    snapshot: GameSnapshot,
    now: datetime,
    outages: Sequence[Span] = (),
    wait: Wait = order_wait,
) -> Iterator[Due]:
    """What is to be done without a person: bots answer, orders play, clocks run out.

    An order plays after a *wait*, unless its owner is there or all are.
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
    """Yield when the open votes of the players lapse.

    A change of owners may decide a vote to cancel. Then it is settled at once.
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
        at_once = order.prompt or order.last == turn or not table.pace.sleeps
        moment = now if at_once else now + wait()
        yield Due(seat, ORDER, format_time(moment), turn)


def whole_second(moment: datetime) -> datetime:
    """The next full second: what is due is kept less exactly than it is counted."""
    return moment + timedelta(microseconds=-moment.microsecond % 1_000_000)


START_JOB: Final = "start"
"""What is due at a table that waits for nobody any more."""
