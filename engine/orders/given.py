"""Orders as players give them: made from tickets or routes, and checked against the game.

A mistake is data and not an exception. The bot reports what was left out and what is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from engine.advice import joint_links, plan_tickets
from engine.ids import WILD, Card, RouteId, TicketId
from engine.options import Menu
from engine.orders.collecting import cards_of
from engine.orders.data import Build, Calls, Collect, Link, Order, Wanted
from engine.orders.lists import course_of, is_done
from engine.orders.position import Position, position_of
from engine.ruleset import Rules
from engine.view import View

MOST_LINKS: Final = 40
"""The maximum length of a list. No player has pieces for more."""
DEFAULT_DETOUR_PIECES: Final = 3
"""How many more pieces a detour may cost, unless the player changes it."""

Code = Literal[
    # These are left out, and the rest of the order is given.
    "track-taken",
    "track-yours",
    "track-twice",
    # These refuse the order.
    "game-over",
    "empty",
    "too-long",
    "unknown-track",
    "unknown-ticket",
    "unknown-colour",
    "unknown-deck",
    "below-zero",
    "too-many",
]
"""The mistakes that an order can have."""

LEFT_OUT: Final[tuple[Code, ...]] = ("track-taken", "track-yours", "track-twice")
"""The mistakes that only remove a route from the order."""


class Mistake(msgspec.Struct, frozen=True, gc=False):
    """A mistake in an order, and what it is about."""

    code: Code
    about: str = ""
    """The route, ticket, color, deck or setting."""
    number: int | None = None
    """The number that is too small or too large."""
    most: int | None = None
    """The largest possible number."""


@dataclass(frozen=True, slots=True)
class Checked:
    """An order that can be given, and the mistakes that were found."""

    order: Order
    """The order without the routes that were left out."""
    left_out: tuple[Mistake, ...]
    refused: tuple[Mistake, ...]
    """The mistakes that refuse the order. They are empty if it can be given."""


def for_tickets(
    rules: Rules, view: View, menu: Menu, tickets: Sequence[TicketId], detour: int | None = None
) -> Build | None:
    """Return a list of all routes that these tickets still need, or None if no path is left.

    Colored routes come first, then gray ones, because any color that is left over can pay for gray.
    Within each group, long routes come first.
    """
    spec = rules.spec
    tracks = joint_links(spec, view, tickets, _closed(rules, menu))
    if tracks is None:
        return None
    routes = [spec.routes[track] for track in tracks]
    routes.sort(key=lambda route: (route.colour is None, -route.length, route.id))
    return Build(tuple(Link(route.id) for route in routes), tuple(tickets), detour)


def default_order(rules: Rules, view: View, menu: Menu) -> Order | None:
    """Return the order that completes all tickets that still can be, or None if there are none."""
    build = for_tickets(rules, view, menu, open_tickets(rules, view, menu), DEFAULT_DETOUR_PIECES)
    return Order(build) if build is not None and build.links else None


def open_tickets(rules: Rules, view: View, menu: Menu) -> tuple[TicketId, ...]:
    """Return the viewer's tickets that are not completed but can be."""
    missing = plan_tickets(rules.spec, view, view.tickets, _closed(rules, menu))
    return tuple(ticket for ticket in view.tickets if missing[ticket])


def _closed(rules: Rules, menu: Menu) -> list[RouteId]:
    free = {*menu.free()}
    return [track for track in rules.spec.routes if track not in free]


def for_tracks(tracks: Iterable[RouteId], wilds: int | None = None) -> Build:
    """Return a list of routes that the player chose by hand."""
    return Build(tuple(Link(track, wilds) for track in dict.fromkeys(tracks)))


def check(rules: Rules, order: Order, view: View, menu: Menu) -> Checked:
    """Return the mistakes in an order for the current game, and the order without them."""
    refused = tuple(_mistakes(rules, order, view))
    if refused:
        return Checked(order, (), refused)
    position = position_of(rules, view, menu)
    build, left_out = _remove_lost(order.build, position)
    order = replace(order, build=build)
    empty = not build.links and not _draws_without_list(order)
    return Checked(order, left_out, (Mistake("empty"),) if empty else ())


def _draws_without_list(order: Order) -> bool:
    """Return whether the order would draw cards although nothing is to be claimed."""
    return order.collect is not None and bool(order.collect.colours or order.then == "draw")


def _remove_lost(build: Build, position: Position) -> tuple[Build, tuple[Mistake, ...]]:
    """Return the list without routes that cannot be claimed any more, or not twice."""
    kept: list[Link] = []
    groups: set[str] = set()
    left_out: list[Mistake] = []
    lost = course_of(build, position).lost
    for link in build.links:
        group = position.spec.routes[link.track].group
        if is_done(link.track, position):
            left_out.append(Mistake("track-yours", link.track))
        elif link.track in lost:
            left_out.append(Mistake("track-taken", link.track))
        elif group in groups:
            left_out.append(Mistake("track-twice", link.track))
        else:
            groups.add(group)
            kept.append(link)
    return replace(build, links=tuple(kept)), tuple(left_out)


# --- Mistakes that refuse the order ---


def _mistakes(rules: Rules, order: Order, view: View) -> Iterator[Mistake]:
    if view.over is not None:
        yield Mistake("game-over")
    yield from _list_mistakes(rules, order.build, view)
    if order.collect is not None:
        yield from _colour_mistakes(rules, order.collect)
        yield from _deck_mistakes(rules, order.collect)
    yield from _call_mistakes(rules, order.calls)


def _list_mistakes(rules: Rules, build: Build, view: View) -> Iterator[Mistake]:
    spec = rules.spec
    if len(build.links) > MOST_LINKS:
        yield Mistake("too-long", "links", len(build.links), MOST_LINKS)
    for link in build.links:
        if link.track not in spec.routes:
            yield Mistake("unknown-track", link.track)
        elif link.wilds is not None:
            yield from _range_mistakes(link.track, link.wilds, _count_cards(rules, WILD))
    for ticket in build.tickets:
        if ticket not in view.tickets:
            yield Mistake("unknown-ticket", ticket)
    if build.detour is not None:
        yield from _range_mistakes("detour", build.detour, _count_cards(rules))


def _colour_mistakes(rules: Rules, collect: Collect) -> Iterator[Mistake]:
    for wanted in collect.colours:
        if wanted.deck is not None and wanted.deck not in rules.spec.decks:
            continue  # `_deck_mistakes` reports an unknown deck.
        there = _worth_of(rules, wanted)
        if not there:
            yield Mistake("unknown-colour", wanted.colour)
        else:
            yield from _range_mistakes(wanted.colour, wanted.up_to, there)


def _deck_mistakes(rules: Rules, collect: Collect) -> Iterator[Mistake]:
    named = [collect.deck, collect.refill, *(wanted.deck for wanted in collect.colours)]
    for deck in dict.fromkeys(named):
        if deck is not None and deck not in rules.spec.decks:
            yield Mistake("unknown-deck", deck)


def _call_mistakes(rules: Rules, calls: Calls) -> Iterator[Mistake]:
    if calls.cards is not None:
        yield from _range_mistakes("cards", calls.cards, _count_cards(rules))
    yield from _range_mistakes("turns", calls.turns, _count_cards(rules))


def _range_mistakes(about: str, number: int, most: int) -> Iterator[Mistake]:
    if number < 0:
        yield Mistake("below-zero", about, number)
    elif number > most:
        yield Mistake("too-many", about, number, most)


def _count_cards(rules: Rules, kind: Card | None = None) -> int:
    """Return the number of all cards, or of the cards of one kind."""
    decks = rules.spec.decks.values()
    return sum(len(deck) if kind is None else deck.count(kind) for deck in decks)


def _worth_of(rules: Rules, wanted: Wanted) -> int:
    """Return how much of a color there is in all its decks."""
    faces, kinds = rules.spec.faces, {*cards_of(wanted, rules.spec)}
    decks = rules.spec.decks.values()
    return sum(faces[card].worth for deck in decks for card in deck if card in kinds)
