"""Mixes, harbours and exchanges."""

from __future__ import annotations

from typing import TypeAlias

import discord

from bot.chat.desk import Desk
from bot.chat.presses.base import (
    Due,
    carry_out,
    check_turn,
    one,
    panel,
    pay_for,
    seat_for,
)
from bot.chat.router import on
from bot.chat.typed import number
from bot.messages.ids import Press
from bot.messages.panels.world import exchange_panel, harbour_panel, mix_panel
from engine.actions import (
    ChooseMix,
    ExchangePieces,
    PlacePiece,
)
from engine.ids import CityId, Piece

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("mix")
async def mix(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Show the mixes."""
    await panel(desk, interaction, press, mix_panel)


@on("mixed")
async def mixed(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A mix was chosen, by its number of trains."""
    await choose_mix(desk, interaction, press.game, press.asked, number(one(interaction)))


async def choose_mix(
    desk: Desk, interaction: Interaction, game: str, asked: int | None, first: int
) -> None:
    """Take the mix with so many of the first kind of piece."""
    own = await seat_for(desk, interaction, game)
    mixes = {next(iter(a.pieces.values())): a.pieces for a in own.menu.mixes()}
    pieces = mixes.get(first, {Piece("train"): first})
    await carry_out(desk, interaction, game, asked, lambda seat: ChooseMix(seat, pieces))


@on("harbour")
async def harbour(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Show where a harbour can be built."""
    await panel(desk, interaction, press, harbour_panel)


@on("site")
async def site(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A port was chosen: pay, or ask how."""
    await build_harbour(desk, interaction, press, CityId(one(interaction)), None)


@on("pay-port")
async def pay_port(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A payment for a harbour was chosen."""
    city, _, offer = press.arg.rpartition(".")
    await build_harbour(desk, interaction, press, CityId(city), number(offer))


async def build_harbour(
    desk: Desk, interaction: Interaction, press: Press, city: CityId, offer: int | None
) -> None:
    """Build with the offer of this number; without one, ask if there is a choice."""
    own = await seat_for(desk, interaction, press.game)
    check_turn(own, press)
    due = Due(
        "pay-port",
        city,
        own.speech.city(city) if city in own.speech.spec.cities else "",
        [action.payment for action in own.harbours(city)],
        lambda seat, payment: PlacePiece(seat, Piece("harbour"), city, payment),
    )
    await pay_for(desk, interaction, own, press, due, offer)


@on("exchange")
async def exchange(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Show what can be exchanged."""
    await panel(desk, interaction, press, exchange_panel)


@on("swap")
@on("swap-more")
async def swap(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Exchange what was chosen."""
    piece, _, count = one(interaction).partition(".")
    many = number(count)
    await carry_out(
        desk,
        interaction,
        press.game,
        press.asked,
        lambda seat: ExchangePieces(seat, Piece(piece), many),
    )
