"""Games counted up: the middle, nine of ten, and games without an end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bench.community.figures import Played, figures_of, ratio


def games(scenario: str, *days: int | None) -> list[Played]:
    """Games that took so many days; None: for ever."""
    spans = [None if day is None else timedelta(days=day) for day in days]
    return [Played(scenario, number, span, 10) for number, span in enumerate(spans)]


@pytest.mark.parametrize(
    ("days", "median", "p90", "ended"),
    [
        ((7,), 7, 7, 1),
        ((4, 1, 3, 2), 2.5, 4, 4),
        ((*range(1, 11),), 5.5, 9, 10),
        ((1, 2, None), 2, None, 2),
        ((1, None), None, None, 1),
        ((None, None), None, None, 0),
    ],
)
def test_what_is_told(
    days: tuple[int | None, ...], median: float | None, p90: float | None, ended: int
) -> None:
    figures = figures_of(games("plain", *days))["plain"]

    assert (figures.median, figures.p90, figures.ended) == (median, p90, ended)


def test_the_ratio_is_that_of_the_medians() -> None:
    figures = figures_of([*games("orders", 1, 2, 9), *games("plain", 10, 5, 8)])

    assert [*figures] == ["plain", "orders"]
    assert ratio(figures) == 0.25
    assert ratio(figures_of([*games("orders", None), *games("plain", 8)])) is None


def test_waits_are_parts_of_all_of_them() -> None:
    waits = [{"turns": timedelta(hours=1)}, {"opening": timedelta(hours=3)}]
    played = [Played("orders", n, None, 1, wait) for n, wait in enumerate(waits)]

    assert figures_of(played)["orders"].waits == {"opening": 0.75, "turns": 0.25}
