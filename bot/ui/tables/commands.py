"""The command `/tables`, and tables whose channel was deleted."""

from __future__ import annotations

from discord import app_commands

import maps
from bot.games.errors import LobbyError
from bot.games.lobby import Lobby
from bot.games.model import GameRow
from bot.ui.autocomplete import Choice, localized, match_options, suggester
from bot.ui.context import Context, in_context
from bot.ui.tables.actions import show_open_tables
from bot.ui.tables.view import seated_names


@app_commands.command(name="tables", description=localized("command-tables"))
@app_commands.guild_only()
@in_context
async def tables(context: Context) -> None:
    """List the open tables of this server that the user may see."""
    await show_open_tables(context)


async def find_meant_table(context: Context, game: str | None) -> Lobby:
    """Return the open table of this channel, or the table *game* if its channel was deleted.

    Raises:
        LobbyError: There is no such table, or it has a channel of its own.
    """
    lookup, games = context.services.queries, context.services.games
    if game is None:
        here = await lookup.open_in(context.channel_id)
        if here is None:
            raise LobbyError("no-table-here")
        return await games.lobby.get(here.id)
    row = await lookup.row(game)
    if row is None or row.guild_id != context.guild_id:
        raise LobbyError("no-such-table")
    if row.status not in ("lobby", "playing"):
        raise LobbyError("table-closed")
    channels, client = context.services.channels, context.interaction.client
    if row.channel_id != context.channel_id and not await channels.is_gone(client, row.channel_id):
        raise LobbyError("table-elsewhere", channel=f"<#{row.channel_id}>")
    return await games.lobby.get(row.id)


@suggester
async def suggest_lost(context: Context, typed: str) -> list[Choice]:
    """Suggest the tables of this server whose channel was deleted, by edition and players."""
    rows = await context.services.queries.open_on(context.guild_id)
    channels, client = context.services.channels, context.interaction.client
    gone = await channels.gone(client, [row.channel_id for row in rows])
    lost = [row for row in rows if row.channel_id in gone]
    return match_options([(await _label(context, row), row.id) for row in lost], typed)


async def _label(context: Context, row: GameRow) -> str:
    title = maps.load(row.edition).title(context.words.language)
    return f"{title} · {seated_names(await context.services.queries.seats(row.id))}"
