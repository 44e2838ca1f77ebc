"""Drawing cards, passing, taking back."""

from __future__ import annotations

from bot.ui.board.actions import show_hand
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.parsing import number
from bot.ui.router import on
from bot.ui.turn import actions as moves
from bot.ui.turn.cards import draw_panel
from bot.ui.turn.selection import show
from engine.ids import DeckName


@on("draw")
async def draw(context: Context, press: Press) -> None:
    """Show what can be drawn."""
    await show(context, draw_panel)


@on("refill")
async def refill(context: Context, press: Press) -> None:
    """The same, with the other deck to refill from."""
    if context.on_card:
        await moves.expected(context)
        await show_hand(context, DeckName(press.arg))
        return
    await show(context, lambda own: draw_panel(own, DeckName(press.arg)))


@on("take")
async def take(context: Context, press: Press) -> None:
    """Take a card of the display."""
    slot, _, deck = press.arg.partition(".")
    await moves.draw_open(context, number(slot), DeckName(deck) if deck else None)


@on("blind")
async def blind(context: Context, press: Press) -> None:
    """Draw from a deck."""
    await moves.draw_blind(context, DeckName(press.arg))


@on("pass")
async def pass_turn(context: Context, press: Press) -> None:
    """Pass, if nothing else can be done."""
    await moves.pass_turn(context)


@on("undo")
async def undo(context: Context, press: Press) -> None:
    """Take back one's last step."""
    await moves.undo(context)


@on("appeal")
async def ask_undo(context: Context, press: Press) -> None:
    """Ask the others to let a step be taken back."""
    await moves.ask_undo(context)


@on("agree")
async def agree(context: Context, press: Press) -> None:
    """Let somebody take a step back."""
    await moves.agree(context)


@on("refuse")
async def refuse(context: Context, press: Press) -> None:
    """Let a step stand."""
    await moves.refuse(context)
