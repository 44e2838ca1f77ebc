"""The static knowledge of a planning player about a board, as small numbers.

Prices are not read from any mechanic. The atlas asks each tariff for its cost, so a new kind of
price needs no change here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil
from typing import Final, NamedTuple

from engine.actions import ChooseMix
from engine.ai.harbour_sites import Ports
from engine.board import MapSpec, Route
from engine.ids import WILD, Card, CityId, DeckName, Piece, RouteId, Seat, TicketId
from engine.rules.attractions import Attractions
from engine.rules.harbours import Harbours
from engine.rules.most_tickets import MostTickets
from engine.rules.parallel_routes import ParallelRoutes
from engine.ruleset import Rules
from engine.tariffs import Tariff

CARDS_A_TURN: Final = 1.7
"""How many useful cards a turn of drawing brings: two, minus those that do not fit."""
TICKETS_FOR_THE_BONUS: Final = 6
"""About how many tickets it takes to have the most."""
_PLENTY: Final = 99
"""More cards than any price asks for."""
_HIGHEST_PRICE: Final = 40


class Suit(NamedTuple):
    """Cards that pay together: one color of one deck."""

    deck: DeckName
    colour: str
    cards: tuple[Card, ...]
    yields: float
    """The average worth of a card. It is above 1 if some cards count double."""


@dataclass(frozen=True, slots=True)
class Track:
    """A route that can be claimed, and its price."""

    id: RouteId
    group: int
    price: int
    """The price in wilds, which is the strength of one suit that pays it."""
    suits: tuple[int, ...]
    """The suits that can pay the price."""
    mixed: bool
    """Whether several suits may share the payment (C11)."""
    palette: int
    """The index of its suits, as a whole, in the list of all palettes."""
    yields: float
    """The average worth of a card of its suits."""
    rates: tuple[float, ...]
    """The points per turn by missing strength, for some turns of drawing and one of claiming."""


@dataclass(frozen=True, slots=True)
class Group:
    """The parallel routes between two cities, of which a player needs one (C7)."""

    number: int
    a: int
    b: int
    length: int
    piece: Piece
    points: int
    tracks: tuple[Track, ...]
    turns: float
    """The number of turns from an empty hand: drawing, then claiming."""


class Atlas:
    """The static board of a game as numbers. `atlas_for` builds it only once."""

    def __init__(self, rules: Rules) -> None:
        spec = rules.spec
        self.spec: Final[MapSpec] = spec
        self.seats: Final = rules.seats
        self.cities: Final[tuple[CityId, ...]] = tuple(spec.cities)
        self.number: Final[Mapping[CityId, int]] = {c: n for n, c in enumerate(self.cities)}
        self.is_end: Final = tuple(spec.cities[city].is_end for city in self.cities)
        self.suits: Final = _suits(spec)
        self.strength: Final[Mapping[Card, tuple[int, int]]] = {
            card: (number, spec.faces[card].worth)
            for number, suit in enumerate(self.suits)
            for card in suit.cards
        }
        """The suit of each colored card, and how much the card counts there."""
        self.palettes: Final[list[tuple[tuple[int, ...], bool]]] = [
            ((suit,), False) for suit in range(len(self.suits))
        ]
        """Suits of which any one can pay for a route, and whether they may share the payment. The
        single suits come first, so for them the palette's number is the suit's number."""
        self.groups: Final = self._groups(rules)
        self.tracks: Final[Mapping[RouteId, Track]] = {
            track.id: track for group in self.groups for track in group.tracks
        }
        self.near: Final = self._near()
        self.pieces: Final = tuple(dict.fromkeys(group.piece for group in self.groups))
        """The kinds of pieces that go on routes."""
        self.one_track_only: Final = any(
            isinstance(part, ParallelRoutes) and part.seats < part.single_below
            for part in rules.parts
        )
        """Whether the first claim closes the other routes of its group (C8)."""
        self.by_points: Final = tuple(sorted(self.groups, key=lambda group: -group.points))
        """All groups, those with the most points first."""
        self.legs: Final[Mapping[TicketId, tuple[tuple[int, int], ...]]] = {
            key: tuple(pairwise(self.number[stop] for stop in ticket.stops))
            for key, ticket in spec.tickets.items()
        }
        """The connections that make up a ticket. A tour has one from each stop to the next."""
        self.ports: Final = next((Ports(p) for p in rules.parts if isinstance(p, Harbours)), None)
        """The facts about harbors, or None if the edition has none."""
        self.sights: Final = self._sights(rules)
        """For each city, the points for the first own route into it (P6)."""
        self.most_sights: Final = 2 * max(self.sights)
        """The highest possible score of a group in addition to its length."""
        self.part_of_deck: Final[Mapping[Card, tuple[DeckName, float]]] = {
            card: (deck, cards.count(card) / len(cards))
            for deck, cards in spec.decks.items()
            for card in dict.fromkeys(cards)
        }
        """For each kind of card, its deck and the share of that deck that it makes up."""
        self.turn_worth: Final = self._turn_worth(rules)
        """The worth of a turn on this board in points, which is what routes alone bring per
        turn."""
        self.ticket_bonus: Final = sum(
            part.points / TICKETS_FOR_THE_BONUS
            for part in rules.parts
            if isinstance(part, MostTickets)
        )
        """How much each completed ticket adds to the expected bonus for the most tickets (P5)."""

    def pieces_for(self, groups: Iterable[int]) -> dict[Piece, int]:
        """Return how many pieces of each kind these groups take."""
        need = dict.fromkeys(self.pieces, 0)
        for number in groups:
            group = self.groups[number]
            need[group.piece] += group.length
        return need

    def _groups(self, rules: Rules) -> tuple[Group, ...]:
        members: dict[str, list[Route]] = {}
        # Routes with the same properties share a tariff, so its price is computed once for all of
        # them.
        models: dict[Tariff, Track] = {}
        for route in rules.spec.routes.values():
            members.setdefault(route.group, []).append(route)
            tariff = rules.tariffs[route.id]
            if tariff not in models:
                models[tariff] = self._track(route, tariff)
        groups = []
        for number, routes in enumerate(members.values()):
            tracks = [
                replace(models[rules.tariffs[route.id]], id=route.id, group=number)
                for route in routes
            ]
            groups.append(self._group(number, routes[0], tuple(tracks)))
        return tuple(groups)

    def _group(self, number: int, first: Route, tracks: tuple[Track, ...]) -> Group:
        return Group(
            number,
            self.number[first.a],
            self.number[first.b],
            first.length,
            first.piece,
            self.spec.route_points[first.length],
            tracks,
            1 + min(track.price / track.yields for track in tracks) / CARDS_A_TURN,
        )

    def _track(self, route: Route, tariff: Tariff) -> Track:
        """Return a route with this price, whose group is not known yet."""
        price = next(n for n in range(1, _HIGHEST_PRICE) if tariff.affordable({WILD: n}))
        suits = tuple(
            number
            for number, suit in enumerate(self.suits)
            if tariff.affordable(dict.fromkeys(suit.cards, _PLENTY))
        )
        shared = (
            {self.suits[one].cards[0]: price - 2, self.suits[other].cards[0]: 2}
            for one, other in combinations(suits, 2)
        )
        mixed = price > 2 and any(tariff.affordable(hand) for hand in shared)
        yields = max(self.suits[suit].yields for suit in suits)
        palette = self._palette(suits, mixed=mixed)
        points = self.spec.route_points[route.length]
        draws = (ceil(lack / yields / CARDS_A_TURN) for lack in range(price + 1))
        rates = tuple(points / (1 + turns) for turns in draws)
        return Track(route.id, -1, price, suits, mixed, palette, yields, rates)

    def _palette(self, suits: tuple[int, ...], *, mixed: bool) -> int:
        palette = (suits, mixed)
        if palette not in self.palettes:
            self.palettes.append(palette)
        return self.palettes.index(palette)

    def _turn_worth(self, rules: Rules) -> float:
        """Return the points per turn on the best routes, as many as two players could claim."""
        mixes = [a.pieces for a in rules.opening_choices(Seat(0)) if isinstance(a, ChooseMix)]
        pieces = mixes[0] if mixes else rules.spec.pieces
        spaces = 2 * sum(pieces.get(kind, 0) for kind in self.pieces)
        points, turns = 0, 0.0
        for group in sorted(self.groups, key=lambda group: -group.points / group.turns):
            points, turns, spaces = (
                points + group.points,
                turns + group.turns,
                spaces - group.length,
            )
            if spaces < 0:
                break
        return points / turns

    def _sights(self, rules: Rules) -> tuple[int, ...]:
        each = sum(part.each for part in rules.parts if isinstance(part, Attractions))
        return tuple(each * rules.spec.cities[city].attraction for city in self.cities)

    def _near(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Return for each city the groups that leave it, with the city at the other end."""
        near: list[list[tuple[int, int]]] = [[] for _ in self.cities]
        for group in self.groups:
            near[group.a].append((group.number, group.b))
            near[group.b].append((group.number, group.a))
        return tuple(map(tuple, near))


def _suits(spec: MapSpec) -> tuple[Suit, ...]:
    found: dict[tuple[DeckName, str], list[Card]] = {}
    for face in spec.faces.values():
        if face.colour is not None:
            found.setdefault((face.deck, face.colour), []).append(face.id)
    return tuple(
        Suit(deck, colour, tuple(cards), _mean_worth(spec, deck, cards))
        for (deck, colour), cards in found.items()
    )


def _mean_worth(spec: MapSpec, deck: DeckName, cards: list[Card]) -> float:
    counts = {card: spec.decks[deck].count(card) for card in cards}
    return sum(spec.faces[card].worth * n for card, n in counts.items()) / sum(counts.values())


@lru_cache(maxsize=32)
def atlas_for(rules: Rules) -> Atlas:
    """Return the atlas of a game's rules. Players at the same table share one."""
    return Atlas(rules)
