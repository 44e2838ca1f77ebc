"""A player's own map: what is kept from other maps never shows in it, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from math import hypot

import pytest
from msgspec import structs
from PIL import ImageChops

import maps
from engine.advice import Missing, near_links
from engine.ids import Piece, RouteId, Seat
from engine.questions import TicketChoice
from maps.authoring.geometry import disc, touch
from maps.lettering import labels
from render import Advice, Scene, draw_map, theme
from render.board_cache import GROUNDS, Ground, ground_for
from render.canvas import Sprite
from render.frame import bare
from render.layers.marks import tag_box
from render.layers.pieces import harbour_half
from render.palette import colours
from render.pen import Box
from render.placement.cities import harbour_place, stop_place
from render.private_map import NUMBER, columns_of, exceeds, needs_of, signs_of, total_of
from render.stamps import SPRITES
from render.tickets import numbered
from tests.builders import BOARDS
from tests.render.scenes import game, open_image, own, scene

TURN = 15
LATER = 60
"""Everybody has built something."""


def _own(edition: str, viewer: int, language: str, zoom: str | None) -> Callable[[], bytes]:
    return partial(draw_map, own(edition, TURN, viewer, language, zoom=zoom))


def _alone(work: Callable[[], bytes]) -> bytes:
    GROUNDS.clear()
    SPRITES.clear()
    return work()


@pytest.mark.parametrize("zoom", [None, "centre"])
@pytest.mark.parametrize("edition", ["new-york", "germany"])
def test_another_map_between(edition: str, zoom: str | None) -> None:
    """The same bytes cold and warm, whatever was drawn before for others."""
    whose = ((0, "en"), (1, "en"), (1, "de"))
    works = [_own(edition, viewer, language, zoom) for viewer, language in whose]
    alone = [_alone(work) for work in works]

    drawn = [work() for _ in range(2) for work in works]

    assert drawn == alone * 2
    assert alone[0] != alone[1]


def _ground(edition: str, language: str = "en") -> Ground:
    layout = maps.layout(edition)
    return ground_for(maps.load(edition), layout, bare(layout), language)


def _is_whole(sprite: Sprite, ground: Ground) -> bool:
    """Whether it ends before its box does, but where the board ends."""
    if sprite.mask is None or sprite.mask.getbbox() is None:
        return False
    left, top, right, bottom = sprite.mask.getbbox()
    x, y = sprite.at
    return (
        (left > 0 or x == 0)
        and (top > 0 or y == 0)
        and (right < sprite.mask.width or x + right == ground.frame.width)
        and (bottom < sprite.mask.height or y + bottom == ground.frame.height)
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", BOARDS)
def test_names_and_rings_are_whole(edition: str, language: str) -> None:
    """Long names, names of several lines, accents: all of it is in the picture that is kept."""
    ground = _ground(edition, language)
    cities = [city.id for city in ground.spec.cities.values() if not city.is_end]
    places = {city: ground.layout.places[city] for city in cities}

    names = {city: ground.name(city) for city, place in places.items() if place.label}
    rings = {city: ground.ring(place.x, place.y) for city, place in places.items()}

    assert [city for city, name in names.items() if not _is_whole(name, ground)] == []
    assert [city for city, ring in rings.items() if not _is_whole(ring, ground)] == []


@pytest.mark.parametrize("edition", BOARDS)
def test_the_plan_lies_beside_its_tracks(edition: str) -> None:
    """The colour to collect stays visible on every space, also where a line leaves the board."""
    ground, halo = _ground(edition), colours().index(theme.LINKS)
    for track, there in ground.layout.tracks.items():
        canvas = ground.image.copy()
        for sprite in ground.link(track):
            sprite.paste(canvas)

        at = [ground.frame.camera.pixel(slot.x, slot.y) for slot in there.slots]
        spaces = [(int(x), int(y)) for x, y in at]
        assert [*map(canvas.getpixel, spaces)] == [*map(ground.image.getpixel, spaces)], track
        assert ImageChops.difference(canvas, ground.image).getbbox(), track
        assert halo in {index for _, index in canvas.getcolors()}, track


class TestLetters:
    """A letter stands where a track is needed, or touches what one has."""

    def _map(self, track: RouteId | None, missing: Missing | None = None) -> bytes:
        letters = {track: "A"} if track else {}
        return draw_map(scene("usa", LATER, 0, advice=Advice(missing or {}, letters)))

    def test_useful_or_near(self) -> None:
        shown = scene("usa", LATER, 0)
        taken, near = shown.seen.owners, near_links(shown.spec, shown.seen)
        free = [track for track in shown.spec.routes if track not in taken]
        beside = next(track for track in free if track in near)
        far = next(track for track in free if track not in near)
        needed = {next(iter(shown.spec.tickets)): (far,)}

        assert self._map(beside) != self._map(None)
        assert self._map(far) == self._map(None)
        assert self._map(far, needed) != self._map(None, needed)


class TestPlan:
    """Planned tracks have their places in the plan."""

    def _signs(self, *plan: str, letters: Mapping[RouteId, str] | None = None) -> list[str]:
        advice = Advice({}, letters or {}, plan=tuple(map(RouteId, plan)))
        shown = replace(scene("usa", LATER, 0), advice=advice)
        return [sign.text for sign in signs_of(shown) if sign.fill == theme.LINKS]

    def test_numbers_follow_the_order_of_the_plan(self) -> None:
        assert self._signs("boston--montreal-1", "chicago--duluth-1") == ["1", "2"]
        assert self._signs() == []

    def test_a_track_keeps_its_letter(self) -> None:
        letters = {RouteId("chicago--duluth-1"): "B"}
        found = self._signs("boston--montreal-1", "chicago--duluth-1", letters=letters)
        assert {*found} == {"1", "B·2"}

    def test_planned_tracks_have_a_halo(self) -> None:
        """Also if no ticket needs them."""
        shown = scene("usa", LATER, 0)
        free = next(track for track in shown.spec.routes if track not in shown.seen.owners)
        assert draw_map(replace(shown, advice=Advice({}, plan=(free,)))) != draw_map(
            replace(shown, advice=Advice({}))
        )


class TestLegend:
    """What is said below the map."""

    def _scene(self, edition: str, language: str, *tracks: str) -> Scene:
        shown = scene(edition, TURN, 0, language)
        ticket = shown.seen.tickets[0]
        return replace(shown, advice=Advice({ticket: tuple(map(RouteId, tracks))}))

    def test_what_a_ticket_needs(self) -> None:
        """By colour, any last; trains and ships apart; rough ground takes two a space (C11)."""
        for language, said in (
            ("en", "needs 3 red, 2 any color"),
            ("de", "braucht 3 rot, 2 beliebig"),
        ):
            shown = self._scene("usa", language, "boston--montreal-1", "chicago--duluth-1")
            assert needs_of(shown, shown.seen.tickets[0]) == said
        shown = self._scene("world", "en", "casablanca--marseille-1", "lima--valparaiso-1")
        ticket = shown.seen.tickets[0]
        rough, plain = (shown.spec.routes[track] for track in shown.advice.missing[ticket] or ())
        assert rough.rough
        cards = rough.length + rough.rough + plain.length
        assert needs_of(shown, ticket) == f"needs {cards} any color"

    def test_all_tickets_against_the_pieces_left(self) -> None:
        """World has two kinds; before they are chosen there is nothing to compare with."""
        shown = self._scene("world", "en", "casablanca--marseille-1", "athina--marseille-1")
        pieces = shown.seen.seats[0].pieces

        assert total_of(shown) == (
            f"Plan: 1 of {pieces['train']} trains  ·  2 of {pieces['ship']} ships"
        )
        none_yet = own("world", 0, 0)
        assert " of " not in total_of(none_yet)
        assert not exceeds(shown)
        assert not exceeds(none_yet)
        assert total_of(scene("usa", TURN, 0)) == ""

    def test_more_than_there_is_stands_out(self) -> None:
        shown = self._scene("usa", "en", "denver--omaha-1")
        few = structs.replace(shown.seen.seats[0], pieces={Piece("train"): 1})
        seats = (few, *shown.seen.seats[1:])
        short = replace(shown, view=structs.replace(shown.seen, seats=seats))

        choice = TicketChoice(shown.seen.tickets[:1], 1)
        choosing = replace(short, view=structs.replace(short.seen, waiting=choice))

        assert total_of(short) == "Plan: 4 of 1 train"
        assert exceeds(short)
        assert not exceeds(choosing)
        assert not exceeds(shown)


class TestColumns:
    """The list below the map has as many columns as its lines leave room for."""

    def test_long_lines(self) -> None:
        """Three short tickets stand side by side; one that needs every colour takes more room."""
        shown = scene("usa", TURN, 0)
        tickets = (min(shown.spec.tickets, key=len),) * 3
        short = replace(shown, view=structs.replace(shown.seen, tickets=tickets))
        track = {colour: track for track, colour in _colours(shown)}
        all_colours = Advice({tickets[0]: tuple(track.values())})

        assert columns_of(short) == 3
        assert columns_of(replace(short, advice=all_colours)) < 3


def _colours(shown: Scene) -> list[tuple[RouteId, str | None]]:
    return [(track, route.colour) for track, route in shown.spec.routes.items()]


class TestOffered:
    """While one chooses tickets the map has them too, by the numbers of their picture."""

    def test_numbers(self) -> None:
        """Those on offer come first, those held after them."""
        seen = own("world", 0, 0).seen
        assert isinstance(seen.waiting, TicketChoice)
        more = structs.replace(seen, tickets=tuple(maps.load("world").tickets)[:2])

        assert numbered(more) == (*seen.waiting.offered, *more.tickets)

    def test_rings_and_legend(self) -> None:
        shown = own("world", 0, 0)
        nothing = replace(shown, view=structs.replace(shown.seen, waiting=None))
        ring = colours().index(theme.MARKED)
        with_offer, without = open_image(draw_map(shown)), open_image(draw_map(nothing))

        assert with_offer.height > without.height
        assert ring in {index for _, index in with_offer.getcolors()}
        assert ring not in {index for _, index in without.getcolors()}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", BOARDS)
def test_signs_beside_cities_hide_no_names(edition: str, language: str) -> None:
    """Nor do they leave the board: also the longer ones, of two tickets."""
    spec, layout = maps.load(edition), maps.layout(edition)
    names = [thing.bounds for thing in labels(spec, layout, language)]
    for text in ("1", "1·2"):
        _, _, wide, high = tag_box(0, 0, text, layout.font * NUMBER)
        for city in (city.id for city in spec.cities.values() if not city.is_end):
            x, y = stop_place(spec, layout, language, city, (wide, high))
            left, top, right, bottom = x - wide, y - high, x + wide, y + high
            level = [name for name in names if top < name[3] and name[1] < bottom]
            hidden = [name for name in level if left < name[2] and name[0] < right]

            assert hidden == [], city
            assert min(left, top) >= 0, city
            assert right <= layout.width, city
            assert bottom <= layout.height, city


def _cover(one: Box, other: Box) -> bool:
    """Whether two rectangles share more than their rims."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 0.5 and high > 0.5


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", BOARDS)
def test_signs_keep_apart(edition: str, language: str) -> None:
    """All through a game, for everybody: on no name, and on no other sign."""
    rules, end = game(edition)
    names = labels(maps.load(edition), maps.layout(edition), language)
    for turn in range(0, end.turns, end.turns // 6):
        for viewer in range(rules.seats):
            signs = signs_of(own(edition, turn, viewer, language))
            hidden = [
                (sign.text, name.name)
                for sign, name in product(signs, names)
                if _cover(sign.box, name.bounds)
            ]
            pairs = combinations(signs, 2)

            assert hidden == [], (turn, viewer)
            assert [pair for pair in pairs if _cover(pair[0].box, pair[1].box)] == []


class TestHarbours:
    """A harbour says whose it is: its anchor and its letter are hidden by nothing."""

    spec, layout = maps.load("world"), maps.layout("world")
    ports = tuple(city.id for city in spec.cities.values() if city.port)

    @pytest.mark.parametrize("language", ["en", "de"])
    def test_gives_way_to_names(self, language: str) -> None:
        names = labels(self.spec, self.layout, language)
        for port in self.ports:
            x, y, size = harbour_place(self.spec, self.layout, port)
            far = size * 0.72
            for middle in (x - far, x + far):
                signs = disc((middle, y), far)
                assert [name.name for name in names if touch(signs, name.outline)] == [], port

    def test_covers_its_city(self) -> None:
        for port in self.ports:
            x, y, size = harbour_place(self.spec, self.layout, port)
            there, (half, side) = self.layout.places[port], harbour_half(size)
            straight = half - side
            away = max(0.0, abs(there.x - x) - straight)
            assert hypot(away, there.y - y) + self.layout.city_radius <= side, port

    def test_lies_on_its_ring(self) -> None:
        """A ticket's ring goes around it."""
        ground = _ground("world")
        for port in self.ports[:8]:
            plain, ringed = ground.image.copy(), ground.image.copy()
            ground.harbour(port, Seat(0)).paste(plain)
            ground.collar(port).paste(ringed)
            ground.harbour(port, Seat(0)).paste(ringed)
            x, y, size = harbour_place(self.spec, self.layout, port)
            half, side = harbour_half(size)
            box = [*ground.frame.camera.pixel(x - half + side, y - side + 2)]
            box += ground.frame.camera.pixel(x + half - side, y + side - 2)

            assert plain.crop(box).tobytes() == ringed.crop(box).tobytes(), port
            assert ImageChops.difference(plain, ringed).getbbox(), port
