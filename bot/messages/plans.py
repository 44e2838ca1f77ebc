"""What a player's tickets still need, and letters for what can be paid now."""

from __future__ import annotations

from bot.play.table import Outcome
from engine.ai.missing import missing_links
from engine.ids import Seat
from engine.waiting import TicketChoice
from render import Plan


def plan_for(outcome: Outcome, seat: Seat) -> Plan:
    """A seat's plan as the game stands; for that seat alone."""
    spec, rules, view = outcome.table.rules.spec, outcome.table.rules, outcome.view(seat)
    closed = [
        route.id
        for route in spec.routes.values()
        if route.id not in view.owners and rules.veto(outcome.state, seat, route)
    ]
    offered = view.waiting.offered if isinstance(view.waiting, TicketChoice) else ()
    missing = {t: missing_links(spec, view, t, closed) for t in (*view.tickets, *offered)}
    wanted = {track for links in missing.values() if links for track in links}
    payable = sorted(outcome.menu(seat).routes(), key=lambda track: track not in wanted)
    return Plan(missing, {track: letter(n) for n, track in enumerate(payable)})


def letter(number: int) -> str:
    """A, B ... Z, AA, AB ...

    >>> letter(0), letter(27)
    ('A', 'AB')
    """
    return (letter(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)
