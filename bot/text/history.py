"""A turn as a line of history: what remains of a board post after the game has moved on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import engine
from bot.games.model import SeatHistory
from bot.text.phrases import Phrases
from bot.text.words import shorten
from engine import events as e
from engine.ids import DeckName

MAX_HISTORY_LENGTH = 3900
"""A message holds 4000 characters."""


class Entry(NamedTuple):
    """An event, with its version and the turn it belongs to."""

    version: int
    turn: int
    event: e.Event


def turn_entries(news: Sequence[e.Event], first: int, turn: int, ended: int) -> list[Entry]:
    """Return the entries of *news* without the events that were undone.

    The events follow version *first* in turn *turn*, and lead to turn *ended*. An undo that reaches
    back before *first* is an entry of its own, because the undone events stand in an earlier line
    that is never changed.
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


class TurnSummary(NamedTuple):
    """A turn in words, with its events. The opening is turn 0."""

    turn: int
    events: Sequence[e.Event]
    said: str


def summarize_turns(
    entries: Sequence[Entry], phrases: Phrases, past: SeatHistory
) -> Iterator[TurnSummary]:
    """Yield every turn that has at least one sentence."""
    for turn, group in groupby(entries, key=lambda entry: entry.turn):
        played = list(group)
        then = phrases.then(past, played[0].version)
        events = [entry.event for entry in played]
        text = " ".join(filter(None, _sentences(events, turn, then)))
        if text:
            yield TurnSummary(turn, events, text)


def history_words(entries: Sequence[Entry], phrases: Phrases, past: SeatHistory) -> str:
    """Return a line in small print for each turn, or an empty text if no event has a sentence."""
    opening = phrases.words.say("history-opening")
    turns = summarize_turns(entries, phrases, past)
    lines = [f"-# {turn or opening} · {said}" for turn, _, said in turns]
    return shorten("\n".join(lines), MAX_HISTORY_LENGTH)


def _sentences(events: Sequence[e.Event], turn: int, phrases: Phrases) -> Iterator[str]:
    """Yield the sentences of one turn.

    All cards that were drawn are in one sentence, at the place of the first.
    """
    drawn = [event for event in events if isinstance(event, e.OpenCardTaken | e.BlindCardDrawn)]
    for event in events:
        if isinstance(event, e.Reverted):
            player = phrases.name(event.seat)
            yield phrases.words.say("history-reverted", player=player, number=turn)
        elif drawn and event is drawn[0]:
            yield _draw_sentence(drawn, phrases)
        elif not _is_redundant(event, turn, events) and event not in drawn:
            yield phrases.event(engine.redact(event, None)) or ""


def _is_redundant(event: e.Event, turn: int, events: Sequence[e.Event]) -> bool:
    """Return whether a sentence about this event adds nothing to the other *events* of its turn.

    Decks are shuffled before every game. A player who kept tickets has looked at them. Mixes that
    are revealed were chosen.
    """
    if isinstance(event, e.DeckShuffled):
        return not turn
    if isinstance(event, e.TicketsOffered):
        return any(isinstance(each, e.TicketsKept) and each.seat == event.seat for each in events)
    shown = any(isinstance(each, e.MixesRevealed) for each in events)
    return isinstance(event, e.MixChosen) and shown


def _draw_sentence(events: Sequence[e.OpenCardTaken | e.BlindCardDrawn], phrases: Phrases) -> str:
    """Return who drew which cards, with what everyone may know."""
    cards = [
        said
        for _, group in groupby(events, _hidden_deck)
        for said in _card_names([*group], phrases)
    ]
    player = phrases.name(events[0].seat)
    return phrases.words.say(
        "history-drew", player=player, cards=phrases.words.join_list(cards, "and")
    )


def _card_names(
    events: Sequence[e.OpenCardTaken | e.BlindCardDrawn], phrases: Phrases
) -> list[str]:
    """Return face-up cards by name, equal ones together, or the number of hidden cards."""
    deck = _hidden_deck(events[0])
    if deck is None:
        counted = Counter(event.card for event in events)
        return [
            phrases.card(card) if count == 1 else phrases.payment(((card, count),))
            for card, count in counted.items()
        ]
    blind = phrases.words.say("history-blind", count=len(events))
    return [f"{blind} ({phrases.deck(deck)})" if len(phrases.spec.decks) > 1 else blind]


def _hidden_deck(event: e.OpenCardTaken | e.BlindCardDrawn) -> DeckName | None:
    return event.deck if isinstance(event, e.BlindCardDrawn) else None
