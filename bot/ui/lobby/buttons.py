"""The buttons of the lobby and of a rematch."""

from __future__ import annotations

import msgspec

from bot.games.errors import ChannelTaken, LobbyError
from bot.games.lobby import MAX_WORD_LENGTH, check_in_lobby
from bot.text.words import Words
from bot.ui.components import Screen, button_rows, text_block, text_modal
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.lobby.view import details_screen, invitation_buttons
from bot.ui.router import on, typed_text


@on("join")
async def join_table(context: Context, press: Press) -> None:
    """Take a seat. The interaction's id becomes the player's word for the shuffle."""
    user, word = context.user, str(context.id)
    games = context.services.games
    lobby = await games.lobby.join(press.game, user.id, user.display_name, word, context.id)
    post = Words.of(lobby.row.locale)
    await _start_if_full(context, press.game, "lobby-joined", **post.labels("hand"))


@on("leave")
async def leave_table(context: Context, press: Press) -> None:
    """Give up a seat."""
    await context.services.games.lobby.leave(press.game, context.user.id, context.id)
    await _reply_done(context, "lobby-left")


@on("add-bot")
async def add_bot(context: Context, press: Press) -> None:
    """Fill a seat with a bot."""
    await _check_host(context, press.game, seated=True)
    await context.services.games.lobby.add_bot(press.game, context.id)
    await _start_if_full(context, press.game, "lobby-bot-added")


@on("drop-bot")
async def drop_bot(context: Context, press: Press) -> None:
    """Remove a bot."""
    await _check_host(context, press.game, seated=True)
    await context.services.games.lobby.remove_bot(press.game, context.id)
    await _reply_done(context, "lobby-bot-dropped")


@on("start")
async def start_game(context: Context, press: Press) -> None:
    """Start the game, for the opener or a moderator."""
    await _check_host(context, press.game, seated=False)
    await context.services.games.play.start(press.game, context.id)
    await _reply_done(context, "lobby-started")


@on("details")
async def open_details(context: Context, press: Press) -> None:
    """Show the settings of a table and its fair shuffle."""
    await context.reply(details_screen(await context.load_lobby(press.game), context.words))


async def _check_host(context: Context, game: str, *, seated: bool) -> None:
    """Raise LobbyError unless the user is the opener or a moderator.

    With *seated*, any player at the table may do it too.
    """
    lobby, user = await context.services.games.lobby.get(game), context.user.id
    host = lobby.row.opener_id == user or context.interaction.permissions.manage_messages
    if not host and not (seated and lobby.seat_of(user)):
        raise LobbyError("bots-not-allowed" if seated else "start-not-allowed")


async def _start_if_full(context: Context, game: str, key: str, **facts: str) -> None:
    """Start the game if the last seat was taken, and reply."""
    started = await context.services.games.play.start_if_full(game)
    if started:
        await _reply_done(context, "lobby-started")
    else:
        await _reply_done(context, key, **facts)


async def _reply_done(context: Context, key: str, **facts: str) -> None:
    lines = [context.say(key, **facts), *context.missing_permissions()]
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

    All players join by themselves, also the player who asks for the rematch. That way, what they
    add to the shuffle comes after the new promise.
    """
    old = await context.services.games.lobby.get(press.game)
    if not old.seat_of(context.user.id):
        raise LobbyError("not-seated")
    # The former game may have moved from the channel of its lobby into a thread. The new lobby
    # opens in that channel, and its game moves into a new thread again.
    channel_id = old.row.parent_id or old.row.channel_id
    place = f"<#{channel_id}>"
    try:
        new = await context.services.games.lobby.open(
            old.row.edition,
            old.row.guild_id,
            channel_id,
            context.user.id,
            old.row.locale,
            msgspec.structs.replace(
                old.options,
                invited=tuple(seat.user_id for seat in old.seats if seat.user_id),
                declined=(),
            ),
            sum(seat.maker == "bot" for seat in old.seats),
            context.id,
        )
    except ChannelTaken:
        raise LobbyError("rematch-taken", channel=place) from None
    text = text_block(
        "\n".join([context.say("lobby-rematch", channel=place), *context.missing_permissions()])
    )
    await context.reply(Screen((text, *button_rows(invitation_buttons(new.row.id, context.words)))))
