"""Drawing cards, passing, taking back."""

from __future__ import annotations

from typing import TypeAlias

import discord

from bot.chat.desk import Desk
from bot.chat.presses.base import (
    carry_out,
    panel,
    seat_for,
    show_next,
)
from bot.chat.router import on
from bot.chat.typed import number
from bot.messages.ids import Press
from bot.messages.panels.cards import draw_panel
from bot.messages.panels.more import undo_panel
from bot.play.games import Wish
from engine.actions import (
    DrawBlind,
    DrawOpen,
    Pass,
)
from engine.errors import IllegalAction
from engine.ids import DeckName

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("draw")
async def draw(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Show what can be drawn."""
    await panel(desk, interaction, press, draw_panel)


@on("refill")
async def refill(desk: Desk, interaction: Interaction, press: Press) -> None:
    """The same, with the other deck to refill from."""
    await panel(desk, interaction, press, lambda own: draw_panel(own, DeckName(press.arg)))


@on("take")
async def take(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take a card of the display."""
    slot, _, deck = press.arg.partition(".")
    wish: Wish = lambda seat: DrawOpen(seat, number(slot), DeckName(deck) if deck else None)  # noqa: E731
    await carry_out(desk, interaction, press.game, press.asked, wish)


@on("blind")
async def blind(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Draw from a deck."""
    await carry_out(
        desk,
        interaction,
        press.game,
        press.asked,
        lambda seat: DrawBlind(seat, DeckName(press.arg)),
    )


@on("pass")
async def pass_turn(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Pass, if nothing else can be done."""
    await carry_out(desk, interaction, press.game, press.asked, Pass)


@on("undo")
async def undo(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Take back one's last step."""
    await undo_step(desk, interaction, press.game, press.asked)


async def undo_step(
    desk: Desk, interaction: Interaction, game: str, asked: int | None = None
) -> None:
    """Take back one's last step, and tell the table."""
    try:
        outcome = await desk.service.undo(game, interaction.user.id, asked, interaction.id)
    except IllegalAction as refusal:
        own = await seat_for(desk, interaction, game)
        await desk.answer(interaction, undo_panel(own, own.speech.refusal(refusal)), update=True)
        return
    desk.announcer.poke(game)
    await show_next(desk, interaction, outcome)


@on("appeal")
async def appeal(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Ask the others to let a step be taken back."""
    _, asked = await desk.service.appeal(press.game, interaction.user.id, interaction.id)
    await _heard(desk, interaction, press.game, "appeal-asked" if asked else "appeal-granted")


@on("agree")
async def agree(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Let somebody take a step back."""
    _, asked = await desk.service.agree(press.game, interaction.user.id, interaction.id)
    await _heard(desk, interaction, press.game, "appeal-agreed" if asked else "appeal-granted")


@on("refuse")
async def refuse(desk: Desk, interaction: Interaction, press: Press) -> None:
    """Let a step stand."""
    await desk.service.refuse(press.game, interaction.user.id, interaction.id)
    await _heard(desk, interaction, press.game, "appeal-refused")


async def _heard(desk: Desk, interaction: Interaction, game: str, key: str) -> None:
    words = await desk.words_for(interaction)
    desk.announcer.poke(game)
    await desk.tell(interaction, words.say(key))
