"""A turn as a line of history: what stays of a board post when the game has gone on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import engine
from bot.language.speech import Speech
from bot.language.words import shortened
from bot.play.past import Past
from engine import events as e

LONGEST = 3900
"""A message holds 4000 characters."""


class Entry(NamedTuple):
    """An event, with its version and the turn it belongs to."""

    version: int
    turn: int
    event: e.Event


def standing(news: Sequence[e.Event], first: int, turn: int, ended: int) -> list[Entry]:
    """What is left of *news* once what was taken back is left out.

    They follow version *first*, in turn *turn*, and lead to turn *ended*. What was taken back from
    before them is an entry of its own: it stands in an earlier line, which is never changed.
    """
    kept: list[Entry] = []
    at = {first: turn}
    for version, event in enumerate(news, first + 1):
        if isinstance(event, e.TurnBegan):
            turn += 1
        elif isinstance(event, e.Reverted):
            kept = [entry for entry in kept if entry.version <= event.to]
            turn = at.get(event.to, ended)
            if event.to < first:
                kept.append(Entry(version, turn, event))
            at[version] = turn
            continue
        at[version] = turn
        kept.append(Entry(version, turn, event))
    return kept


def history_words(entries: Sequence[Entry], speech: Speech, past: Past) -> str:
    """A line in small print for each turn; empty: nothing happened that is worth a line."""
    lines = []
    for turn, group in groupby(entries, key=lambda entry: entry.turn):
        played = list(group)
        then = speech.then(past, played[0].version)
        said = " ".join(filter(None, _said([entry.event for entry in played], turn, then)))
        if said:
            mark = str(turn) if turn else speech.words.say("history-opening")
            lines.append(f"-# {mark} · {said}")
    return shortened("\n".join(lines), LONGEST)


def _said(events: Sequence[e.Event], turn: int, speech: Speech) -> Iterator[str]:
    """Sentences of one turn; the cards that somebody drew are one."""
    for drew, group in groupby(events, key=_draws):
        if drew:
            yield _drawn(list(group), speech)
            continue
        for event in group:
            if isinstance(event, e.Reverted):
                player = speech.name(event.seat)
                yield speech.words.say("history-reverted", player=player, number=turn)
            elif line := speech.event(engine.redact(event, None)):
                yield line


def _draws(event: e.Event) -> bool:
    """Whether it is part of drawing cards; what fills the display in between says nothing."""
    return isinstance(event, e.OpenCardTaken | e.BlindCardDrawn | e.DisplayFilled)


def _drawn(events: Sequence[e.Event], speech: Speech) -> str:
    cards, player = [], ""
    for event in events:
        if isinstance(event, e.OpenCardTaken):
            cards.append(speech.card(event.card))
        elif isinstance(event, e.BlindCardDrawn):
            cards.append(speech.words.say("history-blind", deck=speech.deck(event.deck)))
        else:
            continue
        player = speech.name(event.seat)
    return speech.words.say("history-drew", player=player, cards=", ".join(cards)) if cards else ""
