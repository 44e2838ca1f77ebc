"""How a game ended, in words."""

from __future__ import annotations

from itertools import chain, pairwise

from bot.games.lobby import Lobby
from bot.games.table import Outcome
from bot.text.phrases import Speech
from bot.text.rulebook import proof
from bot.text.words import safe
from engine.scoring import ScoreSheet
from render import signed


def _helped(outcome: Outcome, speech: Speech) -> list[str]:
    """The seats that were not played by their owners alone."""
    seats = sorted(set(outcome.table.past.helped.values()))
    return [
        speech.words.say("result-helped", seat=seat + 1, player=safe(speech.names[seat]))
        for seat in seats
    ]


def broken_ties(sheet: ScoreSheet, speech: Speech) -> list[str]:
    """Why one of two seats with equal points came before the other (P8)."""
    found = [
        "tickets" if len(sheet.fulfilled[a]) != len(sheet.fulfilled[b]) else "path"
        for (a, *_), (b, *_) in pairwise(sheet.places)
        if sheet.totals[a] == sheet.totals[b]
    ]
    return [speech.words.say(f"result-tie-{why}") for why in dict.fromkeys(found)]


def result_words(outcome: Outcome, speech: Speech) -> str:
    """The ranking in words, hidden until somebody wants to see it, and the proof of the shuffle.

    Every total stands with the parts that it is the sum of.
    """
    sheet = outcome.scores()
    lines = []
    for seat in chain(*sheet.places):
        parts: dict[str, int] = {}
        for score in sheet.lines:
            if score.seat == seat:
                parts[score.rule] = parts.get(score.rule, 0) + score.points
        said = [f"{speech.line(rule)} {signed(points, plus='')}" for rule, points in parts.items()]
        facts: dict[str, str | int] = {
            "place": sheet.place(seat),
            "points": sheet.totals[seat],
            "parts": ", ".join(said),
        }
        lines.append(speech.words.say("board-result", player=speech.name(seat), **facts))
    hidden = [f"||{line}||" for line in (*lines, *broken_ties(sheet, speech))]
    hidden += [f"-# {line}" for line in _helped(outcome, speech)]
    table = Lobby(outcome.table.row, outcome.table.seats)
    return "\n".join([*hidden, *(f"-# {line}" for line in proof(table, speech.words))])
