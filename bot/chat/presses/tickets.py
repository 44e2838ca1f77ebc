"""Drawing and keeping tickets."""

from __future__ import annotations

from typing import TypeAlias

import discord

from bot.chat.desk import Desk
from bot.chat.presses.base import (
    carry_out,
    check_turn,
    panel,
    seat_for,
    show_tickets,
)
from bot.chat.router import on, values
from bot.chat.typed import number
from bot.messages.ids import Press
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.tickets import split_panel
from engine.actions import (
    AskTickets,
    ChooseSplit,
    KeepTickets,
)
from engine.errors import StaleGame
from engine.waiting import SplitChoice, TicketChoice, Turn

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("tickets")
async def tickets(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Draw tickets; with two decks, ask for the split first."""
    own = await seat_for(desk, interaction, press.game)
    check_turn(own, press)
    await ask_tickets(desk, interaction, own, press.asked)


async def ask_tickets(
    desk: Desk, interaction: Interaction, own: OwnSeat, asked: int | None
) -> None:
    """Draw tickets, or ask for the split where there is one to choose."""
    splits, waiting = own.menu.splits(), own.view.waiting
    if isinstance(waiting, Turn | SplitChoice) and len(splits) > 1:
        verb = "ask" if isinstance(waiting, Turn) else "split"
        await desk.answer(interaction, split_panel(own, verb), update=True)
        return
    # Once a deck is used up, all come from the other one.
    long = splits[0] if splits else 0
    game = own.outcome.table.row.id
    await carry_out(desk, interaction, game, asked, lambda seat: AskTickets(seat, long))


@on("ask")
async def ask(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Draw tickets with this split."""
    long = number(press.arg)
    await carry_out(desk, interaction, press.game, press.asked, lambda seat: AskTickets(seat, long))


@on("split")
async def split(desk: Desk, interaction: Interaction, press: Press) -> None:
    """The opening's split: show it, or take it."""
    if not press.arg:
        await panel(desk, interaction, press, lambda own: split_panel(own, "split"))
        return
    long = number(press.arg)
    await carry_out(
        desk, interaction, press.game, press.asked, lambda seat: ChooseSplit(seat, long)
    )


@on("choose")
async def choose(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Show the tickets on offer."""
    own = await seat_for(desk, interaction, press.game)
    check_turn(own, press)
    await show_tickets(desk, interaction, own)


@on("keep")
async def keep(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Keep the tickets that were selected, by their places."""
    own = await seat_for(desk, interaction, press.game)
    await keep_tickets(
        desk, interaction, own, press.asked, [number(n) for n in values(interaction)]
    )


async def keep_tickets(
    desk: Desk, interaction: Interaction, own: OwnSeat, asked: int | None, places: list[int]
) -> None:
    """Keep tickets by their places in the offer, counted from zero."""
    own.outcome.table.expect(own.seat, asked)
    question = own.view.waiting
    if not isinstance(question, TicketChoice) or any(n >= len(question.offered) for n in places):
        raise StaleGame(own.outcome.table.row.id)
    kept = tuple(question.offered[n] for n in places)
    game = own.outcome.table.row.id
    await carry_out(desk, interaction, game, asked, lambda seat: KeepTickets(seat, kept))
