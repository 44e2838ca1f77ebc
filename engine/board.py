"""The static board and cards of an edition, as printed. Frozen, and built once by `maps.load`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.ids import (
    Card,
    CityId,
    DeckName,
    EditionId,
    Piece,
    RouteId,
    TicketId,
)


@dataclass(frozen=True, slots=True)
class City:
    """A place where routes meet."""

    id: CityId
    names: Mapping[str, str]
    """The name by language (``"en"``, ``"de"``)."""
    lat: float
    lon: float
    kind: str = "city"
    """``"city"``, ``"country"`` (an end of the line, G2) or ``"junction"`` (not a city at all,
    W5)."""
    printed: str | None = None
    """The name that the board prints in every language, or None if it depends on the language."""
    port: bool = False
    """Whether a harbor may be built here (W1)."""
    attraction: bool = False
    """Whether the city scores as a tourist attraction (P6)."""
    is_end: bool = field(init=False)
    """Whether connections end here and never run through (G2). Precomputed, because every claim
    reads it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_end", self.kind == "country")

    def name(self, language: str) -> str:
        """Return the printed name if there is one, else the name in *language* or in English."""
        return self.printed or self.names.get(language) or self.names["en"]


@dataclass(frozen=True, slots=True)
class Face:
    """The printed face of a transport card."""

    id: Card
    deck: DeckName
    colour: str | None
    """The color, or None for a wild."""
    worth: int = 1
    """The number of cards it counts as, which is two for a double-ship card (C10)."""
    harbour: bool = False
    """Whether the card has the harbor symbol (W2)."""


@dataclass(frozen=True, slots=True)
class Route:
    """A single route between two cities, which is what a player claims."""

    id: RouteId
    a: CityId
    b: CityId
    length: int
    colour: str | None
    """The color, or None for gray."""
    piece: Piece
    group: str
    """The id that the routes of one double or triple route share (C7, C8)."""
    rough: int = 0
    """The number of spaces with rough terrain (C11)."""
    wrap: bool = False
    """Whether the route leaves the board on one side and comes back on the other (W4)."""
    spot: str | None = None
    """The end spot of a country that the route leads to. Only pictures use it."""

    @property
    def ends(self) -> tuple[CityId, CityId]:
        """Both cities."""
        return self.a, self.b


@dataclass(frozen=True, slots=True)
class Tour:
    """The three values of a tour (P3)."""

    in_order: int
    joined: int
    failed: int
    """The points that a failed tour costs, as a positive number."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A card that scores for connecting its stops.

    A stop may be a country (G1). A tour has three values (P3).
    """

    id: TicketId
    deck: DeckName
    stops: tuple[CityId, ...]
    points: int
    """The value, or for a tour the highest of its values."""
    tour: Tour | None = None

    @property
    def at_risk(self) -> int:
        """The points that are lost if the ticket fails (P2, P3)."""
        return self.tour.failed if self.tour else self.points


@dataclass(frozen=True, slots=True)
class Deal:
    """How many tickets are offered and how many the player must keep (S3, K1, K2)."""

    first: int
    keep_first: int
    draw: int
    keep: int = 1


@dataclass(frozen=True, slots=True)
class EndRule:
    """When the last round begins, and how many more turns each player then has (E1)."""

    at_most: int
    more_turns: int


@dataclass(frozen=True, slots=True)
class RuleSpec:
    """A mechanic that an edition uses, with its parameters."""

    use: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class MapSpec:
    """An edition as data: its board, its cards, its deals and its rules."""

    id: EditionId
    board: str
    """The folder with the tables of the board. Several editions may share a board."""
    titles: Mapping[str, str]
    """The title by language."""
    seats: range
    cities: Mapping[CityId, City]
    routes: Mapping[RouteId, Route]
    tickets: Mapping[TicketId, Ticket]
    ticket_decks: Mapping[DeckName, tuple[TicketId, ...]]
    """One deck, or a short deck followed by a long deck. With two decks, the player chooses the
    split (S4)."""
    faces: Mapping[Card, Face]
    decks: Mapping[DeckName, tuple[Card, ...]]
    """The unshuffled transport decks, one or two."""
    display: tuple[DeckName, ...]
    """The deck that first fills each slot (S2)."""
    sweep_at: int
    """The number of wilds in the display that clears it (D6, D7)."""
    hand: Mapping[DeckName, int]
    """The cards dealt to each player (S1)."""
    deal: Deal
    pieces: Mapping[Piece, int]
    """The pieces of each player at the start. The pieces of a mix come later (S7)."""
    end: EndRule
    route_points: Mapping[int, int]
    """The points for a route by its length (C6)."""
    ties: tuple[str, ...]
    """The criteria that break a tie, in this order: ``"tickets"``, ``"longest_path"`` (P8)."""
    rules: tuple[RuleSpec, ...]
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The edition's own words for a wild card and for pieces, by language, then by term."""

    def __hash__(self) -> int:
        """Return the hash of the id: tables cannot be hashed, and ids are practically unique."""
        return hash(self.id)

    def twins(self, track: RouteId) -> tuple[RouteId, ...]:
        """Return the parallel routes that are identical except for their ids, including *track*."""
        one = self.routes[track]
        return tuple(
            r.id
            for r in self.beside(track)
            if (r.colour, r.length, r.piece, r.rough)
            == (one.colour, one.length, one.piece, one.rough)
        )

    def beside(self, track: RouteId) -> tuple[Route, ...]:
        """Return all routes of the double or triple route that contains *track*."""
        return self._groups[self.routes[track].group]

    @cached_property
    def _groups(self) -> Mapping[str, tuple[Route, ...]]:
        found: dict[str, tuple[Route, ...]] = {}
        for route in self.routes.values():
            found[route.group] = (*found.get(route.group, ()), route)
        return found

    def title(self, language: str) -> str:
        """Return the title in *language*, else in English."""
        return self.titles.get(language) or self.titles["en"]
