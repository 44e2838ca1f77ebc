"""Building routes."""

from __future__ import annotations

from typing import TypeAlias

import discord

from bot.desk import Desk
from bot.presses.base import (
    carry_out,
    check_turn,
    number,
    one,
    panels_for,
)
from bot.service import Wish
from bot.ui.ids import Press
from bot.ui.router import on
from engine.actions import (
    ClaimRoute,
)
from engine.ids import RouteId

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("claim")
async def claim(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Show what can be built."""
    await _claim_page(desk, interaction, press, 0)


@on("page")
async def page(desk: Desk, interaction: Interaction, press: Press) -> None:
    """The next page of it."""
    await _claim_page(desk, interaction, press, number(press.arg))


async def _claim_page(desk: Desk, interaction: Interaction, press: Press, at: int) -> None:
    panels = await panels_for(desk, interaction, press.game)
    check_turn(panels, press)
    plan = desk.plan(panels.view, panels.outcome)
    await desk.answer(interaction, panels.claim(plan, at), update=True)


@on("build")
async def build(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A route was chosen: pay for it, or ask how."""
    await build_route(desk, interaction, press, RouteId(one(interaction)), None)


@on("pay")
async def pay(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A payment was chosen, by its number among the offers."""
    track, _, offer = press.arg.rpartition(".")
    await build_route(desk, interaction, press, RouteId(track), number(offer))


async def build_route(
    desk: Desk, interaction: Interaction, press: Press, track: RouteId, offer: int | None
) -> None:
    """Build with the offer of this number; without one, ask if there is a choice."""
    panels = await panels_for(desk, interaction, press.game)
    check_turn(panels, press)
    known = track in panels.speech.spec.routes
    offers = list(panels.menu.payments(track)) if known and panels.menu.may_claim(track) else []
    if offer is None and len(offers) > 1:
        title = panels.speech.route(track)
        await desk.answer(interaction, panels.pay("pay", track, title, offers), update=True)
        return
    chosen = offers[offer or 0] if (offer or 0) < len(offers) else ()
    wish: Wish = lambda seat: ClaimRoute(seat, track, chosen)  # noqa: E731
    await carry_out(desk, interaction, press.game, press.asked, wish)
