"""How many turns a seat still has, checked against games on record."""

from __future__ import annotations

import pytest

import engine
from engine.events import GameEnded, TurnBegan
from engine.ids import Seat
from engine.record import decode_record
from tests.record_games import find_recorded


@pytest.mark.parametrize("name", ["new-york-3", "usa-4", "world-5"])
def test_every_seat_in_the_last_round(name: str) -> None:
    """World has two more turns for each player, the other boards have one."""
    (path,) = find_recorded(name)
    events = decode_record(path.read_bytes()).events
    assert GameEnded("last-round") in events
    begins = [place for place, event in enumerate(events, 1) if isinstance(event, TurnBegan)]
    last_round = 0
    for place in begins:
        state = engine.replay(events[:place])
        later = [event.seat for event in events[place:] if isinstance(event, TurnBegan)]
        for seat in map(Seat, range(len(state.players))):
            ahead = state.turns_ahead(seat)
            assert ahead in (None, later.count(seat))
            last_round += ahead is not None
    more_turns = 2 if name.startswith("world") else 1
    assert last_round == len(state.players) ** 2 * more_turns
