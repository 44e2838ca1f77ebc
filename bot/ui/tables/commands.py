"""Which tables there are: those of a server, and lists of tables in general."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from discord import app_commands

from bot.games.clock.hours import FAR
from bot.games.model import GameRow
from bot.games.table import Lobby
from bot.text.escaping import safe
from bot.text.pages import LONGEST
from bot.text.words import shortened
from bot.ui.command_texts import said
from bot.ui.context import Context, in_context
from bot.ui.tables.channels import seen_by
from bot.ui.tables.lost import seated
from bot.ui.tables.view import table_line

MOST: Final = 20
"""So many tables are listed; a message holds no more."""


@app_commands.command(name="tables", description=said("command-tables"))
@app_commands.guild_only()
@in_context
async def tables(context: Context) -> None:
    """The open tables of this server that whoever asks may look at."""
    if not context.guild_id:
        raise app_commands.NoPrivateMessage
    await context.think()
    lookup = context.services.lookup
    own = {row.id for row in await lookup.tables_of(context.user.id)}
    rows = await lookup.open_on(context.guild_id)
    own |= {row.id for row in await seen_by(context.interaction, rows)}
    seen = [row for row in rows if row.id in own]
    await context.tell(await listed(context, seen) or context.say("tables-none"))


async def listed(context: Context, rows: Sequence[GameRow]) -> str:
    """These tables, a line each; those that wait for whoever asks come first.

    Among these and among the others the most urgent is first.
    """
    lookup = context.services.lookup
    waiting = await lookup.waiting_for(context.user.id)
    ends = {row.id: await lookup.deadline(row.id) or FAR for row in rows}
    rows = sorted(rows, key=lambda row: (row.id not in waiting, ends[row.id]))
    shown, more = rows[:MOST], len(rows) - MOST
    channels, client = context.services.channels, context.interaction.client
    gone = await channels.gone(client, [row.channel_id for row in shown])
    lines = [await _line(context, row, ends[row.id], lost=row.channel_id in gone) for row in shown]
    lines += [context.say("games-more", count=more)] if more > 0 else []
    return shortened("\n".join(lines), LONGEST)


async def _line(context: Context, row: GameRow, ends: datetime, *, lost: bool) -> str:
    lobby, outcome = await context.services.games.standing(row.id)
    place = _lost(context, lobby) if lost else await _link(context, row)
    deadline = ends if ends < FAR else None
    return table_line(lobby, outcome, context.speech(lobby), context.user.id, place, deadline)


async def _link(context: Context, row: GameRow) -> str:
    """The way to a table's newest post."""
    post = await context.services.lookup.board_post(row.id)
    return post.link(row.guild_id) if post else f"<#{row.channel_id}>"


def _lost(context: Context, lobby: Lobby) -> str:
    """A table without a channel: who sits there, and what can be done."""
    return f"{safe(seated(lobby.seats))} · {context.say('games-channel-gone')}"
