"""The turn picture, compared with encoding and naive redrawing, and the private pictures."""

from __future__ import annotations

import multiprocessing
import resource
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import pairwise
from math import log10
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import engine
import maps
from bench.measure import Row, seconds
from bot.text.words import Words
from engine.advice import missing_links
from engine.ai.agent import FastChance
from engine.ai.random_agent import RandomAgent
from engine.ids import Seat
from engine.view import View
from render.advice import Advice
from render.board import draw_board
from render.board_cache import ground_for
from render.frame import bare, whole
from render.hand import HELD, draw_hand, draw_tickets
from render.palette import png
from render.private_map import draw_map
from render.scene import Scene, Stress
from render.tickets import PRINTED
from tests.render.redraw import redrawn

BOARDS: Final = tuple({s.board: id for id, s in reversed([*maps.catalogue().items()])}.values())
"""The first edition of each board."""
TURNS: Final = 150
"""Pictures show a full table after this many turns, or at the end of the game."""
HAND: Final = range(8, 21)
"""The numbers of cards in hand."""
OWN: Final = (
    ("hand picture", draw_hand, 1.0),
    ("ticket picture", draw_tickets, 1.0),
    ("own map", draw_map, 2.0),
)
"""The private pictures, and how many times as long as a board each may take."""
KIB: Final = 1024


def rows() -> Iterator[Row]:
    """Yield every measurement that has a goal, board by board."""
    for edition in BOARDS:
        yield from _board(edition)


def run() -> list[Row]:
    """Return all rows."""
    return list(rows())


def _board(edition: str) -> Iterator[Row]:
    views = played(edition)
    last = views[-1]
    cold = _in_subprocess(partial(_cold, edition))
    naive_seconds, naive_memory = _in_subprocess(partial(_naive_cost, edition))
    picture = _draw(edition, last)
    image = Image.open(BytesIO(picture))
    image.load()
    yield Row(f"{edition}: turn picture, warm / encode only", _warm(edition, views, image), 1.75)
    warm = seconds(lambda: _draw(edition, last), 15)
    yield Row(f"{edition}: turn picture, warm / naive redraw", warm / naive_seconds, 1 / 40)
    yield Row(f"{edition}: cold start / naive redraw", cold[0] / naive_seconds, 3)
    yield Row(f"{edition}: peak memory / naive redraw", cold[1] / naive_memory, 2)
    yield _size(edition, last, picture, image)
    biggest = max(len(_draw(edition, view)) for view in (*views[::12], last))
    yield Row(f"{edition}: biggest turn picture", biggest / KIB, 400, "KiB")
    yield from _own_rows(edition, views)
    glowing = _draw(edition, last, Stress(since=-1))
    yield Row(f"{edition}: every claim glows", len(glowing) / KIB, 400, "KiB")
    yield Row(
        f"{edition}: likeness to a 4x redraw", _likeness(edition, last), 30, "dB", at_most=False
    )


def _size(edition: str, view: View, picture: bytes, image: Image.Image) -> Row:
    """Compare the file size with that of the naive redraw, which has all its colors.

    The note compares it with the same pixels as RGB. They have few colors, so that file is small
    too.
    """
    naive, own = len(_draw_naively(edition, view)), len(_packed(image.convert("RGB")))
    note = (
        f"{len(picture) // KIB} KiB against {naive // KIB} KiB; "
        f"{len(picture) / own:.2f} x our own pixels as RGB, {own // KIB} KiB"
    )
    return Row(
        f"{edition}: file / redraw as RGB PNG level 6", len(picture) / naive, 0.30, note=note
    )


def played(edition: str) -> list[View]:
    """Return the public views of a seeded game at a full table, one for each action."""
    spec = maps.load(edition)
    rules, rng = engine.Rules.compile(spec, spec.seats[-1]), Random(3)
    chance, agent = FastChance(Random(4)), RandomAgent()
    state, _ = engine.start(rules, chance)
    views: list[View] = []
    while state.over is None and state.turns < TURNS:
        seat = Seat(next(iter(state.waiting)))
        menu = engine.Menu(rules, state, seat)
        action = agent.choose(engine.view_for(rules, state, seat), menu, rng)
        engine.act(rules, state, action, chance)
        if state.turns:
            views.append(engine.view_for(rules, state, None))
    return views


def _stress(view: View) -> Stress:
    """Highlight the claims of about one round as new."""
    return Stress(since=view.claimed_at[-4] if len(view.claimed_at) > 4 else 0)


def _scene(edition: str, view: View, stress: Stress | None = None) -> Scene:
    spec = maps.load(edition)
    names = [f"Guest {number + 1}" for number in range(spec.seats[-1])]
    stress = stress or _stress(view)
    return Scene(spec, maps.layout(edition), Words.of("en"), view, names=names, stress=stress)


def _draw(edition: str, view: View, stress: Stress | None = None) -> bytes:
    return draw_board(_scene(edition, view, stress))


def _draw_naively(edition: str, view: View) -> bytes:
    """Draw a picture the obvious way: everything three times too big, then scaled down."""
    return _packed(redrawn(_scene(edition, view), 3, Image.Resampling.LANCZOS))


def _packed(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _turns(views: Sequence[View], count: int) -> list[View]:
    """Return the views of the last *count* turns of a game, and of the turn before them."""
    return [new for old, new in pairwise(views) if new.turns != old.turns][-count - 1 :]


def _draw_turns(edition: str, turns: Sequence[View]) -> float:
    """Return the time of drawing turn after turn, as in a game, with an empty cache at first."""
    layout = maps.layout(edition)
    ground_for(maps.load(edition), layout, whole(layout), "en").sprites.clear()
    _draw(edition, turns[0])
    return seconds(lambda: [_draw(edition, view) for view in turns[1:]], 1)


def _warm(edition: str, views: Sequence[View], image: Image.Image) -> float:
    turns = _turns(views, 30)

    def encode() -> float:
        return seconds(lambda: [png(image) for _ in turns[1:]], 1)

    return _ratio(partial(_draw_turns, edition, turns), encode)


def _ratio(one: Callable[[], float], other: Callable[[], float]) -> float:
    """Return the time that *one* reports divided by that of *other*, measured alternately."""
    pairs = [(one(), other()) for _ in range(3)]
    return min(one for one, _ in pairs) / min(other for _, other in pairs)


# --- private pictures ---


def _own_rows(edition: str, views: Sequence[View]) -> Iterator[Row]:
    """Compare private pictures with as many boards, both drawn turn after turn."""
    hands = _hands(edition, views[-1])
    turns = _turns(views, len(hands) - 1)
    for name, draw, goal in OWN:
        times = _ratio(
            partial(_draw_own, edition, draw, hands), partial(_draw_turns, edition, turns)
        )
        yield Row(f"{edition}: {name} / board, CPU", times, goal)


def _hands(edition: str, view: View) -> list[tuple[View, Advice]]:
    """Return hands that grow card by card from 8 to 20, with 3 to 6 tickets."""
    spec, rng = maps.load(edition), Random(5)
    cards, tickets = rng.choices(list(spec.faces), k=HAND[-1]), rng.sample(list(spec.tickets), 6)
    hands = []
    for count in HAND:
        held = tuple(tickets[: 3 + (count - HAND[0]) // 4])
        seen = replace(view, viewer=Seat(0), hand=Counter(cards[:count]), tickets=held)
        hands.append((seen, Advice({ticket: missing_links(spec, seen, ticket) for ticket in held})))
    return hands


def _draw_own(
    edition: str, draw: Callable[[Scene], bytes], hands: Sequence[tuple[View, Advice]]
) -> float:
    spec, layout = maps.load(edition), maps.layout(edition)
    for kept in (HELD, PRINTED, ground_for(spec, layout, bare(layout), "en").sprites):
        kept.clear()
    scenes = [Scene(spec, layout, Words.of("en"), view, advice=plan) for view, plan in hands]
    first, *rest = [partial(draw, scene) for scene in scenes]
    first()
    return seconds(lambda: [picture() for picture in rest], 1)


def _likeness(edition: str, view: View) -> float:
    """Return the peak signal-to-noise ratio against our own redraw at four times the size."""
    fine = redrawn(_scene(edition, view), 4)
    quick = Image.open(BytesIO(_draw(edition, view))).convert("RGB")
    squares = ImageStat.Stat(ImageChops.difference(fine, quick)).sum2
    return 10 * log10(255**2 / (sum(squares) / (3 * fine.width * fine.height)))


# --- cold start and memory, measured in processes of their own ---


def _cold(edition: str) -> tuple[float, float]:
    view = played(edition)[-1]
    return _cost(lambda: _draw(edition, view))


def _naive_cost(edition: str) -> tuple[float, float]:
    view = played(edition)[-1]
    first, memory = _cost(lambda: _draw_naively(edition, view))
    return min(first, seconds(lambda: _draw_naively(edition, view), 2)), memory


def _cost(work: Callable[[], object]) -> tuple[float, float]:
    """Return the processor time and the peak memory of the first run of *work*."""
    before = _peak()
    taken = seconds(work, 1)
    return taken, max(1.0, _peak() - before)


def _peak() -> float:
    """Return the peak memory of this process in KiB.

    A new process inherits the `getrusage` value of its parent, so the kernel's own figure is
    better.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text(encoding="ascii").splitlines()
        return float(next(line for line in lines if line.startswith("VmHWM")).split()[1])
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _in_subprocess(work: Callable[[], tuple[float, float]]) -> tuple[float, float]:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work)
