"""`/game`: the commands of moderators. `/open`: a table that a member opens."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar, cast, get_args

import aiohttp
import discord
from discord import app_commands

from bot.discord_codes import UNKNOWN_MEMBER
from bot.games.clock.pace import DAY_PACE
from bot.games.display_names import clean_name
from bot.games.errors import LobbyError
from bot.games.model import Options, Place, Who
from bot.games.orders.model import ORDER_TURN_CHOICES
from bot.text.words import Words
from bot.ui.autocomplete import (
    Choice,
    Command,
    edition_choices,
    language_choices,
    localized,
    match_options,
    pace_choices,
    suggest_finished,
    suggester,
)
from bot.ui.context import Context, Interaction, in_context, run_after_answer
from bot.ui.lobby.actions import wait_for_post
from bot.ui.parsing import NotUnderstood
from bot.ui.permissions import EVERYTHING, FOR_THREADS, missing_permissions
from bot.ui.settings.actions import (
    change_server_settings,
    language_of_posts,
    open_channels,
    toggle_open_channel,
)
from bot.ui.tables.commands import find_meant_table, suggest_lost
from bot.ui.turn import actions as moves
from engine.errors import NotYourGame
from engine.ids import Seat
from engine.orders.data import MOST_TURNS
from engine.record import encode_record

Opening = TypeVar("Opening", bound=Callable[..., Coroutine[Any, Any, None]])


class GameGroup(app_commands.Group):
    """Commands that open, start, end and manage tables."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Refuse the command in direct messages, because tables belong to servers."""
        if interaction.guild_id is None:
            raise app_commands.NoPrivateMessage
        return True


GAME = GameGroup(
    name="game",
    description=localized("command-game"),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
    default_permissions=discord.Permissions(manage_messages=True),
)


SOON: Final = "soon"
"""When a game starts by default: some minutes after all seats are taken."""
HERE: Final[Place] = "here"
"""Where a table is played by default."""
ORDERS: Final = {str(count) if count else "off": count for count in ORDER_TURN_CHOICES}
"""The choices for standing orders at a table, as they are typed."""
OPENING: Final[set[asyncio.Task[None]]] = set()
"""The answers that wait for the post of a new table."""
MEMBER_LOOKUP_SECONDS: Final = 1.5
"""Shorter than the 3 seconds within which Discord wants an answer to the command."""


async def open_table(
    context: Context,
    edition: str,
    seats: app_commands.Range[int, 2, 5] | None = None,
    bots: app_commands.Range[int, 0, 4] = 0,
    start: str = SOON,
    place: str = HERE,
    pace: str | None = None,
    vacation: bool | None = None,  # noqa: FBT001  # an option
    orders: str = str(MOST_TURNS),
) -> None:
    """Open a lobby in this channel. Members may do that only in the channels chosen for it."""
    by_member = context.interaction.command is open_here
    if not context.guild_id:
        raise app_commands.NoPrivateMessage
    if by_member:
        await _check_open_allowed(context)
    if place not in get_args(Place):
        raise NotUnderstood("bad-input")
    if place == "thread":
        _check_thread_allowed(context)
    language = await language_of_posts(context)
    usual = await context.services.people.usual(context.guild_id)
    counts_vacation = usual.vacation if vacation is None else vacation
    lobby = await context.services.games.lobby.open(
        edition,
        context.guild_id,
        context.channel_id,
        context.user.id,
        language,
        Options(
            seats=seats,
            when_full=start == "full",
            place=cast("Place", place),
            pace=pace or usual.pace or DAY_PACE,
            usual_pace=pace is None,
            vacation=counts_vacation is not False,
            orders=ORDERS[orders],
            soon=start == SOON,
        ),
        bots,
        context.id,
        by_member=by_member,
    )
    await _reply_opened(context, lobby.row.id, language)


async def _check_open_allowed(context: Context) -> None:
    """Check that members may open tables in this channel.

    Raises:
        LobbyError: They may not. It names the channels where they may.
    """
    chosen = await open_channels(context)
    if not chosen:
        raise LobbyError("open-nowhere")
    if context.channel_id not in chosen:
        raise LobbyError("open-elsewhere", channels=", ".join(f"<#{id}>" for id in chosen))


async def _reply_opened(context: Context, game: str, language: str) -> None:
    """Say that the table is being opened, and later that it is open."""
    opened = context.say("lobby-opened", **Words.of(language).labels("join", "start"))
    lacking = context.missing_permissions()
    if lacking:
        await context.reply_text("\n".join([opened, *lacking]))
        return
    await context.reply_text(context.say("lobby-opening"))
    # The command is done. Only its answer changes once the post is there.
    task = asyncio.create_task(_reply_posted(context, game, opened), name=f"opening-{game}")
    OPENING.add(task)
    task.add_done_callback(OPENING.discard)


async def _reply_posted(context: Context, game: str, opened: str) -> None:
    """Say that the table is open once its post is there."""
    with run_after_answer():
        is_posted = await wait_for_post(context, game)
        if not context.interaction.client.is_closed():
            await context.reply_text(opened if is_posted else context.say("lobby-opened-late"))


def _with_options(callback: Opening) -> Opening:
    """Describe the options of a command that opens a table."""
    described = app_commands.describe(
        edition=localized("option-edition"),
        seats=localized("option-seats"),
        bots=localized("option-bots"),
        start=localized("option-start"),
        place=localized("option-place"),
        pace=localized("option-pace"),
        vacation=localized("option-vacation"),
        orders=localized("option-orders"),
    )(app_commands.rename(orders="plans")(callback))
    return app_commands.choices(
        edition=edition_choices(),
        start=[
            app_commands.Choice(name=localized(f"start-{start}"), value=start)
            for start in (SOON, "full", "pressed")
        ],
        pace=pace_choices(),
        orders=[app_commands.Choice(name=localized(f"orders-{way}"), value=way) for way in ORDERS],
    )(described)


new: Command = GAME.command(name="new", description=localized("command-game-new"))(
    _with_options(in_context(open_table))
)
open_here: Command = app_commands.command(name="open", description=localized("command-open"))(
    app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(
        _with_options(in_context(open_table))
    )
)


@new.autocomplete("place")
@open_here.autocomplete("place")
@suggester
async def suggest_places(context: Context, typed: str) -> list[Choice]:
    """Suggest where a table can be played: a thread only where the bot can create one."""
    places = get_args(Place) if _may_have_threads(context) else [HERE]
    return match_options([(context.say(f"place-{place}"), place) for place in places], typed)


def _may_have_threads(context: Context) -> bool:
    """Return whether this is a text channel. Threads, forums and voice channels have no threads."""
    return isinstance(context.interaction.channel, discord.TextChannel)


def _check_thread_allowed(context: Context) -> None:
    """Check that the bot can create a thread here, before the table is opened.

    Raises:
        LobbyError: The bot cannot create a thread, so no table is opened.
    """
    if not _may_have_threads(context):
        raise LobbyError("no-thread-here")
    have = context.interaction.app_permissions
    lacking = missing_permissions(have, context.words, FOR_THREADS)
    if lacking:
        raise LobbyError("thread-not-allowed", lacking="\n".join(lacking))


@GAME.command(name="start", description=localized("command-game-start"))
@in_context
async def start(context: Context) -> None:
    """Start the game in this channel."""
    lobby = await find_meant_table(context, None)
    await context.services.games.play.start(lobby.row.id, context.id)
    await _reply_done(context, "lobby-started")


@GAME.command(name="cancel", description=localized("command-game-cancel"))
@app_commands.describe(confirm=localized("option-confirm"), game=localized("option-lost"))
@in_context
async def cancel(
    context: Context,
    confirm: bool = False,  # noqa: FBT001, FBT002  # an option
    game: str | None = None,
) -> None:
    """End a table without a result. A game in progress ends only if the moderator confirms it.

    If the moderator plays there with other people, the command starts a vote.
    """
    lobby = await find_meant_table(context, game)
    if lobby.row.status == "playing" and not confirm:
        raise LobbyError("cancel-unsure")
    ended = await context.services.games.cancels.cancel(lobby.row.id, context.id, context.who)
    if ended.row.status == "cancelled":
        await _reply_done(context, "lobby-cancelled")
    else:
        await moves.tell_cancel_vote(context, ended, "vote-seated")


@GAME.command(name="replace", description=localized("command-game-replace"))
@app_commands.describe(
    seat=localized("option-seat"), player=localized("option-player"), game=localized("option-lost")
)
@in_context
async def replace(
    context: Context,
    seat: app_commands.Range[int, 1, 5],
    player: discord.User | None = None,
    game: str | None = None,
) -> None:
    """Offer a seat to another user, or give it to a bot for good.

    The user does not see the cards of the seat before accepting it.
    """
    lobby = await find_meant_table(context, game)
    if seat > len(lobby.seats):
        raise LobbyError("no-such-seat", seats=len(lobby.seats))
    ours = context.interaction.client.user
    to_bot = player is None or (ours is not None and player.id == ours.id)
    if player is not None and player.bot and not to_bot:
        raise LobbyError("no-person")
    done = await context.services.games.handovers.hand_over(
        lobby.row.id,
        Seat(seat - 1),
        None if player is None or to_bot else Who(player.id, player.display_name),
        context.who,
        context.id,
        has_left=await _has_left(context, lobby.seats[seat - 1].user_id),
    )
    if done:
        await _reply_done(context, "lobby-replaced")
        return
    until = await context.services.games.handovers.consent_needed_until(
        lobby.row.id, Seat(seat - 1)
    )
    if until is None:
        await _reply_done(context, "lobby-seat-offered")
    else:
        await _reply_done(context, "lobby-seat-asked", when=discord.utils.format_dt(until, "R"))


async def _has_left(context: Context, user_id: int | None) -> bool:
    """Return whether Discord says that the owner of a seat is no longer on this server.

    The bot has no member intent, so it asks. If the request fails in any other way, the owner
    counts as a member and is asked for consent.
    """
    guild = context.interaction.guild
    if guild is None or user_id is None or user_id == context.user.id:
        return False
    try:
        async with asyncio.timeout(MEMBER_LOOKUP_SECONDS):
            await guild.fetch_member(user_id)
    except discord.NotFound as error:
        return error.code == UNKNOWN_MEMBER
    except (TimeoutError, discord.DiscordException, aiohttp.ClientError, OSError):
        return False
    return False


@replace.autocomplete("seat")
@suggester
async def suggest_seats(context: Context, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the seats of the table that the command is about, with their players."""
    lobby = await find_meant_table(context, context.option("game"))
    return [
        app_commands.Choice(name=f"{seat.seat + 1}: {clean_name(seat.name)}", value=seat.seat + 1)
        for seat in lobby.seats
    ]


cancel.autocomplete("game")(suggest_lost)
replace.autocomplete("game")(suggest_lost)


@GAME.command(name="check", description=localized("command-game-check"))
@in_context
async def check(context: Context) -> None:
    """Show which permissions the bot lacks here, and what that would break."""
    have = context.interaction.app_permissions
    lacking = missing_permissions(have, context.words, EVERYTHING)
    context.services.reopen(context.channel_id)
    row = await context.services.queries.open_in(context.channel_id)
    if row is not None:
        await context.services.recheck_posts(row.id)
    await context.reply_text("\n".join(lacking) or context.say("check-fine"))


@GAME.command(name="settings", description=localized("command-game-settings"))
@app_commands.describe(
    language=localized("option-language"),
    pace=localized("option-usual-pace"),
    vacation=localized("option-usual-vacation"),
    channel=localized("option-open"),
)
@app_commands.rename(channel="open")
@app_commands.choices(language=language_choices(), pace=pace_choices())
@in_context
async def settings(
    context: Context,
    language: str | None = None,
    pace: str | None = None,
    vacation: bool | None = None,  # noqa: FBT001  # an option
    channel: discord.TextChannel | None = None,
) -> None:
    """Save the options that the moderator names, and show all settings of this server."""
    if channel is not None:
        await toggle_open_channel(context, channel.id)
    stops = None if vacation is None else "yes" if vacation else "no"
    named = {"language": language, "pace": pace, "vacation": stops}
    chosen = {name: value for name, value in named.items() if value is not None}
    await change_server_settings(context, chosen, kept=channel is not None)


@GAME.command(name="export", description=localized("command-game-export"))
@app_commands.describe(game=localized("option-finished"))
@in_context
async def export(context: Context, game: str) -> None:
    """Send a finished game of this server as a file, with its seed."""
    context.named = game
    lobby = await context.services.games.lobby.get(game)
    if lobby.row.guild_id != context.guild_id:
        raise NotYourGame(game)
    record = await context.services.games.cache.export_record(game)
    data = io.BytesIO(encode_record(record))
    await context.interaction.response.send_message(
        file=discord.File(data, f"{game}.json"), ephemeral=True
    )


export.autocomplete("game")(suggest_finished)


async def _reply_done(context: Context, key: str, **facts: str) -> None:
    await context.reply_text("\n".join([context.say(key, **facts), *context.missing_permissions()]))
