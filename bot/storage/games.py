"""Tables in the database: rows, seats, logs, questions, presses and due jobs.

A change to a table is written only if the table has not changed since it was read (`changes`). The
press that caused the change is written in the same transaction.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec

from bot.games.clock.model import SeatClock
from bot.games.errors import ChannelTaken, DatabaseError, DiskFull, DuplicatePress, IdTaken
from bot.games.model import (
    Change,
    Due,
    GameRow,
    Handover,
    Mark,
    Move,
    Occupant,
    SeatRow,
    StoredGame,
    UndoRequest,
)
from bot.metrics import COMMITS, metrics
from bot.storage import rows as parts
from bot.storage.database import (
    Database,
    Query,
    Statement,
    UniqueViolation,
    fetch_column,
    fetch_one,
    placeholders,
)
from bot.storage.writes import press_statement, seat_statements, statements_for
from engine.codec import decode_action, encode
from engine.events import Event
from engine.ids import Seat

GAME_COLUMNS: Final = ", ".join(GameRow.__struct_fields__)
GAME_IF_CHANGED_SQL: Final = (
    f"SELECT {GAME_COLUMNS}, (changes, version, updated_at) <> ($2, $3, $4) AS wanted"  # noqa: S608  # names of our own columns
    " FROM games WHERE id = $1"
)
IS_OPEN_SQL: Final = "status IN ('lobby', 'playing')"


class Refusal(NamedTuple):
    """A change that the disk refused, because it was full or read-only."""

    why: str
    at: float
    """The time of the refusal by `time.monotonic`."""


class SqlGameStore:
    """Tables and everything that belongs to them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.refusal: Refusal | None = None
        """Why the last change could not be written, or None if it was written."""

    async def create(
        self, row: GameRow, seats: Sequence[SeatRow] = (), interaction_id: int | None = None
    ) -> None:
        count = len(GameRow.__struct_fields__)
        insert = Statement(
            f"INSERT INTO games ({GAME_COLUMNS}) VALUES ({placeholders(1, count)})"  # noqa: S608
            " ON CONFLICT (id) DO NOTHING",  # names of our own columns
            msgspec.structs.astuple(row),
            error_if_unchanged=IdTaken(row.id),
        )
        press = press_statement(row.id, interaction_id, row.created_at)
        # Without this check a table could be saved, but nothing could be posted for it afterwards.
        await self._database.check_tables()
        try:
            await self._write([insert, *press, *seat_statements(row.id, seats)], _is_never_saved)
        except UniqueViolation as error:
            raise ChannelTaken(str(row.channel_id)) from error

    async def commit(
        self, row: GameRow, change: Change, at: str, interaction_id: int | None = None
    ) -> GameRow:
        new, steps = statements_for(row, change, at, interaction_id)
        try:
            with metrics.time_block(COMMITS):
                await self._write(steps, partial(self._is_saved, row, new, change.events))
        except UniqueViolation as error:
            if change.thread_id is None:
                raise
            raise ChannelTaken(str(new.channel_id)) from error
        return new

    async def _write(
        self, steps: Sequence[Statement], is_saved: Callable[[], Awaitable[bool]]
    ) -> None:
        """Write a transaction exactly once, and remember whether the disk refused it.

        After a fault it is unknown whether the transaction was committed, so it is tried once more.
        If the first try was committed, the second one fails: the press is there, or the table has
        changed. A press that is there is no failure if *is_saved* finds this same change.
        """
        try:
            await self._write_with_retry(steps, is_saved)
        except DiskFull as error:
            self.refusal = Refusal(str(error), time.monotonic())
            raise
        self.refusal = None

    async def _write_with_retry(
        self, steps: Sequence[Statement], is_saved: Callable[[], Awaitable[bool]]
    ) -> None:
        try:
            await self._database.write(*steps)
        except DatabaseError:
            try:
                await self._database.write(*steps)
            except DuplicatePress:
                if not await is_saved():
                    raise

    async def _is_saved(self, row: GameRow, new: GameRow, events: Sequence[Event]) -> bool:
        """Return whether these events are in the log with the number of this change.

        Another delivery of the same press may have written them. The result of chance is the same
        for every delivery, so the events are equal as well.
        """
        bodies = await fetch_column(
            self._database,
            "SELECT body FROM events WHERE game_id = $1 AND seq > $2 AND action_n = $3"
            " ORDER BY seq",
            row.id,
            row.version,
            new.changes,
        )
        return bool(events) and bodies == [encode(event).decode() for event in events]

    # --- one table ---

    async def get(self, game_id: str) -> GameRow | None:
        return await self._game("WHERE id = $1", game_id)

    async def load_since(
        self, game_id: str, mark: Mark, version: int = 0
    ) -> tuple[GameRow, StoredGame | None] | None:
        row = Query(GAME_IF_CHANGED_SQL, (game_id, *mark))
        found = await self._database.fetch_with(row, *parts.queries(game_id, version))
        if found is None:
            return None
        (*columns, _), rest = found
        return GameRow(*columns), None if rest is None else parts.read_stored_game(
            game_id, rest, version
        )

    async def seats(self, game_id: str) -> list[SeatRow]:
        return parts.read_seats(await self._database.fetch_all(parts.SEATS_SQL, game_id))

    async def occupants(self, game_id: str) -> list[Occupant]:
        return parts.read_occupants(await self._database.fetch_all(parts.OCCUPANTS_SQL, game_id))

    async def log(self, game_id: str, after: int = 0) -> list[Event]:
        return parts.read_log(
            game_id, await self._database.fetch_all(parts.LOG_SQL, game_id, after), after
        )

    async def moves(self, game_id: str) -> list[Move]:
        rows = await self._database.fetch_all(
            "SELECT body, maker, user_id FROM actions WHERE game_id = $1 ORDER BY n", game_id
        )
        return [Move(decode_action(row[0]), row[1], row[2]) for row in rows]

    async def last_moved(self, game_id: str, user_id: int) -> str | None:
        row = await fetch_one(
            self._database,
            "SELECT max(at) FROM actions WHERE game_id = $1 AND user_id = $2 AND maker = 'person'",
            game_id,
            user_id,
        )
        return row[0] if row else None

    async def undo_request(self, game_id: str) -> UndoRequest | None:
        return parts.read_undo_request(
            await self._database.fetch_all(parts.UNDO_REQUEST_SQL, game_id)
        )

    async def handovers(self, game_id: str) -> list[Handover]:
        return parts.read_handovers(await self._database.fetch_all(parts.HANDOVERS_SQL, game_id))

    async def barred_users(self, game_id: str, seat: Seat) -> set[int]:
        sql = "SELECT user_id FROM barred WHERE game_id = $1 AND seat = $2"
        return set(await fetch_column(self._database, sql, game_id, seat))

    # --- presses ---

    async def pressed_game(self, interaction_id: int) -> str | None:
        row = await fetch_one(
            self._database, "SELECT game_id FROM presses WHERE interaction_id = $1", interaction_id
        )
        return row[0] if row else None

    async def forget_presses(self, before: str) -> None:
        await self._database.write(Statement("DELETE FROM presses WHERE at <= $1", (before,)))

    # --- due jobs ---

    async def due(self, game_id: str) -> list[Due]:
        return parts.read_due(await self._database.fetch_all(parts.DUE_SQL, game_id))

    async def due_by(self, time: str) -> list[str]:
        # With GROUP BY game_id, SQLite would read every row of the table.
        sql = "SELECT game_id FROM due WHERE due_at <= $1 ORDER BY due_at"
        return [*dict.fromkeys(await fetch_column(self._database, sql, time))]

    async def next_due(self) -> str | None:
        row = await fetch_one(self._database, "SELECT min(due_at) FROM due")
        return row[0] if row else None

    async def forget_due(self, game_id: str, due: Due) -> None:
        await self._database.write(
            Statement(
                "DELETE FROM due WHERE game_id = $1 AND seat = $2 AND kind = $3 AND due_at = $4",
                (game_id, due.seat, due.kind, due.due_at),
            )
        )

    async def move_due(self, moved: Sequence[tuple[str, Due, str]]) -> None:
        await self._database.write(
            Statement(
                "UPDATE due SET due_at = $5"
                " WHERE game_id = $1 AND seat = $2 AND kind = $3 AND due_at = $4",
                rows=[(game, due.seat, due.kind, due.due_at, at) for game, due, at in moved],
            )
        )

    async def make_due_now(self, kinds: Sequence[str], now: str) -> None:
        sql = "UPDATE due SET due_at = $1 WHERE kind = $2 AND due_at > $1"
        await self._database.write(Statement(sql, rows=[(now, kind) for kind in kinds]))

    # --- clocks ---

    async def clocks(self, game_id: str) -> dict[Seat, SeatClock]:
        return parts.read_clocks(await self._database.fetch_all(parts.CLOCKS_SQL, game_id))

    async def due_clocks(self, kind: str, time: str) -> list[tuple[str, Due, SeatClock]]:
        rows = await self._database.fetch_all(
            "SELECT due.game_id, body, due.seat, kind, due_at, turn FROM due JOIN clocks"
            " ON clocks.game_id = due.game_id AND clocks.seat = due.seat"
            " WHERE kind = $1 AND due_at <= $2",
            kind,
            time,
        )
        return [
            (game, Due(*due), msgspec.json.decode(body, type=SeatClock))
            for game, body, *due in rows
        ]

    # --- many tables ---

    async def open_in(self, channel_id: int) -> GameRow | None:
        return await self._game(f"WHERE channel_id = $1 AND {IS_OPEN_SQL}", channel_id)

    async def latest_in(self, channel_id: int) -> GameRow | None:
        return await self._game(
            "WHERE channel_id = $1 AND status <> 'cancelled'"
            " ORDER BY status = 'over', updated_at DESC LIMIT 1",
            channel_id,
        )

    async def of_user(self, user_id: int) -> list[GameRow]:
        return await self._games(
            f"WHERE {IS_OPEN_SQL} AND id IN (SELECT game_id FROM seats WHERE user_id = $1)"  # noqa: S608  # our own words
            " ORDER BY updated_at",
            user_id,
        )

    async def of_guild(self, guild_id: int) -> list[GameRow]:
        return await self._games(
            f"WHERE guild_id = $1 AND {IS_OPEN_SQL} ORDER BY updated_at", guild_id
        )

    async def finished_games(self, guild_id: int, user_id: int, most: int) -> list[GameRow]:
        return await self._games(
            "WHERE status = 'over' AND (guild_id = $1 OR id IN"
            " (SELECT game_id FROM seats WHERE user_id = $2)) ORDER BY updated_at DESC LIMIT $3",
            guild_id,
            user_id,
            most,
        )

    async def count_lobbies(self, opener_id: int) -> int:
        row = await fetch_one(
            self._database,
            "SELECT count(*) FROM games WHERE status = 'lobby' AND opener_id = $1",
            opener_id,
        )
        return int(row[0]) if row else 0

    async def lobbies_until(self, created: str) -> list[str]:
        return await fetch_column(
            self._database,
            "SELECT id FROM games WHERE status = 'lobby' AND created_at <= $1",
            created,
        )

    async def open_after(self, game_id: str, most: int) -> list[str]:
        return await fetch_column(
            self._database,
            f"SELECT id FROM games WHERE {IS_OPEN_SQL} AND id > $1 ORDER BY id LIMIT $2",  # noqa: S608  # our own words
            game_id,
            most,
        )

    async def count_by_status(self) -> dict[str, int]:
        rows = await self._database.fetch_all("SELECT status, count(*) FROM games GROUP BY status")
        return {row[0]: row[1] for row in rows}

    async def open_guilds(self) -> list[int]:
        return await fetch_column(
            self._database,
            f"SELECT DISTINCT guild_id FROM games WHERE {IS_OPEN_SQL}",  # noqa: S608  # our own words
        )

    async def quiet_channels(self, since: str) -> list[int]:
        return await fetch_column(
            self._database,
            "SELECT channel_id FROM games WHERE status = 'playing' AND updated_at <= $1"
            " ORDER BY id",
            since,
        )

    async def open_in_left_guilds(self, left: str) -> list[str]:
        return await fetch_column(
            self._database,
            "SELECT games.id FROM games JOIN guilds ON guilds.id = games.guild_id"  # noqa: S608  # our own words
            f" WHERE {IS_OPEN_SQL} AND left_at <= $1",
            left,
        )

    async def restore_times(self) -> dict[str, int]:
        rows = await self._database.fetch_all(
            f"SELECT id, restored FROM games WHERE {IS_OPEN_SQL} AND restored > 0"  # noqa: S608  # our own words
        )
        return {row[0]: row[1] for row in rows}

    async def forget_cancelled(self, ended: str) -> int:
        return await self._database.write_if(
            Statement(
                "DELETE FROM games WHERE status = 'cancelled' AND updated_at <= $1"
                " AND announced >= changes",
                (ended,),
            )
        )

    async def _game(self, where: str, *values: object) -> GameRow | None:
        rows = await self._games(where, *values)
        return rows[0] if rows else None

    async def _games(self, where: str, *values: object) -> list[GameRow]:
        rows = await self._database.fetch_all(f"SELECT {GAME_COLUMNS} FROM games {where}", *values)  # noqa: S608  # our own words
        return [GameRow(*row) for row in rows]


async def _is_never_saved() -> bool:
    return False
