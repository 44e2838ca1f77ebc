"""Games to draw, played by chance and kept for all tests of one process."""

from __future__ import annotations

from functools import cache, partial
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image

import maps
from bot.text.words import Words
from engine import Menu, Rules, score, view_for
from engine.act import act, start
from engine.advice import missing_links
from engine.ai.agent import FastChance
from engine.ai.preview import played_until
from engine.ai.random_agent import RandomAgent
from engine.events import Event
from engine.ids import Seat
from engine.questions import TicketChoice, Turn
from engine.state import GameState
from engine.view import View
from render import Advice, Scene

KINDS = ("board", "map", "hand", "tickets")
EDITIONS = tuple(maps.catalogue())


@cache
def game(
    edition: str, turn: int | None = None, seats: int | None = None
) -> tuple[Rules, GameState]:
    """A game of chance up to a turn; None: to its end."""
    spec = maps.load(edition)
    rules = Rules.compile(spec, seats or spec.seats[-1])
    return rules, played_until(rules, [RandomAgent()] * rules.seats, 5, turn)


@cache
def played(edition: str, turn: int, seats: int = 2) -> tuple[Event, ...]:
    """The events of a game of chance up to a turn."""
    rules = Rules.compile(maps.load(edition), seats)
    rng, chance, agent = Random(5), FastChance(Random(6)), RandomAgent()
    state, events = start(rules, chance)
    while state.over is None and state.turns < turn:
        seat = Seat(next(iter(state.waiting)))
        look = partial(view_for, rules, state, seat)
        events += act(rules, state, agent.choose(look, Menu(rules, state, seat), rng), chance)
    return tuple(events)


def middle(edition: str) -> int:
    """The turn in the middle of the game, when the board is neither empty nor full."""
    return game(edition)[1].turns // 2


def view(edition: str, turn: int | None = None, viewer: int | None = None) -> View:
    """What a seat sees of it."""
    rules, state = game(edition, turn)
    return view_for(rules, state, None if viewer is None else Seat(viewer))


def plan(edition: str, turn: int | None, viewer: int) -> Advice:
    """What a seat might do."""
    rules, state = game(edition, turn)
    seen = view_for(rules, state, Seat(viewer))
    offered = seen.waiting.offered if isinstance(seen.waiting, TicketChoice) else ()
    missing = {t: missing_links(rules.spec, seen, t) for t in (*seen.tickets, *offered)}
    is_on_turn = isinstance(seen.waiting, Turn)
    tracks = Menu(rules, state, Seat(viewer)).routes() if is_on_turn else ()
    return Advice(missing, dict(zip(tracks, "ABCDEFGHIJKLMNOPQRST", strict=False)))


def scene(
    edition: str,
    turn: int | None = None,
    viewer: int | None = None,
    language: str = "en",
    **more: Any,
) -> Scene:
    """What is drawn of it, for everybody or for a seat; at the end with its result."""
    if turn is None:
        more = {"sheet": score(*game(edition)), **more}
    seen = more.pop("view", None) or view(edition, turn, viewer)
    return Scene(maps.load(edition), maps.layout(edition), Words.of(language), seen, **more)


def own(edition: str, turn: int | None, viewer: int, language: str = "en", **more: Any) -> Scene:
    """What is drawn of it for a seat alone."""
    return scene(edition, turn, viewer, language, advice=plan(edition, turn, viewer), **more)


def open_image(picture: bytes) -> Image.Image:
    """A picture as an image."""
    image = Image.open(BytesIO(picture))
    image.load()
    return image
