"""The result of a game in words."""

from __future__ import annotations

from itertools import chain, pairwise

from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import escape_markdown
from engine.scoring import ScoreSheet
from render import signed


def _caretaker_note(snapshot: GameSnapshot, phrases: Phrases) -> list[str]:
    """Return a line for each seat that the caretaker played for a while."""
    seats = sorted(set(snapshot.table.past.helped.values()))
    return [
        phrases.words.say(
            "result-helped", seat=seat + 1, player=escape_markdown(phrases.names[seat])
        )
        for seat in seats
    ]


def tie_break_note(sheet: ScoreSheet, phrases: Phrases) -> list[str]:
    """Explain why one of two seats with equal points is ranked higher (P8)."""
    found = [
        "tickets" if len(sheet.fulfilled[a]) != len(sheet.fulfilled[b]) else "path"
        for (a, *_), (b, *_) in pairwise(sheet.places)
        if sheet.totals[a] == sheet.totals[b]
    ]
    return [phrases.words.say(f"result-tie-{why}") for why in dict.fromkeys(found)]


def result_words(snapshot: GameSnapshot, phrases: Phrases) -> str:
    """Return the ranking, hidden as spoilers, and how to check the shuffle.

    Each total is followed by the parts that add up to it.
    """
    sheet = snapshot.scores()
    lines = []
    for seat in chain(*sheet.places):
        parts: dict[str, int] = {}
        for score in sheet.lines:
            if score.seat == seat:
                parts[score.rule] = parts.get(score.rule, 0) + score.points
        part_texts = [
            f"{phrases.line(rule)} {signed(points, plus='')}" for rule, points in parts.items()
        ]
        facts: dict[str, str | int] = {
            "place": sheet.place(seat),
            "points": sheet.totals[seat],
            "parts": ", ".join(part_texts),
        }
        lines.append(phrases.words.say("board-result", player=phrases.name(seat), **facts))
    hidden = [f"||{line}||" for line in (*lines, *tie_break_note(sheet, phrases))]
    hidden += [f"-# {line}" for line in _caretaker_note(snapshot, phrases)]
    return "\n".join([*hidden, f"-# {phrases.words.say('fair-line-over')}"])
