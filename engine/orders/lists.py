"""The current state of an order's list: the remaining routes, the lost routes and detours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from engine.advice import cheapest_links
from engine.ids import RouteId, TicketId
from engine.orders.data import Build, Link
from engine.orders.position import Position

_PIECE_COST: Final = 100
"""The cost of a piece when paths are compared. A route outside the list costs 1 more, so that of
equally long paths the one with listed routes wins."""


class Aim(NamedTuple):
    """A route that can still be claimed, and how many wilds may pay for it."""

    track: RouteId
    wilds: int


class Course(NamedTuple):
    """The rest of a list."""

    aims: tuple[Aim, ...]
    lost: tuple[RouteId, ...]
    """The routes that cannot be claimed any more and that no allowed detour replaces."""


def course_of(build: Build, position: Position) -> Course:
    """Return the rest of a list, without own routes and with detours around lost ones."""
    left = [link for link in build.links if not is_done(link.track, position)]
    lost = tuple(link.track for link in left if _claimable_twin(link.track, position) is None)
    if lost:
        detour = _find_detour(build, position, left, lost)
        if detour is not None:
            left, lost = detour, ()
    return Course(tuple(_aims(left, position)), lost)


def is_done(track: RouteId, position: Position) -> bool:
    """Return whether the seat owns this route or a parallel one."""
    return any(route.id in position.own for route in position.spec.beside(track))


def _claimable_twin(track: RouteId, position: Position) -> RouteId | None:
    """Return the route itself, else a free twin, or None if the route is lost."""
    if track in position.free:
        return track
    twins = position.spec.twins(track)
    return next((twin for twin in twins if twin in position.free), None)


def _aims(links: Iterable[Link], position: Position) -> Iterable[Aim]:
    done = len(position.completed())
    for link in links:
        track = _claimable_twin(link.track, position)
        if track is None:
            continue
        wilds = link.wilds
        if wilds is None:
            completes = len(position.joined(position.own | {track})) > done
            wilds = position.tariff(track).cost if completes else 0
        yield Aim(track, wilds)


def _find_detour(
    build: Build, position: Position, left: Sequence[Link], lost: Collection[RouteId]
) -> list[Link] | None:
    """Return the list with a detour around lost routes.

    Return None if there is no detour or it costs too much. Routes that the tickets do not need in
    the given list stay as they are.
    """
    if build.detour is None:
        return None
    tracks = [link.track for link in left]
    served = _served_tickets(build.tickets, position, tracks)
    if served is None:
        return None
    tickets, needed = served
    way = _cheapest_path(position, tracks, tickets)
    if way is None:
        return None
    kept = [link for link in left if link.track in way or link.track not in needed]
    if any(link.track in lost for link in kept):
        return None  # No detour replaces a lost route that no ticket needs.
    listed = {link.track for link in kept}
    fresh = [Link(track) for track in way if track not in listed]
    more = _count_pieces(position, [link.track for link in (*kept, *fresh)]) - _count_pieces(
        position, tracks
    )
    return [*fresh, *kept] if more <= build.detour else None


def _served_tickets(
    tickets: Iterable[TicketId], position: Position, tracks: Sequence[RouteId]
) -> tuple[list[TicketId], set[RouteId]] | None:
    """Return the open tickets that the list would complete and the routes that they need.

    Return None if there are no such tickets.
    """
    everything = position.own | {*tracks}
    open_ones = {*position.joined(everything)} - {*position.completed()}
    served = [key for key in tickets if key in open_ones]
    if not served:
        return None
    needed = {
        track for track in tracks if not {*served} <= {*position.joined(everything - {track})}
    }
    return served, needed


def _cheapest_path(
    position: Position, tracks: Collection[RouteId], tickets: Sequence[TicketId]
) -> tuple[RouteId, ...] | None:
    routes = position.spec.routes
    costs = dict.fromkeys(position.own, 0)
    for track in position.free:
        costs[track] = _PIECE_COST * routes[track].length + (track not in tracks)
    return cheapest_links(position.spec, costs, tickets)


def _count_pieces(position: Position, tracks: Iterable[RouteId]) -> int:
    return sum(position.spec.routes[track].length for track in tracks)
