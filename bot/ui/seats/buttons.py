"""Buttons for seats that change owners during a game."""

from __future__ import annotations

from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.parsing import parse_number
from bot.ui.router import on
from bot.ui.seats.view import YES, give_up_panel
from bot.ui.turn import actions as moves
from engine.ids import Seat


@on("give-up")
async def give_up(context: Context, press: Press) -> None:
    """Ask first. After the second press, give up the user's seat."""
    if press.arg == YES:
        await moves.give_up(context)
    else:
        await context.reply(give_up_panel(await context.load_seat()), update=True)


@on("take-seat")
async def take_seat(context: Context, press: Press) -> None:
    """Take a seat that was given up."""
    await moves.take_seat(context, Seat(parse_number(press.arg)))


@on("accept")
async def accept_seat(context: Context, press: Press) -> None:
    """Take a seat that is offered to the user."""
    await moves.accept_seat(context, Seat(parse_number(press.arg)))


@on("decline")
async def decline_seat(context: Context, press: Press) -> None:
    """Decline a seat that is offered to the user."""
    await moves.decline_seat(context, Seat(parse_number(press.arg)))


@on("let-go")
async def agree_to_handover(context: Context, press: Press) -> None:
    """Let another user have the owner's seat."""
    await moves.agree_to_handover(context, Seat(parse_number(press.arg)))


@on("stay")
async def refuse_handover(context: Context, press: Press) -> None:
    """Refuse to hand over the owner's seat."""
    await moves.refuse_handover(context, Seat(parse_number(press.arg)))
