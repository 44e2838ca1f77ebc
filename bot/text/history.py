"""A turn as a line of history: what remains of a board post after the game has moved on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import engine
from bot.games.model import SeatHistory
from bot.text.phrases import Phrases
from bot.text.rulebook import turns_each
from bot.text.words import shorten
from engine import events as e
from engine.board import MapSpec
from engine.history import undone
from engine.ids import DeckName
from render import signed

MAX_HISTORY_LENGTH = 3900
"""A message holds 4000 characters."""
STANDINGS_TURNS: Final = 25
SHORT_STANDINGS_TURNS: Final = 10
"""After how many turns the history names the standings, in a long and in a short game."""

Standings: TypeAlias = Mapping[int, Sequence[int]]
"""The public points of all seats, by the turn after which they are shown."""
NO_STANDINGS: Final[Standings] = MappingProxyType({})
Draw: TypeAlias = e.OpenCardTaken | e.BlindCardDrawn


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


def history_words(
    entries: Sequence[Entry],
    phrases: Phrases,
    past: SeatHistory,
    standings: Standings = NO_STANDINGS,
) -> str:
    """Return a line in small print for each turn, or an empty text if no event has a sentence.

    A turn with *standings* ends with them.
    """
    opening = phrases.words.say("history-opening")
    lines = []
    for turn, _, said in summarize_turns(entries, phrases, past):
        points = standings.get(turn)
        after = [] if points is None else [_standings_sentence(turn, points, phrases)]
        lines.append(" ".join([f"-# {turn or opening} · {said}", *after]))
    return shorten("\n".join(lines), MAX_HISTORY_LENGTH)


def standings_versions(entries: Sequence[Entry], spec: MapSpec) -> dict[int, int]:
    """Return the turns after which the history names the standings, with their last versions.

    It does so after a fixed number of turns, and when the last round begins. A turn that has not
    ended has no standings yet.
    """
    interval = STANDINGS_TURNS if turns_each(spec) >= STANDINGS_TURNS else SHORT_STANDINGS_TURNS
    last = {entry.turn: entry.version for entry in entries}
    begins = {entry.turn for entry in entries if isinstance(entry.event, e.LastRoundBegan)}
    ended = max((entry.turn for entry in entries), default=0)
    return {
        turn: version
        for turn, version in last.items()
        if 0 < turn < ended and (turn % interval == 0 or turn in begins)
    }


def _standings_sentence(turn: int, points: Sequence[int], phrases: Phrases) -> str:
    """Return all seats with their public points, the highest first."""
    ranked = sorted(range(len(points)), key=lambda seat: -points[seat])
    shown = [f"{phrases.name(seat)} {signed(points[seat], plus='')}" for seat in ranked]
    return phrases.words.say("history-standings", turns=turn, standings=" · ".join(shown))


def log_lines(events: Sequence[e.Event], phrases: Phrases, past: SeatHistory) -> list[str]:
    """Return a line for each event that has a sentence. Undone events are struck through.

    Both cards that a player draws in one turn are on the line of the first, unless only the second
    was undone.
    """
    gone, lines, draws = undone(events), dict[int, str](), _draws_by_line(events)
    for version, event in enumerate(events, 1):
        then = phrases.then(past, version)
        if isinstance(event, Draw):
            line = _draw_sentence(draws[version], then) if version in draws else None
        else:
            line = then.event(engine.redact(event, None))
        if line:
            lines[version] = f"~~{line}~~" if version in gone else line
    return [*lines.values()]


def _draws_by_line(events: Sequence[e.Event]) -> dict[int, list[Draw]]:
    """Return the drawn cards that share a line of the log, by the version of the first."""
    gone, found = undone(events), dict[int, list[Draw]]()
    first = 0
    for version, event in enumerate(events, 1):
        if isinstance(event, e.TurnBegan | e.Reverted):
            first = 0
        elif isinstance(event, Draw):
            if not first or (first in gone) != (version in gone):
                first = version
            found.setdefault(first, []).append(event)
    return found


def _sentences(events: Sequence[e.Event], turn: int, phrases: Phrases) -> Iterator[str]:
    """Yield the sentences of one turn.

    All cards that were drawn are in one sentence, at the place of the first.
    """
    drawn = [event for event in events if isinstance(event, Draw)]
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


def _draw_sentence(events: Sequence[Draw], phrases: Phrases) -> str:
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


def _card_names(events: Sequence[Draw], phrases: Phrases) -> list[str]:
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


def _hidden_deck(event: Draw) -> DeckName | None:
    return event.deck if isinstance(event, e.BlindCardDrawn) else None
