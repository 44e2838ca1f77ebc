"""Tables whose channel is gone: moderators end them or hand on seats by naming them."""

from __future__ import annotations

from collections.abc import Iterable

import maps
from bot.games.lobby import LobbyError
from bot.games.model import GameRow, SeatRow
from bot.games.table import Lobby
from bot.ui.autocomplete import Choice, matching, suggesting
from bot.ui.context import Context


def seated(seats: Iterable[SeatRow]) -> str:
    """Who sits at a table."""
    return ", ".join(seat.name for seat in seats) or "–"


async def table_meant(context: Context, game: str | None) -> Lobby:
    """The open table of this channel; or the one that *game* names, if its channel is gone.

    Raises:
        LobbyError: There is none, or it has a channel of its own.
    """
    lookup, games = context.services.lookup, context.services.games
    if game is None:
        here = await lookup.open_in(context.channel_id)
        if here is None:
            raise LobbyError("no-table-here")
        return await games.lobby(here.id)
    row = await lookup.row(game)
    if row is None or row.guild_id != context.guild_id:
        raise LobbyError("no-such-table")
    if row.status not in ("lobby", "playing"):
        raise LobbyError("table-closed")
    channels, client = context.services.channels, context.interaction.client
    if row.channel_id != context.channel_id and not await channels.is_gone(client, row.channel_id):
        raise LobbyError("table-elsewhere", channel=f"<#{row.channel_id}>")
    return await games.lobby(row.id)


@suggesting
async def suggest_lost(context: Context, typed: str) -> list[Choice]:
    """The tables of this server whose channel is gone, by their edition and who sits there."""
    rows = await context.services.lookup.open_on(context.guild_id)
    channels, client = context.services.channels, context.interaction.client
    gone = await channels.gone(client, [row.channel_id for row in rows])
    lost = [row for row in rows if row.channel_id in gone]
    return matching([(await _label(context, row), row.id) for row in lost], typed)


async def _label(context: Context, row: GameRow) -> str:
    title = maps.load(row.edition).title(context.words.language)
    return f"{title} · {seated(await context.services.lookup.seats(row.id))}"
