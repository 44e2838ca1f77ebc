"""The whole store: tables with what was told of them, and what people ask of each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

import msgspec

from bot.play.records import Appeal, GameRow, Handover, Line, SeatRow
from bot.storage.games import ChannelTaken, Conflict, IdTaken, Repeated, Tables, seat_statements
from bot.storage.sqlite import Statement
from engine.ids import Seat

__all__ = ["ChannelTaken", "Conflict", "IdTaken", "Repeated", "SqliteStore"]

_HANDOVER = ", ".join(Handover.__dataclass_fields__)


class SqliteStore(Tables):
    """Everything in one file."""

    # --- seats that may change hands ---

    async def handovers(self, id: str) -> list[Handover]:
        """What the owners of seats are asked."""
        rows = await self._all(
            f"SELECT {_HANDOVER} FROM handovers WHERE game_id = $1 ORDER BY seat",  # noqa: S608  # names of our own columns
            id,
        )
        return [Handover(*row) for row in rows]

    async def ask_owner(
        self, row: GameRow, handover: Handover, press_id: int | None = None
    ) -> GameRow:
        """Keep what the owner of a seat is asked, in place of a former question.

        Raises:
            Conflict: The table has changed since *row* was read.
            Repeated: This press was carried out before.
        """
        steps = (
            _answered(row, handover.seat),
            Statement(
                f"INSERT INTO handovers (game_id, {_HANDOVER})"  # noqa: S608  # names of our own columns
                " VALUES ($1, $2, $3, $4, $5, $6, $7)",
                (row.id, *astuple(handover)),
            ),
        )
        return await self.change(row, handover.at, press_id, *steps)

    async def answer_owner(
        self,
        row: GameRow,
        seat: Seat,
        seats: Sequence[SeatRow] | None,
        line: Line,
        at: str,
        press_id: int | None = None,
    ) -> GameRow:
        """Forget what an owner was asked, tell what came of it, and seat whom it seats.

        Raises:
            Conflict: The table has changed since *row* was read.
            Repeated: This press was carried out before.
        """
        moved = [] if seats is None else seat_statements(row.id, seats)
        clear = [Statement("DELETE FROM seats WHERE game_id = $1", (row.id,))] if moved else []
        steps = (_answered(row, seat), *clear, *moved, _line(row, line))
        return await self.change(row, at, press_id, *steps)

    # --- appeals ---

    async def appeal(self, id: str) -> Appeal | None:
        """What a player asks the others of a table to allow."""
        row = await self._one("SELECT seat, version, agreed FROM appeals WHERE game_id = $1", id)
        if row is None:
            return None
        return Appeal(Seat(row[0]), row[1], frozenset(msgspec.json.decode(row[2], type=list[int])))

    async def set_appeal(
        self, row: GameRow, appeal: Appeal | None, at: str, press_id: int | None = None
    ) -> GameRow:
        """Keep it, or forget it; people are to be told either way.

        Raises:
            Conflict: The table has changed since *row* was read.
            Repeated: This press was carried out before.
        """
        steps = [Statement("DELETE FROM appeals WHERE game_id = $1", (row.id,))]
        if appeal is not None:
            agreed = msgspec.json.encode(sorted(appeal.agreed)).decode()
            steps.append(
                Statement(
                    "INSERT INTO appeals (game_id, seat, version, agreed) VALUES ($1, $2, $3, $4)",
                    (row.id, appeal.seat, appeal.version, agreed),
                )
            )
        return await self.change(row, at, press_id, *steps)


def _line(row: GameRow, line: Line) -> Statement:
    """What everybody is told once; it has the number of the change that it tells."""
    facts = msgspec.json.encode(line.facts).decode()
    return Statement(
        "INSERT INTO lines (game_id, n, key, facts) VALUES ($1, $2, $3, $4)",
        (row.id, row.changes + 1, line.key, facts),
    )


def _answered(row: GameRow, seat: Seat) -> Statement:
    sql = "DELETE FROM handovers WHERE game_id = $1 AND seat = $2"
    return Statement(sql, (row.id, seat))
