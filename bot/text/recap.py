"""What happened since a player's last visit, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.table import GameSnapshot
from bot.text.history import TurnSummary, summarize_turns, turn_entries
from bot.text.phrases import Phrases
from engine.events import Event, RouteClaimed, TurnBegan
from engine.history import undone
from engine.ids import RouteId, Seat

CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
"""The numbers of new claims, as the board picture shows them. Claims after the 20th get none."""


def recap_for(
    snapshot: GameSnapshot, news: Sequence[Event], phrases: Phrases, reader: Seat | None = None
) -> list[str]:
    """Return a line for each turn after `snapshot.since`, with what everyone may know.

    Undone events are left out, and so are the *reader*'s own. Claims have the numbers that they
    have in the picture.
    """
    gone, numbers = undone(news, snapshot.since), _fresh_claim_numbers(snapshot)
    began = [v for v, event in enumerate(news, snapshot.since + 1) if isinstance(event, TurnBegan)]
    now = snapshot.state.turns
    first = max(0, now - len([version for version in began if version not in gone]))
    entries = [
        entry
        for entry in turn_entries(news, snapshot.since, first, now)
        if reader is None or getattr(entry.event, "seat", None) != reader
    ]
    turns = summarize_turns(entries, phrases, snapshot.table.past)
    return [" ".join([*_claim_numbers(turn, numbers), turn.said]) for turn in turns]


def _claim_numbers(turn: TurnSummary, numbers: Mapping[RouteId, str]) -> list[str]:
    """Return the number of the route that was claimed in a turn, if the picture shows it."""
    built = [event.route for event in turn.events if isinstance(event, RouteClaimed)]
    return [numbers[route] for route in built if route in numbers]


def _fresh_claim_numbers(snapshot: GameSnapshot) -> Mapping[RouteId, str]:
    """Return the number of each new claim, or none after the end, when no board is shown."""
    if snapshot.state.over:
        return {}
    fresh = snapshot.view(None).claimed_since(snapshot.since)
    return dict(zip(fresh, CIRCLED, strict=False))
