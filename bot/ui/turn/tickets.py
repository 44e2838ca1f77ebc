"""Which tickets to draw, and which to keep."""

from __future__ import annotations

from collections.abc import Mapping

from bot.pictures.picture import Picture
from bot.ui.components import (
    GO,
    MAIN,
    Item,
    Option,
    Screen,
    back,
    button,
    gallery,
    panel,
    rows,
    select,
    text,
)
from bot.ui.seat_view import OwnSeat
from bot.ui.turn.advice import Sums
from engine.ids import Piece
from engine.questions import SplitChoice, TicketChoice


def ask_panel(own: OwnSeat) -> Screen:
    """Whether to draw tickets at all, and where there are two decks, how many of each."""
    splits = own.menu.splits()
    if len(splits) > 1:
        return split_panel(own, "ask")
    take = button(own.say("button-take"), own.press("ask", str(splits[0])), GO)
    return panel(text(_asked(own)), *rows([take, back(own)]))


def split_panel(own: OwnSeat, verb: str) -> Screen:
    """How many tickets come from the long deck, and what is in the decks."""
    count = _count(own)
    buttons = [
        button(own.say("split-long", count=long, of=count), own.press(verb, str(long)), MAIN)
        for long in own.menu.splits()
    ]
    opening = isinstance(own.view.waiting, SplitChoice)
    question = (
        own.say("question-SplitChoice") if opening else f"{_asked(own)} {own.say('split-ask')}"
    )
    piles = own.say("split-piles", **_values(own))
    return panel(text(f"{question}\n-# {piles}"), *rows([*buttons, back(own)]))


def _asked(own: OwnSeat) -> str:
    count = _count(own)
    return own.say("tickets-ask", draw=count, keep=min(count, own.speech.spec.deal.keep))


def _count(own: OwnSeat) -> int:
    """So many tickets would be drawn: fewer where the decks have no more."""
    deal = own.speech.spec.deal
    wanted = deal.first if isinstance(own.view.waiting, SplitChoice) else deal.draw
    return min(wanted, sum(own.view.ticket_decks.values()))


def _values(own: OwnSeat) -> dict[str, str]:
    """From how much to how much the tickets of each deck are worth, the short ones first."""
    spec = own.speech.spec
    worth = [[spec.tickets[t].points for t in deck] for deck in spec.ticket_decks.values()]
    return {
        name: f"{min(points)}–{max(points)}"
        for name, points in zip(("short", "long"), worth, strict=True)
    }


def tickets_panel(own: OwnSeat, sums: Sums, picture: Picture | None) -> Screen:
    """The tickets on offer, numbered as in the picture, to keep some of them.

    *sums* says what each of them, and several together, still take.
    """
    question = own.view.waiting
    if not isinstance(question, TicketChoice):
        return panel(text(own.say("question-none")))
    options = [
        Option(f"{n + 1} · {own.speech.ticket(ticket)}", str(n), _alone(own, sums[n,]))
        for n, ticket in enumerate(question.offered)
    ]
    together = [_together(own, places, needs) for places, needs in sums.items() if len(places) > 1]
    items: list[Item] = [
        text(own.say("tickets-keep", least=question.keep)),
        *([gallery(picture)] if picture else []),
        *([text("\n".join(f"-# {line}" for line in together))] if together else []),
        select(
            own.press("keep"),
            own.say("tickets-placeholder"),
            options,
            question.keep,
            len(options),
        ),
        *rows([back(own)]),
    ]
    return panel(*items, picture=picture)


def _alone(own: OwnSeat, needs: Mapping[Piece, int] | None) -> str:
    """How far a ticket is from being fulfilled."""
    if needs is None:
        return own.say("ticket-blocked")
    if not any(needs.values()):
        return own.say("ticket-done")
    return own.say("tickets-alone", pieces=_pieces(own, needs))


def _together(own: OwnSeat, places: tuple[int, ...], needs: Mapping[Piece, int] | None) -> str:
    """What several tickets take together, by their numbers."""
    numbers = " + ".join(str(place + 1) for place in places)
    if needs is None:
        return own.say("tickets-together-blocked", numbers=numbers)
    return own.say("tickets-together", numbers=numbers, pieces=_pieces(own, needs))


def _pieces(own: OwnSeat, needs: Mapping[Piece, int]) -> str:
    """So many pieces of each kind, of those that there are; a mix may still be to come (S7)."""
    have = own.view.seats[own.seat].pieces
    return ", ".join(
        own.say("pieces-of", count=count, pieces=own.speech.count(piece, have[piece]))
        if piece in have
        else own.speech.count(piece, count)
        for piece, count in needs.items()
    )
