"""Drawing transport cards: D1 to D5 and D9 to D12. Sweeping (D6 to D8) is in test_sweeping.py."""

from __future__ import annotations

from collections import Counter

import pytest

import maps
from engine.actions import (
    AskTickets,
    ClaimRoute,
    DrawBlind,
    DrawOpen,
    ExchangePieces,
    Pass,
    PlacePiece,
)
from engine.chance import SeededChance
from engine.events import (
    BlindCardDrawn,
    DeckShuffled,
    DisplayFilled,
    OpenCardTaken,
    SecondCardWaived,
)
from engine.questions import SecondDraw
from tests.builders import EDITIONS, SWEPT_AT_THREE, Builder, a_game, deck_and_colours, refused


class TestD1TwoCards:
    """D1: two cards, one after the other, each from the display or the top of a deck."""

    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("first", ["blind", "open"])
    @pytest.mark.parametrize("second", ["blind", "open"])
    def test_each_may_be_blind_or_open(self, edition: str, first: str, second: str) -> None:
        """In any combination; then the turn is over."""
        spec = maps.load(edition)
        deck = next(iter(spec.decks))
        refill = deck if len(spec.decks) > 1 else None
        game = a_game(edition).build()
        expected: Counter[str] = Counter()

        for way in (first, second):
            expected[game.deck()[0] if way == "blind" else game.state.display[1]] += 1
            if way == "blind":
                game.draw_blind(deck)
            else:
                game.draw_open(1, refill)

        assert expected == game.hand(0)
        assert game.state.turn == 1

    def test_the_second_is_chosen_after_the_first_was_seen(self) -> None:
        """Between them the game waits for the same seat."""
        game = a_game("usa").on_top("train", "train-pink", "train-white").build()

        game.draw_blind()

        assert {0: SecondDraw()} == game.state.waiting
        assert game.hand(0) == {"train-pink": 1}
        assert game.deck()[0] == "train-white"

    @pytest.mark.parametrize("first", ["train", "ship"])
    @pytest.mark.parametrize("second", ["train", "ship"])
    def test_the_world_has_two_decks(self, first: str, second: str) -> None:
        """Each card may come from either."""
        game = a_game("world").build()

        game.draw_blind(first)
        game.draw_blind(second)

        decks = [game.rules.spec.faces[card].deck for card in Counter(game.hand(0)).elements()]
        assert Counter((first, second)) == Counter(decks)

    @pytest.mark.parametrize("slot", [-1, 5, 99])
    def test_a_slot_that_is_not_there_is_refused(self, slot: int) -> None:
        """The refusal says how many there are."""
        game = a_game("usa").build()

        with refused("no-such-slot", "D1") as refusal:
            game.draw_open(slot)

        assert refusal.facts["slots"] == 5

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_deck_that_is_not_there_is_refused(self, edition: str) -> None:
        """The refusal names those that are."""
        game = a_game(edition).build()

        with refused("no-such-deck", "D1") as refusal:
            game.draw_blind("balloon")

        assert tuple(game.rules.spec.decks) == refusal.facts["instead"]


class TestD2Refilling:
    """D2: a card taken from the display is replaced at once; World: from the deck one names."""

    @pytest.mark.parametrize("edition", SWEPT_AT_THREE)
    def test_the_top_card_fills_the_gap_at_once(self, edition: str) -> None:
        """Before the second card is taken, in the same place."""
        deck, colours = deck_and_colours(edition)
        game = a_game(edition).on_top(deck, colours[-1]).build()
        others = game.state.display[:2] + game.state.display[3:]

        game.draw_open(2)

        assert colours[-1] == game.state.display[2]
        assert others == game.state.display[:2] + game.state.display[3:]
        assert [DisplayFilled(2, deck, colours[-1])] == game.happened(DisplayFilled)
        assert {0: SecondDraw()} == game.state.waiting

    def test_the_new_card_may_be_taken_as_the_second(self) -> None:
        """Unless it is wild."""
        game = a_game("usa").on_top("train", "train-pink").build()
        game.draw_open(2)

        game.draw_open(2)

        assert game.hand(0)["train-pink"] == 1

    @pytest.mark.parametrize(("slot", "refill"), [(0, "train"), (0, "ship"), (5, "train")])
    def test_in_the_world_the_player_names_the_deck(self, slot: int, refill: str) -> None:
        """Whatever lay there before."""
        game = a_game("world").on_top("train", "train-pink").on_top("ship", "ship2-pink").build()

        game.draw_open(slot, refill)

        assert {"train": "train-pink", "ship": "ship2-pink"}[refill] == game.state.display[slot]

    def test_in_the_world_a_deck_must_be_named(self) -> None:
        """The refusal names both."""
        game = a_game("world").build()

        with refused("refill-not-named", "D2") as refusal:
            game.draw_open(0)

        assert refusal.facts["instead"] == ("train", "ship")

    def test_an_unknown_deck_cannot_fill_a_gap(self) -> None:
        """In no edition."""
        for edition in ("usa", "world"):
            game = a_game(edition).build()
            with refused("no-such-deck"):
                game.draw_open(0, "balloon")

    def test_a_deck_without_cards_cannot_fill_a_gap(self) -> None:
        """The refusal names the other one."""
        game = a_game("world").deck("ship").build()

        with refused("refill-not-possible", "D2") as refusal:
            game.draw_open(0, "ship")

        assert refusal.facts["instead"] == ("train",)


class TestD3AnOpenWild:
    """D3: a wild taken from the display is the only card of that turn."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_it_ends_the_turn(self, edition: str) -> None:
        """One card is all."""
        game = _with_wild_open(edition).build()

        game.draw_open(0, game.menu(0).refills()[-1])

        assert game.hand(0) == {"wild": 1}
        assert game.state.turn == 1
        assert [event.more for event in game.happened(OpenCardTaken)] == [False]

    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("first", ["blind", "open"])
    def test_it_cannot_be_the_second(self, edition: str, first: str) -> None:
        """Neither after a blind card nor after an open one."""
        game = _with_wild_open(edition).build()
        refill = game.menu(0).refills()[-1]
        if first == "blind":
            game.draw_blind()
        else:
            game.draw_open(1, refill)

        with refused("wild-as-second-card", "D3"):
            game.draw_open(0, refill)

        assert 0 not in game.menu(0).slots()


class TestD4AWildThatComesUp:
    """D4: a wild that replaces the first card cannot be taken as the second."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_it_is_refused(self, edition: str) -> None:
        """And it stays where it is."""
        deck = next(iter(maps.load(edition).decks))
        game = a_game(edition).on_top(deck, "wild").build()
        refill = game.menu(0).refills()[0]
        game.draw_open(1, refill)
        assert game.state.display[1] == "wild"

        with refused("wild-as-second-card"):
            game.draw_open(1, refill)

        assert game.state.display[1] == "wild"

    def test_another_card_may_be_taken(self) -> None:
        """Open or blind."""
        game = a_game("usa").on_top("train", "wild", "train-pink").build()
        game.draw_open(1)

        game.draw_open(0)

        assert game.hand(0) == {"train-red": 1, "train-blue": 1}
        assert game.state.display[0] == "train-pink"


class TestD5ABlindWild:
    """D5: a wild drawn blind is an ordinary card: a second may follow."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_second_card_may_follow(self, edition: str) -> None:
        """Even another wild."""
        deck = next(iter(maps.load(edition).decks))
        game = a_game(edition).on_top(deck, "wild", "wild").build()

        game.draw_blind(deck)
        assert [event.more for event in game.happened(BlindCardDrawn)] == [True]
        game.draw_blind(deck)

        assert game.hand(0) == {"wild": 2}
        assert game.state.turn == 1

    def test_it_may_also_be_the_second(self) -> None:
        """After an open card."""
        game = a_game("usa").on_top("train", "train-pink", "wild").build()

        game.draw_open(0)
        game.draw_blind()

        assert game.hand(0) == {"train-red": 1, "wild": 1}


class TestD9Reshuffling:
    """D9: an empty deck is refilled at once by shuffling its discards; World: each its own."""

    @pytest.mark.parametrize("edition", SWEPT_AT_THREE)
    def test_the_last_card_drawn_brings_the_discards_back(self, edition: str) -> None:
        """At once, not when the next card is wanted."""
        deck, (one, two, *_) = deck_and_colours(edition)
        game = a_game(edition).deck(deck, one).discards(two, two, "wild").build()

        game.draw_blind()

        assert Counter({two: 2, "wild": 1}) == Counter(game.deck())
        assert not game.discards()
        assert len(game.happened(DeckShuffled)) == 1
        game.draw_blind()
        assert sum(game.hand(0).values()) == 2

    def test_the_last_card_laid_open_does_so_too(self) -> None:
        """The refill of a gap empties the deck as well."""
        game = a_game("usa").deck("train", "train-pink").discards("train-white").build()

        game.draw_open(0)

        assert game.deck() == ["train-white"]
        assert not game.discards()

    def test_a_deck_with_cards_is_left_alone(self) -> None:
        """Discards wait until it is empty."""
        game = a_game("usa").deck("train", "train-pink", "train-pink").discards("wild").build()

        game.draw_blind()

        assert game.deck() == ["train-pink"]
        assert Counter({"wild": 1}) == game.discards()

    def test_paid_cards_refill_an_empty_deck(self) -> None:
        """They are the discards."""
        game = a_game("usa").deck("train").holding("train-blue", 5).build()

        game.claim("atlanta--miami-1", {"train-blue": 5})

        assert game.deck() == ["train-blue"] * 5
        assert not game.discards()

    def test_the_order_is_a_new_one(self) -> None:
        """The shuffle decides, not the order of discarding."""
        orders = set()
        for seed in range(10):
            game = a_game("usa").deck("train", "wild")
            game = game.discards("train-red", "train-blue", "train-pink", "train-white")
            game = game.build(SeededChance(bytes([seed])))
            game.draw_blind()
            orders.add(tuple(game.deck()))

        assert len(orders) > 3

    def test_trains_and_ships_are_kept_apart(self) -> None:
        """A wild belongs to the trains, even if it was paid among ships."""
        game = a_game("world").deck("train", "train-red").deck("ship", "ship-red")
        game = game.discards("train-pink", "wild", "ship-pink", "ship2-pink").build()

        game.draw_blind("train")

        assert Counter(("train-pink", "wild")) == Counter(game.deck("train"))
        assert Counter(("ship-pink", "ship2-pink")) == game.discards("ship")
        game.draw_blind("ship")
        assert Counter(("ship-pink", "ship2-pink")) == Counter(game.deck("ship"))


class TestD10NothingToDraw:
    """D10: no card and no discards: nothing to draw; gaps stay open until cards are discarded."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_without_a_card_in_any_deck_none_can_be_taken(self, edition: str) -> None:
        """Neither from a deck nor from the display, which is full."""
        game = _exhausted(edition).build()
        assert all(game.state.display)

        for deck in game.state.decks:
            with refused("cards-exhausted", "D10"):
                game.draw_blind(deck)
            with refused("cards-exhausted", "D10"):
                game.draw_open(0, deck)
        for slot in range(len(game.state.display)):
            with refused("cards-exhausted", "D10"):
                game.draw_open(slot)

        assert (game.menu(0).decks(), game.menu(0).slots()) == ((), ())
        assert not [a for a in game.menu(0).actions() if isinstance(a, DrawBlind | DrawOpen)]

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_an_open_wild_cannot_be_taken_either(self, edition: str) -> None:
        """Although it would be the only card of the turn."""
        spec = maps.load(edition)
        builder = _with_wild_open(edition)
        for name in spec.decks:
            builder.deck(name)
        game = builder.build()

        with refused("cards-exhausted", "D10"):
            game.draw_open(0)

        assert game.menu(0).slots() == ()

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_who_can_do_nothing_else_passes(self, edition: str) -> None:
        """Open cards are in nobody's way (T2)."""
        game = _exhausted(edition).with_a_full_board(seat=1).without_tickets()
        game = game.box(train=0, ship=0).build()
        assert any(game.state.display)

        assert [Pass(0)] == list(game.menu(0).actions())
        game.pass_turn()

        assert game.state.turn == 1

    def test_everything_else_is_possible(self) -> None:
        """A route, tickets; in the World a harbour or an exchange."""
        for edition, wish in (
            ("usa", AskTickets(0)),
            ("usa", ClaimRoute(0, "atlanta--miami-1", (("train-blue", 5),))),
            ("world", PlacePiece(0, "harbour", "athina", (("wild", 4),))),
            ("world", ExchangePieces(0, "train", 2)),
        ):
            game = _exhausted(edition)
            if edition == "usa":
                game.holding("train-blue", 5)
            else:
                game.holding("wild", 4).owning("athina--marseille-1")
            game = game.build()

            assert wish in list(game.menu(0).actions())
            with refused("pass-not-allowed", "T2"):
                game.pass_turn()
            game.act(wish)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_cards_that_were_paid_can_be_drawn_again(self, edition: str) -> None:
        """They become the deck, and the display can be taken from, too."""
        spec = maps.load(edition)
        route = next(r for r in spec.routes.values() if r.length == 2 and not r.rough)
        game = _exhausted(edition).holding("wild", 2).build()

        game.claim(route.id, {"wild": 2})

        assert game.menu(1).slots()
        game.draw_open(1, game.menu(1).refills()[0])

    def test_in_the_world_the_other_deck_may_still_have_cards(self) -> None:
        """The refusal names it; and open cards, trains too, can be taken."""
        game = a_game("world").deck("train").build()

        with refused("deck-exhausted", "D10") as refusal:
            game.draw_blind("train")
        assert (refusal.facts["deck"], refusal.facts["instead"]) == ("train", ("ship",))

        game.draw_blind("ship")
        assert game.menu(0).slots() == (0, 1, 2, 3, 4, 5)
        game.draw_open(0, "ship")
        assert sum(game.hand(0).values()) == 2

    @pytest.mark.parametrize(
        ("empty", "refills"),
        [((), ("train", "ship")), (("train",), ("ship",)), (("train", "ship"), (None,))],
        ids=str,
    )
    def test_what_the_world_may_refill_from(
        self, empty: tuple[str, ...], refills: tuple[str | None, ...]
    ) -> None:
        """The decks with a card; where none has any, there is none to name."""
        game = a_game("world")
        for deck in empty:
            game.deck(deck)

        assert refills == game.build().menu(0).refills()

    def test_a_gap_cannot_be_taken(self) -> None:
        """It stays open only where no card can be taken at all."""
        game = _exhausted("usa").display("train-red", None, None, None, None).build()

        with refused("cards-exhausted", "D10"):
            game.draw_open(1)

        assert game.menu(0).slots() == ()

    def test_the_gap_is_filled_as_soon_as_cards_are_discarded(self) -> None:
        """What is left over becomes the deck."""
        game = a_game("usa").deck("train").display(None, "train-red", None, "train-red", "wild")
        game = game.holding("train-blue", 5).build()

        game.claim("atlanta--miami-1", {"train-blue": 5})

        blue = "train-blue"
        assert [blue, "train-red", blue, "train-red", "wild"] == game.state.display
        assert [blue] * 3 == game.deck()
        assert not game.discards()

    def test_some_gaps_may_stay(self) -> None:
        """There were too few cards for all."""
        game = a_game("usa").without_cards().holding("train-blue", 2).build()

        game.claim("atlanta--charleston-1", {"train-blue": 2})

        assert game.state.display == ["train-blue", "train-blue", None, None, None]
        assert game.deck() == []

    def test_a_harbour_fills_gaps_too(self) -> None:
        """Its price is discarded."""
        game = a_game("world").without_cards().owning("athina--marseille-1")
        game = game.holding("train-red-h", 2).holding("ship-red", 2).build()

        game.build_harbour("athina", {"train-red-h": 2, "ship-red": 2})

        assert Counter({"train-red-h": 2, "ship-red": 2, None: 2}) == Counter(game.state.display)

    def test_in_the_world_a_gap_takes_a_card_of_its_first_deck(self) -> None:
        """Trains to the left, ships to the right, as they were first laid out."""
        game = a_game("world").deck("train").deck("ship").owning("athina--marseille-1")
        game = game.display(None, "train-pink", "train-pink", "ship-pink", "ship-pink", None)
        game = game.holding("train-red-h", 2).holding("ship-red", 2).build()

        game.build_harbour("athina", {"train-red-h": 2, "ship-red": 2})

        assert (game.state.display[0], game.state.display[5]) == ("train-red-h", "ship-red")
        assert (game.deck("train"), game.deck("ship")) == (["train-red-h"], ["ship-red"])

    def test_in_the_world_a_gap_takes_a_card_of_the_other_deck_if_need_be(self) -> None:
        """Two ships were paid, no train."""
        game = a_game("world").deck("train").deck("ship")
        game = game.display(None, "train-pink", "train-pink", "ship-pink", "ship-pink", None)
        game = game.holding("ship-red", 2).build()

        game.claim("athina--marseille-1", {"ship-red": 2})

        assert (game.state.display[0], game.state.display[5]) == ("ship-red", "ship-red")


class TestD11NoSecondCard:
    """D11: if no legal second card exists after the first, the turn ends with one."""

    @pytest.mark.parametrize("way", ["blind", "open"])
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_the_last_card_of_the_decks(self, edition: str, way: str) -> None:
        """The display is full, but it is no longer to be taken from (D10)."""
        spec = maps.load(edition)
        deck, *others = spec.decks
        last = next(card for card in spec.decks[deck] if card != "wild")
        builder = a_game(edition).deck(deck, last)
        for name in others:
            builder.deck(name)
        game = builder.build()

        if way == "blind":
            game.draw_blind(deck)
        else:
            game.draw_open(1, deck if others else None)

        assert [SecondCardWaived(0)] == game.happened(SecondCardWaived)
        assert all(game.state.display)
        assert sum(game.hand(0).values()) == 1
        assert game.state.turn == 1

    def test_the_last_ships_are_not_the_last_cards(self) -> None:
        """The World's other deck has some."""
        game = a_game("world").deck("ship", "ship-red").build()

        game.draw_blind("ship")

        assert not game.happened(SecondCardWaived)
        game.draw_open(0, "train")
        assert game.state.turn == 1

    def test_after_an_open_wild_nothing_is_waived(self) -> None:
        """It was the only card of the turn in any case (D3)."""
        game = _with_wild_open("usa").deck("train", "train-red").build()

        game.draw_open(0)

        assert not game.happened(SecondCardWaived)
        assert game.state.turn == 1

    def test_a_card_that_comes_back_by_shuffling_is_a_second_card(self) -> None:
        """The discards count."""
        game = a_game("usa").deck("train", "train-red").discards("train-pink").build()

        game.draw_blind()

        assert not game.happened(SecondCardWaived)
        assert {0: SecondDraw()} == game.state.waiting

    def test_one_card_in_a_deck_is_enough(self) -> None:
        """The seat must take it or an open one: there is no way to stop after one."""
        game = a_game("usa").deck("train", "train-red", "train-white").build()
        game.draw_blind()

        with refused("not-asked-now"):
            game.pass_turn()
        game.draw_blind()

        assert game.hand(0) == {"train-red": 1, "train-white": 1}

    def test_a_wild_on_top_of_a_deck_is_a_second_card(self) -> None:
        """All open cards are wild, and the last one of the deck, too."""
        game = a_game("world").display(*["wild"] * 6).deck("ship")
        game = game.deck("train", "train-red", "wild").build()

        game.draw_blind("train")

        assert {0: SecondDraw()} == game.state.waiting
        assert game.menu(0).slots() == ()
        game.draw_blind("train")
        assert game.hand(0) == {"train-red": 1, "wild": 1}


class TestD12AnyNumberOfCards:
    """D12: there is no limit to the cards in hand."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_hand_may_hold_nearly_everything(self, edition: str) -> None:
        """And still draws two more."""
        spec = maps.load(edition)
        builder = a_game(edition)
        for name in spec.decks:
            cards = [card for card in spec.decks[name] if card != "wild"]
            builder.deck(name, *cards[-2:])
        game = builder.turn(1).build()
        held = sum(game.hand(1).values())
        assert held > 30

        game.draw_two()

        assert held + 2 == sum(game.hand(1).values())


def _exhausted(edition: str) -> Builder:
    """The display is full of colours; no deck and no discards hold a card."""
    builder = a_game(edition)
    for name in maps.load(edition).decks:
        builder.deck(name)
    return builder


def _with_wild_open(edition: str) -> Builder:
    spec = maps.load(edition)
    coloured = [next(c for c in spec.decks[name] if c != "wild") for name in spec.display[1:]]
    return a_game(edition).display("wild", *coloured)
