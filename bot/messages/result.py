"""How a game ended, in words."""

from __future__ import annotations

from bot.language.fairness import proof
from bot.language.speech import Speech
from bot.play.table import Lobby, Outcome


def result_words(outcome: Outcome, speech: Speech) -> str:
    """The ranking in words, hidden until somebody wants to see it, and the proof of the shuffle.

    Every total stands with the parts that it is the sum of.
    """
    sheet = outcome.scores()
    lines = []
    for place, seats in enumerate(sheet.places, 1):
        for seat in seats:
            parts: dict[str, int] = {}
            for score in sheet.lines:
                if score.seat == seat:
                    parts[score.rule] = parts.get(score.rule, 0) + score.points
            said = ", ".join(f"{speech.line(rule)} {points}" for rule, points in parts.items())
            facts: dict[str, str | int] = {
                "place": place,
                "points": sheet.totals[seat],
                "parts": said,
            }
            lines.append(speech.words.say("board-result", player=speech.name(seat), **facts))
    hidden = [f"||{line}||" for line in lines]
    table = Lobby(outcome.table.row, outcome.table.seats)
    return "\n".join([*hidden, *(f"-# {line}" for line in proof(table, speech.words))])
