"""Small parts of pictures, compared with how they looked when somebody looked at them.

After a change that is meant: `python -m tests.render.test_golden` writes them anew; look at them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render import Scene, Stress, draw_board, draw_hand, draw_tickets
from tests.render.scenes import opened, own, scene, view

FOLDER = Path(__file__).parent / "golden"
TOLERANCE = 4.0
"""How much of 255 the pixels may differ on average: fonts are not drawn alike everywhere."""
BROKEN = Path("out") / "golden"


def _board(edition: str, turn: int | None, box: tuple[int, int, int, int]) -> Image.Image:
    claimed = view(edition, turn).claimed_at
    stress = Stress(since=claimed[-3] if len(claimed) > 3 else None)
    names = [f"Guest {n}" for n in range(1, 6)]
    picture = draw_board(scene(edition, turn, language="de", names=names, stress=stress))
    return opened(picture).crop(box)


def _own(draw: Callable[[Scene], bytes], edition: str, turn: int) -> Image.Image:
    return opened(draw(own(edition, turn, 1, "de"))).crop((0, 0, 420, 300))


SCENES: dict[str, Callable[[], Image.Image]] = {
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
    wanted = Image.open(FOLDER / f"{name}.png").convert("RGB")

    found = SCENES[name]().convert("RGB")

    assert found.size == wanted.size
    away = sum(ImageStat.Stat(ImageChops.difference(found, wanted)).mean) / 3
    if away > TOLERANCE:
        BROKEN.mkdir(parents=True, exist_ok=True)
        found.save(BROKEN / f"{name}-found.png")
        wanted.save(BROKEN / f"{name}-wanted.png")
    assert away <= TOLERANCE


def main() -> None:
    """Write all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in SCENES.items():
        drawn().save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
