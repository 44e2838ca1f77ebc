"""Small parts of pictures, compared with how they looked when somebody looked at them.

Every edition has one of its board in play. A new one lacks it until somebody has looked at it:
`python -m tests.render.test_golden EDITION` writes it. After a change that is meant, without an
edition, the same command writes all of them anew; look at them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import maps
from render import Scene, Stress, draw_board, draw_hand, draw_tickets
from render.frame import whole
from render.placement.labels import mark_place
from tests.render.scenes import EDITIONS, middle, open_image, own, scene, view

FOLDER = Path(__file__).parent / "golden"
TOLERANCE = 4.0
"""How much of 255 the pixels may differ on average: fonts are not drawn alike everywhere."""
BROKEN = Path("out") / "golden"
AROUND = (170, 130)
"""So much is seen to each side of the latest claim."""


def _board(edition: str, turn: int | None, box: tuple[int, int, int, int]) -> Image.Image:
    claimed = view(edition, turn).claimed_at
    stress = Stress(since=claimed[-3] if len(claimed) > 3 else None)
    names = [f"Guest {n}" for n in range(1, 6)]
    picture = draw_board(scene(edition, turn, language="de", names=names, stress=stress))
    return open_image(picture).crop(box)


def _in_play(edition: str) -> Image.Image:
    """Around the latest claim, in the middle of the game."""
    spec, layout, turn = maps.load(edition), maps.layout(edition), middle(edition)
    latest = [*view(edition, turn).owners][-1]
    x, y = map(round, whole(layout).camera.pixel(*mark_place(spec, layout, latest)))
    return _board(edition, turn, (x - AROUND[0], y - AROUND[1], x + AROUND[0], y + AROUND[1]))


def _own(draw: Callable[[Scene], bytes], edition: str, turn: int) -> Image.Image:
    return open_image(draw(own(edition, turn, 1, "de"))).crop((0, 0, 420, 300))


SCENES: dict[str, Callable[[], Image.Image]] = {
    edition: partial(_in_play, edition) for edition in EDITIONS
} | {
    "usa": lambda: _board("usa", 40, (1560, 380, 1880, 620)),
    "usa-panel": lambda: _board("usa", 40, (0, 1340, 920, 1644)),
    "germany": lambda: _board("germany", 40, (150, 680, 470, 960)),
    "new-york": lambda: _board("new-york", 15, (560, 560, 900, 820)),
    "world": lambda: _board("world", 40, (900, 480, 1260, 760)),
    "hand": lambda: _own(draw_hand, "world", 40),
    "tickets": lambda: _own(draw_tickets, "new-york", 0),
}


@pytest.mark.parametrize("name", SCENES)
def test_looks_as_it_did(name: str) -> None:
    """On failure both pictures are kept in out/golden."""
    assert (FOLDER / f"{name}.png").exists(), f"write it: python -m tests.render.test_golden {name}"
    wanted = Image.open(FOLDER / f"{name}.png").convert("RGB")

    found = SCENES[name]().convert("RGB")

    assert found.size == wanted.size
    away = sum(ImageStat.Stat(ImageChops.difference(found, wanted)).mean) / 3
    if away > TOLERANCE:
        BROKEN.mkdir(parents=True, exist_ok=True)
        found.save(BROKEN / f"{name}-found.png")
        wanted.save(BROKEN / f"{name}-wanted.png")
    assert away <= TOLERANCE


def test_none_is_left_over() -> None:
    """Each picture is of a scene that there is."""
    assert {path.stem for path in FOLDER.iterdir()} <= SCENES.keys()


def main(names: Sequence[str]) -> None:
    """Write these anew, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or SCENES:
        SCENES[name]().save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
