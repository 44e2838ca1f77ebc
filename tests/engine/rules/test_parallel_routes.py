"""Double and triple routes: C7 and C8."""

from __future__ import annotations

from itertools import permutations

import pytest

import maps
from engine.rules.parallel_routes import ParallelRoutes
from tests.builders import EDITIONS, TABLES, USA, Game, a_game, groups_of, parameters, refused

TRIPLES = groups_of("germany", 3)

PRINTED = {**dict.fromkeys((*USA, "germany", "world"), 3), "new-york": 2}
"""Up to so many players use one track only; of other editions their files say it."""


def _crowded(edition: str, seats: int) -> bool:
    given = parameters(edition, "parallel_routes") or {}
    below = given.get("single_below", ParallelRoutes.single_below)
    return seats > PRINTED[edition] if edition in PRINTED else seats >= below


def _rich_game(edition: str, seats: int) -> Game:
    """Seat 0 owns the first track of the first double; seat 1 is on turn and can pay for it."""
    group = groups_of(edition, 2)[0]
    route = maps.load(edition).routes[group[1]]
    return (
        a_game(edition)
        .seats(seats)
        .owning(group[0])
        .turn(1)
        .holding("wild", route.length, seat=1)
        .holding("wild", route.length, seat=0)
        .build()
    )


class TestC7NobodyHoldsTwoTracks:
    """C7: nobody may hold two tracks of one double or triple route."""

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_ones_own_second_track_is_refused(self, edition: str, seats: int) -> None:
        """However many play."""
        group = groups_of(edition, 2)[0]
        length = maps.load(edition).routes[group[1]].length
        game = a_game(edition).seats(seats).owning(group[0]).holding("wild", length).build()

        with refused("parallel-route-yours", "C7"):
            game.claim(group[1], {"wild": length})

        assert group[1] not in set(game.menu(0).routes())
        assert not game.menu(0).may_claim(group[1])

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_every_double_of_the_board_is_guarded(self, edition: str) -> None:
        """Whichever of its tracks came first."""
        most = maps.load(edition).seats[-1]
        rules = a_game(edition).seats(most).build().rules
        closed = None if _crowded(edition, most) else "parallel-route-closed"
        for group in groups_of(edition, 2):
            for first, second in permutations(group):
                game = a_game(edition).seats(most).owning(first).build()

                route = rules.spec.routes[second]
                assert rules.obstacle(game.state, 0, route) == "parallel-route-yours"
                assert rules.obstacle(game.state, 1, route) == closed

    @pytest.mark.parametrize("group", TRIPLES, ids=lambda group: group[0])
    @pytest.mark.parametrize("seats", [4, 5])
    def test_a_triple_has_room_for_three_owners(self, group: tuple[str, ...], seats: int) -> None:
        """Each of them holds one track."""
        game = a_game("germany").seats(seats)
        for seat in range(3):
            game = game.holding("train-red", 1, seat=seat)
        game = game.build()

        for seat in (0, 1, 2):
            game.claim(group[seat], {"train-red": 1})

        assert {group[0]: 0, group[1]: 1, group[2]: 2} == game.state.owners

    @pytest.mark.parametrize("group", TRIPLES, ids=lambda group: group[0])
    @pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
    def test_nobody_holds_two_of_a_triple(
        self, group: tuple[str, ...], order: tuple[int, ...]
    ) -> None:
        """Not even when another holds the third."""
        mine, theirs, wanted = (group[n] for n in order)
        game = a_game("germany").seats(4).owning(mine).owning(theirs, seat=1)
        game = game.holding("train-red").build()

        with refused("parallel-route-yours", "C7"):
            game.claim(wanted, {"train-red": 1})


class TestC8OneTrackWithFewPlayers:
    """C8: with 2 or 3 players (New York: 2) the first claim closes the other tracks for all."""

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_another_seat_may_use_the_second_track_only_in_a_crowd(
        self, edition: str, seats: int
    ) -> None:
        """USA, Germany and World from four players on, New York from three."""
        second = groups_of(edition, 2)[0][1]
        length = maps.load(edition).routes[second].length
        game = _rich_game(edition, seats)

        if _crowded(edition, seats):
            assert second in set(game.menu(1).routes())
            game.claim(second, {"wild": length})
            assert game.state.owners[second] == 1
        else:
            assert second not in set(game.menu(1).routes())
            with refused("parallel-route-closed", "C8"):
                game.claim(second, {"wild": length})

    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    @pytest.mark.parametrize("group", TRIPLES, ids=lambda group: group[0])
    def test_a_triple_closes_as_a_whole(self, group: tuple[str, ...], seats: int) -> None:
        """One claim closes both others, or neither."""
        game = a_game("germany").seats(seats).owning(group[1]).turn(1)
        game = game.holding("train-red", 1, seat=1).build()

        open_tracks = set(group) & set(game.menu(1).routes())

        assert open_tracks == ({group[0], group[2]} if seats > 3 else set())

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_single_routes_are_never_closed(self, edition: str, seats: int) -> None:
        """Two routes that share a city do not close each other."""
        (first,), (second,) = groups_of(edition, 1)[:2]
        length = maps.load(edition).routes[second].length
        cost = length + maps.load(edition).routes[second].rough
        game = a_game(edition).seats(seats).owning(first).turn(1)
        game = game.holding("wild", cost, seat=1).build()

        game.claim(second, {"wild": cost})

        assert {first: 0, second: 1} == game.state.owners

    def test_an_untouched_double_is_open(self) -> None:
        """Either track of it may be the one."""
        for track in groups_of("usa", 2)[0]:
            game = a_game("usa").holding("wild", 4).build()

            game.claim(track, {"wild": maps.load("usa").routes[track].length})

            assert {track: 0} == game.state.owners
