"""Panels that ask which tickets to draw, and which to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.pictures.picture import Picture
from bot.ui.components import (
    SUCCESS,
    Item,
    Option,
    Screen,
    ShownPicture,
    back_button,
    button,
    button_rows,
    gallery,
    make_panel,
    select,
    text_block,
)
from bot.ui.seat_view import SeatView
from engine.advice import Sums, TicketSum
from engine.ids import Piece
from engine.questions import SplitChoice, TicketChoice


def ask_panel(own: SeatView) -> Screen:
    """Return the question whether to draw tickets and, with two decks, how many from each."""
    splits = own.menu.splits()
    if len(splits) > 1:
        return split_panel(own, "ask")
    take = button(own.say("button-take"), own.press("ask", str(splits[0])), SUCCESS)
    return make_panel(text_block(_draw_question(own)), *button_rows([take, back_button(own)]))


def split_panel(own: SeatView, verb: str, *, on_card: bool = False) -> Screen:
    """Return the question how many tickets come from the long deck, and what the decks contain.

    A hand card asks the question itself, and has no way back.
    """
    count = _ticket_count(own)
    buttons = [
        button(split_label(own, count - long, long), own.press(verb, str(long)))
        for long in own.menu.splits()
    ]
    opening = isinstance(own.view.waiting, SplitChoice)
    question = (
        own.say("question-SplitChoice")
        if opening
        else f"{_draw_question(own)} {own.say('split-ask')}"
    )
    piles = own.say("split-piles", **_deck_values(own))
    if on_card:
        return make_panel(text_block(f"-# {piles}"), *button_rows(buttons))
    return make_panel(
        text_block(f"{question}\n-# {piles}"), *button_rows([*buttons, back_button(own)])
    )


def split_label(own: SeatView, short: int, long: int) -> str:
    """Return how many tickets come from each deck, without decks that give none."""
    counts = {"short": short, "long": long}
    named = [own.say(f"split-{deck}", count=count) for deck, count in counts.items() if count]
    return " + ".join(named)


def _draw_question(own: SeatView) -> str:
    count = _ticket_count(own)
    return own.say("tickets-ask", draw=count, keep=min(count, own.phrases.spec.deal.keep))


def _ticket_count(own: SeatView) -> int:
    """Return how many tickets the player would draw. It is fewer if the decks have no more."""
    deal = own.phrases.spec.deal
    wanted = deal.first if isinstance(own.view.waiting, SplitChoice) else deal.draw
    return min(wanted, sum(own.view.ticket_decks.values()))


def _deck_values(own: SeatView) -> dict[str, str]:
    """Return the range of points of each deck's tickets, the short deck first."""
    spec = own.phrases.spec
    worth = [[spec.tickets[t].points for t in deck] for deck in spec.ticket_decks.values()]
    return {
        name: f"{min(points)}–{max(points)}"
        for name, points in zip(("short", "long"), worth, strict=True)
    }


def offer_items(
    own: SeatView,
    sums: Sums,
    pictures: Sequence[Picture | ShownPicture] = (),
    picked: Sequence[int] = (),
) -> list[Item]:
    """Return the tickets on offer, numbered as in the pictures, and the select to pick some.

    *sums* has the pieces that each of them, and several together, still need. *picked* are the
    places of the tickets that are selected.
    """
    question = own.view.waiting
    if not isinstance(question, TicketChoice):
        return []
    options = [
        Option(
            f"{n + 1} · {own.phrases.ticket(ticket)}",
            str(n),
            _ticket_needs(own, sums[n,]),
            chosen=n in picked,
        )
        for n, ticket in enumerate(question.offered)
    ]
    together = group_lines(own, sums)
    return [
        *(gallery(picture) for picture in pictures),
        *([text_block("\n".join(f"-# {line}" for line in together))] if together else []),
        select(
            own.press("pick"),
            own.say("tickets-placeholder"),
            options,
            question.keep,
            len(options),
        ),
    ]


def _ticket_needs(own: SeatView, needs: TicketSum | None) -> str:
    """Return how far a ticket is from completion."""
    if needs is None:
        return own.say("ticket-blocked")
    if needs.done:
        return own.say("ticket-done")
    if own.view.tickets:
        return _sum_text(own, needs)
    return own.say("tickets-alone", needs=_sum_text(own, needs))


def group_lines(own: SeatView, sums: Sums) -> list[str]:
    """Return what several tickets need together, by their numbers."""
    return [
        own.say(
            "tickets-together",
            numbers=" + ".join(str(place + 1) for place in places),
            needs=_sum_text(own, needs),
        )
        for places, needs in sums.items()
        if len(places) > 1 and needs is not None
    ]


def _sum_text(own: SeatView, needs: TicketSum) -> str:
    """Return the needed pieces. With tickets in hand, start with what they need in addition."""
    total = _pieces_text(own, needs.total)
    if not own.view.tickets:
        return total
    changed = {piece: count for piece, count in needs.extra.items() if count} or needs.extra
    extra = ", ".join(
        f"{'−' if count < 0 else '+'}{own.phrases.count(piece, abs(count))}"
        for piece, count in changed.items()
    )
    return own.say("tickets-more", extra=extra, needs=total)


def _pieces_text(own: SeatView, needs: Mapping[Piece, int]) -> str:
    """Return the needed pieces of each kind, out of those that the player has.

    Before the player has chosen a mix (S7), return only the needed pieces.
    """
    have = own.view.seats[own.seat].pieces
    return ", ".join(
        own.say("pieces-of", count=count, own=own.phrases.count(piece, have[piece]))
        if piece in have
        else own.phrases.count(piece, count)
        for piece, count in needs.items()
    )
