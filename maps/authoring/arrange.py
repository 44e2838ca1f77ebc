"""The placement of names on a board. If the board has no layout, one is proposed first.

Authors use it after they have moved cities or lines, or enlarged the font. Every name is put beside
its city where it touches nothing in any language, and `layout.json` is written again. Names
without a free place are reported and do not change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Final

import msgspec

from engine.board import City, MapSpec
from engine.errors import MapError
from engine.ids import CityId
from maps.authoring.geometry import discs, slots, touch
from maps.authoring.proposal import propose
from maps.editions import LANGUAGES
from maps.layout import Layout, Place, read_layout
from maps.lettering import Outline, label_box, tags
from maps.loader import ROOT, edition_files, load
from maps.spelling import hint

TURNS: Final = 48
STEPS: Final = (3, 5, 8, 12, 16, 21, 27, 34, 42, 52, 62, 74, 88)
"""The distances from the rim of a city that are tried for its name."""
ROUNDS: Final = 8
BROKEN: Final = 2.0
"""The cost of breaking a name into lines, in units of distance."""
APART: Final = 7.0
"""The least distance between names."""
LISTED: Final = ("cities", "links", "spots", "regions")
"""The parts of the file that have one entry per line."""


def arrange(spec: MapSpec, layout: Layout, font: float) -> dict[CityId, Place]:
    """Return the places of all cities, with their names where they fit best.

    Cities whose name fits nowhere are left out.
    """
    things = [*slots(layout), *discs(spec, layout)]
    for language in LANGUAGES:
        things += tags(spec, layout, font, language)
    fixed = [thing.outline for thing in things]
    found: dict[CityId, Place] = {}
    for _ in range(ROUNDS):
        before = dict(found)
        for name, place in layout.places.items():
            city = spec.cities[name]
            if place.label is None or city.is_end:
                continue
            others = [
                _extended_box(box)
                for other, there in found.items()
                if other != name
                for box in _boxes(there, spec.cities[other], font)
            ]
            best = _best(layout, place, city, font, [*fixed, *others])
            if best:
                found[name] = best
        if found == before:
            break
    return found


def _best(
    layout: Layout, place: Place, city: City, font: float, taken: Sequence[Outline]
) -> Place | None:
    near = [box for box in taken if _is_near(box, place)]
    for _, candidate in sorted(_candidates(layout, place, city), key=lambda pair: pair[0]):
        boxes = _boxes(candidate, city, font)
        inside = all(_inside(box, layout) for box in boxes)
        if inside and not any(touch(box, other) for box in boxes for other in near):
            return candidate
    return None


def _candidates(layout: Layout, place: Place, city: City) -> Iterator[tuple[float, Place]]:
    for step in STEPS:
        far = layout.city_radius + step
        for turn in range(TURNS):
            angle = 2 * pi * turn / TURNS
            dx, dy = round(cos(angle) * far), round(sin(angle) * far)
            for text in _texts(city):
                anchor = _anchor(angle)
                moved = msgspec.structs.replace(place, label=(dx, dy, anchor), text=text)
                cost = step + (BROKEN if text else 0) + _direction_cost(angle)
                yield cost, moved


def _direction_cost(angle: float) -> float:
    """Return the cost of a direction.

    Names are most legible to the right of their city, then to the left, above and below.
    """
    return 1.5 * (1 - cos(angle)) + 1.2 * abs(sin(angle))


def _texts(city: City) -> list[str | dict[str, str] | None]:
    """Return a city's name in one line, in two lines, and with each word on its own line.

    None stands for the name in one line.
    """
    names: dict[str, str] = {language: city.name(language) for language in LANGUAGES}
    if all(" " not in name for name in names.values()):
        return [None]
    broken: list[dict[str, str]] = [
        {language: cut(name) for language, name in names.items()} for cut in (_halved, _stacked)
    ]
    texts: list[str | dict[str, str] | None] = [None]
    for text in broken:
        texts.append(text["en"] if len({*text.values()}) == 1 else text)
    return texts


def _stacked(name: str) -> str:
    return name.replace(" ", "\n")


def _halved(name: str) -> str:
    words = name.split(" ")
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    if not cuts:
        return name
    first, second = min(cuts, key=lambda cut: max(len(cut[0]), len(cut[1])))
    return f"{first}\n{second}"


def _anchor(angle: float) -> str:
    across = "l" if cos(angle) > 0.35 else "r" if cos(angle) < -0.35 else "m"
    along = "t" if sin(angle) > 0.5 else "b" if sin(angle) < -0.5 else "m"
    return across + along


def _boxes(place: Place, city: City, font: float) -> list[Outline]:
    boxes = (label_box(place, city, font, language) for language in LANGUAGES)
    return list({box for box in boxes if box})


def _extended_box(box: Outline) -> Outline:
    """Return the box of a name, extended so that other names are not read as part of it."""
    (left, top), _, (right, bottom), _ = box
    left, top, right, bottom = left - APART, top - APART, right + APART, bottom + APART
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _is_near(box: Outline, place: Place) -> bool:
    return any(hypot(x - place.x, y - place.y) < 300 for x, y in box)


def _inside(box: Outline, layout: Layout) -> bool:
    return all(4 <= x <= layout.width - 4 and 4 <= y <= layout.height - 4 for x, y in box)


def write(path: Path, document: dict[str, object]) -> None:
    """Write a layout so that people can read and edit it: a line for each city and link."""
    parts = []
    for name, value in document.items():
        if name in LISTED and isinstance(value, dict):
            rows = (f"  {_json(key)}: {_json(item)}" for key, item in value.items())
            parts.append(f" {_json(name)}: {{\n" + ",\n".join(rows) + "\n }")
        else:
            parts.append(f" {_json(name)}: {_json(value)}")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(board: str, font: float | None = None, root: Path = ROOT) -> str:
    """Arrange the names of a board, write its layout, and return a text on the result.

    Raises:
        MapError: There is no such board, or its files are damaged.

    """
    spec, path = _spec(board, root), root / board / "layout.json"
    done = "" if path.exists() else f"proposed maps/{board}/layout.json; "
    if done:
        write(path, propose(spec))
    layout = read_layout(spec, root)
    font = font or layout.font
    found = arrange(spec, layout, font)
    document = json.loads(path.read_text(encoding="utf-8"))
    document["font"] = font
    for name, place in found.items():
        position = {key: document["cities"][name][key] for key in ("x", "y")}
        text = {"text": place.text} if place.text else {}
        document["cities"][name] = {**position, "label": place.label, **text}
    write(path, document)
    wanted = {name for name, place in layout.places.items() if place.label}
    lost = sorted(name for name in wanted - {*found} if not spec.cities[name].is_end)
    return f"{done}placed {len(found)} names; no room for: {', '.join(lost) or 'none'}"


def _spec(board: str, root: Path) -> MapSpec:
    """Load any edition of a board. All editions of a board share its cities and tracks."""
    boards = {path.parent.name: id for id, path in edition_files(root).items()}
    if board not in boards:
        raise MapError(f'no edition uses a board "{board}"{hint(board, boards)}')
    return load(boards[board], root)
