"""Showing the board and the player's own hand and map, for buttons and commands."""

from __future__ import annotations

from bot.games.table import GameSnapshot
from bot.pictures.moves import last_moves
from bot.pictures.picture import Picture
from bot.pictures.sketch import PictureSpec
from bot.ui.board.view import board_alt
from bot.ui.components import gallery, make_panel
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.seat_view import SeatView
from bot.ui.turn.more import map_panel, zoom_buttons
from bot.ui.turn.replies import show_card
from engine.ids import DeckName
from render import Stress


async def show_hand(context: Context, refill: DeckName | None = None) -> None:
    """Show a hand to its owner."""
    await show_card(context, await context.load_seat(), refill=refill)


async def show_map(context: Context, zoom: str | None = None) -> None:
    """Show a player's own map.

    The answer is a picture only, so there is nothing to show before it is drawn.
    """
    with context.services.late.answering(context.interaction) as answer:
        await context.defer()
        own = await context.load_seat()

        async def put(picture: Picture) -> None:
            await context.reply(map_panel(own, picture, zoom), update=True)

        await answer.attach_when_ready(_map_picture(context, own, zoom), put)


async def show_board(context: Context, snapshot: GameSnapshot, zoom: str | None = None) -> None:
    """Show the public board, with buttons for its parts."""
    await context.defer()
    phrases, shown = context.phrases_for(snapshot), snapshot.view(None)
    words, names = phrases.words, tuple(phrases.names)
    stress = Stress(closed=snapshot.closed)
    sketch = PictureSpec(
        phrases.spec.id,
        words.language,
        shown,
        names=names,
        stress=stress,
        moves=last_moves(snapshot.table.progress),
        is_paused=snapshot.table.pause.is_on,
        zoom=zoom,
    )
    picture = await context.services.studio.draw_board(
        sketch, board_alt(shown, phrases), asked=True
    )
    whole = Press(snapshot.table.row.id, 0, "board")
    parts = zoom_buttons(phrases.spec, words, whole, zoom)
    await context.reply(make_panel(gallery(picture), *parts, picture=picture), update=True)


async def _map_picture(context: Context, own: SeatView, zoom: str | None) -> Picture:
    plan, words = await context.services.plans.advice_for(own), own.phrases.words
    stress = Stress(closed=own.snapshot.closed)
    sketch = PictureSpec(
        own.phrases.spec.id,
        words.language,
        own.view,
        names=tuple(own.phrases.names),
        advice=plan,
        stress=stress,
        moves=last_moves(own.snapshot.table.progress),
        is_paused=own.snapshot.table.pause.is_on,
        zoom=zoom,
    )
    return await context.services.studio.draw_own_map(sketch, words.say("alt-map"))
