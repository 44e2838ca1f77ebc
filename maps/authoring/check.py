"""The check of an edition: is it playable, and does it match its printed game?

Loading finds mistakes in a file. This module finds mistakes in the game that the files make: a
board in two parts, a ticket that no player can fulfill, a number of spaces that differs from print.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from engine.advice import distances
from engine.board import MapSpec, RuleSpec
from engine.errors import MapError
from engine.ids import CityId
from engine.rules import RULES
from maps.authoring.geometry import faults
from maps.editions import GRAY, Printed
from maps.layout import read_layout
from maps.loader import ROOT, find, load
from maps.parameters import buildings

Question: TypeAlias = Callable[[MapSpec], Iterator[str]]


def problems(edition: str, root: Path = ROOT) -> list[str]:
    """Return all problems of an edition, a line for each. The list is empty if there are none."""
    try:
        file, spec = find(edition, root), load(edition, root)
    except MapError as error:
        return str(error).splitlines()
    tables = f"maps/{spec.board}"
    return [
        *(f"{tables}/routes.csv: {text}" for text in _unconnected(spec)),
        *(f"{tables}/tickets.csv: {text}" for text in _ticket_problems(spec)),
        *(f"{file.file}: {text}" for question in COMPLETE for text in question(spec)),
        *(f"{tables}/cities.csv: {text}" for text in _cities_unlike_print(spec, file.printed)),
        *(f"{tables}/routes.csv: {text}" for text in _routes_unlike_print(spec, file.printed)),
        *(f"{tables}/tickets.csv: {text}" for text in _tickets_unlike_print(spec, file.printed)),
        *(f"{file.file}: {text}" for text in _cards_unlike_print(spec, file.printed)),
    ]


def layout_problems(edition: str, root: Path = ROOT) -> list[str]:
    """Return all problems of a board's layout, a line for each.

    The layout must be complete, and things that do not belong together must not touch.
    """
    try:
        spec = load(edition, root)
        layout = read_layout(spec, root)
    except MapError as error:
        return str(error).splitlines()
    return [f"maps/{spec.board}/layout.json: {text}" for text in faults(spec, layout)]


def _unconnected(spec: MapSpec) -> Iterator[str]:
    start = min(spec.cities, key=lambda id: spec.cities[id].is_end)
    reached = distances(spec, start)
    for city in spec.cities:
        if city not in reached:
            yield f'no way from "{start}" to "{city}"'


def _ticket_problems(spec: MapSpec) -> Iterator[str]:
    seen: dict[frozenset[CityId], str] = {}
    for ticket in spec.tickets.values():
        start, *others = ticket.stops
        reached = distances(spec, start)
        for stop in others:
            if stop not in reached:
                yield f'ticket "{ticket.id}": no way from "{start}" to "{stop}"'
        first = seen.setdefault(frozenset(ticket.stops), ticket.id)
        if first != ticket.id:
            yield f'ticket "{ticket.id}" joins the same cities as "{first}"'


def _rules_missing(spec: MapSpec) -> Iterator[str]:
    """Yield rules that the board needs but lacks, and rules for which the board has nothing."""
    used = {rule.use for rule in spec.rules}
    for name, rule in RULES.items():
        shown = rule.belongs_to(spec)
        if shown and name not in used:
            yield f'the board needs the rule "{name}"'
        if shown is False and name in used:
            yield f'the board has nothing for the rule "{name}"'


def _pieces_missing(spec: MapSpec) -> Iterator[str]:
    """Yield pieces that tracks need but no player has, and pieces that no track takes (C4, S7)."""
    laid: set[str] = {route.piece for route in spec.routes.values()}
    mixed: set[str] = {piece for rule in spec.rules for piece in _mixed(rule)}
    held = {*mixed, *spec.pieces}
    for piece in sorted(laid - held):
        yield f'tracks for the piece "{piece}", but no player has any'
    for piece in sorted(held - laid - {*buildings()}):
        yield f'players have the piece "{piece}", but no track takes it'


def _mixed(rule: RuleSpec) -> Mapping[str, object]:
    """Return the pieces that a player may take by a mix (S7)."""
    limits = rule.params.get("at_most")
    return limits if isinstance(limits, dict) else {}


def _colours_unused(spec: MapSpec) -> Iterator[str]:
    laid = {route.colour for route in spec.routes.values()}
    for colour in dict.fromkeys(face.colour for face in spec.faces.values()):
        if colour and colour not in laid:
            yield f'cards are "{colour}", but no track is'


def _deals_impossible(spec: MapSpec) -> Iterator[str]:
    """Yield decks that are too small for a full table (S1, S2, S3).

    Ticket decks must be big enough for every split that the players may choose (S4).
    """
    most = spec.seats[-1]
    for deck, cards in spec.decks.items():
        wanted = most * spec.hand.get(deck, 0) + spec.display.count(deck)
        if wanted > len(cards):
            yield f'set-up takes {wanted} cards of the deck "{deck}", which has {len(cards)}'
    for deck, tickets in spec.ticket_decks.items():
        if most * spec.deal.first > len(tickets):
            wanted = most * spec.deal.first
            yield f'set-up may take {wanted} tickets of the deck "{deck}", which has {len(tickets)}'


COMPLETE: Final[tuple[Question, ...]] = (
    _rules_missing,
    _pieces_missing,
    _colours_unused,
    _deals_impossible,
)
"""The checks of what an edition must have for its board."""


def _cities_unlike_print(spec: MapSpec, printed: Printed) -> Iterator[str]:
    cities = spec.cities.values()
    yield from _unlike("cities of kind", Counter(city.kind for city in cities), printed.cities)
    found = {
        "ports": sum(city.port for city in cities),
        "attractions": sum(city.attraction for city in cities),
    }
    yield from _unlike("", found, {"ports": printed.ports, "attractions": printed.attractions})


def _routes_unlike_print(spec: MapSpec, printed: Printed) -> Iterator[str]:
    routes = spec.routes.values()
    yield from _unlike("tracks for", Counter(route.piece for route in routes), printed.tracks)
    spaces: dict[str, Counter[str]] = {piece: Counter() for piece in printed.spaces}
    for route in routes:
        spaces.setdefault(route.piece, Counter())[route.colour or GRAY] += route.length
    for piece, found in spaces.items():
        yield from _unlike(f"{piece} spaces in", found, printed.spaces.get(piece, {}))
    found = Counter(
        {
            "rough spaces": sum(route.rough for route in routes),
            "tracks over the edge": sum(route.wrap for route in routes),
        }
    )
    counts = {"rough spaces": printed.rough_spaces, "tracks over the edge": printed.wraps}
    yield from _unlike("", found, counts)


def _tickets_unlike_print(spec: MapSpec, printed: Printed) -> Iterator[str]:
    count, points = Counter[str](), Counter[str]()
    for ticket in spec.tickets.values():
        count[ticket.deck] += 1
        points[ticket.deck] += ticket.points
    yield from _unlike("tickets of the deck", count, printed.tickets)
    yield from _unlike("points of all tickets of the deck", points, printed.ticket_points)


def _cards_unlike_print(spec: MapSpec, printed: Printed) -> Iterator[str]:
    found = {str(deck): len(cards) for deck, cards in spec.decks.items()}
    yield from _unlike("cards of the deck", found, printed.cards)


def _unlike(what: str, found: Mapping[str, int], printed: Mapping[str, int]) -> Iterator[str]:
    """Yield the keys whose number in the tables differs from the printed number."""
    for key in dict.fromkeys([*printed, *found]):
        here, there = found.get(key, 0), printed.get(key, 0)
        if here != there:
            yield f"{what} {key}: {here} found, {there} printed".strip()
