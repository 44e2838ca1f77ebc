"""Panels that ask which route to claim, and how to pay for something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.components import (
    PRIMARY,
    SECONDARY,
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
from bot.ui.turn.cards import cards_line
from engine.advice import useful_builds, wanted_links
from engine.ids import WILD, Payment, RouteId
from render import Advice

ROUTES_PER_PAGE: Final = 20
"""Routes on one page of the claim panel."""
MAX_SHORT_LIST: Final = 5
"""A list of at most this many routes needs no search button."""
MAX_PAYMENT_OFFERS: Final = 10
"""Payments to choose from by button. A command accepts any payment."""


def claimable_routes(own: SeatView, plan: Advice) -> list[RouteId]:
    """Return the tracks that the player can pay for now, the most useful first.

    Tracks with a letter on the player's map come in the order of the letters. Of identical tracks
    only one is returned.
    """
    return without_twins(own, useful_builds(own.menu.routes(), plan.missing, plan.letters))


def suggestion_button(own: SeatView, track: RouteId, plan: Advice) -> Item:
    """Return the button that claims a route at once: blue with a star if it helps a ticket.

    Its emoji is the card that pays.
    """
    helps = track in wanted_links(plan.missing)
    payment = sparing_payment(own, own.payments(track), track, plan)
    return button(
        f"{'★ ' if helps else ''}{own.phrases.stretch(track)} +{_route_value(own, track)}",
        own.press("lay", track),
        PRIMARY if helps else SECONDARY,
        emoji=own.phrases.sign(payment[0][0]) if payment else own.phrases.route_sign(track),
    )


def sparing_payment(
    own: SeatView, offers: Sequence[Payment], track: RouteId, plan: Advice
) -> Payment:
    """Return the least wasteful payment.

    Of equally wasteful ones it spares the colors that other routes of the player's tickets need,
    and takes the color with the most cards in hand. Return an empty payment if there are no offers.
    """
    spec, hand = own.phrases.spec, own.view.hand
    needed = Counter[tuple[str, str | None]]()
    for other in wanted_links(plan.missing):
        route = spec.routes[other]
        needed[route.piece, route.colour] += route.length if other != track else 0

    def rank(payment: Payment) -> tuple[int, ...]:
        faces = [(spec.faces[card], count) for card, count in payment]
        wilds = sum(count for face, count in faces if face.id == WILD)
        marked = sum(count for face, count in faces if face.harbour)
        missed = sum(needed[str(face.deck), face.colour] for face, _ in faces if face.colour)
        return wilds, marked, missed, -sum(hand.get(face.id, 0) for face, _ in faces)

    return min(offers, key=rank, default=())


def _route_value(own: SeatView, track: RouteId) -> int:
    """Return the points of a route."""
    spec = own.phrases.spec
    return spec.route_points[spec.routes[track].length]


def without_twins(own: SeatView, tracks: Iterable[RouteId]) -> list[RouteId]:
    """Return these tracks, but only the first of each group of identical ones."""
    first: dict[tuple[RouteId, ...], RouteId] = {}
    for track in tracks:
        first.setdefault(own.phrases.spec.twins(track), track)
    return [*first.values()]


def claim_panel(
    own: SeatView, plan: Advice, page: int = 0, typed: str | None = None, *, origin: str = "hand"
) -> Screen:
    """Return the routes that the player can pay for now, the most useful first.

    *typed* restricts them to one city. *origin* is the verb of the panel from which the player
    came.
    """
    payable = claimable_routes(own, plan)
    tracks = [track for track in payable if _touches_city(own, track, typed or "")]
    find = button(own.say("button-find"), own.press("find"), emoji="🔎")
    back = back_button(own, origin if typed is None else "claim")
    if not tracks:
        none = own.say("claim-none-there" if payable else "claim-none")
        return make_panel(text_block(none), *button_rows([*([find] if payable else []), back]))
    pages = (len(tracks) - 1) // ROUTES_PER_PAGE + 1
    page %= pages
    shown = tracks[page * ROUTES_PER_PAGE : (page + 1) * ROUTES_PER_PAGE]
    useful = wanted_links(plan.missing)
    options = [
        Option(
            " · ".join(filter(None, (plan.letters.get(track), own.phrases.stretch(track)))),
            track,
            _route_details(own, track, useful=track in useful),
            own.phrases.route_sign(track),
        )
        for track in shown
    ]
    buttons = []
    if typed is None:
        turns = (("previous", page - 1), ("next", page + 1))
        buttons += [
            button(own.say(f"button-{name}"), own.press("page", str(other)))
            for name, other in turns
            if 0 <= other < pages
        ]
    buttons += [find] if len(payable) > MAX_SHORT_LIST else []
    hint = own.say("claim-hint")
    if pages > 1:
        hint = f"{own.say('claim-page', page=page + 1, pages=pages)} · {hint}"
    return make_panel(
        text_block(own.say("claim-which", count=len(tracks))),
        select(own.press("build"), own.say("claim-placeholder"), options),
        *button_rows([*buttons, back]),
        text_block(f"-# {hint}"),
    )


def _touches_city(own: SeatView, track: RouteId, typed: str) -> bool:
    """Return whether the typed text means one of a route's cities."""
    route, wanted = own.phrases.spec.routes[track], typed.casefold().strip()
    return any(wanted in own.phrases.city(city).casefold() for city in (route.a, route.b))


def _route_details(own: SeatView, track: RouteId, *, useful: bool) -> str:
    """Return a route's length, points, number of twins and first payment in a line."""
    spec = own.phrases.spec
    route = spec.routes[track]
    payment = next(iter(own.menu.payments(track)))
    mark = "★ " if useful else ""
    facts = [own.say("claim-about", spaces=route.length, points=_route_value(own, track))]
    free = [twin for twin in spec.twins(track) if own.menu.may_claim(twin)]
    if len(free) > 1:
        facts.append(own.say("claim-twins", count=len(free)))
    return f"{mark}{' · '.join([*facts, own.phrases.signed_payment(payment)])}"


def pay_panel(
    own: SeatView, verb: str, thing: str, title: str, offers: list[Payment], origin: str
) -> Screen:
    """Return the player's cards and the ways to pay, the least wasteful first.

    *origin* is the verb of the list from which the player came.
    """
    buttons: list[Item] = [
        button(
            own.phrases.plain_payment(payment),
            own.press(verb, f"{thing}.{number}"),
            SUCCESS if number == 0 else SECONDARY,
            emoji=own.phrases.sign(payment[0][0]),
        )
        for number, payment in enumerate(offers[:MAX_PAYMENT_OFFERS])
    ]
    more = [text_block(f"-# {own.say('pay-more')}")] if len(offers) > MAX_PAYMENT_OFFERS else []
    return make_panel(
        text_block(f"**{title}**\n{own.say('pay-how')}\n{cards_line(own.view, own.phrases)}"),
        *button_rows(buttons, 2),
        *more,
        *button_rows([back_button(own, origin)]),
    )
