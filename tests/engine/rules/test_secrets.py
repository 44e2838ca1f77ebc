"""What may be public: V1 to V3."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

import maps
from engine import events as e
from engine import redact
from engine.chance import SeededChance
from engine.codec import encode
from engine.events import Event
from engine.questions import TicketChoice
from engine.state import GameState
from tests.builders import EDITIONS, Game, a_fresh_game, a_game

OWNERS = {  # event: what only the acting seat may know
    e.CardsDealt: ("cards",),
    e.BlindCardDrawn: ("card",),
    e.TicketsOffered: ("tickets",),
    e.TicketsKept: ("kept", "returned"),
    e.MixChosen: ("pieces", "box"),
}
NOBODYS = {e.DeckShuffled: ("order",), e.TicketsShuffled: ("order",)}


def _moments(edition: str, steps: int = 60) -> Iterator[Game]:
    """A game of random choices, from its first moment on, seen after each step."""
    rng = random.Random(f"{edition}")
    seats = maps.load(edition).seats.stop - 1
    game = a_fresh_game(edition, seats, SeededChance(edition.encode()))
    yield game
    for _ in range(steps):
        seat = rng.choice(sorted(game.state.waiting))
        game.act(rng.choice(list(islice(game.menu(seat).actions(), 60))))
        yield game


def _scrambled(game: Game, viewer: int | None, rng: random.Random) -> GameState:
    """The same game with everything changed that *viewer* may not know."""
    state = game.state.copy()
    others = [seat for seat in range(len(state.players)) if seat != viewer]
    for name, deck in state.decks.items():
        _mix_cards(state, name, deck.cards, others, rng)
    for name, deck in state.ticket_decks.items():
        _mix_tickets(game, state, name, deck.tickets, others, rng)
    for seat in others:
        if state.players[seat].mix is not None:
            state.players[seat].mix = {"train": 11, "ship": 49}
            state.players[seat].box = {"train": 14, "ship": 1}
    return state


def _mix_cards(
    state: GameState, name: str, deck: list[str], others: list[int], rng: random.Random
) -> None:
    """Swap the cards of the others' hands with those of the deck; numbers stay."""
    hands = [state.players[seat].hand for seat in others]
    mine = [[c for c in Counter(hand).elements() if state.home[c] == name] for hand in hands]
    pool = [*deck, *(card for cards in mine for card in cards)]
    rng.shuffle(pool)
    for hand, cards in zip(hands, mine, strict=True):
        for card in set(cards):
            del hand[card]
        for _ in cards:
            card = pool.pop()
            hand[card] = hand.get(card, 0) + 1
    deck[:] = pool


def _mix_tickets(
    game: Game,
    state: GameState,
    name: str,
    deck: list[str],
    others: list[int],
    rng: random.Random,
) -> None:
    """Swap the tickets that others hold or look at with those of the deck; numbers stay."""
    tickets = game.rules.spec.tickets
    piles: list[list[str]] = [deck]
    for seat in others:
        piles.append(state.players[seat].tickets)
        question = state.waiting.get(seat)
        if isinstance(question, TicketChoice):
            piles.append(list(question.offered))
            state.waiting[seat] = msgspec.structs.replace(question, offered=piles[-1])
    pool = [ticket for pile in piles for ticket in pile if tickets[ticket].deck == name]
    rng.shuffle(pool)
    for pile in piles:
        pile[:] = [pool.pop() if tickets[t].deck == name else t for t in pile]


def _ids_in(value: object) -> set[str]:
    """All strings somewhere in a value."""
    if isinstance(value, dict):
        return _ids_in(tuple(value)) | _ids_in(tuple(value.values()))
    if isinstance(value, tuple | list):
        return set().union(*map(_ids_in, value)) if value else set()
    return {value} if isinstance(value, str) else set()


class TestV1Public:
    """V1: display, sizes of decks, routes, harbours, scores, pieces, numbers of cards."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_everybody_sees_what_lies_on_the_table(self, edition: str) -> None:
        """At every moment, players and onlookers alike."""
        for game in _moments(edition):
            state = game.state
            for viewer in (None, 0, len(state.players) - 1):
                view = game.view(viewer)
                assert tuple(state.display) == view.display
                assert {n: (len(d.cards), len(d.discard)) for n, d in state.decks.items()} == dict(
                    view.decks
                )
                assert {n: len(d.tickets) for n, d in state.ticket_decks.items()} == dict(
                    view.ticket_decks
                )
                assert state.owners == view.owners
                assert view.placed == {
                    (piece, city): owner
                    for piece, cities in state.placed.items()
                    for city, owner in cities.items()
                }
                assert (state.turn, state.turns_left) == (view.turn, view.turns_left)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_everybody_sees_the_numbers_of_each_seat(self, edition: str) -> None:
        """Cards, tickets, pieces, points, and who owes an answer."""
        for game in _moments(edition):
            for seat, player in enumerate(game.state.players):
                seen = game.view(None).seats[seat]
                assert (sum(player.hand.values()), len(player.tickets), player.points) == (
                    seen.cards,
                    seen.tickets,
                    seen.points,
                )
                assert player.pieces == seen.pieces
                assert (seat in game.state.waiting) == seen.choosing

    def test_harbours_are_seen(self) -> None:
        """With their owners."""
        game = a_game("world").harbours("athina", seat=1).build()

        assert game.view(None).placed == {("harbour", "athina"): 1}
        assert game.view(None).seats[1].pieces["harbour"] == 2

    @pytest.mark.parametrize(
        "event",
        [
            e.OpenCardTaken(1, 2, "train-red", more=True),
            e.DisplayFilled(2, "train", "train-red"),
            e.RouteClaimed(1, "dallas--houston-1", (("train-red", 1),), "train", 1, 1),
            e.PiecePlaced(1, "harbour", "athina", (("wild", 4),)),
            e.MixesRevealed(({"train": 20, "ship": 40}, {"train": 25, "ship": 35})),
            e.PiecesExchanged(1, "train", "ship", 3, -3),
        ],
        ids=lambda event: type(event).__name__,
    )
    def test_what_is_done_in_the_open_is_told_in_full(self, event: Event) -> None:
        """Cards taken from the display and cards paid among it."""
        assert event == redact(event, None) == redact(event, 0) == redact(event, 1)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_every_event_without_a_secret_is_told_in_full(self, edition: str) -> None:
        """In a whole game."""
        *_, game = _moments(edition)

        for event in game.log:
            if type(event) not in OWNERS and type(event) not in NOBODYS:
                assert event == redact(event, None)

    def test_tickets_are_shown_when_the_game_is_over(self) -> None:
        """Not a moment before."""
        game = a_game("usa").tickets("boston--miami").pieces_left(train=3)
        game = game.holding("train-red").build()
        game.claim("dallas--houston-1", {"train-red": 1})
        game.draw_two()
        game.draw_blind()
        assert game.view(1).seats[0].revealed == ()

        game.draw_blind()

        assert (
            ("boston--miami",)
            == game.view(1).seats[0].revealed
            == game.view(None).seats[0].revealed
        )

    def test_which_tracks_are_new_to_whoever_looked_before(self) -> None:
        """A claim is new to a look before it, and old to one after it."""
        game = a_game("usa").holding("train-red", 1).holding("train-red", 1, seat=1).build()
        looks = [game.state.version]
        game.claim("dallas--houston-1", {"train-red": 1})
        looks.append(game.view(None).claimed_at[0])
        game.claim("atlanta--nashville-1", {"train-red": 1})
        looks.append(game.state.version)

        new = [game.view(1).claimed_since(version) for version in looks]

        assert new == [
            ("dallas--houston-1", "atlanta--nashville-1"),
            ("atlanta--nashville-1",),
            (),
        ]


class TestV2SecretToTheirHolder:
    """V2: blind cards, the hand, tickets offered, kept and returned, the mix until the reveal."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_view_depends_on_nothing_the_viewer_may_not_know(self, edition: str) -> None:
        """Change all of that, at any moment: view and menu are the same."""
        rng = random.Random(7)
        for game in _moments(edition):
            for viewer in (None, *range(len(game.state.players))):
                other = Game.__new__(Game)
                other.rules, other.state = game.rules, _scrambled(game, viewer, rng)

                assert game.view(viewer) == other.view(viewer)
                if viewer is not None:
                    one, two = (list(islice(g.menu(viewer).actions(), 40)) for g in (game, other))
                    assert one == two

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_seat_sees_its_own(self, edition: str) -> None:
        """Hand, tickets, box and question; onlookers see nobody's."""
        for game in _moments(edition):
            for seat, player in enumerate(game.state.players):
                view = game.view(seat)
                assert (player.hand, tuple(player.tickets), player.box) == (
                    view.hand,
                    view.tickets,
                    view.box,
                )
                assert game.state.waiting.get(seat) == view.waiting
                assert game.state.question_numbers.get(seat) == view.question_number
            public = game.view(None)
            assert (public.hand, public.tickets, public.box, public.waiting) == ({}, (), {}, None)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_events_tell_secrets_to_their_owner_only(self, edition: str) -> None:
        """The others learn how many, not which."""
        *_, game = _moments(edition)
        seats = range(len(game.state.players))

        for event in game.log:
            for field in OWNERS.get(type(event), ()):
                told = getattr(event, field)
                assert told == getattr(redact(event, event.seat), field)
                for viewer in {None, *seats} - {event.seat}:
                    seen = getattr(redact(event, viewer), field)
                    assert not _ids_in(told) & _ids_in(seen)
                    assert not isinstance(told, tuple) or len(told) == len(seen)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_no_ticket_is_named_in_public(self, edition: str) -> None:
        """Not in any event before the end."""
        *_, game = _moments(edition)
        tickets = game.rules.spec.tickets

        for event in game.log:
            text = encode(redact(event, None)).decode()
            assert not [ticket for ticket in tickets if f'"{ticket}"' in text], text

    def test_the_mix_is_unknown_until_all_have_chosen(self) -> None:
        """Neither pieces nor box."""
        game = a_fresh_game("world", 2)
        game.keep(*game.offered(0), seat=0)
        game.mix(25, 35, seat=0)

        for viewer in (None, 1):
            told = [encode(redact(event, viewer)).decode() for event in game.events]
            assert not any("35" in text or "15" in text for text in told)
            assert "35" not in repr(game.view(viewer).seats)
        assert game.view(0).box == {"train": 0, "ship": 15}

    def test_views_are_copies(self) -> None:
        """Who writes into one changes no game."""
        game = a_game("world").holding("train-red").build()
        view = game.view(0)

        view.hand["train-red"] = 9
        view.seats[0].pieces["train"] = 0
        view.box["train"] = 99

        assert game.hand(0) == {"train-red": 1}
        assert (game.player(0).pieces["train"], game.player(0).box["train"]) == (20, 5)


class TestV3Nobodys:
    """V3: the order of the decks and the seed are nobody's, until the game is over."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_no_shuffle_is_told_to_anybody(self, edition: str) -> None:
        """Its size is."""
        *_, game = _moments(edition)
        shuffles = [event for event in game.log if type(event) in NOBODYS]
        assert len(shuffles) >= 2

        for event in shuffles:
            for viewer in (None, *range(len(game.state.players))):
                seen = redact(event, viewer)
                assert {"?"} == set(seen.order)
                assert (event.deck, len(event.order)) == (seen.deck, len(seen.order))

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_two_orders_look_alike(self, edition: str) -> None:
        """To every seat and to onlookers."""
        game, other = a_game(edition).build(), a_game(edition).build()
        for deck in other.state.decks.values():
            deck.cards.reverse()
        for deck in other.state.ticket_decks.values():
            deck.tickets.reverse()

        for viewer in (None, 0, 1):
            assert game.view(viewer) == other.view(viewer)

    def test_a_state_knows_no_seed(self) -> None:
        """So nothing that is made of it can tell."""
        one = a_fresh_game("usa", 2, SeededChance(b"a very secret key"))

        assert not [name for name in GameState.__slots__ if "seed" in name or "key" in name]
        assert b"secret" not in b"".join(map(encode, one.log))
