"""Networks: the cheapest ways, what they may use, and when a ticket is given up."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.ai.atlas import Atlas, atlas_for
from engine.ai.plans import Means, Plan, is_joined
from engine.ai.terrain import Terrain, cheapest_path
from engine.ids import Seat
from tests.builders import EDITIONS, a_game, rules_of


def group_of(atlas: Atlas, track: str) -> int:
    return atlas.tracks[track].group


def terrain_of(edition: str, seats: int = 2, **owners: list[str]) -> Terrain:
    """A board on which seat 0 has `own` tracks and seat 1 has `theirs`."""
    terrain = Terrain(atlas_for(rules_of(edition, seats)), Seat(0))
    claimed = {track: Seat(0) for track in owners.get("own", [])}
    claimed |= {track: Seat(1) for track in owners.get("theirs", [])}
    terrain.update(claimed)
    return terrain


def plan_for(terrain: Terrain, *tickets: str) -> Plan:
    known = terrain.atlas.spec.tickets
    return Plan(terrain, terrain.cost, [known[ticket] for ticket in tickets])


class TestWays:
    """The cheapest connection between two cities."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_every_ticket_can_be_joined_on_an_empty_board(self, edition: str) -> None:
        terrain = terrain_of(edition)

        for ticket in terrain.atlas.spec.tickets.values():
            assert plan_for(terrain, ticket.id).groups

    def test_no_way_leads_through_a_country(self) -> None:
        """G2, from every city and country to every other."""
        atlas = terrain_of("germany").atlas
        cost = [1.0] * len(atlas.groups)

        for one, other in combinations(range(len(atlas.cities)), 2):
            path = cheapest_path(atlas, cost, one, other)
            assert path is not None
            ends = {city for n in path for city in (atlas.groups[n].a, atlas.groups[n].b)}
            assert not {city for city in ends - {one, other} if atlas.is_end[city]}

    def test_own_tracks_cost_nothing(self) -> None:
        terrain = terrain_of("usa", own=["duluth--toronto-1"])

        plan = plan_for(terrain, "duluth--houston", "sault-ste-marie--nashville")

        assert group_of(terrain.atlas, "duluth--toronto-1") not in plan.groups
        assert terrain.cost[group_of(terrain.atlas, "duluth--toronto-1")] == 0

    def test_tracks_of_others_are_avoided(self) -> None:
        free = plan_for(terrain_of("new-york"), "ny-01")
        track = terrain_of("new-york").atlas.groups[free.groups[0]].tracks[0].id

        blocked = plan_for(terrain_of("new-york", theirs=[track]), "ny-01")

        assert not set(free.groups[:1]) & set(blocked.groups)

    def test_the_other_track_of_a_double_is_closed_with_few_players(self) -> None:
        """C8 with two seats, not with four."""
        few = terrain_of("usa", seats=2, theirs=["denver--kansas-city-1"])
        many = terrain_of("usa", seats=4, theirs=["denver--kansas-city-1"])
        group = group_of(few.atlas, "denver--kansas-city-1")

        assert few.open[group] == ()
        assert [track.id for track in many.open[group]] == ["denver--kansas-city-2"]

    def test_one_track_of_a_double_is_enough(self) -> None:
        """C7: the second is never wanted."""
        terrain = terrain_of("usa", seats=4, own=["denver--kansas-city-1"])

        assert terrain.open[group_of(terrain.atlas, "denver--kansas-city-1")] == ()


class TestJoined:
    """What one's own tracks connect."""

    def test_agrees_with_the_scoring(self) -> None:
        """Track by track of a plan, a ticket counts as joined exactly when it scores."""
        atlas = terrain_of("germany").atlas
        for key in ("long-01", "short-09", "long-20"):
            plan = plan_for(terrain_of("germany"), key)
            tracks = [atlas.groups[number].tracks[0].id for number in plan.groups]
            for count in range(len(tracks) + 1):
                game = a_game("germany").owning(*tracks[:count]).tickets(key).build()
                terrain = terrain_of("germany", own=tracks[:count])

                assert is_joined(terrain, key) == (key in game.score().fulfilled[0])

    def test_two_ways_into_a_country_do_not_meet_there(self) -> None:
        """G2: the country is reached from both, and joins neither to the other."""
        board = terrain_of("germany").atlas.spec
        country = next(city.id for city in board.cities.values() if city.is_end)
        into = {
            r.a if r.b == country else r.b: r for r in board.routes.values() if country in r.ends
        }
        (here, one), (there, other) = list(into.items())[:2]
        terrain = terrain_of("germany", own=[one.id, other.id])
        number = terrain.atlas.number

        assert terrain.joined(number[here], number[country])
        assert terrain.joined(number[country], number[there])
        assert not terrain.joined(number[here], number[there])


class TestPlans:
    """Several tickets share their ways, and what is out of reach is given up."""

    def test_tickets_share_their_ways(self) -> None:
        terrain = terrain_of("usa")
        both = plan_for(terrain, "los-angeles--new-york", "los-angeles--chicago")
        alone = [
            plan_for(terrain, ticket)
            for ticket in ("los-angeles--new-york", "los-angeles--chicago")
        ]

        def price(plan: Plan) -> float:
            return sum(terrain.cost[number] for number in plan.groups)

        assert price(both) < sum(map(price, alone))

    def test_a_ticket_cut_off_is_left_out(self) -> None:
        miami = [r.id for r in terrain_of("usa").atlas.spec.routes.values() if "miami" in r.ends]
        plan = plan_for(terrain_of("usa", theirs=miami), "boston--miami", "denver--el-paso")

        assert list(plan.paths) == ["denver--el-paso"]

    def test_advancing_forgets_what_is_laid(self) -> None:
        terrain = terrain_of("usa")
        plan = plan_for(terrain, "denver--el-paso")
        tracks = [terrain.atlas.groups[number].tracks[0].id for number in plan.groups]

        terrain.update(dict.fromkeys(tracks, Seat(0)))
        plan.advance()

        assert not plan.paths
        assert not plan.groups

    def test_what_brings_least_for_its_effort_is_given_up_first(self) -> None:
        """Four points for two routes of their own, not twenty-two for a long way."""
        terrain = terrain_of("usa")
        plan = plan_for(terrain, "seattle--new-york", "denver--el-paso")

        plan.give_up_one(terrain.cost)

        assert list(plan.paths) == ["seattle--new-york"]
        assert plan.groups == plan_for(terrain, "seattle--new-york").groups

    def test_pieces_of_the_wrong_kind_do_not_suffice(self) -> None:
        means = Means({"train": 3, "ship": 10}, total=13, spare=2, turns=20.0)

        assert means.suffice({"train": 5, "ship": 8})
        assert not means.suffice({"train": 6, "ship": 0})
        assert not means.suffice({"train": 4, "ship": 10})
