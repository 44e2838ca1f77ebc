"""Which tables there are: those of a server, and lists of tables in general."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.chat.channels import seen_by
from bot.chat.commands.lost import seated
from bot.chat.commands.texts import said
from bot.chat.context import Context, in_context
from bot.language.names import safe
from bot.language.pages import LONGEST
from bot.language.words import shortened
from bot.messages.tables import table_line
from bot.play.records import GameRow
from bot.play.table import Lobby

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
    """These tables, a line each; those that wait for whoever asks come first."""
    waiting = await context.services.lookup.waiting_for(context.user.id)
    rows = sorted(rows, key=lambda row: row.id not in waiting)
    shown, more = rows[:MOST], len(rows) - MOST
    channels, client = context.services.channels, context.interaction.client
    gone = await channels.gone(client, [row.channel_id for row in shown])
    lines = [await _line(context, row, lost=row.channel_id in gone) for row in shown]
    lines += [context.say("games-more", count=more)] if more > 0 else []
    return shortened("\n".join(lines), LONGEST)


async def _line(context: Context, row: GameRow, *, lost: bool) -> str:
    lobby, outcome = await context.services.games.standing(row.id)
    place = _lost(context, lobby) if lost else await _link(context, row)
    return table_line(lobby, outcome, context.speech(lobby), context.user.id, place)


async def _link(context: Context, row: GameRow) -> str:
    """The way to a table's newest post."""
    post = await context.services.lookup.board_post(row.id)
    return post.link(row.guild_id) if post else f"<#{row.channel_id}>"


def _lost(context: Context, lobby: Lobby) -> str:
    """A table without a channel: who sits there, and what can be done."""
    return f"{safe(seated(lobby.seats))} · {context.say('games-channel-gone')}"
