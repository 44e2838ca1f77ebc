"""The three tables of a board: its cities, its tracks and its tickets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.board import City, Route, Ticket, Tour
from engine.errors import MapError
from engine.ids import CityId, DeckName, RouteId, TicketId
from maps.editions import GRAY, KINDS, LANGUAGES, PIECES, Edition
from maps.spelling import hint, listed
from maps.tables import Columns, Mistakes, Row, every, read_table, unique

CITIES: Final = Columns(
    ("id", *(f"name_{language}" for language in LANGUAGES), "lat", "lon", "kind", "status"),
    ("port", "attraction", "name_board", "end_spots", "country", "big_city"),
)
ROUTES: Final = Columns(
    ("a", "b", "length", "color", "mode", "parallel", "status"),
    ("rough", "wrap", "end_spot"),
)
TOUR: Final = ("points_ordered", "points_any", "points_fail")
"""The three values of a tour. The rows of other tickets leave them empty."""

TICKETS: Final = Columns(("id", "deck", "stops", "points", "status"), ("decks", *TOUR))

STATUSES: Final = ("verified", "single-source")
"""How well the data of a row is confirmed."""


@dataclass(frozen=True, slots=True)
class Board:
    """The contents of a folder's tables for one edition."""

    cities: Mapping[CityId, City]
    routes: Mapping[RouteId, Route]
    tickets: Mapping[TicketId, Ticket]
    """The tickets in the edition's decks."""


@dataclass(frozen=True, slots=True)
class Places:
    """The cities, and the spots at which tracks into a country may end."""

    cities: Mapping[CityId, City]
    spots: frozenset[str]

    def city(self, row: Row, name: str) -> City:
        """Return the city that a row names."""
        return self.cities[CityId(row.known(name, self.cities, "city"))]


def read_board(folder: Path, edition: Edition, shown: Callable[[Path], str]) -> Board:
    """Read the tables of a folder. *shown* returns the name of a file in messages.

    Raises:
        MapError: There is a mistake in the tables. The message names every mistake, and no part of
            the tables is loaded.

    """

    def table(name: str, columns: Columns) -> list[Row]:
        return read_table(folder / name, shown(folder / name), columns)

    places = _places(table("cities.csv", CITIES))
    mistakes = Mistakes()
    with mistakes:
        routes = _routes(table("routes.csv", ROUTES), places, edition)
    with mistakes:
        tickets = _tickets(table("tickets.csv", TICKETS), places, edition)
    mistakes.settle()
    return Board(places.cities, routes, tickets)


def _places(rows: list[Row]) -> Places:
    unique(rows, "id")
    cities = every(rows, _city)
    spots = {
        f"{city.id}-{number}"
        for row, city in zip(rows, cities, strict=True)
        if city.is_end and row.optional("end_spots")
        for number in range(1, row.whole("end_spots") + 1)
    }
    return Places({city.id: city for city in cities}, frozenset(spots))


def _city(row: Row) -> City:
    _check_city(row)
    return City(
        id=CityId(row.slug("id")),
        names={language: row.text(f"name_{language}") for language in LANGUAGES},
        lat=row.degrees("lat", 90),
        lon=row.degrees("lon", 180),
        kind=KINDS[row.one_of("kind", KINDS)],
        printed=row.optional("name_board"),
        port=row.flag("port"),
        attraction=row.flag("attraction"),
    )


def _check_city(row: Row) -> None:
    """Check the columns of a city that the engine does not use, and those its kind rules out."""
    row.one_of("status", STATUSES)
    row.flag("big_city")
    if "country" in row.cells:
        row.text("country")
    kind = row.one_of("kind", KINDS)
    if row.optional("end_spots"):
        row.whole("end_spots", least=1)
        if kind != "country":
            raise row.mistake(f"end_spots are for countries, not for a {kind}")
    if row.flag("port") and kind == "junction":
        raise row.mistake("a junction bears no harbour, so it is no port (W5)")


def _routes(rows: list[Row], places: Places, edition: Edition) -> dict[RouteId, Route]:
    routes = every(rows, lambda row: _route(row, places, edition))
    pairs: dict[frozenset[CityId], list[tuple[Row, Route]]] = defaultdict(list)
    for row, route in zip(rows, routes, strict=True):
        pairs[frozenset(route.ends)].append((row, route))
    every(pairs.values(), _check_pair)
    return {route.id: route for route in routes}


def _route(row: Row, places: Places, edition: Edition) -> Route:
    row.one_of("status", STATUSES)
    a, b = (places.city(row, row.text(end)) for end in ("a", "b"))
    if a == b:
        raise row.mistake(f'a and b are both "{a.id}"')
    length = row.whole("length", least=1)
    if length not in edition.route_points:
        most = max(edition.route_points)
        raise row.mistake(f"length is {length}, but {edition.file} has points up to {most} only")
    colour = row.one_of("color", (*edition.colours, GRAY), "colour")
    rough = row.whole("rough") if "rough" in row.cells else 0
    if rough > length:
        raise row.mistake(f"rough is {rough}, but the track has only {length} spaces")
    return Route(
        id=RouteId(f"{a.id}--{b.id}-{row.whole('parallel', least=1)}"),
        a=a.id,
        b=b.id,
        length=length,
        colour=None if colour == GRAY else colour,
        piece=PIECES[row.one_of("mode", PIECES)],
        group=f"{a.id}--{b.id}",
        rough=rough,
        wrap=row.flag("wrap"),
        spot=_spot(row, places, a, b),
    )


def _spot(row: Row, places: Places, a: City, b: City) -> str | None:
    """Return the spot of a country at which a track ends, if the board has several spots."""
    spot = row.optional("end_spot")
    ends = [f"{city.id}-" for city in (a, b) if city.is_end]
    own = sorted(name for name in places.spots if name.startswith(tuple(ends)))
    if spot is None:
        if own:
            raise row.mistake(f"end_spot is empty; known: {listed(own)}")
        return None
    return row.known(spot, own, "end spot")


def _check_pair(tracks: list[tuple[Row, Route]]) -> None:
    """Check that the tracks between two cities form one single, double or triple route."""
    first_row, first = tracks[0]
    numbers: dict[int, int] = {}
    for row, route in tracks:
        number = row.whole("parallel")
        if route.group != first.group:
            raise row.mistake(f'write "{first.a}" before "{first.b}", as in row {first_row.number}')
        if number in numbers:
            raise row.mistake(f"parallel {number} of this pair is already in row {numbers[number]}")
        if number > len(tracks):
            raise row.mistake(f"parallel is {number}, but the pair has only {len(tracks)} tracks")
        if (route.length, route.piece) != (first.length, first.piece):
            raise row.mistake(f"length and mode must be those of row {first_row.number}, same pair")
        numbers[number] = row.number


def _tickets(rows: list[Row], places: Places, edition: Edition) -> dict[TicketId, Ticket]:
    """Read all rows, and return the tickets that are in a deck of the edition."""
    unique(rows, "id")
    tickets = every(rows, lambda row: _ticket(row, places, edition))
    known = {name for row in rows for name in _sets(row)}
    for names in edition.ticket_sets.values():
        for name in names:
            if name not in known:
                where = f"{edition.file} [tickets.decks]"
                raise MapError(f'{where}: no ticket set "{name}"{hint(name, sorted(known))}')
    return {ticket.id: ticket for ticket in tickets if ticket}


def _ticket(row: Row, places: Places, edition: Edition) -> Ticket | None:
    row.one_of("status", STATUSES)
    id = TicketId(row.slug("id", double=True))
    stops = tuple(_stop(row, places, name) for name in row.many("stops"))
    if len(stops) < 2:
        raise row.mistake(f'stops has only "{stops[0]}", a ticket joins two or more')
    tour = _tour(row)
    points = tour.in_order if tour else row.whole("points", least=1)
    deck = _deck(row, edition)
    return Ticket(id, deck, stops, points, tour) if deck else None


def _stop(row: Row, places: Places, name: str) -> CityId:
    city = places.city(row, name)
    if city.kind == "junction":
        raise row.mistake(f'stop "{name}" is a junction, which is on no ticket (W5)')
    return city.id


def _tour(row: Row) -> Tour | None:
    """Return the three values of a tour (P3), or None if the row has none."""
    given = [column for column in TOUR if row.optional(column)]
    if not given:
        return None
    missing = [column for column in TOUR if column not in given]
    if missing:
        raise row.mistake(f"a tour has three values; missing: {listed(missing)}")
    if row.optional("points"):
        raise row.mistake("a tour has its three values and no points")
    in_order, joined, failed = (row.whole(column, least=1) for column in TOUR)
    if joined > in_order:
        raise row.mistake(f"points_any is {joined}, more than points_ordered {in_order} (P3)")
    return Tour(in_order, joined, failed)


def _sets(row: Row) -> tuple[str, ...]:
    """Return the sets of a ticket: the column `decks` if the table has it, else `deck`."""
    origin = row.text("deck")
    return row.many("decks") if "decks" in row.cells else (origin,)


def _deck(row: Row, edition: Edition) -> DeckName | None:
    """Return the deck of the game that a ticket is in, or None if it is in no deck."""
    sets = _sets(row)
    decks = [deck for deck, names in edition.ticket_sets.items() if not {*names}.isdisjoint(sets)]
    if len(decks) > 1:
        raise row.mistake(f"{edition.file} puts this ticket into two decks: {listed(decks)}")
    return decks[0] if decks else None
