"""Pages about a table in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import engine
from bot.games.model import SeatHistory
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import shorten
from engine.events import Event
from engine.history import undone
from render import signed

MAX_LINES: Final = 20
"""Lines of the log on its page."""
MAX_PAGE_LENGTH: Final = 3900
"""A message holds 4000 characters."""


def board_page(snapshot: GameSnapshot, phrases: Phrases) -> str:
    """Return who owns which routes, and what else is on the board."""
    view, say = snapshot.view(None), phrases.words.say
    lines = []
    for seat in range(len(phrases.names)):
        own = [phrases.route(track) for track, owner in view.owners.items() if owner == seat]
        own += [
            f"{phrases.pieces(piece)}: {phrases.city(city)}"
            for (piece, city), owner in view.placed.items()
            if owner == seat
        ]
        lines.append(f"**{phrases.name(seat)}**: {', '.join(own) or '–'}")
    shown = ", ".join(phrases.card(card) if card else "–" for card in view.display)
    lines.append(f"{say('page-display')}: {shown}")
    return shorten("\n".join(lines), MAX_PAGE_LENGTH)


def log_page(events: Sequence[Event], phrases: Phrases, past: SeatHistory) -> str:
    """Return what happened recently. Undone events are struck through."""
    gone, lines = undone(events), []
    for version, event in enumerate(events, 1):
        line = phrases.then(past, version).event(engine.redact(event, None))
        if line:
            lines.append(f"~~{line}~~" if version in gone else line)
    recent = lines[-MAX_LINES:]
    return shorten("\n".join(recent) or phrases.words.say("log-empty"), MAX_PAGE_LENGTH)


def scores_page(snapshot: GameSnapshot, phrases: Phrases) -> str:
    """Return the points so far. Tickets stay secret until the end."""
    if snapshot.state.over:
        ranked = [(points, seat) for seat, points in enumerate(snapshot.scores().totals)]
    else:
        ranked = [(seat.points, n) for n, seat in enumerate(snapshot.view(None).seats)]
    lines = [
        f"**{signed(points, plus='')}** {phrases.name(seat)}"
        for points, seat in sorted(ranked, reverse=True)
    ]
    key = "scores-final" if snapshot.state.over else "scores-so-far"
    return "\n".join([*lines, f"-# {phrases.words.say(key)}"])
