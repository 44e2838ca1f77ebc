"""Mixes, harbours and exchanges."""

from __future__ import annotations

from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.parsing import number
from bot.ui.router import on
from bot.ui.turn import actions as moves
from bot.ui.turn.selection import offer, one, show
from bot.ui.turn.world import FITTING, exchange_panel, harbour_panel, mix_panel
from engine.ids import CityId, Piece


@on("mix")
async def mix(context: Context, press: Press) -> None:
    """Show the mixes."""
    await show(context, mix_panel)


@on("mixed")
async def mixed(context: Context, press: Press) -> None:
    """A mix was chosen, by its number of trains or as the one that fits one's tickets."""
    fitting = press.arg == FITTING
    await moves.choose_mix(context, None if fitting else number(one(context)))


@on("harbour")
async def harbour(context: Context, press: Press) -> None:
    """Show where a harbour can be built."""
    await show(context, harbour_panel)


@on("site")
async def site(context: Context, press: Press) -> None:
    """A port was chosen: pay, or ask how."""
    await moves.harbour(context, CityId(one(context)))


@on("pay-port")
async def pay_port(context: Context, press: Press) -> None:
    """A payment for a harbour was chosen, by its number among the offers."""
    name, _, place = press.arg.rpartition(".")
    own, city = await moves.expected(context), CityId(name)
    offers = [action.payment for action in own.harbours(city)]
    await moves.harbour(context, city, offer(offers, number(place)))


@on("exchange")
async def exchange(context: Context, press: Press) -> None:
    """Show what can be exchanged."""
    await show(context, exchange_panel)


@on("swap")
@on("swap-more")
async def swap(context: Context, press: Press) -> None:
    """What to exchange was chosen: tell the price."""
    piece, _, count = one(context).partition(".")
    await moves.exchange(context, Piece(piece), number(count))


@on("swapped")
async def swapped(context: Context, press: Press) -> None:
    """Exchange it."""
    piece, _, count = press.arg.partition(".")
    await moves.exchange(context, Piece(piece), number(count), sure=True)
