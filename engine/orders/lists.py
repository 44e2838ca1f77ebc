"""The list of an order as things stand: what is left of it, what is lost, the way round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from engine.advice import cheapest_links
from engine.ids import RouteId, TicketId
from engine.orders.data import Build, Link
from engine.orders.position import Position

_PIECE: Final = 100
"""What a piece costs when ways are compared: of equal ones the listed one is taken."""


class Aim(NamedTuple):
    """A track that can still be had, and how many wilds may go into it."""

    track: RouteId
    wilds: int


class Course(NamedTuple):
    """What is left of a list."""

    aims: tuple[Aim, ...]
    lost: tuple[RouteId, ...]
    """What cannot be had any more, and no way round is allowed."""


def course_of(build: Build, position: Position) -> Course:
    """What is left of a list: what is one's own by now is done, what is lost is gone round."""
    left = [link for link in build.links if not is_done(link.track, position)]
    lost = tuple(link.track for link in left if _to_claim(link.track, position) is None)
    if lost:
        detour = _way_round(build, position, left, lost)
        if detour is not None:
            left, lost = detour, ()
    return Course(tuple(_aims(left, position)), lost)


def is_done(track: RouteId, position: Position) -> bool:
    """Whether this track, or one beside it, is one's own."""
    return any(route.id in position.own for route in position.spec.beside(track))


def _to_claim(track: RouteId, position: Position) -> RouteId | None:
    """The track itself, else a free twin; None: it is lost."""
    if track in position.free:
        return track
    twins = position.spec.twins(track)
    return next((twin for twin in twins if twin in position.free), None)


def _aims(links: Iterable[Link], position: Position) -> Iterable[Aim]:
    done = len(position.completed())
    for link in links:
        track = _to_claim(link.track, position)
        if track is None:
            continue
        wilds = link.wilds
        if wilds is None:
            completes = len(position.joined(position.own | {track})) > done
            wilds = position.tariff(track).cost if completes else 0
        yield Aim(track, wilds)


def _way_round(
    build: Build, position: Position, left: Sequence[Link], lost: Collection[RouteId]
) -> list[Link] | None:
    """The list with a way round what is lost; None: there is none, or it costs too much.

    What the tickets do not need, as the list stood, stays as it is.
    """
    if build.detour is None:
        return None
    tracks = [link.track for link in left]
    served = _serving(build.tickets, position, tracks)
    if served is None:
        return None
    tickets, needed = served
    way = _way(position, tracks, tickets)
    if way is None:
        return None
    kept = [link for link in left if link.track in way or link.track not in needed]
    if any(link.track in lost for link in kept):
        return None  # a lost track that no ticket needs: nothing leads round it
    listed = {link.track for link in kept}
    fresh = [Link(track) for track in way if track not in listed]
    more = _pieces(position, [link.track for link in (*kept, *fresh)]) - _pieces(position, tracks)
    return [*fresh, *kept] if more <= build.detour else None


def _serving(
    tickets: Iterable[TicketId], position: Position, tracks: Sequence[RouteId]
) -> tuple[list[TicketId], set[RouteId]] | None:
    """The open tickets that the list would fulfil, and those of its tracks which they need."""
    everything = position.own | {*tracks}
    open_ones = {*position.joined(everything)} - {*position.completed()}
    served = [key for key in tickets if key in open_ones]
    if not served:
        return None
    needed = {
        track for track in tracks if not {*served} <= {*position.joined(everything - {track})}
    }
    return served, needed


def _way(
    position: Position, tracks: Collection[RouteId], tickets: Sequence[TicketId]
) -> tuple[RouteId, ...] | None:
    routes = position.spec.routes
    costs = dict.fromkeys(position.own, 0)
    for track in position.free:
        costs[track] = _PIECE * routes[track].length + (track not in tracks)
    return cheapest_links(position.spec, costs, tickets)


def _pieces(position: Position, tracks: Iterable[RouteId]) -> int:
    return sum(position.spec.routes[track].length for track in tracks)
