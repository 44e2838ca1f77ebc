"""The last moves for the picture of a board: what everyone may know, and nothing undone."""

from __future__ import annotations

from bot.games.progress import Progress
from bot.pictures.moves import MAX_SHOWN_MOVES, last_moves
from engine.events import BlindCardDrawn, Event, Reverted, TurnBegan
from engine.view import redact
from tests.render.scenes import played


def _moves(events: tuple[Event, ...]) -> list[tuple[int, tuple[Event, ...]]]:
    return [(move.seat, move.steps) for move in last_moves(Progress.from_events(2, events))]


def test_the_last_turns_as_everyone_sees_them() -> None:
    events = played("usa", 20)
    began = [number for number, event in enumerate(events) if isinstance(event, TurnBegan)]

    found = _moves(events)

    assert len(found) == MAX_SHOWN_MOVES
    for start, end, (seat, steps) in zip(began[-4:-1], began[-3:], found, strict=True):
        turn = events[start]
        assert isinstance(turn, TurnBegan)
        assert seat == turn.seat
        public = [redact(event, None) for event in events[start:end] if event.step]
        assert list(steps) == public


def test_a_hidden_card_stays_hidden() -> None:
    """Wherever a game is cut off."""
    drawn = [
        step
        for turn in range(5, 40, 3)
        for _, steps in _moves(played("usa", turn))
        for step in steps
        if isinstance(step, BlindCardDrawn)
    ]

    assert drawn
    assert {step.card for step in drawn} == {"?"}


def test_none_in_the_opening() -> None:
    assert _moves(played("usa", 0)) == []


def test_what_was_undone_is_left_out() -> None:
    """The last turn and everything after it."""
    events = played("usa", 20)
    last = max(n for n, event in enumerate(events[:-3], 1) if isinstance(event, TurnBegan))
    turn = events[last - 1]
    assert isinstance(turn, TurnBegan)

    undone = _moves((*events, Reverted(turn.seat, last)))

    assert undone == _moves(events[:last])
    assert undone != _moves(events)
