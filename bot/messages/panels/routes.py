"""Which route to build, and how to pay for something."""

from __future__ import annotations

from typing import Final

from bot.messages.kit import GO, QUIET, Item, Option, Screen, button, rows, select, text
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.base import panel
from engine.advice import wanted_links
from engine.ids import Payment, RouteId
from render import Plan

PAGE: Final = 20
"""Routes on one page of the claim panel."""
FEW: Final = 5
"""Up to so many routes nobody needs to search."""
OFFERS: Final = 10
"""Payments to choose among; a command takes any."""


def claim_panel(own: OwnSeat, plan: Plan, page: int = 0, typed: str | None = None) -> Screen:
    """The routes that can be paid for now, the most useful first; *typed*: of one city."""
    tracks = [track for track in plan.letters if _at(own, track, typed or "")]
    again = rows([button(own.say("button-find"), own.press("find"), emoji="🔎")])
    if not tracks:
        none = own.say("claim-none-there" if plan.letters else "claim-none")
        return panel(text(none), *(again if plan.letters else []))
    pages = (len(tracks) - 1) // PAGE + 1
    page %= pages
    shown = tracks[page * PAGE : (page + 1) * PAGE]
    useful = wanted_links(plan.missing)
    options = [
        Option(
            f"{plan.letters[track]} · {own.speech.route(track)}",
            track,
            _about(own, track, useful=track in useful),
            own.speech.route_sign(track),
        )
        for track in shown
    ]
    items: list[Item] = [
        text(own.say("claim-which", count=len(tracks))),
        select(own.press("build"), own.say("claim-placeholder"), options),
    ]
    if pages > 1 and typed is None:
        label = own.say("button-page", page=page + 1, pages=pages)
        items += rows([button(label, own.press("page", str((page + 1) % pages)))])
    items += again if len(plan.letters) > FEW else []
    return panel(*items, text(f"-# {own.say('claim-hint')}"))


def _at(own: OwnSeat, track: RouteId, typed: str) -> bool:
    """Whether one of a route's cities is meant by what somebody typed."""
    route, wanted = own.speech.spec.routes[track], typed.casefold().strip()
    return any(wanted in own.speech.city(city).casefold() for city in (route.a, route.b))


def _about(own: OwnSeat, track: RouteId, *, useful: bool) -> str:
    """A route's length, points and first payment, in a line."""
    spec = own.speech.spec
    route = spec.routes[track]
    payment = next(iter(own.menu.payments(track)))
    mark = "★ " if useful else ""
    points = spec.route_points[route.length]
    facts = own.say("claim-about", spaces=route.length, points=points)
    return f"{mark}{facts} · {own.speech.signed_payment(payment)}"


def pay_panel(own: OwnSeat, verb: str, thing: str, title: str, offers: list[Payment]) -> Screen:
    """The ways to pay, the least wasteful first."""
    buttons = [
        button(
            own.speech.signed_payment(payment),
            own.press(verb, f"{thing}.{number}"),
            GO if number == 0 else QUIET,
        )
        for number, payment in enumerate(offers[:OFFERS])
    ]
    more = [text(f"-# {own.say('pay-more')}")] if len(offers) > OFFERS else []
    return panel(text(f"**{title}**\n{own.say('pay-how')}"), *rows(buttons, 2), *more)
