"""The buttons of the lobby and of a rematch."""

from __future__ import annotations

from dataclasses import replace

import discord
import msgspec

from bot.games.errors import ChannelTaken, LobbyError
from bot.games.lobby import MAX_WORD_LENGTH, Lobby, check_in_lobby
from bot.text.words import Words
from bot.ui.board.result import result_block
from bot.ui.components import Screen, text_block, text_modal
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.lobby.actions import wait_for_post
from bot.ui.lobby.view import details_screen
from bot.ui.router import on, typed_text


@on("join")
async def join_table(context: Context, press: Press) -> None:
    """Take a seat. The interaction's id becomes the player's word for the shuffle."""
    user, word = context.user, str(context.id)
    games = context.services.games
    lobby = await games.lobby.join(press.game, user.id, user.display_name, word, context.id)
    post = Words.of(lobby.row.locale)
    await _start_if_full(context, lobby, "lobby-joined", **post.labels("hand"))


@on("leave")
async def leave_table(context: Context, press: Press) -> None:
    """Give up a seat."""
    await context.services.games.lobby.leave(press.game, context.user.id, context.id)
    await _reply_done(context, "lobby-left")


@on("add-bot")
async def add_bot(context: Context, press: Press) -> None:
    """Fill a seat with a bot."""
    await _check_host(context, press.game, starting=False)
    lobby = await context.services.games.lobby.add_bot(press.game, context.id, context.user.id)
    await _start_if_full(context, lobby, "lobby-bot-added")


@on("drop-bot")
async def drop_bot(context: Context, press: Press) -> None:
    """Remove a bot."""
    await _check_host(context, press.game, starting=False)
    await context.services.games.lobby.remove_bot(press.game, context.id)
    await _reply_done(context, "lobby-bot-dropped")


@on("start")
async def start_game(context: Context, press: Press) -> None:
    """Start the game, for the opener or a moderator. At a full table any player may do it."""
    await _check_host(context, press.game, starting=True)
    await context.services.games.play.start(press.game, context.id)
    await _reply_done(context, "lobby-started")


@on("details")
async def open_details(context: Context, press: Press) -> None:
    """Show the settings of a table and its fair shuffle, after the result if the game is over."""
    lobby = await context.load_lobby(press.game)
    closed = await context.services.queries.has_closed_dms(press.game)
    screen = details_screen(lobby, context.words, context.user.id, has_closed_dms=closed)
    if lobby.row.status == "over":
        snapshot = await context.services.games.snapshot(press.game)
        result = result_block(snapshot, context.phrases_for(snapshot))
        screen = replace(screen, items=(result, *screen.items))
    await context.reply(screen)


@on("close-lobby")
async def close_lobby(context: Context, press: Press) -> None:
    """Close a lobby, for its opener. Everyone else who has a seat is notified."""
    await context.services.games.lobby.close(press.game, context.who, context.id)
    await _reply_done(context, "lobby-cancelled")


async def _check_host(context: Context, game: str, *, starting: bool) -> None:
    """Raise LobbyError unless the user is the opener, a moderator or a player at the table.

    For *starting*, being a player is enough only if the table is full. At a table that is no lobby
    any more, the service explains why nothing can be changed.
    """
    lobby, user = await context.services.games.lobby.get(game), context.user.id
    host = lobby.row.opener_id == user or context.interaction.permissions.manage_messages
    for_players = not starting or lobby.starts_at is not None
    if host or lobby.row.status != "lobby" or (for_players and lobby.seat_of(user)):
        return
    if for_players:
        raise LobbyError("bots-not-allowed")
    raise LobbyError("start-not-full" if lobby.options.soon else "start-not-allowed")


async def _start_if_full(context: Context, lobby: Lobby, key: str, **facts: str) -> None:
    """Start the game if the last seat was taken, and reply. A full table may also start later."""
    if await context.services.games.play.start_if_full(lobby.row.id):
        await _reply_done(context, "lobby-started")
        return
    later = []
    if lobby.starts_at is not None:
        later = [context.say("lobby-full", when=discord.utils.format_dt(lobby.starts_at, "R"))]
    await _reply_done(context, key, *later, **facts)


async def _reply_done(context: Context, key: str, *more: str, **facts: str) -> None:
    lines = [context.say(key, **facts), *more, *context.missing_permissions()]
    await context.reply(Screen((text_block("\n".join(lines)),)))


@on("word")
async def ask_word(context: Context, press: Press) -> None:
    """Ask for a word that is added to the shuffle."""
    check_in_lobby(await context.services.games.lobby.get(press.game))
    window = text_modal(
        Press(press.game, 0, "worded"),
        context.say("word-title"),
        context.say("word-label", most=MAX_WORD_LENGTH),
        MAX_WORD_LENGTH,
    )
    await context.open_modal(window)


@on("worded", window=True)
async def set_word(context: Context, press: Press) -> None:
    """Save the word that the user typed."""
    word = typed_text(context.interaction)
    await context.services.games.lobby.set_word(press.game, context.user.id, word, context.id)
    await _reply_done(context, "word-set")


@on("no-thanks")
async def decline_rematch(context: Context, press: Press) -> None:
    """Decline to play again."""
    await context.services.games.lobby.decline(press.game, context.user.id, context.id)
    await _reply_done(context, "lobby-declined")


@on("rematch")
async def open_rematch(context: Context, press: Press) -> None:
    """Open a lobby for the same edition and bots, and invite the players of the former game.

    The player who asks for the rematch has the first seat. If there is no one else to invite, the
    game starts as soon as the lobby has its post.
    """
    games = context.services.games
    old = await games.lobby.get(press.game)
    if not old.seat_of(context.user.id):
        raise LobbyError("not-seated")
    # The former game may have moved from the channel of its lobby into a thread. The new lobby
    # opens in that channel, and its game moves into a new thread again.
    channel_id = old.row.parent_id or old.row.channel_id
    place = f"<#{channel_id}>"
    try:
        new = await games.lobby.open(
            old.row.edition,
            old.row.guild_id,
            channel_id,
            context.user.id,
            old.row.locale,
            msgspec.structs.replace(
                old.options,
                invited=tuple(seat.user_id for seat in old.seats if seat.user_id),
                declined=(),
                starts_at="",
            ),
            sum(seat.maker == "bot" for seat in old.seats),
            context.id,
            first=context.who,
        )
    except ChannelTaken:
        raise LobbyError("rematch-taken", channel=place) from None
    if new.is_ready_to_start(games.now()):
        # The post of the lobby shows the promised hash, so it comes before the game.
        await context.reply_text(context.say("lobby-opening"))
        if not await wait_for_post(context, new.row.id):
            return  # The players can still start the game.
    await _start_if_full(context, new, "lobby-rematch", channel=place)
