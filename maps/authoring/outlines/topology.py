"""TopoJSON files: outlines made of arcs that neighbors share."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from maps.lines import Point

Ring: TypeAlias = list[Point]


class Topology:
    """A file of npm's `world-atlas` or `us-atlas`. Points are longitude and latitude."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        scale, move = document["transform"]["scale"], document["transform"]["translate"]
        self._arcs = [list(_absolute(arc, scale, move)) for arc in document["arcs"]]
        self._objects: dict[str, Any] = document["objects"]

    def rings(self, layer: str, wanted: Callable[[str], bool]) -> Iterator[Ring]:
        """Yield the outer outlines of all shapes of a layer whose name is wanted."""
        for shape in self._shapes(layer):
            if wanted(shape.get("properties", {}).get("name", "")):
                for polygon in _polygons(shape):
                    yield self._joined(polygon[0])

    def borders(self, layer: str, wanted: Callable[[str], bool]) -> Iterator[Ring]:
        """Yield the arcs that two wanted shapes share."""
        uses: Counter[int] = Counter()
        for shape in self._shapes(layer):
            if wanted(shape.get("properties", {}).get("name", "")):
                arcs = {arc if arc >= 0 else ~arc for p in _polygons(shape) for r in p for arc in r}
                uses.update(arcs)
        yield from (self._arcs[arc] for arc, count in uses.items() if count > 1)

    def _shapes(self, layer: str) -> list[dict[str, Any]]:
        found = self._objects[layer]
        shapes: list[dict[str, Any]] = found.get("geometries") or [found]
        return shapes

    def _joined(self, arcs: list[int]) -> Ring:
        ring: Ring = []
        for arc in arcs:
            points = self._arcs[arc] if arc >= 0 else self._arcs[~arc][::-1]
            ring.extend(points[1:] if ring else points)
        return ring


def _absolute(arc: list[list[int]], scale: list[float], move: list[float]) -> Iterator[Point]:
    x = y = 0
    for dx, dy in arc:
        x, y = x + dx, y + dy
        yield x * scale[0] + move[0], y * scale[1] + move[1]


def _polygons(shape: dict[str, Any]) -> list[list[list[int]]]:
    arcs = shape.get("arcs", [])
    return [arcs] if shape["type"] == "Polygon" else arcs


def cut_at(ring: Ring, longitude: float) -> list[Ring]:
    """Return the parts of a ring on a world that begins at *longitude*.

    Edges that cross this longitude are left out.
    """
    turned = [((x - longitude) % 360, y) for x, y in ring]
    parts: list[Ring] = [[turned[0]]]
    for a, b in pairwise(turned):
        if abs(a[0] - b[0]) > 180:
            parts.append([])
        parts[-1].append(b)
    if len(parts) > 1 and abs(turned[0][0] - turned[-1][0]) < 1e-6:
        parts[0] = [*parts.pop(), *parts[0]]
    return [part for part in parts if len(part) > 2]
