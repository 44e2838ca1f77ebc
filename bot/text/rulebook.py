"""The rules in words, made from an edition's data. A new edition needs no text of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from statistics import fmean
from typing import Final

import maps
from bot.games.lobby import MAX_WORD_LENGTH, Lobby
from bot.text.phrases import Phrases
from bot.text.words import Words, escape_markdown
from engine.actions import ChooseMix
from engine.board import MapSpec
from engine.ids import Seat
from engine.ruleset import Rules

TOPICS: Final = (
    "edition",
    "turn",
    "cards",
    "routes",
    "tickets",
    "end",
    "scoring",
    "time",
    "secrets",
    "fairness",
)

COMPARED_CHARACTERS: Final = 32
"""The length of the hash in posts. 128 bits are too many to find a second seed that fits."""

TURN_ROUNDING: Final = 5
"""Estimates of turns are rounded to a multiple of this number."""


def rules_page(words: Words, topic: str, spec: MapSpec, posts: Words | None = None) -> str:
    """Return one topic of the rules, as they are in this edition.

    Buttons are quoted in the language of the *posts* that have them.
    """
    words, title = words.for_edition(spec), spec.title(words.language)
    if topic == "edition":
        about = maps.catalogue()[spec.id].about(words.language)
        lines = "\n".join(f"- {line}" for line in edition_differences(words, spec))
        return f"### {title}\n{about}\n{lines}"
    quoted = ("join", "word", "snooze", "away", "nudge", "im-back", "more")
    buttons = (posts or words).labels(*quoted)
    text = words.say(f"rules-{topic}", **_edition_facts(words, spec), **buttons)
    return f"### {words.say(f'topic-{topic}')} ({title})\n{text}"


def edition_differences(words: Words, spec: MapSpec) -> Iterator[str]:
    """Yield a line for each thing that is special in this edition."""
    yield words.say("edition-table", **_edition_facts(words, spec))
    yield words.say("edition-tickets", **_edition_facts(words, spec))
    if len(spec.ticket_decks) > 1:
        yield words.say("edition-two-decks")
    yield words.say("edition-end", **_edition_facts(words, spec))
    if any(city.is_end for city in spec.cities.values()):
        yield words.say("edition-countries")
    if any(ticket.tour for ticket in spec.tickets.values()):
        yield words.say("edition-tours")
    for part in Rules.compile(spec, spec.seats[-1]).parts:
        if not part.everywhere:
            facts = {f.name: getattr(part, f.name) for f in fields(part) if f.name != "spec"}
            yield words.say(f"mechanic-{part.name.replace('_', '-')}", **_flatten_facts(facts))


def turns_each(spec: MapSpec) -> int:
    """Estimate how many turns each player has: one for two cards, and one for each claimed route.

    The estimate holds for any number of seats, because the first player to use up their pieces ends
    the game.
    """
    choices = Rules.compile(spec, spec.seats[-1]).opening_choices(Seat(0))
    mix = next((choice.pieces for choice in choices if isinstance(choice, ChooseMix)), {})
    on_routes = {route.piece for route in spec.routes.values()}
    pieces = sum(n for piece, n in [*spec.pieces.items(), *mix.items()] if piece in on_routes)
    length = fmean(route.length for route in spec.routes.values())
    return TURN_ROUNDING * round((pieces / 2 + pieces / length) / TURN_ROUNDING)


def _edition_facts(words: Words, spec: MapSpec) -> dict[str, str | int]:
    """Return the facts about an edition that the sentences name."""
    phrases, deal = Phrases(words, spec), spec.deal
    pieces = [phrases.count(piece, count) for piece, count in spec.pieces.items()]
    return {
        "fewest": spec.seats[0],
        "most": spec.seats[-1],
        "start_pieces": ", ".join(pieces),
        "cards": sum(spec.hand.values()),
        "first": deal.first,
        "keep_first": deal.keep_first,
        "draw": deal.draw,
        "keep": deal.keep,
        "at_most": spec.end.at_most,
        "more_turns": spec.end.more_turns,
        "sweep_at": spec.sweep_at,
        "points": ", ".join(map(str, spec.route_points.values())),
    }


def _flatten_facts(facts: dict[str, object]) -> dict[str, str | int]:
    """Return numbers unchanged, tuples as text, and each count of a dict under its own name."""
    plain: dict[str, str | int] = {}
    for name, value in facts.items():
        if isinstance(value, int):
            plain[name] = value
        elif isinstance(value, tuple):
            plain[name] = ", ".join(map(str, value))
        elif isinstance(value, dict):
            plain |= {f"{name}_{kind}": count for kind, count in value.items()}
    return plain


def fairness_line(lobby: Lobby, words: Words) -> str:
    """Return the small line of a table's post: the start of the hash that was promised."""
    return f"-# {words.say('fair-line', hash=lobby.row.commitment[:COMPARED_CHARACTERS])}"


def fairness_details(lobby: Lobby, words: Words) -> list[str]:
    """Return the hash, all words, the seed of a finished game, and what they prove."""
    seed = words.say("fair-seed", seed=lobby.row.seed.hex(), game=lobby.row.id)
    return [
        words.say("fair-hash", hash=lobby.row.commitment),
        *_shuffle_words(lobby, words),
        *([seed] if lobby.row.status == "over" else []),
        words.say("fair-means"),
    ]


def _shuffle_words(lobby: Lobby, words: Words) -> list[str]:
    """Return the players' words, and whether a player has left since."""
    if not lobby.seats:
        return []
    word_texts = [
        words.say(
            "fair-word",
            player=escape_markdown(seat.name),
            word=escape_markdown(seat.word, MAX_WORD_LENGTH),
        )
        for seat in lobby.words
    ]
    since = [words.say("fair-left-since")] if lobby.left_since else []
    return [words.say("fair-words", words=", ".join(word_texts)), *since]
