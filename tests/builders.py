"""Games for tests that read like sentences, and what to do with them.

`a_game("world").seats(3).holding("train-red", 4).build()` is a game in which nothing lies on the
board but what was said. It is made of events, as every game is: `replay` of its log gives its
state, no card and no ticket is lost, and a step can be taken back. `a_fresh_game("usa")` is a table
just laid out, with the openings still to be chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

import pytest

import maps
from engine import Menu, Rules, act, events, replay, score, start, undo, view_for
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
from engine.board import MapSpec, Ticket
from engine.chance import Chance, SeededChance
from engine.errors import IllegalAction
from engine.events import Event
from engine.ids import WILD
from engine.questions import MixChoice, SplitChoice, TicketChoice
from engine.scoring import ScoreSheet
from engine.state import GameState, PlayerState, snapshot
from engine.view import View

T = TypeVar("T")
E = TypeVar("E", bound=Event)

EDITIONS = tuple(maps.catalogue())
"""Every edition there is."""

BOARDS = tuple({s.board: id for id, s in reversed([*maps.catalogue().items()])}.values())
"""One edition for each board, the first."""

SWEPT_AT_THREE = tuple(edition for edition in EDITIONS if maps.load(edition).sweep_at == 3)
"""The editions in which three open wilds sweep the display."""

TABLES = tuple((edition, seats) for edition in EDITIONS for seats in maps.load(edition).seats)
"""Every edition with each number of seats."""

USA = ("usa", "usa-69", "usa-1910", "usa-mega", "usa-big-cities")
"""The editions of one box: what is printed in it is the same for all of them."""


def parameters(edition: str, rule: str) -> Mapping[str, object] | None:
    """What an edition gives a mechanic; None if it has not got it."""
    return next((part.params for part in maps.load(edition).rules if part.use == rule), None)


def without(rule: str) -> list[str]:
    """The editions that have not got a mechanic."""
    return [edition for edition in EDITIONS if parameters(edition, rule) is None]


@cache
def rules_of(edition: str, seats: int) -> Rules:
    """The rules of a table, compiled once."""
    return Rules.compile(maps.load(edition), seats)


class Rigged:
    """Shuffles in which chosen cards come out on top; the others follow in a fixed disorder.

    A shuffle is named by its label: ``"train/0"`` is the first one of the deck ``train``.
    """

    def __init__(
        self, tops: Mapping[str, Sequence[str]] | None = None, *, first: int | None = None
    ) -> None:
        self._tops = dict(tops or {})
        self._first = first
        self._seeded = SeededChance(b"tests")

    def shuffle(self, items: Sequence[T], label: str) -> tuple[T, ...]:
        """*items*, with the cards wanted for *label* on top, the first of them topmost."""
        if label == "first" and self._first is not None:
            return (self._first, *(seat for seat in items if seat != self._first))
        rest, wanted = list(items), list(self._tops.get(label, ()))
        for item in wanted:
            rest.remove(item)
        return (*self._seeded.shuffle(rest, label), *reversed(wanted))


class Refusal:
    """What a refusal said, once it was said."""

    code: str
    rule: str
    facts: Mapping[str, object]


@contextmanager
def refused(code: str, rule: str | None = None) -> Iterator[Refusal]:
    """Something is refused with this code, and for this rule."""
    said = Refusal()
    with pytest.raises(IllegalAction) as caught:
        yield said
    said.code, said.rule, said.facts = caught.value.code, caught.value.rule, caught.value.facts
    assert (said.code, said.rule) == (code, rule or said.rule)


def assert_conserved(rules: Rules, state: GameState) -> None:
    """Every card and every ticket of the box is somewhere, once."""
    cards = Counter(card for card in state.display if card is not None)
    for deck in state.decks.values():
        cards.update(deck.cards)
        cards.update(deck.discard)
    tickets = Counter(t for deck in state.ticket_decks.values() for t in deck.tickets)
    for player in state.players:
        cards.update(player.hand)
        tickets.update(player.tickets)
    for question in state.waiting.values():
        if isinstance(question, TicketChoice):
            tickets.update(question.offered)
    spec = rules.spec
    assert cards == Counter(card for deck in spec.decks.values() for card in deck)
    assert tickets == Counter(t for deck in spec.ticket_decks.values() for t in deck)


class Game:
    """A game under test. Whatever is done without naming a seat is done by the seat on turn.

    After each action cards and tickets are counted; a refusal must have changed nothing.
    """

    def __init__(
        self, rules: Rules, state: GameState, log: Iterable[Event], chance: Chance
    ) -> None:
        self.rules = rules
        self.state = state
        self.log = list(log)
        self.chance = chance
        self.events: list[Event] = []
        """What the last action led to."""
        assert_conserved(rules, state)

    # --- acting ---

    def act(self, action: Action) -> list[Event]:
        """Carry out *action*."""
        state = self.state.copy()
        before = snapshot(state)
        try:
            self.events = act(self.rules, state, action, self.chance)
        except IllegalAction:
            assert snapshot(state) == before, "a refusal left a trace"
            raise
        self.state = state
        self.log += self.events
        assert_conserved(self.rules, state)
        return self.events

    def claim(self, route: str, payment: Mapping[str, int], seat: int | None = None) -> None:
        """Claim a track and pay for it."""
        self.act(ClaimRoute(self._seat(seat), route, tuple(payment.items())))

    def draw_blind(self, deck: str | None = None, seat: int | None = None) -> None:
        """Draw the top card of a deck: the first one, unless another is named."""
        self.act(DrawBlind(self._seat(seat), deck or next(iter(self.rules.spec.decks))))

    def draw_open(self, slot: int, refill: str | None = None, seat: int | None = None) -> None:
        """Take a card of the display."""
        self.act(DrawOpen(self._seat(seat), slot, refill))

    def draw_two(self, seat: int | None = None) -> None:
        """Spend a turn on two blind cards."""
        seat = self._seat(seat)
        self.draw_blind(seat=seat)
        self.draw_blind(seat=seat)

    def ask_tickets(self, long: int = 0, seat: int | None = None) -> None:
        """Draw tickets to choose from."""
        self.act(AskTickets(self._seat(seat), long))

    def keep(self, *tickets: str, seat: int | None = None) -> None:
        """Keep these of the tickets on offer."""
        self.act(KeepTickets(self._seat(seat), tickets))

    def split(self, long: int, seat: int) -> None:
        """Say how many of the first tickets come from the long deck."""
        self.act(ChooseSplit(seat, long))

    def mix(self, train: int, ship: int, seat: int) -> None:
        """Pick a mix of pieces."""
        self.act(ChooseMix(seat, {"train": train, "ship": ship}))

    def build_harbour(self, city: str, payment: Mapping[str, int], seat: int | None = None) -> None:
        """Build a harbour and pay for it."""
        self.act(PlacePiece(self._seat(seat), "harbour", city, tuple(payment.items())))

    def exchange(self, give: str, count: int, seat: int | None = None) -> None:
        """Exchange pieces with the box."""
        self.act(ExchangePieces(self._seat(seat), give, count))

    def pass_turn(self, seat: int | None = None) -> None:
        """Pass."""
        self.act(Pass(self._seat(seat)))

    def undo(self, seat: int) -> None:
        """Take back the last step of *seat*."""
        self.state, self.events = undo(self.log, seat)
        self.log += self.events
        assert_conserved(self.rules, self.state)

    def open(self, seat: int) -> None:
        """Answer all opening questions of one seat: no long tickets, the fewest kept, 20/40."""
        while (question := self.state.waiting.get(seat)) is not None and self.state.turn is None:
            if isinstance(question, SplitChoice):
                self.split(0, seat)
            elif isinstance(question, TicketChoice):
                self.keep(*question.offered[: question.keep], seat=seat)
            elif isinstance(question, MixChoice):
                self.mix(20, 40, seat)

    def open_all(self) -> Game:
        """Answer all opening questions of all seats."""
        for seat in range(self.rules.seats):
            self.open(seat)
        return self

    # --- looking ---

    def player(self, seat: int) -> PlayerState:
        """What lies before a seat."""
        return self.state.players[seat]

    def hand(self, seat: int) -> dict[str, int]:
        """The cards of a seat."""
        return dict(self.player(seat).hand)

    def deck(self, name: str | None = None) -> list[str]:
        """A transport deck, the top first."""
        return self.state.decks[name or next(iter(self.state.decks))].cards[::-1]

    def discards(self, name: str | None = None) -> Counter[str]:
        """The discards of a transport deck."""
        return Counter(self.state.decks[name or next(iter(self.state.decks))].discard)

    def ticket_deck(self, name: str | None = None) -> list[str]:
        """A ticket deck, the top first."""
        return self.state.ticket_decks[name or next(iter(self.state.ticket_decks))].tickets[::-1]

    def offered(self, seat: int) -> tuple[str, ...]:
        """The tickets that a seat must choose from."""
        question = self.state.waiting[seat]
        assert isinstance(question, TicketChoice)
        return question.offered

    def happened(self, event: type[E]) -> list[E]:
        """The events of one type that the last action led to."""
        return [each for each in self.events if isinstance(each, event)]

    def menu(self, seat: int) -> Menu:
        """What a seat may do."""
        return Menu(self.rules, self.state, seat)

    def view(self, viewer: int | None) -> View:
        """The game as a seat, or everybody, sees it."""
        return view_for(self.rules, self.state, viewer)

    def score(self) -> ScoreSheet:
        """The score sheet."""
        return score(self.rules, self.state)

    def points(self, seat: int, rule: str, detail: str | None = None) -> list[int]:
        """The points of a seat's lines for one rule, and for one ticket or city."""
        return [
            line.points
            for line in self.score().lines
            if (line.seat, line.rule) == (seat, rule) and detail in (None, line.detail)
        ]

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        assert self.state.turn is not None, "nobody is on turn: name a seat"
        return self.state.turn


def a_fresh_game(edition: str, seats: int | None = None, chance: Chance | None = None) -> Game:
    """A table just laid out; the openings are still to be chosen."""
    spec = maps.load(edition)
    rules = rules_of(edition, seats or spec.seats.start)
    chance = chance or Rigged()
    state, log = start(rules, chance)
    game = Game(rules, state, log, chance)
    game.events = list(log)
    return game


def a_game(edition: str) -> Builder:
    """A game to arrange: two seats, bare hands, an empty board, all tickets in their decks."""
    return Builder(maps.load(edition))


class Builder:
    """Arranges a game. Seats without a number mean seat 0; decks are named from the top."""

    def __init__(self, spec: MapSpec) -> None:
        self._spec = spec
        self._seats = spec.seats.start
        self._turn = 0
        self._hands: list[tuple[int, str, int]] = []
        self._discards: list[str] = []
        self._display: tuple[str | None, ...] | None = None
        self._decks: dict[str, tuple[str, ...]] = {}
        self._tops: dict[str, tuple[str, ...]] = {}
        self._tickets: list[tuple[int, str]] = []
        self._ticket_decks: dict[str, tuple[str, ...]] = {}
        self._routes: list[tuple[int, str]] = []
        self._harbours: list[tuple[int, str]] = []
        self._pieces: dict[int, dict[str, int]] = {}
        self._boxes: dict[int, dict[str, int]] = {}

    def seats(self, number: int) -> Builder:
        """So many play."""
        self._seats = number
        return self

    def turn(self, seat: int) -> Builder:
        """It is this seat's turn."""
        self._turn = seat
        return self

    def holding(self, card: str, count: int = 1, seat: int = 0) -> Builder:
        """A seat holds so many of a card."""
        self._hands.append((seat, card, count))
        return self

    def owning(self, *routes: str, seat: int = 0) -> Builder:
        """A seat has claimed these tracks, with pieces laid and points taken."""
        self._routes += [(seat, route) for route in routes]
        return self

    def with_a_full_board(self, seat: int = 0, but: str | None = None) -> Builder:
        """A seat holds a track of every route (*but* one): with two seats none can be claimed."""
        groups: dict[str, str] = {}
        for route in self._spec.routes.values():
            if route.id != but:
                groups.setdefault(route.group, route.id)
        return self.owning(*groups.values(), seat=seat)

    def tickets(self, *tickets: str, seat: int = 0) -> Builder:
        """A seat has kept these tickets."""
        self._tickets += [(seat, ticket) for ticket in tickets]
        return self

    def harbours(self, *cities: str, seat: int = 0) -> Builder:
        """A seat has built harbours here."""
        self._harbours += [(seat, city) for city in cities]
        return self

    def display(self, *cards: str | None) -> Builder:
        """These cards lie open; None is a gap."""
        self._display = cards
        return self

    def discards(self, *cards: str) -> Builder:
        """These cards lie on the discards."""
        self._discards += cards
        return self

    def deck(self, name: str, *cards: str) -> Builder:
        """A deck holds these cards and no others; what is over is in the hand of the last seat."""
        self._decks[name] = cards
        return self

    def on_top(self, name: str, *cards: str) -> Builder:
        """These cards come next; under them lie all others, the wilds at the bottom."""
        self._tops[name] = cards
        return self

    def without_cards(self) -> Builder:
        """No deck holds a card and none lies open: the last seat has them all."""
        for name in self._spec.decks:
            self.deck(name)
        return self.display(*[None] * len(self._spec.display))

    def ticket_deck(self, *tickets: str, name: str | None = None) -> Builder:
        """A ticket deck holds only these tickets; what is over is held by the last seat."""
        self._ticket_decks[name or next(iter(self._spec.ticket_decks))] = tickets
        return self

    def without_tickets(self) -> Builder:
        """No ticket deck holds a ticket."""
        for name in self._spec.ticket_decks:
            self.ticket_deck(name=name)
        return self

    def pieces_left(self, seat: int = 0, **pieces: int) -> Builder:
        """A seat has so many pieces left, whatever lies on the board."""
        self._pieces.setdefault(seat, {}).update(pieces)
        return self

    def box(self, seat: int = 0, **pieces: int) -> Builder:
        """A seat's box holds these pieces; without this word those of a mix of 20/40."""
        self._boxes[seat] = pieces
        return self

    def build(self, chance: Chance | None = None) -> Game:
        """The game, at the beginning of the turn that was asked for."""
        rules = rules_of(self._spec.id, self._seats)
        log = [
            events.GameStarted(
                self._spec.id, self._seats, dict(self._spec.pieces), len(self._spec.display)
            ),
            *self._lay_cards(),
            *self._lay_tickets(),
            *self._choose_mixes(),
            events.FirstPlayerDrawn(self._turn),
            *self._lay_pieces(),
            events.TurnBegan(self._turn),
        ]
        return Game(rules, replay(log), log, chance or Rigged())

    # --- how it comes about ---

    def _lay_cards(self) -> list[Event]:
        """Decks in an order from which everything falls where it was wanted."""
        table = _Cards(self._spec)
        table.discard(self._discards)
        for seat, card, count in self._hands:
            table.deal(seat, [card] * count)
        for name, cards in (self._decks | self._tops).items():
            table.keep(name, cards)
        table.show(self._display)
        for name in self._decks:
            table.deal(self._seats - 1, table.left(name))
        return table.events(self._decks | self._tops)

    def _lay_tickets(self) -> list[Event]:
        log: list[Event] = []
        shuffles: list[Event] = []
        for name, all_tickets in self._spec.ticket_decks.items():
            held = [(s, t) for s, t in self._tickets if self._spec.tickets[t].deck == name]
            rest = [t for t in all_tickets if t not in {ticket for _, ticket in held}]
            if name in self._ticket_decks:
                left = list(self._ticket_decks[name])
                held += [(self._seats - 1, t) for t in rest if t not in left]
                rest = left[::-1]
            shuffles.append(events.TicketsShuffled(name, (*rest, *(t for _, t in held[::-1]))))
            for seat, ticket in held:
                log.append(events.TicketsOffered(seat, {name: 1}, (ticket,), 1))
                log.append(events.TicketsKept(seat, (ticket,), ()))
        return shuffles + log

    def _choose_mixes(self) -> list[Event]:
        rule = next((rule for rule in self._spec.rules if rule.use == "piece_mix"), None)
        if rule is None:
            return []
        mix = {"train": 20, "ship": 40}
        log: list[Event] = []
        for seat in range(self._seats):
            box = self._boxes.get(seat, {"train": 5, "ship": 10})
            log += [events.MixAsked(seat), events.MixChosen(seat, mix, box)]
        return [*log, events.MixesRevealed((mix,) * self._seats)]

    def _lay_pieces(self) -> list[Event]:
        log: list[Event] = []
        for seat, track in self._routes:
            route = self._spec.routes[track]
            points = self._spec.route_points[route.length]
            log.append(events.TurnBegan(seat))
            log.append(events.RouteClaimed(seat, track, (), route.piece, route.length, points))
        for seat, city in self._harbours:
            log += [events.TurnBegan(seat), events.PiecePlaced(seat, "harbour", city, ())]
        if self._pieces:
            left = tuple(self._pieces.get(seat, {}) for seat in range(self._seats))
            log.append(events.MixesRevealed(left))
        return log


class _Cards:
    """The transport cards while they are laid out: what is left of each deck, and the events."""

    def __init__(self, spec: MapSpec) -> None:
        self._spec = spec
        self._left = {name: Counter(cards) for name, cards in spec.decks.items()}
        self._drawn: dict[str, list[str]] = {name: [] for name in spec.decks}
        self._events: list[Event] = []

    def keep(self, name: str, cards: Sequence[str]) -> None:
        """Set cards aside for the deck itself."""
        left = self._left[name]
        left.subtract(cards)
        assert min(left.values()) >= 0, f"there are not so many cards: {-left}"

    def deal(self, seat: int, cards: Sequence[str]) -> None:
        """Give cards to a seat."""
        for name in self._spec.decks:
            mine = [card for card in cards if self._spec.faces[card].deck == name]
            if mine:
                self._draw(name, mine)
                self._events.append(events.CardsDealt(seat, name, tuple(mine)))

    def discard(self, cards: Sequence[str]) -> None:
        """Lay cards open and sweep them away."""
        slots = len(self._spec.display)
        for at in range(0, len(cards), slots):
            for slot, card in enumerate(cards[at : at + slots]):
                self._open(slot, card)
            self._events.append(events.DisplaySwept())

    def show(self, cards: Sequence[str | None] | None) -> None:
        """Lay out the display; unasked it shows one card of each colour."""
        for slot, name in enumerate(self._spec.display):
            card = self._any(name) if cards is None else cards[slot]
            if card is not None:
                self._open(slot, card)

    def left(self, name: str) -> list[str]:
        """The cards of a deck that are nowhere yet."""
        return list(self._left[name].elements())

    def events(self, tops: Mapping[str, Sequence[str]]) -> list[Event]:
        """The shuffles from which all of it follows, and the rest."""
        shuffles: list[Event] = []
        for name in self._spec.decks:
            rest = sorted(self.left(name))
            coloured = SeededChance(b"rest").shuffle([c for c in rest if c != WILD], name)
            wilds = [WILD] * self._left[name][WILD]
            deck = (*wilds, *coloured, *reversed(tops.get(name, ())))
            order = (*deck, *reversed(self._drawn[name]))
            shuffles.append(events.DeckShuffled(name, order))
        return shuffles + self._events

    def _open(self, slot: int, card: str) -> None:
        name = self._spec.faces[card].deck
        self._draw(name, [card])
        self._events.append(events.DisplayFilled(slot, name, card))

    def _draw(self, name: str, cards: Sequence[str]) -> None:
        self.keep(name, cards)
        self._drawn[name] += cards

    def _any(self, name: str) -> str:
        """A coloured card that few lie of yet."""
        seen = Counter(self._drawn[name])
        found = [c for c, n in self._left[name].items() if n > 0 and c != WILD]
        return min(found, key=lambda card: seen[card])


def some_route(edition: str, **wanted: object) -> str:
    """The first track of an edition with these qualities: length, colour, piece, rough."""
    for route in maps.load(edition).routes.values():
        if all(getattr(route, name) == value for name, value in wanted.items()):
            return route.id
    raise LookupError(f"{edition} has no such track: {wanted}")


def groups_of(edition: str, size: int) -> list[tuple[str, ...]]:
    """The tracks of each double (2) or triple (3) route."""
    groups: dict[str, list[str]] = {}
    for route in maps.load(edition).routes.values():
        groups.setdefault(route.group, []).append(route.id)
    return [tuple(tracks) for tracks in groups.values() if len(tracks) == size]


def a_ticket(edition: str, ticket: str) -> Ticket:
    """A ticket of an edition."""
    return maps.load(edition).tickets[ticket]


def deck_and_colours(edition: str) -> tuple[str, list[str]]:
    """Return the only deck of an edition, and its coloured cards."""
    spec = maps.load(edition)
    (deck,) = spec.decks
    return deck, [face.id for face in spec.faces.values() if face.colour is not None]
