"""Building routes."""

from __future__ import annotations

from bot.ui.components import question
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.parsing import number
from bot.ui.router import on, typed
from bot.ui.turn import actions as moves
from bot.ui.turn.routes import claim_panel
from bot.ui.turn.selection import offer, one
from engine.ids import RouteId


@on("claim")
async def claim(context: Context, press: Press) -> None:
    """Show what can be built."""
    await _show_routes(context)


@on("page")
async def page(context: Context, press: Press) -> None:
    """The next page of it."""
    await _show_routes(context, number(press.arg))


async def _show_routes(context: Context, at: int = 0, city: str | None = None) -> None:
    own = await moves.expected(context)
    plan = await context.services.plans.of(own)
    origin = "map" if context.has_map else "hand"
    screen = claim_panel(own, plan, at, city, origin=origin)
    await context.answer(context.under_map(screen), update=True)


@on("build")
async def build(context: Context, press: Press) -> None:
    """A route was chosen: pay for it, or ask how."""
    await moves.claim(context, RouteId(one(context)))


@on("lay")
async def lay(context: Context, press: Press) -> None:
    """One of the builds that have a button of their own."""
    await moves.claim(context, RouteId(press.arg))


@on("pay")
async def pay(context: Context, press: Press) -> None:
    """A payment was chosen, by its number among the offers."""
    name, _, place = press.arg.rpartition(".")
    own, track = await moves.expected(context), RouteId(name)
    await moves.claim(context, track, offer(own.payments(track), number(place)))


@on("find")
async def find(context: Context, press: Press) -> None:
    """Ask for a city."""
    asking = Press(press.game, press.question_number, "found")
    await context.ask(question(asking, context.say("find-title"), context.say("find-city")))


@on("found", window=True)
async def found(context: Context, press: Press) -> None:
    """A city was typed: show what can be built there."""
    await _show_routes(context, city=typed(context.interaction))
