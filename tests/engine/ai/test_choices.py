"""Single decisions: cards, payments, tickets, harbours, exchanges and the last turn."""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import mean

import pytest

from engine.actions import (
    Action,
    AskTickets,
    ChooseMix,
    ChooseSplit,
    ClaimRoute,
    DrawBlind,
    DrawOpen,
    ExchangePieces,
    KeepTickets,
    Pass,
    PlacePiece,
)
from engine.ai.atlas import atlas_for
from engine.ai.planner import Planner
from engine.ai.prospects import mean_best
from engine.ai.purse import Purse, strengths
from engine.ai.random_agent import any_action
from engine.events import OpenCardTaken
from engine.ids import WILD
from tests.builders import EDITIONS, Builder, Game, a_fresh_game, a_game, rules_of


def decision(game: Game, seat: int = 0, *, cautious: bool = False) -> Action:
    """What a planner does; the game goes on with it, so it was legal."""
    planner = Planner(game.rules, cautious=cautious)
    action = planner.choose(lambda: game.view(seat), game.menu(seat), Random(0))
    game.act(action)
    return action


def to_miami() -> Builder:
    """Boston is joined with Atlanta; from there to Miami five blue spaces are missing."""
    return (
        a_game("usa")
        .tickets("boston--miami")
        .owning("boston--new-york-1", "new-york--washington-1", "raleigh--washington-1")
        .owning("atlanta--raleigh-1")
        .owning("charleston--miami-1", seat=1)
    )


def open_cards(second: str) -> tuple[str, ...]:
    """A display in which only the second card can be of any use."""
    return ("train-red", second, "train-red", "train-red", "train-red")


class TestPrices:
    """What the atlas asks the tariffs is what they would say of any hand."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_strength_and_wilds_tell_what_is_affordable(self, edition: str) -> None:
        rules, rng = rules_of(edition, 2), Random(edition)
        atlas = atlas_for(rules)
        for _ in range(60):
            cards = rng.choices([*rules.spec.faces], k=rng.randint(0, 14))
            hand = {card: cards.count(card) for card in dict.fromkeys(cards)}
            pays = strengths(atlas, Purse(atlas, hand).have)
            for track in atlas.tracks.values():
                enough = pays[track.palette] + hand.get(WILD, 0) >= track.price
                affordable = rules.tariffs[track.id].affordable(hand)

                # Where colours mix, single cards that begin a pair are not counted on.
                assert enough == affordable or (track.mixed and affordable)


class TestCards:
    """Which card to take."""

    def test_takes_the_open_card_that_a_ticket_needs(self) -> None:
        """Five blue spaces to Miami are missing, and two of the cards."""
        game = to_miami().holding("train-blue", 3).display(*open_cards("train-blue")).build()

        assert decision(game) == DrawOpen(0, 1)

    def test_an_open_wild_completes_what_waits_for_one_card(self) -> None:
        """D3: it costs the whole turn, and is worth it when nothing else fits."""
        game = to_miami().holding("train-blue", 4).display(*open_cards("wild")).build()

        assert decision(game) == DrawOpen(0, 1)

    def test_draws_blind_when_nothing_open_fits(self) -> None:
        game = to_miami().holding("train-blue", 4).display(*open_cards("train-red")).build()

        assert decision(game) == DrawBlind(0, "train")

    def test_passes_when_there_is_nothing_at_all(self) -> None:
        """T2."""
        game = a_game("usa").with_a_full_board(seat=1).without_cards().without_tickets().build()

        assert decision(game) == Pass(0)

    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("cautious", [False, True])
    def test_takes_no_open_card_while_the_decks_are_empty(
        self, edition: str, cautious: bool
    ) -> None:
        """D10: a planner does something else, or passes; so does a player at random."""
        stuck, free = a_game(edition).with_a_full_board(seat=1).without_tickets(), a_game(edition)
        for builder in (stuck, free):
            for deck in rules_of(edition, 2).spec.decks:
                builder.deck(deck)
        stuck.box(train=0, ship=0)

        for rng in map(Random, range(10)):
            assert any_action(stuck.build().menu(0), rng) == Pass(0)
            game = free.build()
            game.act(any_action(game.menu(0), rng))
            assert not game.happened(OpenCardTaken)
        assert decision(stuck.build(), cautious=cautious) == Pass(0)
        assert not isinstance(decision(free.build(), cautious=cautious), DrawOpen | Pass)

    def test_the_cautious_one_asks_only_when_it_must(self) -> None:
        """T2: passing is not allowed while there is a ticket to draw."""
        game = a_game("usa").with_a_full_board(seat=1).without_cards().build()

        assert isinstance(decision(game, cautious=True), AskTickets)


class TestClaims:
    """Which track to claim, and how to pay."""

    def test_completes_a_ticket_at_once(self) -> None:
        game = (
            a_game("usa")
            .tickets("denver--el-paso")
            .owning("denver--santa-fe-1")
            .holding("train-red", 2)
            .build()
        )

        assert decision(game) == ClaimRoute(0, "el-paso--santa-fe-1", (("train-red", 2),))

    def test_does_not_pay_for_gray_with_the_colour_it_needs(self) -> None:
        """Two gray spaces and five blue ones: the blue cards stay."""
        game = (
            a_game("usa")
            .tickets("boston--miami", "denver--el-paso")
            .owning("boston--new-york-1", "new-york--washington-1", "raleigh--washington-1")
            .owning("atlanta--raleigh-1", "denver--santa-fe-1")
            .holding("train-blue", 4)
            .holding("train-pink", 2)
            .build()
        )

        assert decision(game) == ClaimRoute(0, "el-paso--santa-fe-1", (("train-pink", 2),))

    def test_the_last_turn_goes_to_the_ticket_that_one_route_completes(self) -> None:
        """E1: two spaces that save a ticket of four are worth more than six alone."""
        game = (
            a_game("usa")
            .seats(2)
            .tickets("denver--el-paso")
            .owning("denver--santa-fe-1")
            .holding("train-red", 2)
            .holding("train-green", 3)
            .pieces_left(0, train=20)
            .pieces_left(1, train=2)
            .turn(1)
            .build()
        )
        game.draw_two(seat=1)

        assert decision(game) == ClaimRoute(0, "el-paso--santa-fe-1", (("train-red", 2),))

    def test_lays_a_long_route_when_nothing_is_planned(self) -> None:
        """Six spaces, fifteen points."""
        game = a_game("usa").holding("train-green", 6).holding("train-red", 1).build()

        action = decision(game, cautious=True)

        assert isinstance(action, ClaimRoute)
        assert game.rules.spec.routes[action.route].length == 6


class TestTickets:
    """Which tickets to keep, and when to ask."""

    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("cautious", [False, True])
    def test_keeps_enough_in_the_opening(self, edition: str, cautious: bool) -> None:
        game = a_fresh_game(edition)
        action = decision(game, cautious=cautious)
        if isinstance(action, ChooseSplit):
            assert action.long == 2
            action = decision(game, cautious=cautious)

        assert isinstance(action, KeepTickets)
        assert len(action.tickets) >= game.rules.spec.deal.keep_first

    @pytest.mark.parametrize("cautious", [False, True])
    def test_never_returns_what_is_fulfilled_already(self, cautious: bool) -> None:
        game = (
            a_game("usa")
            .owning("denver--santa-fe-1", "el-paso--santa-fe-1", "calgary--helena-1")
            .owning("helena--salt-lake-city-1")
            .ticket_deck("seattle--new-york", "denver--el-paso", "calgary--salt-lake-city")
            .build()
        )
        game.ask_tickets()

        action = decision(game, cautious=cautious)

        assert isinstance(action, KeepTickets)
        assert {"denver--el-paso", "calgary--salt-lake-city"} <= set(action.tickets)

    def test_returns_what_can_no_longer_be_reached(self) -> None:
        miami = [t for t in a_game("usa").build().rules.spec.routes if "miami" in t]
        game = (
            a_game("usa")
            .owning(*miami, seat=1)
            .ticket_deck("boston--miami", "denver--el-paso", "los-angeles--miami")
            .build()
        )
        game.ask_tickets()

        assert decision(game) == KeepTickets(0, ("denver--el-paso",))

    def test_does_not_ask_when_the_end_is_near(self) -> None:
        game = a_game("usa").pieces_left(0, train=20).pieces_left(1, train=3).build()

        assert not isinstance(decision(game), AskTickets)

    def test_the_mean_of_the_best_is_that_of_all_draws(self) -> None:
        values = [9.0, 4.0, 1.0, -2.0, -8.0]

        for draw in range(1, 6):
            expected = mean(max(draws) for draws in combinations(values, draw))
            assert mean_best(values, draw) == pytest.approx(expected)


class TestWorld:
    """The World's own choices."""

    def test_the_mix_covers_the_plan(self) -> None:
        """S7."""
        game = a_fresh_game("world")
        decision(game)

        action = decision(game)

        assert isinstance(action, ChooseMix)
        assert sum(action.pieces.values()) == 60

    def test_builds_a_harbour_where_a_ticket_names_the_port(self) -> None:
        """W1, P7: Jakarta, which a fulfilled ticket names, not Manila on the way."""
        game = (
            a_game("world")
            .tickets("world-20")
            .owning("jakarta--manila-1", "hong-kong--manila-1")
            .holding("train-red-h", 2)
            .holding("ship-red", 2)
            .build()
        )

        action = decision(game)

        assert isinstance(action, PlacePiece)
        assert action.city in ("jakarta", "hong-kong")

    def test_keeps_harbour_cards_out_of_other_payments(self) -> None:
        """W2: a harbour waits for two more; a short route is not worth breaking into it."""
        game = (
            a_game("world")
            .tickets("world-20", "world-13")
            .owning("jakarta--manila-1", "hong-kong--manila-1")
            .holding("train-red-h", 2)
            .holding("ship-red", 1)
            .holding("train-red", 2)
            .build()
        )

        decision(game)

        assert game.hand(0).get("train-red-h") == 2

    def test_exchanges_pieces_that_the_plan_is_short_of(self) -> None:
        """W3: nothing but rails leads from Djibouti to Lahore in time, and there is one train."""
        game = (
            a_game("world")
            .tickets("world-41")
            .pieces_left(0, train=1, ship=30)
            .box(0, train=10, ship=5)
            .build()
        )

        action = decision(game)

        assert isinstance(action, ExchangePieces)
        assert action.give == "ship"
