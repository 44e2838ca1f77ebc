"""The positions of things on a board: cities, names, the slots of every track, land and water.

`layout.json` lists cities and way points, so that people can edit it. Slots are computed from them.
All numbers are board units. The format is explained in `docs/pictures.md`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import pi
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec

from engine.board import City, MapSpec, Route
from engine.errors import MapError
from engine.ids import CityId, RouteId
from maps.lines import Line, Point, curve, shifted
from maps.loader import ROOT, load
from maps.spelling import hint

TAG_ROOM: Final = 20.0
"""The width for the arrow of a tag."""

D = TypeVar("D")
Text: TypeAlias = str | dict[str, str]
Length: TypeAlias = Annotated[float, msgspec.Meta(gt=0)]
Anchor: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[lmr][tmb]$")]
"""The point of a text that is given, as in Pillow.

The first letter stands for left, middle or right, the second for top, middle or bottom.
"""
Ground: TypeAlias = Literal["land", "foreign", "lake", "water", "park", "border", "street"]

BEYOND: Final = 24.0
"""How far the land of a board without outlines reaches beyond its edges.

It is enough to hide the coast.
"""
STEP: Final = 12.0
"""The approximate distance between two points of the middle line of a track."""


class SlotSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The measures of the slots of a board."""

    width: Length
    min: Length
    max: Length
    gap: float
    between: float


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The width and height of a board."""

    width: Length
    height: Length


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position of a city and of its name."""

    x: float
    y: float
    label: tuple[float, float, Anchor] | None = None
    """The offset from the city's center, and the anchor. None if no name is written."""
    text: Text | None = None
    """The name broken into lines, for every language or by language. None if it has one line."""
    flag: tuple[str, ...] = ()
    """A country's flag: its form and its colors."""

    def words(self, city: City, language: str) -> str:
        """Return the name in *language*, with its line breaks."""
        name = city.name(language)
        text = self.text.get(language) if isinstance(self.text, dict) else self.text
        return text if text and text.replace("\n", " ") == name else name


class Wrap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The course of a line that leaves the board and comes back (W4)."""

    edge_a: Point
    edge_b: Point
    slots_a: int
    via_a: tuple[Point, ...] = ()
    via_b: tuple[Point, ...] = ()
    tag_a: float = -24
    """How far below the line the name of its other end is, at the edge where it leaves the board.

    A negative value is above the line.
    """
    tag_b: float = -24


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The course of the line between two cities, if it is not straight."""

    via: tuple[Point, ...] = ()
    wrap: Wrap | None = None


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the board that a close-up can show."""

    name: dict[str, str]
    box: tuple[float, float, float, float]


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    board: Size
    slot: SlotSize
    city_radius: Length
    font: Length
    cities: dict[CityId, Place]
    spots: dict[str, Point] = {}
    links: dict[str, Link] = {}
    regions: dict[str, Region] = {}
    legend: tuple[float, float] | None = None


class Shape(msgspec.Struct, frozen=True):
    """An outline of land or water."""

    kind: Ground
    points: Annotated[tuple[Point, ...], msgspec.Meta(min_length=2)]
    bounds: tuple[float, float, float, float] = (0, 0, 0, 0)
    """The rectangle around the outline, computed when the layout is read."""

    def bounded(self) -> Shape:
        """Return a copy of the shape with its bounds."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return msgspec.structs.replace(self, bounds=(min(xs), min(ys), max(xs), max(ys)))


class _Land(msgspec.Struct, frozen=True):
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A space of a track: a rectangle along the line."""

    x: float
    y: float
    angle: float
    """In radians, between -90 and 90 degrees, so that drawings along it are never upside down."""
    length: float
    width: float


@dataclass(frozen=True, slots=True)
class Tag:
    """A name at the edge of the board, which shows where a line continues."""

    at: Point
    anchor: str
    city: CityId
    edge: Point
    """The point where the line leaves the board."""


@dataclass(frozen=True, slots=True)
class Track:
    """The course of a track."""

    slots: tuple[Slot, ...]
    parts: tuple[tuple[Point, ...], ...]
    """The middle line of the track. It has two parts if it leaves the board and comes back."""
    tags: tuple[Tag, ...] = ()
    """The names where the track leaves the board. Only one of several parallel tracks has them."""

    @property
    def middle(self) -> Slot:
        """The slot halfway along the track."""
        return self.slots[len(self.slots) // 2]


@dataclass(frozen=True)
class Layout:
    """All the positions and measures of a board's picture."""

    board: str
    width: float
    height: float
    slot: SlotSize
    city_radius: float
    font: float
    places: Mapping[CityId, Place]
    spots: Mapping[str, Point]
    tracks: Mapping[RouteId, Track]
    ends: Mapping[RouteId, tuple[Point, Point]]
    land: tuple[Shape, ...]
    regions: Mapping[str, Region]
    legend: tuple[float, float] | None

    def spots_of(self, city: CityId) -> tuple[Point, ...]:
        """Return the spots where tracks into a country end. A city has none."""
        return tuple(at for spot, at in self.spots.items() if spot.rsplit("-", 1)[0] == city)

    def straight(self, a: Point, b: Point) -> tuple[tuple[Point, Point], ...]:
        """Return the segments of the shortest way between two points.

        It crosses the edge of the board if that is shorter and tracks of the board cross it too.
        """
        is_round = any(track.tags for track in self.tracks.values())
        if not is_round or abs(b[0] - a[0]) <= self.width / 2:
            return ((a, b),)
        around = self.width if a[0] > b[0] else -self.width
        return (a, (b[0] + around, b[1])), ((a[0] - around, a[1]), b)


def layout(edition: str, root: Path = ROOT) -> Layout:
    """Return the layout of an edition's board.

    >>> round(layout("usa").width)
    1800

    Raises:
        UnknownEdition: There is no such edition.
        MapError: The board has no layout, or the layout is damaged. The message lists the faults.

    """
    return _cached_layout(edition) if root == ROOT else read_layout(load(edition, root), root)


@cache
def _cached_layout(edition: str) -> Layout:
    return read_layout(load(edition), ROOT)


def read_layout(spec: MapSpec, root: Path = ROOT) -> Layout:
    """Read the layout of a board, complete for the edition *spec*."""
    folder = root / spec.board
    document = _read(folder / "layout.json", _Document, root)
    has_land = (folder / "land.json").exists()
    land = (
        _read(folder / "land.json", _Land, root).shapes
        if has_land
        else (_all_land(document.board),)
    )
    _check_complete(document, spec, f"maps/{spec.board}/layout.json")
    tracks, ends = {}, {}
    for route, aside in _track_offsets(spec, document.slot):
        a, b = (_end(document, route, city) for city in route.ends)
        ends[route.id] = (a, b)
        tracks[route.id] = _track(document, route, a, b, aside)
    return Layout(
        board=spec.board,
        width=document.board.width,
        height=document.board.height,
        slot=document.slot,
        city_radius=document.city_radius,
        font=document.font,
        places=document.cities,
        spots=document.spots,
        tracks=tracks,
        ends=ends,
        land=tuple(shape.bounded() for shape in land),
        regions=document.regions,
        legend=document.legend,
    )


def _all_land(board: Size) -> Shape:
    left, top, right, bottom = -BEYOND, -BEYOND, board.width + BEYOND, board.height + BEYOND
    return Shape("land", ((left, top), (right, top), (right, bottom), (left, bottom)))


def key(route: Route) -> str:
    """Return the name of a track's line in the file."""
    return f"{route.group}@{route.spot}" if route.spot else route.group


def _read(path: Path, kind: type[D], root: Path) -> D:
    file = f"maps/{path.relative_to(root).as_posix()}"
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError as error:
        wanted = f"`whistlestop boards arrange {path.parent.name}` proposes one"
        raise MapError(f"{file}: missing, so this board has no picture; {wanted}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MapError(f"{file}: {error}") from error


def _check_complete(document: _Document, spec: MapSpec, file: str) -> None:
    """Check that all cities and end spots of the tables have a place, and nothing else has."""
    spots = {route.spot for route in spec.routes.values() if route.spot}
    links = {key(route) for route in spec.routes.values()}
    wrapped = {key(route) for route in spec.routes.values() if route.wrap}
    faults = [
        *(f'no place for the city "{name}"' for name in spec.cities if name not in document.cities),
        *(
            f'no city "{name}"{hint(name, spec.cities)}'
            for name in _unknown_names(document.cities, spec.cities)
        ),
        *(f'no place for the end spot "{name}"' for name in sorted(spots - {*document.spots})),
        *(f'no link "{name}"{hint(name, links)}' for name in _unknown_names(document.links, links)),
        *(
            f'link "{name}" must say where it leaves the board ("wrap")'
            for name in sorted(wrapped)
            if name not in document.links or document.links[name].wrap is None
        ),
    ]
    if faults:
        raise MapError("\n".join(f"{file}: {fault}" for fault in faults))


def _unknown_names(named: Collection[str], known: Collection[str]) -> list[str]:
    return [name for name in named if name not in known]


def _track_offsets(spec: MapSpec, slot: SlotSize) -> Iterator[tuple[Route, float]]:
    """Yield every track with its offset from the line, which parallel tracks share evenly."""
    lines: defaultdict[str, list[Route]] = defaultdict(list)
    for route in spec.routes.values():
        lines[key(route)].append(route)
    for routes in lines.values():
        for place, route in enumerate(sorted(routes, key=lambda route: route.id)):
            yield route, (place - (len(routes) - 1) / 2) * (slot.width + slot.between)


def _end(document: _Document, route: Route, city: CityId) -> Point:
    if route.spot and route.spot.rsplit("-", 1)[0] == city:
        return document.spots[route.spot]
    place = document.cities[city]
    return place.x, place.y


def _track(document: _Document, route: Route, a: Point, b: Point, aside: float) -> Track:
    link = document.links.get(key(route)) or Link()
    rim = document.city_radius + document.slot.gap
    wrap = link.wrap
    if wrap is None:
        line = curve([a, *link.via, b])
        slots = _slots(document.slot, line, route.length, (rim, rim), aside)
        return Track(slots, (_middle(line, (rim, rim), aside),))
    out, back = curve([a, *wrap.via_a, wrap.edge_a]), curve([wrap.edge_b, *wrap.via_b, b])
    slots = (
        *_slots(document.slot, out, wrap.slots_a, (rim, 0), aside),
        *_slots(document.slot, back, route.length - wrap.slots_a, (0, rim), aside),
    )
    parts = (_middle(out, (rim, 0), aside), _middle(back, (0, rim), aside))
    if aside > 0:
        return Track(slots, parts)
    tags = (_tag(wrap.edge_a, wrap.tag_a, route.b), _tag(wrap.edge_b, wrap.tag_b, route.a))
    return Track(slots, parts, tags)


def _tag(edge: Point, below: float, city: CityId) -> Tag:
    """Return the name of *city* beside the *edge*. The west edge is at zero."""
    is_west = edge[0] < TAG_ROOM
    x = TAG_ROOM if is_west else edge[0] - TAG_ROOM
    return Tag((x, edge[1] + below), "lm" if is_west else "rm", city, edge)


def _slots(
    size: SlotSize, line: Line, count: int, cut: tuple[float, float], aside: float
) -> tuple[Slot, ...]:
    if not count:
        return ()
    part = (line.length - sum(cut)) / count
    length = min(size.max, part - size.gap)
    slots = []
    for number in range(count):
        x, y, angle = line.chord(cut[0] + part * (number + 0.5), length / 2)
        x, y = shifted(x, y, angle, aside)
        slots.append(Slot(x, y, _upright(angle), length, size.width))
    return tuple(slots)


def _middle(line: Line, cut: tuple[float, float], aside: float) -> tuple[Point, ...]:
    """Return the part of a line between the rims of both cities, moved sideways by *aside*."""
    span = line.length - sum(cut)
    steps = max(2, round(span / STEP))
    along = (line.chord(cut[0] + span * step / steps, STEP / 2) for step in range(steps + 1))
    return tuple(shifted(x, y, angle, aside) for x, y, angle in along)


def _upright(angle: float) -> float:
    while angle > pi / 2:
        angle -= pi
    while angle <= -pi / 2:
        angle += pi
    return angle
