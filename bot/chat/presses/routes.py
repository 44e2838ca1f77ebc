"""Building routes."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

import discord

from bot.chat.desk import Desk
from bot.chat.presses.base import (
    Due,
    check_turn,
    one,
    pay_for,
    seat_for,
)
from bot.chat.router import on, typed
from bot.chat.typed import number
from bot.messages.ids import Press
from bot.messages.kit import question
from bot.messages.panels.routes import claim_panel
from bot.messages.plans import plan_for
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


async def _claim_page(
    desk: Desk, interaction: Interaction, press: Press, at: int, city: str | None = None
) -> None:
    own = await seat_for(desk, interaction, press.game)
    check_turn(own, press)
    plan = await asyncio.to_thread(plan_for, own.outcome, own.seat)
    await desk.answer(interaction, claim_panel(own, plan, at, city), update=True)


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
    own = await seat_for(desk, interaction, press.game)
    check_turn(own, press)
    known = track in own.speech.spec.routes
    due = Due(
        "pay",
        track,
        own.speech.route(track) if known else "",
        list(own.menu.payments(track)) if known and own.menu.may_claim(track) else [],
        lambda seat, payment: ClaimRoute(seat, track, payment),
    )
    await pay_for(desk, interaction, own, press, due, offer)


@on("find")
async def find(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Ask for a city."""
    words = await desk.words_for(interaction)
    asking = Press(press.game, press.asked, "found")
    window = question(asking, words.say("find-title"), words.say("find-city"))
    await desk.ask(interaction, window)


@on("found", window=True)
async def found(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A city was typed: show what can be built there."""
    await _claim_page(desk, interaction, press, 0, typed(interaction))
