"""What is kept of tables, and how it is asked for: rows, seats, logs, presses.

Whatever is written to a table is written on the condition that nobody else has written since it was
read (`changes`), and together with the press that caused it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import astuple, replace

from bot.play.records import GameRow, SeatRow
from bot.storage.posts import Posted
from bot.storage.sqlite import Statement
from engine.actions import Action
from engine.codec import decode_action, decode_event, encode
from engine.errors import CorruptLog, GameError
from engine.events import Event


class ChannelTaken(GameError):
    """There is an open table in this channel."""


class IdTaken(GameError):
    """There is a table of this id; another one is to be drawn."""


class Conflict(GameError):
    """The table has changed since it was read; nothing was written."""


class Repeated(GameError):
    """This press was carried out before; nothing was written."""


_GAME = ", ".join(GameRow.__dataclass_fields__)
_SEAT = ", ".join(SeatRow.__dataclass_fields__)


class Tables(Posted):
    """Tables, seats and logs, beside what was told and what people have chosen."""

    # --- tables ---

    async def create_game(
        self, game: GameRow, seats: Sequence[SeatRow] = (), press_id: int | None = None
    ) -> None:
        """Keep a new lobby and who sits there from the start.

        Raises:
            ChannelTaken: An open table is in that channel already.
            IdTaken: There is a table of that id.
            Repeated: This press has opened one before.
        """
        marks = ", ".join(f"${n}" for n in range(1, len(GameRow.__dataclass_fields__) + 1))
        insert = Statement(
            f"INSERT INTO games ({_GAME}) VALUES ({marks}) ON CONFLICT (id) DO NOTHING",  # noqa: S608  # names of our own columns
            astuple(game),
            otherwise=IdTaken(game.id),
        )
        pressed = _press(game.id, press_id, game.created_at)
        try:
            await self.write(insert, *pressed, *seat_statements(game.id, seats))
        except sqlite3.IntegrityError as error:
            raise ChannelTaken(str(game.channel_id)) from error

    async def game(self, id: str) -> GameRow | None:
        """A table by its id."""
        row = await self._one(f"SELECT {_GAME} FROM games WHERE id = $1", id)  # noqa: S608  # names of our own columns
        return _game(row) if row else None

    async def open_game_in(self, channel_id: int) -> GameRow | None:
        """The lobby or running game of a channel."""
        row = await self._one(
            f"SELECT {_GAME} FROM games WHERE channel_id = $1 AND status IN ('lobby', 'playing')",  # noqa: S608  # names of our own columns
            channel_id,
        )
        return _game(row) if row else None

    async def games_of(self, user_id: int) -> list[GameRow]:
        """The open tables at which a user sits, the one that has waited longest first."""
        rows = await self._all(
            f"SELECT {_GAME} FROM games WHERE status IN ('lobby', 'playing') AND id IN"  # noqa: S608  # names of our own columns
            " (SELECT game_id FROM seats WHERE user_id = $1) ORDER BY updated_at",
            user_id,
        )
        return [_game(row) for row in rows]

    async def latest_game_in(self, channel_id: int) -> GameRow | None:
        """The open table of a channel, else the game that ended there last."""
        row = await self._one(
            f"SELECT {_GAME} FROM games WHERE channel_id = $1 AND status <> 'cancelled'"  # noqa: S608  # names of our own columns
            " ORDER BY status = 'over', updated_at DESC LIMIT 1",
            channel_id,
        )
        return _game(row) if row else None

    async def finished_games(self, guild_id: int, user_id: int, most: int) -> list[GameRow]:
        """The games that ended on a server or with a user, the latest first."""
        rows = await self._all(
            f"SELECT {_GAME} FROM games WHERE status = 'over' AND (guild_id = $1 OR id IN"  # noqa: S608  # names of our own columns
            " (SELECT game_id FROM seats WHERE user_id = $2)) ORDER BY updated_at DESC LIMIT $3",
            guild_id,
            user_id,
            most,
        )
        return [_game(row) for row in rows]

    async def lobbies_until(self, created: str) -> list[str]:
        """The lobbies that were opened at that time or before."""
        rows = await self._all(
            "SELECT id FROM games WHERE status = 'lobby' AND created_at <= $1", created
        )
        return [row[0] for row in rows]

    async def forget_cancelled(self, ended: str) -> int:
        """Delete the tables that were called off at that time or before; how many."""
        (gone,) = await self.write(
            Statement(
                "DELETE FROM games WHERE status = 'cancelled' AND updated_at <= $1"
                " AND announced >= changes",
                (ended,),
            )
        )
        return gone

    async def open_after(self, id: str, most: int) -> list[str]:
        """Some open tables whose ids come after this one, in their order."""
        rows = await self._all(
            "SELECT id FROM games WHERE status IN ('lobby', 'playing') AND id > $1"
            " ORDER BY id LIMIT $2",
            id,
            most,
        )
        return [row[0] for row in rows]

    async def open_games_of(self, guild_id: int) -> list[GameRow]:
        """The open tables of a server, the one that has waited longest first."""
        rows = await self._all(
            f"SELECT {_GAME} FROM games WHERE guild_id = $1 AND status IN ('lobby', 'playing')"  # noqa: S608  # names of our own columns
            " ORDER BY updated_at",
            guild_id,
        )
        return [_game(row) for row in rows]

    async def open_guilds(self) -> list[int]:
        """The servers with open tables."""
        rows = await self._all(
            "SELECT DISTINCT guild_id FROM games WHERE status IN ('lobby', 'playing')"
        )
        return [row[0] for row in rows]

    async def lobbies_by(self, opener_id: int) -> int:
        """How many lobbies somebody has opened that wait for their start."""
        row = await self._one(
            "SELECT count(*) FROM games WHERE status = 'lobby' AND opener_id = $1", opener_id
        )
        return int(row[0]) if row else 0

    async def left_behind(self, left: str) -> list[str]:
        """The open tables of servers that we were removed from at that time or before."""
        rows = await self._all(
            "SELECT games.id FROM games JOIN guilds ON guilds.id = games.guild_id"
            " WHERE status IN ('lobby', 'playing') AND left_at <= $1",
            left,
        )
        return [row[0] for row in rows]

    async def restored_games(self) -> dict[str, int]:
        """When open tables were set back by restoring a backup."""
        rows = await self._all(
            "SELECT id, restored FROM games WHERE status IN ('lobby', 'playing') AND restored > 0"
        )
        return {row[0]: row[1] for row in rows}

    async def set_status(
        self, row: GameRow, status: str, at: str, press_id: int | None = None
    ) -> GameRow:
        """End a lobby or a game; the row as it is now.

        Raises:
            Conflict: The table has changed since *row* was read.
            Repeated: This press was carried out before.
        """
        return await self.change(row, at, press_id, status=status, machine_due=False, updated_at=at)

    async def change(
        self, row: GameRow, at: str, press_id: int | None, *more: Statement, **altered: object
    ) -> GameRow:
        """Alter a row that was read, and write what belongs to it; the row as it is now."""
        # What stays the same is not named: SQLite would write its indexes all the same.
        differing = {k: v for k, v in altered.items() if v != getattr(row, k)}
        sets = "".join(f", {name} = ${n}" for n, name in enumerate(differing, 3))
        update = Statement(
            f"UPDATE games SET changes = changes + 1{sets} WHERE id = $1 AND changes = $2",  # noqa: S608  # names of our own columns
            (row.id, row.changes, *differing.values()),
            otherwise=Conflict(row.id),
        )
        await self.write(*_press(row.id, press_id, at), update, *more)
        return replace(row, changes=row.changes + 1, **differing)  # type: ignore[arg-type]

    # --- presses ---

    async def pressed(self, press_id: int) -> str | None:
        """The table that a press has changed; None: it has changed nothing."""
        row = await self._one("SELECT game_id FROM presses WHERE interaction_id = $1", press_id)
        return row[0] if row else None

    async def forget_presses(self, before: str) -> None:
        """Nobody delivers those again."""
        await self.write(Statement("DELETE FROM presses WHERE at <= $1", (before,)))

    # --- seats ---

    async def seats(self, id: str) -> list[SeatRow]:
        """Who sits at a table, in seat order."""
        rows = await self._all(
            f"SELECT {_SEAT} FROM seats WHERE game_id = $1 ORDER BY seat",  # noqa: S608  # names of our own columns
            id,
        )
        return [SeatRow(*row) for row in rows]

    async def write_seats(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        at: str,
        press_id: int | None = None,
        *,
        spoken: int,
    ) -> GameRow:
        """Put these, and only these, at a table; its row as it is now.

        *spoken* is how often seats and words have been set.

        Raises:
            Conflict: The table has changed since *row* was read.
            Repeated: This press was carried out before.
        """
        clear = Statement("DELETE FROM seats WHERE game_id = $1", (row.id,))
        steps = (clear, *seat_statements(row.id, seats))
        return await self.change(row, at, press_id, *steps, updated_at=at, spoken=spoken)

    async def last_moved(self, id: str, user_id: int) -> str | None:
        """When somebody last did something at a table."""
        row = await self._one(
            "SELECT max(at) FROM actions WHERE game_id = $1 AND user_id = $2", id, user_id
        )
        return row[0] if row else None

    # --- logs ---

    async def append(
        self,
        row: GameRow,
        events: Sequence[Event],
        at: str,
        *,
        status: str = "playing",
        machine_due: bool = False,
        action: Action | None = None,
        user_id: int | None = None,
        press_id: int | None = None,
    ) -> GameRow:
        """Keep what happened; the table's row as it is now.

        Raises:
            Conflict: The table has changed since *row* was read; nothing was kept.
            Repeated: This press was carried out before; nothing was kept.
        """
        # An action has the number of the change that it makes: nobody has to be asked for it.
        number = row.changes + 1
        steps = [
            Statement(
                "INSERT INTO events (game_id, seq, action_n, body) VALUES ($1, $2, $3, $4)",
                rows=[
                    (row.id, seq, number, encode(event).decode())
                    for seq, event in enumerate(events, row.version + 1)
                ],
            ),
        ]
        if action is not None:
            steps.append(
                Statement(
                    "INSERT INTO actions (game_id, n, user_id, body, at)"
                    " VALUES ($1, $2, $3, $4, $5)",
                    (row.id, number, user_id, encode(action).decode(), at),
                )
            )
        return await self.change(
            row,
            at,
            press_id,
            *steps,
            status=status,
            version=row.version + len(events),
            machine_due=machine_due,
            updated_at=at,
            started_at=row.started_at or at,
        )

    async def log(self, id: str) -> list[Event]:
        """All events of a game, in order.

        Raises:
            CorruptLog: An event is missing or damaged.
        """
        rows = await self._all("SELECT seq, body FROM events WHERE game_id = $1 ORDER BY seq", id)
        if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
            raise CorruptLog(f"game {id}: the log has a gap")
        return [decode_event(row[1]) for row in rows]

    async def actions(self, id: str) -> list[Action]:
        """All actions of a game, in order."""
        rows = await self._all("SELECT body FROM actions WHERE game_id = $1 ORDER BY n", id)
        return [decode_action(row[0]) for row in rows]


def _game(row: Iterable[object]) -> GameRow:
    values = dict(zip(GameRow.__dataclass_fields__, row, strict=True))
    return GameRow(**values | {"machine_due": bool(values["machine_due"])})  # type: ignore[arg-type]


def _press(game: str, press_id: int | None, at: str) -> list[Statement]:
    """The press goes into the transaction of what it causes, so that it can cause it only once."""
    if press_id is None:
        return []
    return [
        Statement(
            "INSERT INTO presses (interaction_id, game_id, at) VALUES ($1, $2, $3)"
            " ON CONFLICT (interaction_id) DO NOTHING",
            (press_id, game, at),
            otherwise=Repeated(str(press_id)),
        )
    ]


def seat_statements(id: str, seats: Sequence[SeatRow]) -> list[Statement]:
    """What seats these people at a table where nobody sits."""
    sql = f"INSERT INTO seats (game_id, {_SEAT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"  # noqa: S608  # names of our own columns
    return [Statement(sql, rows=[(id, *astuple(seat)) for seat in seats])] if seats else []
