"""Lists of tables: `/tables`, and shared functions for lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from discord import app_commands

import maps
from bot.games.clock.hours import FAR_FUTURE
from bot.games.errors import LobbyError
from bot.games.lobby import Lobby
from bot.games.model import GameRow, SeatRow
from bot.text.pages import MAX_PAGE_LENGTH
from bot.text.words import escape_markdown, shorten
from bot.ui.autocomplete import Choice, localized, match_options, suggester
from bot.ui.context import Context, in_context
from bot.ui.tables.channels import visible_tables
from bot.ui.tables.view import table_line

MAX_LISTED_TABLES: Final = 20
"""A message holds no more."""


@app_commands.command(name="tables", description=localized("command-tables"))
@app_commands.guild_only()
@in_context
async def tables(context: Context) -> None:
    """List the open tables of this server that the user may see."""
    if not context.guild_id:
        raise app_commands.NoPrivateMessage
    await context.defer()
    lookup = context.services.queries
    own = {row.id for row in await lookup.tables_of(context.user.id)}
    rows = await lookup.open_on(context.guild_id)
    own |= {row.id for row in await visible_tables(context.interaction, rows)}
    seen = [row for row in rows if row.id in own]
    await context.reply_text(await list_tables(context, seen) or context.say("tables-none"))


async def list_tables(context: Context, rows: Sequence[GameRow]) -> str:
    """Return a line for each of these tables. Tables that wait for the user come first.

    In both groups, the table with the earliest deadline is first.
    """
    lookup = context.services.queries
    waiting = await lookup.waiting_for(context.user.id)
    ends = {row.id: await lookup.deadline(row.id) or FAR_FUTURE for row in rows}
    rows = sorted(rows, key=lambda row: (row.id not in waiting, ends[row.id]))
    shown, more = rows[:MAX_LISTED_TABLES], len(rows) - MAX_LISTED_TABLES
    channels, client = context.services.channels, context.interaction.client
    gone = await channels.gone(client, [row.channel_id for row in shown])
    lines = [
        await _format_table(context, row, ends[row.id], lost=row.channel_id in gone)
        for row in shown
    ]
    lines += [context.say("games-more", count=more)] if more > 0 else []
    return shorten("\n".join(lines), MAX_PAGE_LENGTH)


async def _format_table(context: Context, row: GameRow, ends: datetime, *, lost: bool) -> str:
    lobby, snapshot = await context.services.games.cache.table(row.id)
    place = _lost_place(context, lobby) if lost else await _post_link(context, row)
    deadline = ends if ends < FAR_FUTURE else None
    return table_line(lobby, snapshot, context.phrases_for(lobby), context.user.id, place, deadline)


async def _post_link(context: Context, row: GameRow) -> str:
    """Return a link to a table's newest post."""
    post = await context.services.queries.board_post(row.id)
    return post.link(row.guild_id) if post else f"<#{row.channel_id}>"


def _lost_place(context: Context, lobby: Lobby) -> str:
    """Return the players of a table whose channel was deleted, and what can be done."""
    return f"{escape_markdown(seated_names(lobby.seats))} · {context.say('games-channel-gone')}"


def seated_names(seats: Iterable[SeatRow]) -> str:
    """Return the names of the players at a table."""
    return ", ".join(seat.name for seat in seats) or "–"


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
