"""The record of a clock, wherever its owner lives and whatever makes it stand still."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.clock.hours import Hours, Span, awake_between
from bot.games.clock.model import (
    SeatClock,
    begin_vacation,
    deadline,
    end_vacation,
    open_clock,
    start_or_stop,
    used_time,
)
from bot.games.clock.pace import PACES, Pace
from tests.games.clock.test_hours import situations, some_hours

PAUSE, VACATION, OUTAGE = "pause", "vacation", "outage"
REASONS = st.lists(st.sampled_from([PAUSE, VACATION, OUTAGE]), min_size=3, max_size=3)


def opened_clock(start: datetime, hours: Hours, pace: Pace) -> SeatClock:
    """The clock of a seat whose first turn has just begun."""
    clock = open_clock(SeatClock(0), 1, start, pace, hours)
    return start_or_stop(clock, start, paused=False)


def one_after_another(start: datetime, stops: list[Span]) -> list[Span]:
    """The same times one after the other, from *start* on."""
    found: list[Span] = []
    for begin, end in sorted(stops):
        first = max(begin, start, found[-1][1] if found else start)
        if first < end:
            found.append((first, end))
    return found


@pytest.mark.parametrize("pace", ["day", "relaxed"])
@settings(max_examples=100, deadline=None)
@given(situations(), REASONS)
def test_a_turn_has_allowance_and_bank(
    pace: str, situation: tuple[Hours, datetime, list[Span]], reasons: list[str]
) -> None:
    """Of awake time, to the microsecond: pauses, vacations and outages take nothing of it."""
    hours, start, stops = situation
    stops = one_after_another(start, stops)
    clock, outages = opened_clock(start, hours, PACES[pace]), list[Span]()
    for (begin, end), reason in zip(stops, reasons, strict=False):
        runs_out = deadline(clock, outages)
        if runs_out is None or runs_out <= begin:
            break
        if reason == OUTAGE:
            outages.append((begin, end))
            continue
        if reason == VACATION:
            clock = begin_vacation(clock, begin, end)
        clock = start_or_stop(clock, begin, paused=reason == PAUSE, outages=outages)
        assert deadline(clock, outages) is None
        assert used_time(clock, end, outages) == clock.used
        clock = start_or_stop(end_vacation(clock, end), end, paused=False, outages=outages)

    ends = deadline(clock, outages)

    assert ends is not None
    whole = PACES[pace].allowance + PACES[pace].bank
    assert awake_between(hours, start, ends, stops) == whole == used_time(clock, ends, outages)
    assert not hours.is_quiet(ends)


@settings(max_examples=50, deadline=None)
@given(situations(), some_hours())
def test_other_hours_never_move_a_running_deadline(
    situation: tuple[Hours, datetime, list[Span]], other: Hours
) -> None:
    """They count from the next turn on."""
    hours, start, _ = situation
    clock = opened_clock(start, hours, PACES["day"])
    ends = deadline(clock)

    wound = start_or_stop(open_clock(clock, 1, start, PACES["day"], other), start, paused=False)

    assert deadline(wound) == ends
    assert open_clock(clock, 2, start, PACES["day"], other).hours == other
