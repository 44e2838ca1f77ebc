"""How a game ended, in words."""

from __future__ import annotations

from bot.language.fairness import proof
from bot.language.names import safe
from bot.language.speech import Speech
from bot.play.table import Lobby, Outcome


def _helped(outcome: Outcome, speech: Speech) -> list[str]:
    """The seats that were not played by their owners alone."""
    seats = sorted(set(outcome.table.past.helped.values()))
    return [
        speech.words.say("result-helped", seat=seat + 1, player=safe(speech.names[seat]))
        for seat in seats
    ]


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
    hidden += [f"-# {line}" for line in _helped(outcome, speech)]
    table = Lobby(outcome.table.row, outcome.table.seats)
    return "\n".join([*hidden, *(f"-# {line}" for line in proof(table, speech.words))])
