"""The static board: what is printed on it and on its cards. Frozen, built once by `maps.load`."""

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
    """A place where tracks meet."""

    id: CityId
    names: Mapping[str, str]
    """Its name by language (``"en"``, ``"de"``)."""
    lat: float
    lon: float
    kind: str = "city"
    """``"city"``; ``"country"``: an end of the line (G2); ``"junction"``: no city at all (W5)."""
    printed: str | None = None
    """The one name that the board prints in every language, where it does."""
    port: bool = False
    """Whether a harbour may stand here (W1)."""
    attraction: bool = False
    """Whether it scores as a tourist attraction (P6)."""
    is_end: bool = field(init=False)
    """Whether connections end here and never run through (G2): asked with every track laid."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_end", self.kind == "country")

    def name(self, language: str) -> str:
        """The name to show a reader of *language*: as printed, else in that language."""
        return self.printed or self.names.get(language) or self.names["en"]


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a transport card."""

    id: Card
    deck: DeckName
    colour: str | None
    """None: wild."""
    worth: int = 1
    """Two on a double-ship card (C10)."""
    harbour: bool = False
    """Whether it bears the harbour symbol (W2)."""


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two cities: the unit that is claimed."""

    id: RouteId
    a: CityId
    b: CityId
    length: int
    colour: str | None
    """None: gray."""
    piece: Piece
    group: str
    """Tracks of one double or triple route share it (C7, C8)."""
    rough: int = 0
    """How many of its spaces are rough terrain (C11)."""
    wrap: bool = False
    """Whether it leaves the board on one side and comes back on the other (W4)."""
    spot: str | None = None
    """Which of a country's end spots it runs to; for pictures only."""

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
    """What is lost, as a positive number."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Join the stops. A stop may be a country (G1); a tour has three values (P3)."""

    id: TicketId
    deck: DeckName
    stops: tuple[CityId, ...]
    points: int
    """Its value; for a tour the highest one."""
    tour: Tour | None = None

    @property
    def at_risk(self) -> int:
        """What is lost when it fails (P2, P3)."""
        return self.tour.failed if self.tour else self.points


@dataclass(frozen=True, slots=True)
class Deal:
    """How many tickets are offered and how many must stay (S3, K1, K2)."""

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
    """A mechanic an edition is played with, and its parameters."""

    use: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class MapSpec:
    """An edition as data: the board, the cards, the deals and the rules it is played with."""

    id: EditionId
    board: str
    """The folder of the tables: several editions may share a board."""
    titles: Mapping[str, str]
    """Its title by language."""
    seats: range
    cities: Mapping[CityId, City]
    routes: Mapping[RouteId, Route]
    tickets: Mapping[TicketId, Ticket]
    ticket_decks: Mapping[DeckName, tuple[TicketId, ...]]
    """One deck, or two of which a player names a split: first the short, then the long (S4)."""
    faces: Mapping[Card, Face]
    decks: Mapping[DeckName, tuple[Card, ...]]
    """The transport decks, one or two, unshuffled."""
    display: tuple[DeckName, ...]
    """Which deck first fills which slot (S2)."""
    sweep_at: int
    """So many wilds in the display clear it (D6, D7)."""
    hand: Mapping[DeckName, int]
    """Cards dealt to each player (S1)."""
    deal: Deal
    pieces: Mapping[Piece, int]
    """Pieces of each player at the start; those of a mix come later (S7)."""
    end: EndRule
    route_points: Mapping[int, int]
    """Points for a route by its length (C6)."""
    ties: tuple[str, ...]
    """What breaks a tie, in this order: ``"tickets"``, ``"longest_path"`` (P8)."""
    rules: tuple[RuleSpec, ...]

    def __hash__(self) -> int:
        """By its id alone: tables cannot be hashed, and hardly two editions share an id."""
        return hash(self.id)

    def twins(self, track: RouteId) -> tuple[RouteId, ...]:
        """The tracks beside this one that differ from it in nothing but their ids; itself too."""
        one = self.routes[track]
        return tuple(
            r.id
            for r in self.beside(track)
            if (r.colour, r.length, r.piece, r.rough)
            == (one.colour, one.length, one.piece, one.rough)
        )

    def beside(self, track: RouteId) -> tuple[Route, ...]:
        """The tracks of a double or triple route, this one among them."""
        return self._groups[self.routes[track].group]

    @cached_property
    def _groups(self) -> Mapping[str, tuple[Route, ...]]:
        found: dict[str, tuple[Route, ...]] = {}
        for route in self.routes.values():
            found[route.group] = (*found.get(route.group, ()), route)
        return found

    def title(self, language: str) -> str:
        """Its title in *language*, else in English."""
        return self.titles.get(language) or self.titles["en"]
