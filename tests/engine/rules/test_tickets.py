"""Drawing tickets: K1 to K4."""

from __future__ import annotations

import pytest

import maps
from engine.events import TicketsOffered
from tests.builders import EDITIONS, a_game, refused

DRAWN = {edition: maps.load(edition).deal.draw for edition in EDITIONS} | {
    # as printed
    "usa": 3,
    "usa-69": 3,
    "usa-1910": 3,
    "usa-mega": 4,
    "usa-big-cities": 4,
    "germany": 4,
    "new-york": 2,
    "world": 4,
}
ONE_DECK = [edition for edition in EDITIONS if len(maps.load(edition).ticket_decks) == 1]


def _some(edition: str, count: int, deck: str | None = None) -> tuple[str, ...]:
    decks = maps.load(edition).ticket_decks
    return decks[deck or next(iter(decks))][:count]


class TestK1HowMany:
    """K1: USA 3, New York 2, World 4, Germany 4 of which so many are long as one names first."""

    @pytest.mark.parametrize("edition", ONE_DECK)
    def test_the_top_ones_are_offered(self, edition: str) -> None:
        """Only their number is known to others."""
        game = a_game(edition).build()
        top = game.ticket_deck()[: DRAWN[edition]]

        game.ask_tickets()

        assert top == list(game.offered(0))
        assert game.state.waiting[0].keep == 1
        assert top[0] not in game.ticket_deck()

    @pytest.mark.parametrize("long", range(5))
    def test_germany_names_how_many_are_long(self, long: int) -> None:
        """From the top of each deck."""
        game = a_game("germany").build()
        expected = {*game.ticket_deck("long")[:long], *game.ticket_deck("short")[: 4 - long]}

        game.ask_tickets(long)

        assert expected == set(game.offered(0))
        (event,) = game.happened(TicketsOffered)
        counts = {"long": long, "short": 4 - long}
        assert {deck: count for deck, count in counts.items() if count} == event.decks

    @pytest.mark.parametrize("long", [-1, 5])
    def test_no_other_split_is_possible(self, long: int) -> None:
        """The refusal gives the limits."""
        game = a_game("germany").build()

        with refused("split-not-possible", "K1") as refusal:
            game.ask_tickets(long)

        assert refusal.facts == {"least": 0, "most": 4}

    @pytest.mark.parametrize("edition", ONE_DECK)
    def test_elsewhere_nothing_is_long(self, edition: str) -> None:
        """There is no such deck."""
        game = a_game(edition).build()

        with refused("split-not-possible", "K1"):
            game.ask_tickets(1)

    @pytest.mark.parametrize(
        ("short", "long", "possible"),
        [
            (1, 9, {3, 4}),
            (9, 1, {0, 1}),
            (0, 9, {4}),
            (9, 0, {0}),
            (2, 2, {2}),
            (3, 2, {1, 2}),
            (4, 4, {0, 1, 2, 3, 4}),
        ],
    )
    def test_what_a_deck_lacks_cannot_be_drawn_from_it(
        self, short: int, long: int, possible: set[int]
    ) -> None:
        """The split must be possible; the refusal says which are."""
        for number in range(5):
            game = a_game("germany").ticket_deck(*_some("germany", short, "short"), name="short")
            game = game.ticket_deck(*_some("germany", long, "long"), name="long").build()

            assert possible == set(game.menu(0).splits())
            if number in possible:
                game.ask_tickets(number)
                decks = [game.rules.spec.tickets[t].deck for t in game.offered(0)]
                assert (4, number) == (len(decks), decks.count("long"))
            else:
                with refused("split-not-possible", "K1") as refusal:
                    game.ask_tickets(number)
                assert {"least": min(possible), "most": max(possible)} == refusal.facts


class TestK2KeepingSome:
    """K2: at least one is kept; the others go under their deck. Kept ones stay to the end."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_any_number_from_one_on(self, edition: str) -> None:
        """Up to all of them."""
        for number in range(1, DRAWN[edition] + 1):
            game = a_game(edition).build()
            game.ask_tickets()
            kept = game.offered(0)[-number:]
            game.keep(*kept)

            assert list(kept) == game.player(0).tickets
            assert game.state.turn == 1

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_none_is_refused(self, edition: str) -> None:
        """Who looks keeps one."""
        game = a_game(edition).build()
        game.ask_tickets()

        with refused("too-few-tickets", "K2") as refusal:
            game.keep()

        assert refusal.facts["least"] == 1

    @pytest.mark.parametrize("edition", ONE_DECK)
    def test_the_others_go_under_the_deck(self, edition: str) -> None:
        """Under all that was there."""
        game = a_game(edition).build()
        game.ask_tickets()
        before, (first, *rest) = game.ticket_deck(), game.offered(0)

        game.keep(first)

        assert before == game.ticket_deck()[: len(before)]
        assert set(rest) == set(game.ticket_deck()[len(before) :])

    def test_in_germany_each_goes_under_its_own(self) -> None:
        """Short under short, long under long."""
        game = a_game("germany").build()
        game.ask_tickets(2)
        decks = game.rules.spec.tickets
        long = [t for t in game.offered(0) if decks[t].deck == "long"]
        short = [t for t in game.offered(0) if decks[t].deck == "short"]

        game.keep(long[0])

        assert long[1:] == game.ticket_deck("long")[-1:]
        assert set(short) == set(game.ticket_deck("short")[-2:])

    def test_a_strange_ticket_cannot_be_kept(self) -> None:
        """Neither one's own from before nor another's."""
        game = a_game("usa").tickets("boston--miami").tickets("denver--el-paso", seat=1).build()
        game.ask_tickets()

        for strange in ("boston--miami", "denver--el-paso", game.ticket_deck()[0], "x"):
            with refused("tickets-not-offered", "K2"):
                game.keep(game.offered(0)[0], strange)
        with refused("tickets-not-offered", "K2"):
            game.keep(game.offered(0)[0], game.offered(0)[0])

    def test_there_is_no_way_to_give_a_kept_one_back(self) -> None:
        """Further ones are added to it."""
        game = a_game("usa").tickets("boston--miami").build()
        game.ask_tickets()
        kept = game.offered(0)[0]

        game.keep(kept)

        assert ["boston--miami", kept] == game.player(0).tickets


class TestK3FewTicketsLeft:
    """K3: fewer than the number are left: all of them are drawn; none: no such action."""

    @pytest.mark.parametrize("edition", ONE_DECK)
    def test_all_that_are_left_are_drawn(self, edition: str) -> None:
        """One has to be kept."""
        for left in range(1, DRAWN[edition]):
            tickets = _some(edition, left)
            game = a_game(edition).ticket_deck(*tickets).build()
            game.ask_tickets()

            assert tickets == game.offered(0)
            assert game.ticket_deck() == []
            with refused("too-few-tickets"):
                game.keep()
            game.keep(tickets[0])
            assert set(tickets[1:]) == set(game.ticket_deck())

    @pytest.mark.parametrize(
        ("short", "long"), [(3, 0), (2, 1), (1, 2), (0, 3), (1, 1), (0, 1), (1, 0)]
    )
    def test_in_germany_both_decks_count_together(self, short: int, long: int) -> None:
        """Fewer than four in all: the split is what there is."""
        game = a_game("germany").ticket_deck(*_some("germany", short, "short"), name="short")
        game = game.ticket_deck(*_some("germany", long, "long"), name="long").build()

        for other in {0, 1, 2, 3, 4} - {long}:
            with refused("split-not-possible"):
                game.ask_tickets(other)
        game.ask_tickets(long)

        assert short + long == len(game.offered(0))

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_without_tickets_there_is_no_such_action(self, edition: str) -> None:
        """It is refused and not on the menu."""
        game = a_game(edition).without_tickets().build()

        with refused("no-tickets-left", "K3"):
            game.ask_tickets()

        assert not game.menu(0).splits()
        assert "AskTickets" not in {type(action).__name__ for action in game.menu(0).actions()}


class TestK4AnyNumberAndSecret:
    """K4: any number may be held; they stay secret until the end, even when fulfilled."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_there_is_no_limit(self, edition: str) -> None:
        """Who holds nearly all may ask for more."""
        decks = maps.load(edition).ticket_decks
        held = [ticket for deck in decks.values() for ticket in deck[6:]]
        game = a_game(edition).tickets(*held).build()

        game.ask_tickets()
        game.keep(*game.offered(0))

        assert len(held) + DRAWN[edition] == len(game.player(0).tickets)

    def test_fulfilled_ones_are_not_shown(self) -> None:
        """Others see their number only, and no points for them."""
        game = a_game("usa").owning("denver--santa-fe-1", "el-paso--santa-fe-1")
        game = game.tickets("denver--el-paso", "boston--miami").build()

        for viewer in (1, None):
            seat = game.view(viewer).seats[0]
            assert (seat.tickets, seat.revealed, seat.points) == (2, (), 4)
            assert "denver--el-paso" not in repr(game.view(viewer))
