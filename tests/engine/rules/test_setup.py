"""Setting up a table: S1 to S9."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import maps
from engine import Rules
from engine.actions import ChooseMix, ChooseSplit
from engine.chance import SeededChance
from engine.errors import WrongSeats
from engine.events import (
    DeckShuffled,
    DisplaySwept,
    FirstPlayerDrawn,
    MixesRevealed,
    TicketsShuffled,
    TurnBegan,
)
from engine.questions import MixChoice, SplitChoice, TicketChoice, Turn
from tests.builders import EDITIONS, TABLES, USA, Game, Rigged, a_fresh_game, refused, without

ORDERS = tuple(permutations(range(3)))
ONE_TICKET_DECK = [edition for edition in EDITIONS if len(maps.load(edition).ticket_decks) == 1]

# What is printed, by edition; of editions that are not listed, what their own files say.
DEALT = {edition: maps.load(edition).hand for edition in EDITIONS} | {
    **{key: {"train": 4} for key in (*USA, "germany")},
    "new-york": {"taxi": 2},
    "world": {"train": 3, "ship": 7},
}
PIECES = {edition: maps.load(edition).pieces for edition in EDITIONS} | {
    **{key: {"train": 45} for key in (*USA, "germany")},
    "new-york": {"taxi": 15},
}
DISPLAYS = {edition: Counter(maps.load(edition).display) for edition in EDITIONS} | {
    **{key: {"train": 5} for key in (*USA, "germany")},
    "new-york": {"taxi": 5},
    "world": {"train": 3, "ship": 3},
}
BOXES = {  # all cards by deck, and how many of them are wild
    **dict.fromkeys((*USA, "germany"), ({"train": 110}, 14)),
    "new-york": ({"taxi": 44}, 8),
    "world": ({"train": 80, "ship": 60}, 14),
}
DEALS = {edition: maps.load(edition).deal for edition in EDITIONS}
TICKETS = {edition: (deal.first, deal.keep_first) for edition, deal in DEALS.items()} | {
    # dealt, kept at least
    **dict.fromkeys(("usa", "usa-69", "usa-1910"), (3, 2)),
    "usa-mega": (5, 3),
    "usa-big-cities": (4, 2),
    "germany": (4, 2),
    "new-york": (2, 1),
    "world": (5, 3),
}


class TestS1FirstCards:
    """S1: cards are shuffled; USA and Germany deal 4, New York 2, World 3 train and 7 ship."""

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_every_seat_is_dealt_its_number(self, edition: str, seats: int) -> None:
        """So many of each deck, to everybody."""
        spec = maps.load(edition)

        game = a_fresh_game(edition, seats)

        for seat in range(seats):
            decks = Counter(spec.faces[card].deck for card in _cards(game, seat))
            assert DEALT[edition] == decks

    @pytest.mark.parametrize("edition", BOXES)
    def test_the_box_holds_what_is_printed(self, edition: str) -> None:
        """110 cards with 14 wilds, 44 with 8, or 80 with 14 and 60."""
        spec = maps.load(edition)

        sizes = {name: len(cards) for name, cards in spec.decks.items()}
        wilds = sum(cards.count("wild") for cards in spec.decks.values())

        assert BOXES[edition] == (sizes, wilds)

    def test_another_seed_deals_other_cards(self) -> None:
        """It is the shuffle that decides."""
        deals = {
            tuple(_cards(a_fresh_game("usa", 2, SeededChance(bytes([n]))), 0)) for n in range(20)
        }

        assert len(deals) > 15

    def test_cards_come_from_the_top(self) -> None:
        """The first seat gets the topmost cards."""
        wanted = ["wild", "train-red", "train-red", "train-blue", "train-black"]

        game = a_fresh_game("usa", 2, Rigged({"train/0": wanted}))

        assert game.hand(0) == {"wild": 1, "train-red": 2, "train-blue": 1}
        assert "train-black" in game.hand(1)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_only_so_many_can_sit_down(self, edition: str) -> None:
        """Fewer or more than the box allows is refused."""
        spec = maps.load(edition)

        for seats in (-1, 0, 1, spec.seats.stop):
            with pytest.raises(WrongSeats):
                Rules.compile(spec, seats)


class TestS2FirstDisplay:
    """S2: five cards lie open; in the World three of each deck."""

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_it_is_full(self, edition: str, seats: int) -> None:
        """No gap, and the right decks."""
        spec = maps.load(edition)

        game = a_fresh_game(edition, seats)

        decks = Counter(spec.faces[card].deck for card in game.state.display)
        assert DISPLAYS[edition] == decks


class TestS3FirstTickets:
    """S3: tickets dealt and kept at least: USA 3/2, New York 2/1, World 5/3, Germany 4/2."""

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_every_seat_looks_at_its_number(self, edition: str, seats: int) -> None:
        """All at once, and no ticket twice."""
        game = _with_tickets(edition, seats)

        dealt, keep = TICKETS[edition]
        seen = [ticket for seat in range(seats) for ticket in game.offered(seat)]
        assert {dealt} == {len(game.offered(seat)) for seat in range(seats)}
        assert {keep} == {game.state.waiting[seat].keep for seat in range(seats)}
        assert len(set(seen)) == dealt * seats

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_any_number_from_the_least_on_may_be_kept(self, edition: str) -> None:
        """And each of them is then held."""
        dealt, keep = TICKETS[edition]

        for number in range(keep, dealt + 1):
            game = _with_tickets(edition, 2)
            offered = game.offered(1)
            game.keep(*offered[:number], seat=1)

            assert list(offered[:number]) == game.player(1).tickets

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_fewer_are_refused(self, edition: str) -> None:
        """The refusal says how many must stay."""
        game = _with_tickets(edition, 2)
        least = TICKETS[edition][1]

        with refused("too-few-tickets", "S3") as refusal:
            game.keep(*game.offered(0)[: least - 1], seat=0)

        assert least == refusal.facts["least"]

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_ticket_that_was_not_dealt_is_refused(self, edition: str) -> None:
        """Neither another seat's, nor one twice, nor one that does not exist."""
        game = _with_tickets(edition, 2)
        offered = game.offered(0)

        for strange in (game.offered(1)[0], offered[0], "nowhere--nothing"):
            with refused("tickets-not-offered") as refusal:
                game.keep(*offered, strange, seat=0)
            assert offered == refusal.facts["offered"]


class TestS4GermanyNamesASplit:
    """S4: Germany: say first how many are long; returned ones go to their deck, then shuffle."""

    def test_nobody_sees_a_ticket_before_the_split(self) -> None:
        """The first question is the split, and keeping comes after it."""
        game = a_fresh_game("germany", 3)

        assert [SplitChoice()] * 3 == [game.state.waiting[seat] for seat in range(3)]
        with refused("not-asked-now", "T1"):
            game.keep(game.ticket_deck("short")[0], seat=0)

    @pytest.mark.parametrize("long", range(5))
    def test_so_many_come_from_the_long_deck(self, long: int) -> None:
        """The rest are short."""
        game = a_fresh_game("germany", 2)

        game.split(long, seat=1)

        decks = [game.rules.spec.tickets[ticket].deck for ticket in game.offered(1)]
        assert (long, 4 - long) == (decks.count("long"), decks.count("short"))

    @pytest.mark.parametrize("long", [-1, 5, 29])
    def test_no_other_number_is_possible(self, long: int) -> None:
        """The refusal gives the limits."""
        game = a_fresh_game("germany", 2)

        with refused("split-not-possible", "S4") as refusal:
            game.split(long, seat=0)

        assert refusal.facts == {"least": 0, "most": 4}

    def test_a_second_split_is_refused(self) -> None:
        """It was said before seeing any."""
        game = a_fresh_game("germany", 2)
        game.split(2, seat=0)

        with refused("not-asked-now"):
            game.split(4, seat=0)

    def test_a_returned_ticket_goes_to_its_own_deck(self) -> None:
        """Short to short, long to long."""
        game = a_fresh_game("germany", 2)
        game.split(2, seat=0)
        short, long = _by_deck(game, 0)

        game.keep(short[0], long[0], seat=0)

        assert short[1] in game.ticket_deck("short")
        assert long[1] in game.ticket_deck("long")

    def test_both_decks_are_shuffled_when_all_have_chosen(self) -> None:
        """Once, at the end, with the returned tickets among the others."""
        game = a_fresh_game("germany", 3)
        for seat in range(3):
            game.split(2, seat=seat)
        returned = []
        for seat in range(3):
            assert not game.happened(TicketsShuffled)
            short, long = _by_deck(game, seat)
            returned += [short[1], long[1]]
            game.keep(short[0], long[0], seat=seat)

        shuffles = {event.deck: event.order for event in game.happened(TicketsShuffled)}

        assert {"short", "long"} == shuffles.keys()
        assert (len(shuffles["short"]), len(shuffles["long"])) == (33 - 3, 29 - 3)
        assert set(returned) <= {*shuffles["short"], *shuffles["long"]}
        assert list(shuffles["short"]) == game.state.ticket_decks["short"].tickets

    @pytest.mark.parametrize("edition", ONE_TICKET_DECK)
    def test_elsewhere_there_is_nothing_to_split(self, edition: str) -> None:
        """The tickets are there at once."""
        game = a_fresh_game(edition, 2)

        with refused("not-asked-now"):
            game.act(ChooseSplit(0, 0))


class TestS5ReturnedTicketsGoUnder:
    """S5: elsewhere than in Germany returned tickets go under the ticket deck."""

    @pytest.mark.parametrize("edition", ONE_TICKET_DECK)
    def test_they_are_at_the_bottom(self, edition: str) -> None:
        """Under everything that was there, and nothing is shuffled."""
        game = a_fresh_game(edition, 2)
        before = game.ticket_deck()
        offered, least = game.offered(0), TICKETS[edition][1]

        game.keep(*offered[:least], seat=0)

        deck = game.ticket_deck()
        assert before == deck[: len(before)]
        assert set(offered[least:]) == set(deck[len(before) :])

    @pytest.mark.parametrize("edition", ONE_TICKET_DECK)
    @pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=str)
    def test_the_tickets_of_the_last_answer_are_deepest(
        self, edition: str, order: tuple[int, int]
    ) -> None:
        """The order of the answers decides, not the order of the seats."""
        game = a_fresh_game(edition, 2)
        least = TICKETS[edition][1]
        before, returned = game.ticket_deck(), [set(game.offered(seat)[least:]) for seat in order]

        for seat in order:
            game.keep(*game.offered(seat)[:least], seat=seat)

        under = game.ticket_deck()[len(before) :]
        middle = len(returned[0])
        assert [set(under[:middle]), set(under[middle:])] == returned

    @pytest.mark.parametrize("edition", ONE_TICKET_DECK)
    def test_the_deck_is_shuffled_only_once(self, edition: str) -> None:
        """Before the deal."""
        game = a_fresh_game(edition, 2).open_all()

        assert sum(isinstance(event, TicketsShuffled) for event in game.log) == 1


class TestS6OpeningsAtTheSameTime:
    """S6: all choose at the same time; the first turn begins when the last one has chosen."""

    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("order", ORDERS, ids=str)
    def test_any_order_will_do(self, edition: str, order: tuple[int, ...]) -> None:
        """Nobody waits for another; the last choice begins the first turn."""
        game = a_fresh_game(edition, 3)

        for seat in order:
            assert game.state.turn is None
            assert not any(isinstance(event, TurnBegan) for event in game.log)
            game.open(seat)

        assert len(game.happened(TurnBegan)) == 1
        assert {game.state.turn: Turn()} == game.state.waiting

    @pytest.mark.parametrize("edition", EDITIONS)
    @pytest.mark.parametrize("order", ORDERS, ids=str)
    def test_no_choice_makes_anothers_question_stale(
        self, edition: str, order: tuple[int, ...]
    ) -> None:
        """The number of a seat's question changes only by that seat's own answers."""
        game = a_fresh_game(edition, 3)

        for seat in order[:2]:
            before = dict(game.state.question_numbers)
            game.open(seat)
            others = set(range(3)) - {seat}
            assert {s: before[s] for s in others} == {
                s: game.state.question_numbers[s] for s in others
            }

    def test_steps_of_several_seats_may_interleave(self) -> None:
        """One still chooses tickets while another has chosen a mix."""
        game = a_fresh_game("world", 3)
        numbers = dict(game.state.question_numbers)

        game.keep(*game.offered(2), seat=2)
        game.mix(25, 35, seat=2)
        game.keep(*game.offered(0)[:3], seat=0)

        assert isinstance(game.state.waiting[1], TicketChoice)
        assert isinstance(game.state.waiting[0], MixChoice)
        assert 2 not in game.state.waiting
        assert numbers[1] == game.state.question_numbers[1]
        assert numbers[0] < game.state.question_numbers[0]

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_who_has_chosen_waits(self, edition: str) -> None:
        """A second choice is refused."""
        game = a_fresh_game(edition, 3)
        game.open(1)

        with refused("not-your-turn", "T1"):
            game.keep(*game.player(1).tickets, seat=1)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_no_turn_can_be_taken_before(self, edition: str) -> None:
        """Drawing and claiming are not asked for yet."""
        game = a_fresh_game(edition, 2)

        with refused("not-asked-now", "T1"):
            game.draw_blind(seat=0)
        with refused("not-asked-now", "T1"):
            game.claim(next(iter(game.rules.spec.routes)), {"wild": 1}, seat=0)


class TestS7TheMix:
    """S7: World: 60 pieces, at most 25 trains and 50 ships, in secret; 15 stay in the box."""

    def test_the_mix_is_asked_after_the_tickets(self) -> None:
        """Not before."""
        game = a_fresh_game("world", 2)

        with refused("not-asked-now"):
            game.mix(20, 40, seat=0)
        game.keep(*game.offered(0), seat=0)

        assert MixChoice() == game.state.waiting[0]

    @pytest.mark.parametrize("train", range(10, 26))
    def test_every_mix_of_sixty_within_the_limits_is_possible(self, train: int) -> None:
        """The other fifteen are the box."""
        game = _at_the_mix()

        game.mix(train, 60 - train, seat=0)

        assert {"train": 25 - train, "ship": 50 - (60 - train)} == game.player(0).box
        assert sum(game.player(0).box.values()) == 15

    @pytest.mark.parametrize(
        "pieces",
        [
            {"train": 26, "ship": 34},
            {"train": 9, "ship": 51},
            {"train": 20, "ship": 39},
            {"train": 20, "ship": 41},
            {"train": 25, "ship": 50},
            {"train": 0, "ship": 60},
            {"train": -5, "ship": 65},
            {"train": 60},
            {"ship": 50},
            {},
            {"train": 20, "ship": 37, "harbour": 3},
            {"taxi": 20, "ship": 40},
        ],
        ids=str,
    )
    def test_every_other_mix_is_refused(self, pieces: dict[str, int]) -> None:
        """The refusal gives total and limits."""
        game = _at_the_mix()

        with refused("mix-not-possible", "S7") as refusal:
            game.act(ChooseMix(0, pieces))

        assert refusal.facts["total"] == 60
        assert refusal.facts["at_most"] == {"train": 25, "ship": 50}

    def test_the_menu_lists_exactly_the_possible_mixes(self) -> None:
        """Sixteen of them."""
        game = _at_the_mix()

        listed = {(a.pieces["train"], a.pieces["ship"]) for a in game.menu(0).actions()}

        assert {(train, 60 - train) for train in range(10, 26)} == listed

    def test_a_mix_is_unknown_until_all_have_chosen(self) -> None:
        """Then all of them are revealed together."""
        game = _at_the_mix()
        game.mix(25, 35, seat=0)

        assert not game.happened(MixesRevealed)
        assert game.view(1).seats[0].pieces == {"harbour": 3}
        assert game.view(None).seats[0].pieces == {"harbour": 3}

        game.mix(10, 50, seat=1)

        mixes = ({"train": 25, "ship": 35}, {"train": 10, "ship": 50})
        assert [mixes] == [event.pieces for event in game.happened(MixesRevealed)]
        assert game.view(1).seats[0].pieces == {"train": 25, "ship": 35, "harbour": 3}
        assert game.view(0).seats[1].pieces == {"train": 10, "ship": 50, "harbour": 3}

    def test_a_mix_is_chosen_once(self) -> None:
        """There is no second thought for the others to wait for."""
        game = _at_the_mix()
        game.mix(25, 35, seat=0)

        with refused("not-your-turn"):
            game.mix(20, 40, seat=0)

    def test_twenty_and_forty_are_suggested(self) -> None:
        """As the book does."""
        mix = next(part for part in _at_the_mix().rules.parts if part.name == "piece_mix")

        assert mix.suggested == {"train": 20, "ship": 40}

    @pytest.mark.parametrize("edition", without("piece_mix"))
    def test_elsewhere_all_begin_with_the_same(self, edition: str) -> None:
        """45 trains or 15 taxis, and no mix."""
        game = a_fresh_game(edition, 2)

        with refused("not-in-this-edition"):
            game.mix(20, 40, seat=0)

        assert [PIECES[edition]] * 2 == [player.pieces for player in game.state.players]


class TestS8TheFirstPlayer:
    """S8: chance says who begins; then clockwise, in seat order."""

    def test_anybody_may_begin(self) -> None:
        """Each of the seats does so with some seed."""
        firsts = {
            a_fresh_game("new-york", 4, SeededChance(bytes([n]))).open_all().state.turn
            for n in range(40)
        }

        assert {0, 1, 2, 3} == firsts

    def test_the_same_seed_names_the_same_seat(self) -> None:
        """It is the game's own randomness."""
        one, two = (a_fresh_game("usa", 5, SeededChance(b"x")).open_all() for _ in range(2))

        assert one.state.turn == two.state.turn
        assert one.happened(FirstPlayerDrawn) == two.happened(FirstPlayerDrawn)

    @pytest.mark.parametrize(("edition", "seats"), TABLES)
    def test_the_turn_goes_round(self, edition: str, seats: int) -> None:
        """From the last seat back to the first."""
        game = a_fresh_game(edition, seats, Rigged(first=seats - 1)).open_all()

        order = []
        for _ in range(seats + 1):
            order.append(game.state.turn)
            game.draw_two()

        assert [seats - 1, *range(seats)] == order


class TestS9SweepingTheFirstDisplay:
    """S9: too many wilds are swept away while the display is first laid out, too."""

    two_hands = ("train-red",) * 8

    def test_three_wilds_are_swept(self) -> None:
        """All five go to the discards; five new ones are laid out."""
        first = ["wild", "train-blue", "wild", "train-black", "wild"]
        second = ["train-pink", "train-white", "wild", "wild", "train-pink"]

        game = a_fresh_game("usa", 2, Rigged({"train/0": [*self.two_hands, *first, *second]}))

        assert second == game.state.display
        assert Counter(first) == game.discards()
        assert len(game.happened(DisplaySwept)) == 1

    def test_again_and_again(self) -> None:
        """Until fewer than three are wild."""
        first, second = ["wild"] * 5, ["wild"] * 3 + ["train-blue"] * 2
        third = ["train-green"] * 3 + ["wild"] * 2

        game = a_fresh_game(
            "germany", 2, Rigged({"train/0": [*self.two_hands, *first, *second, *third]})
        )

        assert third == game.state.display
        assert game.discards().total() == 10
        assert len(game.happened(DisplaySwept)) == 2

    def test_two_wilds_stay(self) -> None:
        """That is fewer than three."""
        first = ["wild", "wild", "train-blue", "train-black", "train-pink"]

        game = a_fresh_game("usa", 2, Rigged({"train/0": [*self.two_hands, *first]}))

        assert first == game.state.display
        assert not game.happened(DisplaySwept)

    def test_in_new_york_too(self) -> None:
        """Its book says so in so many words."""
        hands, first = ["taxi-red"] * 4, ["wild", "wild", "wild", "taxi-pink", "taxi-blue"]

        game = a_fresh_game("new-york", 2, Rigged({"taxi/0": [*hands, *first, "taxi-pink"]}))

        assert Counter(first) == game.discards()
        assert game.state.display[0] == "taxi-pink"

    def test_three_wilds_stay_in_the_world(self) -> None:
        """Only six would go, and ships are never wild."""
        hands = ["train-red"] * 6

        game = a_fresh_game("world", 2, Rigged({"train/0": [*hands, *["wild"] * 3]}))

        assert game.state.display[:3] == ["wild"] * 3
        assert not game.happened(DisplaySwept)

    def test_a_small_box_still_gets_its_display(self) -> None:
        """New York with four, on every seed: no gap, no lost card, fewer than three wilds."""
        for seed in range(50):
            game = a_fresh_game("new-york", 4, SeededChance(bytes([seed])))

            assert game.state.display.count("wild") < 3
            assert None not in game.state.display
            assert sum(isinstance(event, DeckShuffled) for event in game.log) >= 1


def _cards(game: Game, seat: int) -> list[str]:
    return sorted(Counter(game.hand(seat)).elements())


def _with_tickets(edition: str, seats: int) -> Game:
    """A table at which everybody looks at the first tickets."""
    game = a_fresh_game(edition, seats)
    for seat in range(seats):
        if isinstance(game.state.waiting[seat], SplitChoice):
            game.split(2, seat=seat)
    return game


def _by_deck(game: Game, seat: int) -> tuple[list[str], list[str]]:
    tickets = game.rules.spec.tickets
    short = [t for t in game.offered(seat) if tickets[t].deck == "short"]
    return short, [t for t in game.offered(seat) if t not in short]


def _at_the_mix() -> Game:
    """A World in which both seats have chosen their tickets."""
    game = a_fresh_game("world", 2)
    for seat in range(2):
        game.keep(*game.offered(seat)[:3], seat=seat)
    return game
