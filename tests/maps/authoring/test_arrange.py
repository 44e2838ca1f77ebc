"""Arranging: names find their places, and a board without a layout has one proposed."""

from __future__ import annotations

import json

import pytest

import maps
from engine.errors import MapError
from maps.authoring import arrange
from maps.authoring.check import layout_problems
from maps.authoring.geometry import faults
from maps.authoring.proposal import propose
from maps.layout import layout
from tests.maps.map_copy import MapCopy

BOARDS = {about.board: edition for edition, about in maps.catalogue().items()}


class TestNames:
    def test_thrown_together_they_find_their_places_again(self, copy: MapCopy) -> None:
        path = copy.path("new-york/layout.json")
        document = json.loads(path.read_text(encoding="utf-8"))
        document["cities"]["chelsea"]["label"] = [60, 0, "lm"]
        path.write_text(json.dumps(document), encoding="utf-8")
        assert layout_problems("new-york", copy.root)

        said = arrange.main("new-york", root=copy.root)

        assert said == "placed 15 names; no room for: none"
        assert layout_problems("new-york", copy.root) == []

    def test_a_board_that_nobody_plays_on(self, copy: MapCopy) -> None:
        with pytest.raises(MapError, match='board "new-yrk"; did you mean "new-york"'):
            arrange.main("new-yrk", root=copy.root)


class TestProposals:
    def test_a_small_board_is_ready(self, copy: MapCopy) -> None:
        """New York as the globe has it, with nothing that touches."""
        copy.path("new-york/layout.json").unlink()
        copy.path("new-york/land.json").unlink()

        said = arrange.main("new-york", root=copy.root)

        assert said.startswith("proposed maps/new-york/layout.json; placed 15 names")
        assert layout_problems("new-york", copy.root) == []

    @pytest.mark.parametrize("board", BOARDS)
    def test_a_big_board_is_begun(self, copy: MapCopy, board: str) -> None:
        """Complete, with spots and edges, and hardly a track that touches another."""
        arrange.write(copy.path(f"{board}/layout.json"), propose(maps.load(BOARDS[board])))

        spec, where = copy.load(BOARDS[board]), layout(BOARDS[board], copy.root)

        tracks = [fault for fault in faults(spec, where) if "name of" not in fault]
        assert len(tracks) < len(spec.routes) / 4

    def test_are_always_the_same(self) -> None:
        spec = maps.load("new-york")

        assert propose(spec) == propose(spec)
