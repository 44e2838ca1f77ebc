"""Layouts: complete, evenly spaced, and nothing touches what it should not."""

from __future__ import annotations

import json
import re

import pytest

import maps
from engine.errors import MapError, UnknownEdition
from maps.authoring.check import layout_problems
from maps.authoring.geometry import disc, touch
from maps.layout import layout
from maps.lines import curve, straight
from tests.maps.map_copy import MapCopy

EDITIONS = tuple(maps.catalogue())


def _change(copy: MapCopy, board: str, part: str, name: str, **values: object) -> None:
    path = copy.path(f"{board}/layout.json")
    document = json.loads(path.read_text(encoding="utf-8"))
    entry = document[part].setdefault(name, {}) if name else document[part]
    entry.update(values)
    path.write_text(json.dumps(document), encoding="utf-8")


class TestOurLayouts:
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_nothing_touches(self, edition: str) -> None:
        """In neither language."""
        assert layout_problems(edition) == []

    def test_routes_over_the_edge_say_whither(self) -> None:
        """W4: at both sides, by the city at the other end."""
        track = maps.layout("world").tracks["tokyo--vancouver-1"]

        assert [tag.city for tag in track.tags] == ["vancouver", "tokyo"]

    def test_ways_go_round_the_world(self) -> None:
        """Between far sides of a board whose lines go over its edge, and of no other."""
        world, usa = layout("world"), layout("usa")

        assert world.straight((1900, 200), (100, 300)) == (
            ((1900, 200), (2100, 300)),
            ((-100, 200), (100, 300)),
        )
        assert world.straight((100, 300), (1900, 200)) == (
            ((100, 300), (-100, 200)),
            ((2100, 300), (1900, 200)),
        )
        assert world.straight((100, 300), (900, 300)) == (((100, 300), (900, 300)),)
        assert usa.straight((1700, 200), (100, 300)) == (((1700, 200), (100, 300)),)

    def test_names_of_another_language_keep_no_foreign_break(self) -> None:
        spec, where = maps.load("germany"), maps.layout("germany")
        place, city = where.places["muenchen"], spec.cities["muenchen"]

        assert (place.words(city, "en"), place.words(city, "de")) == ("Munich", "München")


class TestFaultsAreNamed:
    def test_a_name_on_a_slot(self, copy: MapCopy) -> None:
        _change(copy, "usa", "cities", "denver", label=[40, 0, "lm"])

        found = layout_problems("usa", copy.root)

        assert any("name of denver" in line and "slot" in line for line in found)

    def test_a_city_on_a_city(self, copy: MapCopy) -> None:
        there = maps.layout("usa").places["omaha"]
        _change(copy, "usa", "cities", "denver", x=there.x + 5, y=there.y)

        found = layout_problems("usa", copy.root)

        assert any(re.search("city (denver|omaha) touches city (denver|omaha)", f) for f in found)

    def test_outside(self, copy: MapCopy) -> None:
        _change(copy, "usa", "cities", "miami", y=1149)

        assert any("leaves the board" in line for line in layout_problems("usa", copy.root))

    def test_short_slots(self, copy: MapCopy) -> None:
        _change(copy, "new-york", "slot", "", min=200)

        assert any("long, less than 200" in line for line in layout_problems("new-york", copy.root))

    def test_a_missing_city_and_an_unknown_one(self, copy: MapCopy) -> None:
        path = copy.path("usa/layout.json")
        text = path.read_text(encoding="utf-8").replace('"denver":', '"denvr":')
        path.write_text(text, encoding="utf-8")

        found = "\n".join(layout_problems("usa", copy.root))

        assert 'no place for the city "denver"' in found
        assert 'no city "denvr"; did you mean "denver"?' in found

    def test_a_wrap_with_too_many_slots(self, copy: MapCopy) -> None:
        there = json.loads(copy.path("world/layout.json").read_text(encoding="utf-8"))
        wrap = there["links"]["tokyo--vancouver"]["wrap"]
        _change(copy, "world", "links", "tokyo--vancouver", wrap={**wrap, "slots_a": 9})

        assert any(
            "9 slots of tokyo--vancouver-1" in f for f in layout_problems("world", copy.root)
        )

    def test_a_wrap_without_an_edge(self, copy: MapCopy) -> None:
        _change(copy, "world", "links", "tokyo--vancouver", wrap=None)

        assert any("must say where it leaves" in f for f in layout_problems("world", copy.root))


class TestBadInput:
    def test_a_board_without_layout(self, copy: MapCopy) -> None:
        """One line, which says how to have one proposed."""
        copy.path("germany/layout.json").unlink()

        with pytest.raises(MapError) as caught:
            layout("germany", copy.root)

        assert str(caught.value) == (
            "maps/germany/layout.json: missing, so this board has no picture; "
            "`whistlestop boards arrange germany` proposes one"
        )

    def test_a_board_without_outlines(self, copy: MapCopy) -> None:
        """Is all land, to beyond its edges."""
        copy.path("germany/land.json").unlink()

        where = layout("germany", copy.root)

        (ground,) = where.land
        left, top, right, bottom = ground.bounds
        assert ground.kind == "land"
        assert max(left, top) < 0
        assert min(right - where.width, bottom - where.height) > 0

    def test_a_damaged_file(self, copy: MapCopy) -> None:
        copy.path("usa/land.json").write_text("{", encoding="utf-8")

        with pytest.raises(MapError, match=r"usa/land\.json"):
            layout("usa", copy.root)

    @pytest.mark.parametrize("wrong", [{"x": "far"}, {"label": [1, 2, "middle"]}])
    def test_a_wrong_kind_of_value(self, copy: MapCopy, wrong: dict[str, object]) -> None:
        """One line, in the check too."""
        _change(copy, "usa", "cities", "denver", **wrong)

        (line,) = layout_problems("usa", copy.root)

        assert re.match(r"maps/usa/layout\.json: .* at `\$\.cities", line)

    @pytest.mark.parametrize("shape", [{"kind": "desert"}, {"points": []}])
    def test_a_shape_that_nobody_can_paint(self, copy: MapCopy, shape: dict[str, object]) -> None:
        known = {"kind": "lake", "points": [[1, 1], [9, 1], [9, 9]]}
        document = json.dumps({"shapes": [known | shape]})
        copy.path("usa/land.json").write_text(document, encoding="utf-8")

        (line,) = layout_problems("usa", copy.root)

        assert re.match(r"maps/usa/land\.json: .* at `\$\.shapes", line)

    def test_an_unknown_edition(self) -> None:
        with pytest.raises(UnknownEdition):
            layout("atlantis")


class TestLines:
    def test_a_curve_goes_through_its_points(self) -> None:
        line = curve([(0, 0), (50, 30), (100, 0)])

        assert min(abs(x - 50) + abs(y - 30) for x, y in line.points) < 1e-6
        assert line.length > 100

    def test_beyond_the_ends(self) -> None:
        """Where it begins and ends is as far as it goes."""
        line = straight([(0, 0), (10, 0)])

        assert line.chord(0, 5)[:2] == (0, 0)
        assert line.chord(10, 5)[:2] == (10, 0)

    def test_discs_that_do_not_touch(self) -> None:
        assert not touch(disc((0, 0), 5), disc((20, 0), 5))
        assert touch(disc((0, 0), 5), disc((8, 0), 5))
