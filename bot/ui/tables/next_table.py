"""The way to another table: its name on a button, and the table that has waited longest."""

from __future__ import annotations

import maps
from bot.games.model import GameRow
from bot.games.table import GameSnapshot
from bot.ui.components import SECONDARY, SUCCESS, Item, button
from bot.ui.context import Context, run_after_answer
from bot.ui.custom_ids import Press
from bot.ui.seat_view import SeatView


async def next_table_button(context: Context, own: SeatView) -> Item | None:
    """Return the button to the table that has waited longest for the user, except the present one.

    Only the user may see it, because it names a channel that others may not know. Return None if no
    other table waits.
    """
    queries, games = context.services.queries, context.services.games
    # The player's move is saved. Trouble with another table must not cost the answer.
    with run_after_answer():
        for game in await queries.waiting_for(context.user.id):
            if game != own.game and _needs_user(snapshot := await games.snapshot(game), context):
                return table_button(context, snapshot.table.row, waits=True)
    return None


def table_button(context: Context, row: GameRow, *, waits: bool) -> Item:
    """Return the button that shows the user's hand at a table. A table that waits is green."""
    mark, style = ("▶ ", SUCCESS) if waits else ("", SECONDARY)
    return button(f"{mark}{table_label(context, row)}", Press(row.id, 0, "next"), style)


def _needs_user(snapshot: GameSnapshot, context: Context) -> bool:
    """Return whether a table goes on only after the user has moved."""
    table = snapshot.table
    seat = table.seats[table.seat_of(context.user.id)]
    return not table.pause.is_on and seat.bot is None


def table_label(context: Context, row: GameRow) -> str:
    """Return a table by its edition and the name of its channel, for a user who has a seat there.

    The name of a thread of its own contains the edition. A channel whose name is not known is left
    out.
    """
    name = context.services.channels.name(context.interaction.client, row.channel_id)
    title = maps.load(row.edition).title(context.words.language)
    if not name:
        return title
    return name if row.parent_id else context.say("table-label", edition=title, place=f"#{name}")
