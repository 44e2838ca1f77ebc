"""The expected value of tickets: which offered tickets to keep, and whether to ask for more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb, inf
from typing import Final, NamedTuple

from engine.ai.atlas import Atlas
from engine.ai.plans import Means, Plan
from engine.ai.survey import Survey
from engine.ai.terrain import Way, ways_from_network
from engine.board import Ticket
from engine.ids import TicketId

CAUTION: Final = 0.85
"""The share of the remaining turns that a plan may use."""


class Offer(NamedTuple):
    """Tickets to choose from, and how many the player must keep."""

    tickets: Sequence[Ticket]
    keep: int


def choose_tickets(plan: Plan, offer: Offer, survey: Survey, *, few: bool) -> tuple[TicketId, ...]:
    """Return the tickets to keep: those worth their path, or as *few* as allowed.

    The *plan* begins with all tickets and returns the least promising ones one by one. Two tickets
    that look poor alone may share most of their path. Completed tickets are never returned.
    """
    means = replace(survey.means, turns=survey.means.turns * CAUTION)
    kept = [ticket.id for ticket in offer.tickets]
    while len(kept) > offer.keep:
        worst = min(kept, key=lambda key: _worth(plan, key))
        worth = _worth(plan, worst)
        if worth == inf or (not few and worth > 0 and plan.fits(means, survey.saved_turns)):
            break
        kept.remove(worst)
        plan.drop(worst)
    return tuple(kept)


def _worth(plan: Plan, key: TicketId) -> float:
    """Return the points of keeping a ticket, minus the cost of the path that only it needs."""
    if key not in plan.paths:
        return -inf
    return plan.net_worth(key) + plan.terrain.atlas.ticket_bonus if plan.paths[key] else inf


def worth_asking(survey: Survey) -> float:
    """Return the average points from drawing tickets and keeping the best.

    Any ticket that the seat does not have may come, because the other players' tickets are unknown.
    """
    terrain, spec = survey.terrain, survey.atlas.spec
    held = survey.view.tickets
    ways = ways_from_network(terrain, terrain.cost)
    values = [
        _expected_value(survey.atlas, ways, ticket, survey.means)
        for key, ticket in spec.tickets.items()
        if key not in held
    ]
    return mean_best(sorted(values, reverse=True), spec.deal.draw)


def mean_best(values: Sequence[float], draw: int) -> float:
    """Return the mean of the highest of *draw* of these *values*, which are sorted downward.

    >>> mean_best([3.0, 2.0, 1.0], 2)
    2.6666666666666665
    """
    total = len(values)
    draw = min(draw, total)
    if not draw:
        return -inf
    ways = [comb(total - 1 - place, draw - 1) for place in range(total)]
    return sum(v * w for v, w in zip(values, ways, strict=True)) / comb(total, draw)


def _expected_value(atlas: Atlas, ways: Sequence[Way], ticket: Ticket, means: Means) -> float:
    """Return the expected points of a ticket now: its value minus its path, or its loss.

    The result is an estimate, because each stop is connected to the main part of the network on its
    own.
    """
    cost, turns, pieces = 0.0, 0.0, 0
    for stop in ticket.stops:
        way = ways[atlas.number[stop]]
        cost += way.cost
        turns += way.turns
        pieces += way.pieces
    if turns > means.turns * CAUTION - 1 or pieces > means.total:
        return -ticket.at_risk
    return ticket.points + atlas.ticket_bonus - cost
