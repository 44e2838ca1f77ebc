"""Buttons that show the hand, the map, the board and pages, or cancel the game."""

from __future__ import annotations

from bot.games.lobby import Lobby
from bot.text.pages import board_page, log_page, scores_page
from bot.text.rulebook import rules_page
from bot.ui.board.actions import is_watching, show_board, show_hand, show_map, show_more
from bot.ui.board.votes import cancel_panel
from bot.ui.components import Screen, button, button_rows, text_block
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.router import on
from bot.ui.seats.view import YES
from bot.ui.turn import actions as moves
from bot.ui.turn.more import page_buttons
from bot.ui.turn.replies import show_card


@on("hand")
async def open_hand(context: Context, press: Press) -> None:
    """Show the user's cards and tickets, or the choice that the user has to make."""
    await show_hand(context)


@on("next")
async def open_next_table(context: Context, press: Press) -> None:
    """Show the user's turn at another table. A hand card keeps showing its own table."""
    await show_card(context, await context.load_seat(), update=not context.on_card)


@on("refresh")
async def refresh_hand(context: Context, press: Press) -> None:
    """Show the user's hand card in its present state."""
    await show_hand(context)


@on("map")
async def open_own_map(context: Context, press: Press) -> None:
    """Show the user's own map, or a part of it: tickets, missing links and payable routes.

    Someone without a seat sees the public board.
    """
    if await is_watching(context):
        await open_board(context, press)
        return
    await show_map(context, press.arg or None)


@on("board")
async def open_board(context: Context, press: Press) -> None:
    """Show the public board, or a part of it."""
    lobby = await context.load_lobby(press.game)
    snapshot = await context.services.games.snapshot(lobby.row.id)
    await show_board(context, snapshot, press.arg or None)


@on("more")
async def open_more_panel(context: Context, press: Press) -> None:
    """Show the panel for everything that has no button of its own."""
    await show_more(context)


@on("bring")
async def repost_board(context: Context, press: Press) -> None:
    """Post the board again below newer messages."""
    await moves.bring_board(context)


@on("read")
async def open_page(context: Context, press: Press) -> None:
    """Show a page about the table, with buttons for the other pages."""
    lobby = await context.load_lobby(press.game)
    watching = lobby.seat_of(context.user.id) is None
    others = page_buttons(press.game, context.words, watching=watching) if lobby.row.version else []
    page = await _page_text(context, lobby, press.arg)
    if others and not watching:
        others += button_rows([button(context.say("button-back"), Press(press.game, 0, "more"))])
    await context.reply(Screen((text_block(page), *others)), update=True)


async def _page_text(context: Context, lobby: Lobby, name: str) -> str:
    if name == "rules":
        return rules_page(context.words, "edition", lobby.spec)
    snapshot = await context.services.games.snapshot(lobby.row.id)
    phrases = context.phrases_for(snapshot)
    if name == "log":
        events = await context.services.queries.log(lobby.row.id)
        return log_page(events, phrases, snapshot.table.past)
    return scores_page(snapshot, phrases) if name == "scores" else board_page(snapshot, phrases)


@on("cancel")
async def cancel_game(context: Context, press: Press) -> None:
    """Ask first. After the second press, start the vote to cancel the game or agree to it."""
    if press.arg == YES:
        await moves.agree_to_cancel(context)
    else:
        await context.reply(cancel_panel(await context.load_seat()), update=True)


@on("cancel-no")
async def refuse_cancel(context: Context, press: Press) -> None:
    """Vote against canceling, or withdraw the user's own request."""
    await moves.refuse_to_cancel(context)
