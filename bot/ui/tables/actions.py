"""Lists of tables, for buttons and commands: the user's own tables, and the open ones here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from discord import app_commands

from bot.games.clock.hours import FAR_FUTURE
from bot.games.clock.status import NO_CLOCK, SeatTime
from bot.games.lobby import Lobby
from bot.games.model import GameRow
from bot.games.table import GameSnapshot
from bot.text.pages import MAX_PAGE_LENGTH
from bot.text.words import escape_markdown, shorten
from bot.ui.components import Item, Screen, button, button_rows, link_button, text_block
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.tables.channels import visible_tables
from bot.ui.tables.next_table import table_button, table_label
from bot.ui.tables.view import ended_line, seated_names, table_line

MAX_LISTED_TABLES: Final = 20
"""A message holds no more."""
MAX_ENDED_TABLES: Final = 5
ENDED_FOR: Final = timedelta(days=7)
"""How long a game that has ended stays on its players' lists."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """The tables of a list, in its order, and facts about them."""

    rows: Sequence[GameRow]
    more: int
    """How many tables the list has no room for."""
    waiting: Collection[str]
    """The tables that wait for the user."""
    gone: Collection[int]
    """The channels that were deleted."""


async def show_open_tables(context: Context) -> None:
    """List the open tables of this server that the user may see."""
    if not context.guild_id:
        raise app_commands.NoPrivateMessage
    await context.defer()
    lookup = context.services.queries
    own = {row.id for row in await lookup.tables_of(context.user.id)}
    rows = await lookup.open_on(context.guild_id)
    own |= {row.id for row in await visible_tables(context.interaction, rows)}
    listed = await _list_tables(context, [row for row in rows if row.id in own])
    text = shorten("\n".join(await _table_lines(context, listed)), MAX_PAGE_LENGTH)
    items: list[Item] = [text_block(text or context.say("tables-none"))]
    if context.press is not None:
        more = Press(context.press.game, 0, "more")
        items += button_rows([button(context.say("button-back"), more)])
    await context.reply(Screen(tuple(items)), update=True)


async def show_own_tables(context: Context) -> None:
    """List the user's tables and the games that ended recently, with a button for each table."""
    await context.defer()  # Asking Discord whether the channels still exist takes a while.
    lookup, games = context.services.queries, context.services.games
    listed = await _list_tables(context, await lookup.tables_of(context.user.id))
    ended = await lookup.ended_since(context.user.id, games.now() - ENDED_FOR, MAX_ENDED_TABLES)
    lines = await _table_lines(context, listed) or [context.say("games-none")]
    lines += [await _ended_line(context, row) for row in ended]
    buttons = [each for row in listed.rows if (each := await _table_button(context, row, listed))]
    text = shorten("\n".join(lines), MAX_PAGE_LENGTH)
    await context.reply(Screen((text_block(text), *button_rows(buttons))), update=True)


async def _list_tables(context: Context, rows: Sequence[GameRow]) -> _Listed:
    """Return the tables in the order of lists: tables that wait for the user come first.

    In both groups, the table with the earliest deadline is first.
    """
    lookup = context.services.queries
    waiting = await lookup.waiting_for(context.user.id)
    ends = {row.id: await lookup.deadline(row.id) or FAR_FUTURE for row in rows}
    rows = sorted(rows, key=lambda row: (row.id not in waiting, ends[row.id]))
    shown, more = rows[:MAX_LISTED_TABLES], len(rows) - MAX_LISTED_TABLES
    channels, client = context.services.channels, context.interaction.client
    gone = await channels.gone(client, [row.channel_id for row in shown])
    return _Listed(shown, more, waiting, gone)


async def _table_lines(context: Context, listed: _Listed) -> list[str]:
    """Return a line for each of these tables."""
    lines = [await _format_table(context, row, listed) for row in listed.rows]
    return [*lines, *([context.say("games-more", count=listed.more)] if listed.more > 0 else [])]


async def _table_button(context: Context, row: GameRow, listed: _Listed) -> Item | None:
    """Return the button to a table: to the user's hand, or to the post of a lobby."""
    if row.status == "playing":
        return table_button(context, row, waits=row.id in listed.waiting)
    post = await context.services.queries.board_post(row.id)
    if post is None or row.channel_id in listed.gone:
        return None
    return link_button(table_label(context, row), post.link(row.guild_id))


async def _ended_line(context: Context, row: GameRow) -> str:
    """Return a line for a game that has ended. It does not say who won."""
    lobby = await context.services.games.lobby.get(row.id)
    return ended_line(lobby, context.words, await _post_link(context, row))


async def _format_table(context: Context, row: GameRow, listed: _Listed) -> str:
    lobby, snapshot = await context.services.games.cache.table(row.id)
    lost = row.channel_id in listed.gone
    place = _lost_place(context, lobby) if lost else await _post_link(context, row)
    time = _shown_time(context, snapshot) if snapshot else NO_CLOCK
    return table_line(lobby, snapshot, context.phrases_for(lobby), context.user.id, place, time)


def _shown_time(context: Context, snapshot: GameSnapshot) -> SeatTime:
    """Return the time of the user's own turn at a table, or of the turn that is due first."""
    times = context.services.games.clocks.deadlines(snapshot)
    own = [t for seat, t in times.items() if snapshot.table.seats[seat].user_id == context.user.id]
    return min(own or times.values(), key=lambda time: time.end or FAR_FUTURE, default=NO_CLOCK)


async def _post_link(context: Context, row: GameRow) -> str:
    """Return a link to a table's newest post."""
    post = await context.services.queries.board_post(row.id)
    return post.link(row.guild_id) if post else f"<#{row.channel_id}>"


def _lost_place(context: Context, lobby: Lobby) -> str:
    """Return the players of a table whose channel was deleted, and what can be done."""
    return f"{escape_markdown(seated_names(lobby.seats))} · {context.say('games-channel-gone')}"
