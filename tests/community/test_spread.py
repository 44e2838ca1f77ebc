"""Series of numbers as a picture."""

from __future__ import annotations

from bench.community.spread import Spread, Strip, plot_spread
from render.palette import LIMIT
from tests.render.scenes import open_image


def spread(*series: list[float]) -> Spread:
    """Strips with these numbers."""
    strips = [
        Strip(f"strip {n}", "about it", values, values[len(values) // 2] if values else None, "?")
        for n, values in enumerate(series)
    ]
    return Spread("A title", "and a line below it", "days", strips)


def test_it_is_small_and_the_same_for_the_same_numbers() -> None:
    full = spread(*[[n * 0.37 * (s + 1) for n in range(400)] for s in range(5)])
    picture = plot_spread(full)

    assert len(picture) <= LIMIT
    assert open_image(picture).size == (1600, 992)
    assert plot_spread(full) == picture


def test_a_series_may_be_empty() -> None:
    """Even all of them: then there is a scale and nothing on it."""
    assert plot_spread(spread([], [3.0])) != plot_spread(spread([], []))
