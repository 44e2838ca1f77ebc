"""Pages about a table in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.model import SeatHistory
from bot.games.table import GameSnapshot
from bot.text.history import log_lines
from bot.text.phrases import Phrases
from bot.text.result import result_lines
from bot.text.words import shorten
from engine.events import Event
from engine.view import SeatView, View
from render import signed

MAX_LINES: Final = 20
"""Lines of the log on its page."""
MAX_PAGE_LENGTH: Final = 3900
"""A message holds 4000 characters."""


def board_page(snapshot: GameSnapshot, phrases: Phrases) -> str:
    """Return everything that is on the board: cards, decks, seats, and who owns which routes."""
    view, say = snapshot.view(None), phrases.words.say
    shown = ", ".join(phrases.card(card) if card else "–" for card in view.display)
    title = phrases.spec.title(phrases.words.language)
    lines = [
        f"### {title} · {say('board-turn', number=view.turns)}",
        f"{say('page-display')}: {shown}",
        deck_words(view, phrases),
    ]
    for seat, facts in enumerate(seat_lines(view, phrases)):
        own = [phrases.route(track) for track, owner in view.owners.items() if owner == seat]
        own += [
            f"{phrases.pieces(piece)}: {phrases.city(city)}"
            for (piece, city), owner in view.placed.items()
            if owner == seat
        ]
        lines += [facts, f"-# {', '.join(own) or '–'}"]
    return shorten("\n".join(lines), MAX_PAGE_LENGTH)


def position_text(view: View, phrases: Phrases) -> str:
    """Return the face-up cards, decks and seats, for posts without a picture of the board."""
    cards = " ".join(phrases.sign(card) if card else "▫️" for card in view.display)
    return "\n".join([f"{cards}  {deck_words(view, phrases)}", *seat_lines(view, phrases)])


def position_alt(view: View, phrases: Phrases) -> str:
    """Return everything that a picture of the board shows apart from the routes, as plain text."""
    say = phrases.words.say
    cards = ", ".join(phrases.card_name(card) if card else "–" for card in view.display)
    parts = [f"{say('page-display')}: {cards}.", f"{deck_words(view, phrases)}."]
    for number, seat in enumerate(view.seats):
        routes = sum(owner == number for owner in view.owners.values())
        counts = {"routes": routes, "cards": seat.cards, "tickets": seat.tickets}
        left, player = _pieces(seat, phrases), phrases.plain_name(number)
        parts.append(say("alt-seat", player=player, points=seat.points, left=left, **counts))
    return " ".join(parts)


def deck_words(view: View, phrases: Phrases) -> str:
    """Return how many cards and tickets are left to draw."""
    say = phrases.words.say
    decks = [
        say("board-deck", deck=phrases.deck(name), left=left, gone=gone)
        for name, (left, gone) in view.decks.items()
    ]
    return " · ".join([*decks, say("board-tickets", count=sum(view.ticket_decks.values()))])


def seat_lines(view: View, phrases: Phrases) -> Iterator[str]:
    """Yield a line for each seat: points, cards, tickets and pieces. It marks whose turn it is."""
    for number, seat in enumerate(view.seats):
        mark = "▶️" if view.turn == number else ("⏳" if seat.choosing else "▫️")
        counts = {"points": seat.points, "cards": seat.cards, "tickets": seat.tickets}
        facts = phrases.words.say("board-seat", **counts, left=_pieces(seat, phrases))
        yield f"{mark} **{phrases.name(number)}**: {facts}"


def _pieces(seat: SeatView, phrases: Phrases) -> str:
    return ", ".join(phrases.count(piece, n) for piece, n in seat.pieces.items())


def log_page(events: Sequence[Event], phrases: Phrases, past: SeatHistory) -> str:
    """Return what happened recently, with a line per draw. Undone events are struck through."""
    recent = log_lines(events, phrases, past)[-MAX_LINES:]
    return shorten("\n".join(recent) or phrases.words.say("log-empty"), MAX_PAGE_LENGTH)


def scores_page(snapshot: GameSnapshot, phrases: Phrases) -> str:
    """Return the points so far, or the result. Tickets stay secret until the end."""
    if snapshot.state.over:
        final = f"### {phrases.words.say('scores-final')}"
        return "\n".join([final, *result_lines(snapshot, phrases)])
    ranked = [(seat.points, n) for n, seat in enumerate(snapshot.view(None).seats)]
    lines = [
        f"**{signed(points, plus='')}** {phrases.name(seat)}"
        for points, seat in sorted(ranked, reverse=True)
    ]
    return "\n".join([*lines, f"-# {phrases.words.say('scores-so-far')}"])
