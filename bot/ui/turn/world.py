"""Panels of the World edition: the mix of pieces, harbors and exchanges."""

from __future__ import annotations

from typing import Final

from bot.ui.components import (
    SUCCESS,
    Item,
    Option,
    Screen,
    back_button,
    button,
    button_rows,
    make_panel,
    select,
    text_block,
)
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import fitting_mix
from engine.actions import ExchangePieces
from engine.ids import CityId, Piece
from engine.questions import Turn
from engine.rules.exchange import Exchange
from engine.rules.harbours import Harbours
from engine.rules.piece_mix import PieceMix

FEW_PIECES: Final = 20
"""With at most this many trains and ships, a player hears about harbors that are not built."""
FITTING: Final = "fitting"
"""In place of a number of trains: the mix that fits the player's tickets.

A custom id must not contain that number, because it would reveal something about the tickets.
"""


def mix_panel(own: SeatView) -> Screen:
    """Return the choice of trains and ships.

    The first button takes the mix that fits the player's tickets.
    """
    suggested = _suggested_mix(own)
    options = [
        Option(
            " · ".join(own.phrases.count(p, n) for p, n in action.pieces.items()),
            str(next(iter(action.pieces.values()))),
            own.say("mix-suggested") if next(iter(action.pieces.values())) == suggested else "",
        )
        for action in own.menu.mixes()
    ]
    if not options:
        return make_panel(text_block(own.say("question-none")))
    buttons: list[Item] = [back_button(own)]
    fitting = fitting_mix(own.snapshot, own.seat)
    if fitting:
        pieces = " · ".join(own.phrases.count(p, n) for p, n in fitting.items())
        label = own.say("mix-fitting", mix=pieces)
        buttons.insert(0, button(label, own.press("mixed", FITTING), SUCCESS))
    return make_panel(
        text_block(own.say("question-MixChoice")),
        select(own.press("mixed"), own.say("mix-placeholder"), options),
        *button_rows(buttons),
    )


def _suggested_mix(own: SeatView) -> int | None:
    """Return the edition's own suggestion: a number of pieces of the first kind."""
    for rule in own.snapshot.table.rules.parts:
        if isinstance(rule, PieceMix):
            return next(iter(rule.suggested.values()), None)
    return None


def harbour_panel(own: SeatView) -> Screen:
    """Return where the player can build a harbor now, the ports on most tickets first."""
    cities = sorted(
        dict.fromkeys(action.city for action in own.harbours()),
        key=lambda city: -tickets_naming(own, city),
    )
    if not cities:
        return make_panel(
            text_block(f"{own.say('harbour-none')} {_harbour_price(own)}".strip()),
            *button_rows([back_button(own)]),
        )
    options = [
        Option(own.phrases.city(city), city, harbour_counts(own, city)) for city in cities[:25]
    ]
    return make_panel(
        text_block(own.say("harbour-where")),
        select(own.press("site"), own.say("harbour-placeholder"), options),
        *button_rows([back_button(own)]),
    )


def harbour_counts(own: SeatView, city: CityId) -> str:
    """Return in words for how many of the player's tickets a port counts."""
    return own.say("harbour-counts", count=tickets_naming(own, city))


def tickets_naming(own: SeatView, city: CityId) -> int:
    """Return for how many of the player's tickets a port counts (P7)."""
    return sum(city in own.phrases.spec.tickets[ticket].stops for ticket in own.view.tickets)


def harbour_warning(own: SeatView) -> str:
    """Return what the player's unbuilt harbors will cost, in the one turn in which that is said.

    It is the first turn with few pieces left, or else the first turn of the last round. Return an
    empty text in other turns, and if all harbors are built.
    """
    rules, view = own.snapshot.table.rules, own.view
    rule = next((part for part in rules.parts if isinstance(part, Harbours)), None)
    if rule is None or not isinstance(view.waiting, Turn):
        return ""
    unbuilt = view.seats[own.seat].pieces.get(rule.piece, 0)
    if not unbuilt or not _is_time_for_harbours(own):
        return ""
    return own.say("harbour-warning", count=unbuilt, points=rule.unbuilt * unbuilt)


def _is_time_for_harbours(own: SeatView) -> bool:
    """Return whether this turn is the first with few pieces left, or the first of the last round.

    A player who had few pieces before the last round was warned then.
    """
    table, view = own.snapshot.table, own.view
    left = table.rules.pieces_left(own.snapshot.state, own.seat)
    spent = sum(
        own.phrases.spec.routes[track].length
        for track in view.claimed_since(_previous_step(own))
        if view.owners[track] == own.seat
    )
    if left <= FEW_PIECES:
        return left + spent > FEW_PIECES
    if view.turns_to_go is None:
        return False
    rounds = own.phrases.spec.end.more_turns
    return view.turns_to_go > (rounds - 1) * len(view.seats)


def _previous_step(own: SeatView) -> int:
    """Return the version before the player's last move. All claims since then are of that move."""
    return own.snapshot.table.progress.before[own.seat] - 1


def _harbour_price(own: SeatView) -> str:
    """Return the price of a harbor in words."""
    parts = own.snapshot.table.rules.parts
    rule = next((part for part in parts if isinstance(part, Harbours)), None)
    return own.phrases.needs(rule.needs) if rule else ""


def exchange_panel(own: SeatView) -> Screen:
    """Return which pieces the player can exchange, and the price of each exchange."""
    options = [
        Option(
            own.say("exchange-give", gave=own.phrases.count(action.give, action.count)),
            f"{action.give}.{action.count}",
            own.say("exchange-cost", points=_exchange_price(own, action.count)),
        )
        for action in own.menu.extras()
        if isinstance(action, ExchangePieces)
    ]
    if not options:
        return make_panel(text_block(own.say("exchange-none")), *button_rows([back_button(own)]))
    halves = [options[:25], options[25:50]]
    return make_panel(
        text_block(own.say("exchange-which")),
        *(
            select(
                own.press("swap" if n == 0 else "swap-more"),
                own.say("exchange-placeholder"),
                half,
            )
            for n, half in enumerate(halves)
            if half
        ),
        *button_rows([back_button(own)]),
    )


def swap_panel(own: SeatView, give: Piece, count: int) -> Screen:
    """Return the question whether to exchange these pieces at this price."""
    take = next(piece for piece in own.view.box if piece != give)
    question = own.say(
        "exchange-sure",
        give=own.phrases.count(give, count),
        take=own.phrases.count(take, count),
        points=_exchange_price(own, count),
    )
    sure = button(own.say("button-swap"), own.press("swapped", f"{give}.{count}"), SUCCESS)
    return make_panel(text_block(question), *button_rows([sure, back_button(own, "exchange")]))


def _exchange_price(own: SeatView, count: int) -> int:
    """Return the points that an exchange of *count* pieces costs."""
    rules = own.snapshot.table.rules.parts
    return sum(rule.cost * count for rule in rules if isinstance(rule, Exchange))
