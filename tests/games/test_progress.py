"""Where seats stand in the log, against a look at the whole log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

import engine
import maps
from bot.games.progress import MAX_RECENT_EVENTS, Progress
from engine.errors import IllegalAction
from engine.events import Event, Reverted, TurnBegan
from engine.history import undone
from engine.ids import Seat
from tests.engine.random_games import random_game


def last_version(events: Sequence[Event], wanted: Callable[[Event], bool]) -> int:
    """The version of the last event of a kind; 0: there is none."""
    found = [number for number, event in enumerate(events, 1) if wanted(event)]
    return found[-1] if found else 0


def looked_up(events: Sequence[Event], seats: int) -> Progress:
    """The same from the whole log, by its definition."""

    def own(event: Event, seat: int) -> bool:
        return getattr(event, "seat", None) == seat

    def stepped(until: Sequence[Event], seat: int) -> int:
        return last_version(until, lambda e: e.step and own(e, seat))

    def touched(seat: int) -> int:
        return last_version(events, lambda e: own(e, seat) or e.for_all)

    def began(seat: int) -> int:
        return last_version(events, lambda e: isinstance(e, TurnBegan) and own(e, seat))

    def before(seat: int) -> int:
        return stepped(events[: began(seat)], seat)

    def standing(seat: int) -> int:
        """Its last step, unless that was taken back."""
        taken_back = last_version(events, lambda e: isinstance(e, Reverted) and own(e, seat))
        step = stepped(events, seat)
        return step if step > taken_back else before(seat)

    told = last_version(events, lambda e: e.reveals)
    gone = undone(events)
    free = [(n, e.seat) for n, e in enumerate(events, 1) if e.step and n > told and n not in gone]
    return Progress(
        len(events),
        tuple(standing(seat) for seat in range(seats)),
        tuple(before(seat) for seat in range(seats)),
        tuple(touched(seat) for seat in range(seats)),
        sum(isinstance(event, Reverted) for event in events),
        tuple(free),
        tuple(events[-MAX_RECENT_EVENTS:]),
    )


@pytest.mark.parametrize("edition", maps.catalogue())
def test_step_by_step_is_the_same_as_at_once(edition: str) -> None:
    """However the log is cut into pieces, and also after something was taken back."""
    seats = maps.catalogue()[edition].seats[-1]
    game = random_game(edition, seats)
    log: list[Event] = []
    progress = Progress.from_events(seats, ())
    pieces = [game.log[: len(game.log) - sum(len(m.events) for m in game.moments)]]
    pieces += [moment.events for moment in game.moments]
    for number, piece in enumerate(pieces):
        log += piece
        progress = progress.with_events(piece)
        if number % 10 == 0 or number == len(pieces) - 1:
            assert progress == looked_up(log, seats), number
        if number % 3 == 0:
            free = [seat for seat in range(seats) if progress.is_free(Seat(seat))]
            assert free == [seat for seat in range(seats) if _may_undo(log, Seat(seat))], number
    assert progress == Progress.from_events(seats, log)

    log = [event for piece in pieces[:40] for event in piece]
    taken_back = _undone(log)
    after = Progress.from_events(seats, log).with_events(taken_back)
    assert after == looked_up([*log, *taken_back], seats)
    assert after.reverted == 1


def test_the_latest_events_are_known() -> None:
    """As many as are kept; further back somebody has to read."""
    log = random_game("new-york", 2).log
    progress = Progress.from_events(2, log)

    assert len(log) > MAX_RECENT_EVENTS
    assert progress.since(len(log)) == ()
    assert progress.since(len(log) - MAX_RECENT_EVENTS) == tuple(log[-MAX_RECENT_EVENTS:])
    assert progress.since(len(log) - MAX_RECENT_EVENTS - 1) is None


def _may_undo(log: list[Event], seat: Seat) -> bool:
    """Whether the engine lets a seat take its last step back."""
    try:
        engine.undo(log, seat)
    except IllegalAction:
        return False
    return True


def _undone(log: list[Event]) -> list[Event]:
    """What follows when the last step is taken back, whoever made it."""
    step = next(event for event in reversed(log) if event.step)
    return list(engine.undo(log, Seat(step.seat), agreed=True)[1])
