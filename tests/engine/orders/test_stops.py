"""When an order stops: what has become true since the last look, and only that."""

from __future__ import annotations

import pytest

from engine.ids import RouteId
from engine.orders import (
    Calls,
    Order,
    Seen,
    Stop,
    after_turn,
    decide,
    few_pieces,
    for_tracks,
    look,
)
from tests.builders import Builder, a_game, rules_of

DENVER = RouteId("denver--kansas-city-2")
ORDER = Order(for_tracks([DENVER]), then="draw")


def _stop(builder: Builder, seen: Seen | None = None, order: Order = ORDER) -> object:
    """The reason if it stops; with nothing seen before, unless told."""
    game = builder.build()
    view, menu = game.view(0), game.menu(0)
    answer = decide(game.rules, order, seen or Seen(), view, menu)
    if isinstance(answer, Stop):
        looked = look(game.rules, order, view, menu)
        again = decide(game.rules, order, looked, view, menu)
        assert not isinstance(again, Stop), "what was looked at stops it once more"
        return answer
    return None


@pytest.mark.parametrize(
    ("edition", "pieces"), [("usa", 9), ("germany", 9), ("new-york", 4), ("world", 16)]
)
def test_few_pieces_are_those_that_end_the_game_and_a_sixth(edition: str, pieces: int) -> None:
    assert few_pieces(rules_of(edition, 3)) == pieces


def test_anybody_with_few_pieces() -> None:
    low = a_game("usa").seats(4).pieces_left(seat=2, train=9)
    for seat in (0, 1, 3):
        low.pieces_left(seat=seat, train=30)
    unticked = Order(ORDER.build, then="draw", calls=Calls(few_pieces=False))

    assert _stop(low) == Stop("few-pieces", seat=2, count=9)
    assert _stop(low, order=unticked) is None


def test_a_track_of_the_list_is_taken() -> None:
    taken = a_game("usa").seats(4).owning(DENVER, seat=1)

    assert _stop(taken) == Stop("track-taken", tracks=(DENVER,))
    assert _stop(taken, Seen(lost=(DENVER,))) is None


def test_a_track_closed_by_its_neighbour_is_taken_too() -> None:
    """C8: with three players the other track is gone as well."""
    beside = "denver--kansas-city-1"

    assert _stop(a_game("usa").seats(3).owning(beside, seat=1)) == Stop(
        "track-taken", tracks=(DENVER,)
    )
    assert _stop(a_game("usa").seats(4).owning(beside, seat=1)) is None


def test_a_ticket_is_completed() -> None:
    done = (
        a_game("usa")
        .seats(4)
        .tickets("denver--el-paso")
        .owning("denver--santa-fe-1", "el-paso--santa-fe-1")
    )

    assert _stop(done) == Stop("ticket-completed", tickets=("denver--el-paso",))


def test_many_cards() -> None:
    full = a_game("usa").seats(4)
    for colour in ("red", "blue"):
        full.holding(f"train-{colour}", 12)

    assert _stop(full) is None
    assert _stop(full.holding("train-green")) == Stop("many-cards", count=25)


def test_a_harbour_can_be_built() -> None:
    port = a_game("world").seats(4).owning("athina--marseille-1").holding("wild", 4)

    assert _stop(port, order=Order(then="draw")) == Stop("harbour", cities=("athina", "marseille"))


def test_the_last_round() -> None:
    game = a_game("usa").seats(4).build()
    game.state.turns_left = 3
    answer = decide(game.rules, ORDER, Seen(), game.view(0), game.menu(0))

    assert answer == Stop("last-round")


def test_so_many_turns_without_a_look() -> None:
    seen = Seen()
    for _ in range(5):
        assert _stop(a_game("usa").seats(4), seen) is None
        seen = after_turn(seen)

    assert _stop(a_game("usa").seats(4), seen) == Stop("turns", count=5)
