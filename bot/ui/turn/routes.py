"""Which route to build, and how to pay for something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.ui.components import (
    GO,
    QUIET,
    Item,
    Option,
    Screen,
    back,
    button,
    panel,
    rows,
    select,
    text,
)
from bot.ui.seat_view import OwnSeat
from engine.advice import useful_builds, wanted_links
from engine.ids import Payment, RouteId
from render import Plan

PAGE: Final = 20
"""Routes on one page of the claim panel."""
FEW: Final = 5
"""Up to so many routes nobody needs to search."""
OFFERS: Final = 10
"""Payments to choose among; a command takes any."""


def buildable(own: OwnSeat, plan: Plan) -> list[RouteId]:
    """The tracks that can be paid for now, the most useful first; of twins one stands for all.

    Those that have a letter on one's map come in its order.
    """
    return untwinned(own, useful_builds(own.menu.routes(), plan.missing, plan.letters))


def untwinned(own: OwnSeat, tracks: Iterable[RouteId]) -> list[RouteId]:
    """These tracks, but of those that differ in nothing only the first."""
    first: dict[tuple[RouteId, ...], RouteId] = {}
    for track in tracks:
        first.setdefault(own.speech.spec.twins(track), track)
    return [*first.values()]


def claim_panel(
    own: OwnSeat, plan: Plan, page: int = 0, typed: str | None = None, *, origin: str = "hand"
) -> Screen:
    """The routes that can be paid for now, the most useful first; *typed*: of one city.

    *origin* is the verb of the panel from which one came.
    """
    payable = buildable(own, plan)
    tracks = [track for track in payable if _at(own, track, typed or "")]
    find = button(own.say("button-find"), own.press("find"), emoji="🔎")
    way_back = back(own, origin if typed is None else "claim")
    if not tracks:
        none = own.say("claim-none-there" if payable else "claim-none")
        return panel(text(none), *rows([*([find] if payable else []), way_back]))
    pages = (len(tracks) - 1) // PAGE + 1
    page %= pages
    shown = tracks[page * PAGE : (page + 1) * PAGE]
    useful = wanted_links(plan.missing)
    options = [
        Option(
            " · ".join(filter(None, (plan.letters.get(track), own.speech.stretch(track)))),
            track,
            _about(own, track, useful=track in useful),
            own.speech.route_sign(track),
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
    buttons += [find] if len(payable) > FEW else []
    hint = own.say("claim-hint")
    if pages > 1:
        hint = f"{own.say('claim-page', page=page + 1, pages=pages)} · {hint}"
    return panel(
        text(own.say("claim-which", count=len(tracks))),
        select(own.press("build"), own.say("claim-placeholder"), options),
        *rows([*buttons, way_back]),
        text(f"-# {hint}"),
    )


def _at(own: OwnSeat, track: RouteId, typed: str) -> bool:
    """Whether one of a route's cities is meant by what somebody typed."""
    route, wanted = own.speech.spec.routes[track], typed.casefold().strip()
    return any(wanted in own.speech.city(city).casefold() for city in (route.a, route.b))


def _about(own: OwnSeat, track: RouteId, *, useful: bool) -> str:
    """A route's length, points, first payment and twins, in a line."""
    spec = own.speech.spec
    route = spec.routes[track]
    payment = next(iter(own.menu.payments(track)))
    mark = "★ " if useful else ""
    points = spec.route_points[route.length]
    facts = [own.say("claim-about", spaces=route.length, points=points)]
    free = [twin for twin in spec.twins(track) if own.menu.may_claim(twin)]
    if len(free) > 1:
        facts.append(own.say("claim-twins", count=len(free)))
    return f"{mark}{' · '.join([*facts, own.speech.signed_payment(payment)])}"


def pay_panel(
    own: OwnSeat, verb: str, thing: str, title: str, offers: list[Payment], origin: str
) -> Screen:
    """The ways to pay, the least wasteful first; *origin*: the verb of the list one came from."""
    buttons: list[Item] = [
        button(
            own.speech.plain_payment(payment),
            own.press(verb, f"{thing}.{number}"),
            GO if number == 0 else QUIET,
            emoji=own.speech.sign(payment[0][0]),
        )
        for number, payment in enumerate(offers[:OFFERS])
    ]
    more = [text(f"-# {own.say('pay-more')}")] if len(offers) > OFFERS else []
    return panel(
        text(f"**{title}**\n{own.say('pay-how')}"),
        *rows(buttons, 2),
        *more,
        *rows([back(own, origin)]),
    )
