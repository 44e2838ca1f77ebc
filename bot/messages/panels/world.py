"""The World's own: the mix of pieces, harbours, exchanges."""

from __future__ import annotations

from bot.messages.kit import Option, Screen, select, text
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.base import panel
from engine.actions import ExchangePieces
from engine.rules.piece_mix import PieceMix


def mix_panel(own: OwnSeat) -> Screen:
    """How many trains, and so how many ships."""
    suggested = _suggested_mix(own)
    options = [
        Option(
            " · ".join(own.speech.count(p, n) for p, n in action.pieces.items()),
            str(next(iter(action.pieces.values()))),
            own.say("mix-suggested") if next(iter(action.pieces.values())) == suggested else "",
        )
        for action in own.menu.mixes()
    ]
    if not options:
        return panel(text(own.say("question-none")))
    return panel(
        text(own.say("question-MixChoice")),
        select(own.press("mixed"), own.say("mix-placeholder"), options),
    )


def _suggested_mix(own: OwnSeat) -> int | None:
    """The edition's own suggestion: so many of the first kind of piece."""
    for rule in own.outcome.table.rules.parts:
        if isinstance(rule, PieceMix):
            return next(iter(rule.suggested.values()), None)
    return None


def harbour_panel(own: OwnSeat) -> Screen:
    """Where a harbour can be built and paid for now."""
    cities = list(dict.fromkeys(action.city for action in own.harbours()))
    if not cities:
        return panel(text(own.say("harbour-none")))
    options = [Option(own.speech.city(city), city) for city in cities[:25]]
    return panel(
        text(own.say("harbour-where")),
        select(own.press("site"), own.say("harbour-placeholder"), options),
    )


def exchange_panel(own: OwnSeat) -> Screen:
    """What can be given for how much of the other."""
    options = [
        Option(
            own.say("exchange-give", pieces=own.speech.count(action.give, action.count)),
            f"{action.give}.{action.count}",
            own.say("exchange-cost", points=action.count),
        )
        for action in own.menu.extras()
        if isinstance(action, ExchangePieces)
    ]
    if not options:
        return panel(text(own.say("exchange-none")))
    halves = [options[:25], options[25:50]]
    return panel(
        text(own.say("exchange-which")),
        *(
            select(
                own.press("swap" if n == 0 else "swap-more"),
                own.say("exchange-placeholder"),
                half,
            )
            for n, half in enumerate(halves)
            if half
        ),
    )
