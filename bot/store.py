"""What is kept, and how it is asked for: the only module that speaks SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import aiosqlite
import msgspec

from bot.database import Database
from bot.rows import Appeal, GameRow, PostRow, SeatRow
from engine.actions import Action
from engine.codec import decode_action, decode_event, encode
from engine.errors import CorruptLog, GameError, StaleGame
from engine.events import Event
from engine.ids import Seat


class ChannelTaken(GameError):
    """There is an open table in this channel."""


_GAME = ", ".join(GameRow.__dataclass_fields__)
_SEAT = ", ".join(SeatRow.__dataclass_fields__)


class SqliteStore(Database):
    """Tables, seats, logs, posts and settings in one file."""

    # --- tables ---

    async def create_game(self, game: GameRow) -> None:
        """Keep a new lobby.

        Raises:
            ChannelTaken: An open table is in that channel already.
        """
        values = [getattr(game, name) for name in GameRow.__dataclass_fields__]
        marks = ", ".join("?" * len(values))
        try:
            async with self._writing() as db:
                await db.execute(f"INSERT INTO games ({_GAME}) VALUES ({marks})", values)  # noqa: S608  # names of our own columns
        except sqlite3.IntegrityError as error:
            raise ChannelTaken(str(game.channel_id)) from error

    async def game(self, id: str) -> GameRow | None:
        """A table by its id."""
        row = await self._one(f"SELECT {_GAME} FROM games WHERE id = ?", id)  # noqa: S608  # names of our own columns
        return _game(row) if row else None

    async def open_game_in(self, channel_id: int) -> GameRow | None:
        """The lobby or running game of a channel."""
        row = await self._one(
            f"SELECT {_GAME} FROM games WHERE channel_id = ? AND status IN ('lobby', 'playing')",  # noqa: S608  # names of our own columns
            channel_id,
        )
        return _game(row) if row else None

    async def games_of(self, user_id: int) -> list[GameRow]:
        """The open tables at which a user sits, the one that has waited longest first."""
        rows = await self._all(
            f"SELECT {_GAME} FROM games WHERE status IN ('lobby', 'playing') AND id IN"  # noqa: S608  # names of our own columns
            " (SELECT game_id FROM seats WHERE user_id = ?) ORDER BY updated_at",
            user_id,
        )
        return [_game(row) for row in rows]

    async def latest_game_in(self, channel_id: int) -> GameRow | None:
        """The open table of a channel, else the game that ended there last."""
        row = await self._one(
            f"SELECT {_GAME} FROM games WHERE channel_id = ? AND status <> 'cancelled'"  # noqa: S608  # names of our own columns
            " ORDER BY status = 'over', updated_at DESC LIMIT 1",
            channel_id,
        )
        return _game(row) if row else None

    async def finished_games(self, guild_id: int, user_id: int, most: int) -> list[GameRow]:
        """The games that ended on a server or with a user, the latest first."""
        rows = await self._all(
            f"SELECT {_GAME} FROM games WHERE status = 'over' AND (guild_id = ? OR id IN"  # noqa: S608  # names of our own columns
            " (SELECT game_id FROM seats WHERE user_id = ?)) ORDER BY updated_at DESC LIMIT ?",
            guild_id,
            user_id,
            most,
        )
        return [_game(row) for row in rows]

    async def lobbies_until(self, created: str) -> list[str]:
        """The lobbies that were opened at that time or before."""
        rows = await self._all(
            "SELECT id FROM games WHERE status = 'lobby' AND created_at <= ?", created
        )
        return [row[0] for row in rows]

    async def forget_cancelled(self, ended: str) -> int:
        """Delete the tables that were called off at that time or before; how many."""
        async with self._writing() as db:
            cursor = await db.execute(
                "DELETE FROM games WHERE status = 'cancelled' AND updated_at <= ?"
                " AND announced >= changes",
                (ended,),
            )
            return cursor.rowcount

    async def unfinished(self) -> list[str]:
        """The tables where something is left to do: to tell, or to play for a machine."""
        rows = await self._all(
            "SELECT id FROM games WHERE announced < changes"
            " UNION SELECT id FROM games WHERE machine_due = 1"
        )
        return [row[0] for row in rows]

    async def set_status(self, id: str, status: str, at: str) -> None:
        """End a lobby or a game."""
        async with self._writing() as db:
            await db.execute(
                "UPDATE games SET status = ?, machine_due = 0, changes = changes + 1,"
                " updated_at = ? WHERE id = ?",
                (status, at, id),
            )

    async def open_games_of(self, guild_id: int) -> list[GameRow]:
        """The open tables of a server, the one that has waited longest first."""
        rows = await self._all(
            f"SELECT {_GAME} FROM games WHERE guild_id = ? AND status IN ('lobby', 'playing')"  # noqa: S608  # names of our own columns
            " ORDER BY updated_at",
            guild_id,
        )
        return [_game(row) for row in rows]

    # --- seats ---

    async def seats(self, id: str) -> list[SeatRow]:
        """Who sits at a table, in seat order."""
        rows = await self._all(
            f"SELECT {_SEAT} FROM seats WHERE game_id = ? ORDER BY seat",  # noqa: S608  # names of our own columns
            id,
        )
        return [SeatRow(*row) for row in rows]

    async def write_seats(self, id: str, seats: Sequence[SeatRow], at: str) -> None:
        """Put these, and only these, at a table."""
        async with self._writing() as db:
            await db.execute("DELETE FROM seats WHERE game_id = ?", (id,))
            await db.executemany(
                f"INSERT INTO seats (game_id, {_SEAT}) VALUES (?, ?, ?, ?, ?, ?)",  # noqa: S608  # names of our own columns
                [(id, s.seat, s.user_id, s.name, s.machine, s.word) for s in seats],
            )
            await db.execute(
                "UPDATE games SET changes = changes + 1, updated_at = ? WHERE id = ?", (at, id)
            )

    # --- logs ---

    async def append(
        self,
        id: str,
        expected: int,
        events: Sequence[Event],
        at: str,
        *,
        status: str = "playing",
        machine_due: bool = False,
        action: Action | None = None,
        user_id: int | None = None,
    ) -> int:
        """Keep what happened, if the game still stands where it stood; the new version.

        Raises:
            StaleGame: Somebody else was faster; nothing was kept.
        """
        version = expected + len(events)
        try:
            async with self._writing() as db:
                number = await self._keep_action(db, id, action, user_id, at)
                await db.executemany(
                    "INSERT INTO events (game_id, seq, action_n, body) VALUES (?, ?, ?, ?)",
                    [
                        (id, seq, number, encode(event).decode())
                        for seq, event in enumerate(events, expected + 1)
                    ],
                )
                cursor = await db.execute(
                    "UPDATE games SET version = ?, status = ?, machine_due = ?, updated_at = ?,"
                    " changes = changes + 1"
                    " WHERE id = ? AND version = ? AND status IN ('lobby', 'playing')",
                    (version, status, machine_due, at, id, expected),
                )
                if cursor.rowcount != 1:
                    raise StaleGame(id)
        except sqlite3.IntegrityError as error:
            raise StaleGame(id) from error
        return version

    @staticmethod
    async def _keep_action(
        db: aiosqlite.Connection, id: str, action: Action | None, user_id: int | None, at: str
    ) -> int:
        rows = await db.execute_fetchall(
            "SELECT coalesce(max(n), 0) FROM actions WHERE game_id = ?", (id,)
        )
        number = int(next(iter(rows))[0])
        if action is not None:
            number += 1
            await db.execute(
                "INSERT INTO actions (game_id, n, user_id, body, at) VALUES (?, ?, ?, ?, ?)",
                (id, number, user_id, encode(action).decode(), at),
            )
        return number

    async def log(self, id: str) -> list[Event]:
        """All events of a game, in order.

        Raises:
            CorruptLog: An event is missing or damaged.
        """
        rows = await self._all("SELECT seq, body FROM events WHERE game_id = ? ORDER BY seq", id)
        if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
            raise CorruptLog(f"game {id}: the log has a gap")
        return [decode_event(row[1]) for row in rows]

    async def actions(self, id: str) -> list[Action]:
        """All actions of a game, in order."""
        rows = await self._all("SELECT body FROM actions WHERE game_id = ? ORDER BY n", id)
        return [decode_action(row[0]) for row in rows]

    # --- appeals ---

    async def appeal(self, id: str) -> Appeal | None:
        """What a player asks the others of a table to allow."""
        row = await self._one("SELECT seat, version, agreed FROM appeals WHERE game_id = ?", id)
        if row is None:
            return None
        return Appeal(Seat(row[0]), row[1], frozenset(msgspec.json.decode(row[2], type=list[int])))

    async def set_appeal(self, id: str, appeal: Appeal | None) -> None:
        """Keep it, or forget it; people are to be told either way."""
        async with self._writing() as db:
            await db.execute("DELETE FROM appeals WHERE game_id = ?", (id,))
            if appeal is not None:
                agreed = msgspec.json.encode(sorted(appeal.agreed)).decode()
                await db.execute(
                    "INSERT INTO appeals (game_id, seat, version, agreed) VALUES (?, ?, ?, ?)",
                    (id, appeal.seat, appeal.version, agreed),
                )
            await db.execute("UPDATE games SET changes = changes + 1 WHERE id = ?", (id,))

    # --- what was told ---

    async def mark_announced(self, id: str, changes: int) -> None:
        """Everything up to this change has been told."""
        async with self._writing() as db:
            await db.execute(
                "UPDATE games SET announced = max(announced, ?) WHERE id = ?", (changes, id)
            )

    async def posts(self, id: str) -> dict[str, PostRow]:
        """Where a table's long-lived messages are, by kind."""
        rows = await self._all(
            "SELECT kind, channel_id, message_id, version, occasion FROM posts WHERE game_id = ?",
            id,
        )
        return {row[0]: PostRow(*row[1:]) for row in rows}

    async def save_post(
        self, id: str, kind: str, post: PostRow, retired: PostRow | None = None
    ) -> None:
        """Remember a message, in place of the former one of its kind.

        The former one can be kept as *retired*, until its buttons are taken away.
        """
        async with self._writing() as db:
            if retired is not None:
                await self._write_post(db, id, f"retired-{kind}", retired)
            await self._write_post(db, id, kind, post)

    @staticmethod
    async def _write_post(db: aiosqlite.Connection, id: str, kind: str, post: PostRow) -> None:
        await db.execute(
            "INSERT INTO posts (game_id, kind, channel_id, message_id, version, occasion)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game_id, kind) DO UPDATE SET"
            " channel_id = excluded.channel_id, message_id = excluded.message_id,"
            " version = excluded.version, occasion = excluded.occasion",
            (id, kind, post.channel_id, post.message_id, post.version, post.occasion),
        )

    async def forget_post(self, id: str, kind: str) -> None:
        """A message is gone."""
        async with self._writing() as db:
            await db.execute("DELETE FROM posts WHERE game_id = ? AND kind = ?", (id, kind))

    # --- settings ---

    async def locale_of(self, table: str, id: int) -> str | None:
        """The language somebody chose: *table* is ``"users"`` or ``"guilds"``."""
        row = await self._one(f"SELECT locale FROM {_settings(table)} WHERE id = ?", id)  # noqa: S608  # one of two names
        return row[0] if row else None

    async def set_locale(self, table: str, id: int, locale: str | None) -> None:
        """Keep the language somebody chose; None: whatever Discord says."""
        async with self._writing() as db:
            await db.execute(
                f"INSERT INTO {_settings(table)} (id, locale) VALUES (?, ?)"  # noqa: S608  # one of two names
                " ON CONFLICT (id) DO UPDATE SET locale = excluded.locale",
                (id, locale),
            )

    async def language_of(self, user_id: int) -> tuple[str | None, str | None]:
        """The language a user chose, and that of the user's client when it was last seen."""
        row = await self._one("SELECT locale, client_locale FROM users WHERE id = ?", user_id)
        return (row[0], row[1]) if row else (None, None)

    async def see_client(self, user_id: int, locale: str) -> None:
        """Keep the language of a user's client."""
        async with self._writing() as db:
            await db.execute(
                "INSERT INTO users (id, client_locale) VALUES (?, ?)"
                " ON CONFLICT (id) DO UPDATE SET client_locale = excluded.client_locale",
                (user_id, locale),
            )

    async def note(self, name: str) -> str | None:
        """A note of the program to itself, e.g. the hash of the commands it registered."""
        row = await self._one("SELECT text FROM notes WHERE name = ?", name)
        return row[0] if row else None

    async def set_note(self, name: str, text: str) -> None:
        """Keep a note."""
        async with self._writing() as db:
            await db.execute(
                "INSERT INTO notes (name, text) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                (name, text),
            )


def _game(row: Iterable[object]) -> GameRow:
    values = dict(zip(GameRow.__dataclass_fields__, row, strict=True))
    return GameRow(**values | {"machine_due": bool(values["machine_due"])})  # type: ignore[arg-type]


def _settings(table: str) -> str:
    if table not in ("users", "guilds"):
        raise ValueError(table)
    return table
