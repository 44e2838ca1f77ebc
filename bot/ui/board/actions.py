"""Showing the board and the player's own hand and map, for buttons and commands."""

from __future__ import annotations

from contextlib import suppress

from bot.games.lobby import Lobby
from bot.games.table import GameSnapshot
from bot.pictures.moves import last_moves
from bot.pictures.picture import Picture
from bot.pictures.sketch import PictureSpec
from bot.ui.board.view import board_alt
from bot.ui.components import button, button_rows, gallery, make_panel
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.orders.view import running_plan
from bot.ui.seat_view import SeatView
from bot.ui.turn.more import map_panel, more_panel, watch_panel, zoom_buttons
from bot.ui.turn.replies import show_card
from engine.errors import NotYourGame
from engine.ids import DeckName
from render import Stress


async def show_hand(context: Context, refill: DeckName | None = None) -> None:
    """Show a hand to its owner."""
    await show_card(context, await context.load_seat(), refill=refill)


async def show_more(context: Context) -> None:
    """Show everything that has no button of its own, or what someone without a seat may look at."""
    if not await show_watching(context, "more-watching"):
        await context.reply(more_panel(await context.load_seat()), update=True)


async def show_watching(context: Context, key: str = "error-not-yours") -> bool:
    """Tell a user without a seat at this channel's game the sentence *key*, with all looks.

    Return False if the user has a seat, or if there is no such game in this channel.
    """
    lobby = await _watched_table(context)
    if lobby is None:
        return False
    sentence = context.say(key, edition=lobby.spec.title(context.words.language))
    await context.reply(watch_panel(lobby.row.id, context.words, sentence), update=True)
    return True


async def is_watching(context: Context) -> bool:
    """Return whether the user has no seat at the game of this channel."""
    return await _watched_table(context) is not None


async def _watched_table(context: Context) -> Lobby | None:
    """Return the game of this channel if the user has no seat there, else None."""
    if context.game_id is None:
        return None
    with suppress(NotYourGame):
        lobby = await context.load_lobby(context.game_id)
        return lobby if lobby.row.is_begun and not lobby.seat_of(context.user.id) else None
    return None


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
    below = [button(words.say("button-words"), Press(whole.game, 0, "read", "words"))]
    if context.press is not None:
        below.append(button(words.say("button-back"), Press(whole.game, 0, "more")))
    panel = make_panel(gallery(picture), *parts, *button_rows(below), picture=picture)
    await context.reply(panel, update=True)


async def _map_picture(context: Context, own: SeatView, zoom: str | None) -> Picture:
    words = own.phrases.words
    plan = running_plan(own, await context.services.plans.advice_for(own))
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
