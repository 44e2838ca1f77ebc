"""The result of a game in words: in one line, or with the parts of each total."""

from __future__ import annotations

from itertools import chain, pairwise

from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import escape_markdown
from engine.ids import Seat
from engine.scoring import ScoreSheet
from render import signed


def ranking_line(snapshot: GameSnapshot, phrases: Phrases) -> str:
    """Return the winners and the places after them in one line, with the reason for a tie break."""
    sheet, words = snapshot.scores(), phrases.words
    best, *others = sheet.places
    winner = words.say(
        "result-winner",
        players=words.join_list([phrases.name(seat) for seat in best], "and"),
        winners=len(best),
        points=sheet.totals[best[0]],
    )
    places = [
        f"{sheet.place(seat)}. {phrases.name(seat)} {signed(sheet.totals[seat], plus='')}"
        for seat in chain(*others)
    ]
    return " · ".join([winner, *places, *tie_break_note(sheet, phrases)])


def result_lines(snapshot: GameSnapshot, phrases: Phrases) -> list[str]:
    """Return a line for each seat, with the parts of its total, and notes about the result."""
    sheet = snapshot.scores()
    lines = [
        phrases.words.say(
            "board-result",
            player=phrases.name(seat),
            place=sheet.place(seat),
            points=sheet.totals[seat],
            parts=_parts_text(sheet, seat, phrases),
        )
        for seat in chain(*sheet.places)
    ]
    notes = [*tie_break_note(sheet, phrases), *_caretaker_notes(snapshot, phrases)]
    return [*lines, *(f"-# {note}" for note in notes)]


def _parts_text(sheet: ScoreSheet, seat: Seat, phrases: Phrases) -> str:
    """Return the parts that add up to a seat's total, each rule once."""
    parts: dict[str, int] = {}
    for score in sheet.lines:
        if score.seat == seat:
            parts[score.rule] = parts.get(score.rule, 0) + score.points
    return ", ".join(
        f"{phrases.line(rule)} {signed(points, plus='')}" for rule, points in parts.items()
    )


def tie_break_note(sheet: ScoreSheet, phrases: Phrases) -> list[str]:
    """Explain why one of two seats with equal points is ranked higher (P8)."""
    found = [
        "tickets" if len(sheet.fulfilled[a]) != len(sheet.fulfilled[b]) else "path"
        for (a, *_), (b, *_) in pairwise(sheet.places)
        if sheet.totals[a] == sheet.totals[b]
    ]
    return [phrases.words.say(f"result-tie-{why}") for why in dict.fromkeys(found)]


def _caretaker_notes(snapshot: GameSnapshot, phrases: Phrases) -> list[str]:
    """Return a sentence for each seat that the caretaker played for a while."""
    seats = sorted(set(snapshot.table.past.helped.values()))
    return [
        phrases.words.say(
            "result-helped", seat=seat + 1, player=escape_markdown(phrases.names[seat])
        )
        for seat in seats
    ]
