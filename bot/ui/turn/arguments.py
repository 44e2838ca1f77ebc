"""Parsing of typed arguments: decks, cards, routes, ports, payments and tickets."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.autocomplete import Choice, match_options
from bot.ui.parsing import NotUnderstood, parse_number, parse_numbers
from bot.ui.seat_view import SeatView
from engine.errors import BadInput
from engine.ids import CityId, DeckName, Payment, RouteId
from engine.questions import TicketChoice


def deck_named(own: SeatView, text: str) -> DeckName | None:
    """Return a deck by its id, as autocomplete sends it, or by its name.

    Return None if there is no such deck.
    """
    wanted = text.removeprefix("deck:").casefold()
    decks = own.phrases.spec.decks
    return next((d for d in decks if wanted in (d, own.phrases.deck(d).casefold())), None)


def slot_named(own: SeatView, card: str) -> int:
    """Return a place of the display by its number, or by the card there."""
    for slot, shown in enumerate(own.view.display):
        if shown and card.casefold() in (shown, own.phrases.card_name(shown).casefold()):
            return slot
    try:
        return parse_number(card) - 1
    except BadInput:
        raise NotUnderstood("no-card", places=len(own.view.display)) from None


def track_named(own: SeatView, route: str) -> RouteId:
    """Return a route by its id, as autocomplete sends it, or by both its cities."""
    routes = own.phrases.spec.routes
    if route in routes:
        return RouteId(route)
    wanted = route.casefold()
    found = [
        track
        for track in routes
        if wanted in (own.phrases.route(track).casefold(), own.phrases.stretch(track).casefold())
    ]
    # If two routes are identical, pick the free one.
    found.sort(key=lambda track: track in own.view.owners)
    if not found:
        raise NotUnderstood("no-route")
    return found[0]


def port_named(own: SeatView, city: str) -> CityId:
    """Return a city by its id, as autocomplete sends it, or by its name."""
    names = {own.phrases.city(c).casefold(): c for c in own.phrases.spec.cities}
    port = CityId(city) if city in names.values() else names.get(city.casefold())
    if port is None:
        raise NotUnderstood("no-city")
    return port


def payment_named(own: SeatView, offers: Sequence[Payment], pay: str | None) -> Payment:
    """Return the payment that *pay* names by number or in words, or the first if it names none.

    If no payment is possible, return an empty one. The rules then refuse the move and say why.
    """
    if pay is None or not offers:
        return offers[0] if offers else ()
    for place, payment in enumerate(offers, 1):
        named = own.phrases.plain_payment(payment), own.phrases.signed_payment(payment)
        if pay.casefold() in (str(place), *(name.casefold() for name in named)):
            return payment
    raise NotUnderstood("no-payment")


def payment_choices(own: SeatView, offers: Sequence[Payment], typed: str) -> list[Choice]:
    """Return these payments as suggestions, by their numbers."""
    return match_options(
        [(own.phrases.signed_payment(p), str(n)) for n, p in enumerate(offers, 1)], typed
    )


def places_named(question: TicketChoice, keep: str) -> list[int]:
    """Return places in an offer of tickets, counted from 0, by numbers that are counted from 1."""
    offered = len(question.offered)
    wrong = NotUnderstood("no-tickets", most=offered)
    try:
        places = [n - 1 for n in parse_numbers(keep)]
    except BadInput:
        raise wrong from None
    if not places or not all(0 <= place < offered for place in places):
        raise wrong
    return places
