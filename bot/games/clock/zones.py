"""Time zones by what people type, and which of them to offer first."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Final

from bot.games.clock.hours import zones

COMMON: Final = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Africa/Cairo",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "UTC",
)
"""From everywhere around the world: no hour of the day is missing by much."""
AT_HOME: Final = {
    "de": "Europe/Berlin",
    "en-US": "America/New_York",
    "fr": "Europe/Paris",
    "es-ES": "Europe/Madrid",
    "it": "Europe/Rome",
    "nl": "Europe/Amsterdam",
    "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo",
    "ja": "Asia/Tokyo",
}
"""Where most people live whose client speaks a language."""
OLD: Final = ("Etc/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "SystemV/")
"""How names begin that are kept for old programs: they come last."""


def zone_named(text: str) -> str | None:
    """The zone of this name, however it is written, or of this city; None: there is none.

    >>> zone_named("europe/berlin"), zone_named("New York"), zone_named("Nowhere")
    ('Europe/Berlin', 'America/New_York', None)
    """
    typed = _as_typed(text)
    cities = [name for low, name in _folded().items() if low.endswith(f"/{typed}")]
    return _folded().get(typed) or (cities[0] if len(cities) == 1 else None)


def zones_like(text: str, most: int = 25) -> list[str]:
    """The zones whose names fit best to what somebody types: their cities before all else.

    >>> zones_like("berlin", 1), zones_like("new york", 1), zones_like("Berln", 1)
    (['Europe/Berlin'], ['America/New_York'], ['Europe/Berlin'])
    """
    typed = _as_typed(text)
    names = _folded()
    fits = [
        (rank, name not in COMMON, name)
        for low, name in names.items()
        if (rank := _rank(low, typed))
    ]
    found = [name for *_, name in sorted(fits)] or [*dict.fromkeys(_near(typed, names, most))]
    return found[:most] or ["UTC"]


def usual_zones(locale: str, most: int = 25) -> list[str]:
    """Zones to choose from for whoever has typed nothing yet; *locale*: that of their client."""
    home = AT_HOME.get(locale)
    return [*dict.fromkeys([*([home] if home else []), *COMMON])][:most]


@cache
def _folded() -> dict[str, str]:
    return {name.casefold(): name for name in zones()}


def _as_typed(text: str) -> str:
    return text.strip().replace(" ", "_").casefold()


def _rank(low: str, typed: str) -> int:
    """How well a name fits; 0: not at all."""
    if typed not in low:
        return 0
    starts = low.rsplit("/", 1)[-1].startswith(typed)
    rank = 1 if starts else 2 if low.startswith(typed) else 3
    return rank + 3 * low.startswith(tuple(old.casefold() for old in OLD))


def _near(typed: str, names: dict[str, str], most: int) -> Iterator[str]:
    """Names that were perhaps meant."""
    cities = {low.rsplit("/", 1)[-1]: name for low, name in names.items()}
    for low in get_close_matches(typed, cities, most, 0.6):
        yield cities[low]
    for low in get_close_matches(typed, names, most, 0.4):
        yield names[low]
