"""Posts in the database: published messages, pending notices and pending tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Final

import msgspec

from bot.games.model import TELLING, Lease, Notice, PostRow
from bot.storage.database import Database, Statement, fetch_column, fetch_one, placeholders
from bot.storage.leases import IS_VALID_LEASE_SQL, lease_guard

POST_FIELDS: Final = tuple(PostRow.__dataclass_fields__)
POST_COLUMNS: Final = ", ".join(POST_FIELDS)
SCHEDULE_UPDATE_SQL: Final = (
    "UPDATE games SET announced = changes - 1, tell_at = $2 WHERE id = $1 AND announced >= changes"
)


class SqlPostStore:
    """Long-lived messages, notices that are sent once, and tables with pending updates."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pending_tables(self, by: str | None = None) -> list[str]:
        sql = "SELECT id FROM games WHERE announced < changes"
        if by is None:
            return await fetch_column(self._database, sql)
        if self._database.shared:
            sql += f" AND id NOT IN (SELECT game_id FROM leases WHERE kind = '{TELLING}'"  # noqa: S608  # our own words
            sql += f" AND {IS_VALID_LEASE_SQL})"
        return await fetch_column(
            self._database, f"{sql} AND tell_at <= $1 AND updated_at <= $1", by
        )

    async def oldest_pending(self, by: str) -> str | None:
        row = await fetch_one(
            self._database,
            "SELECT min(CASE WHEN tell_at > updated_at THEN tell_at ELSE updated_at END)"
            " FROM games WHERE announced < changes AND tell_at <= $1",
            by,
        )
        return row[0] if row else None

    async def by_kind(self, game_id: str) -> dict[str, PostRow]:
        sql = f"SELECT kind, {POST_COLUMNS} FROM posts WHERE game_id = $1"  # noqa: S608  # our own columns
        rows = await self._database.fetch_all(sql, game_id)
        return {row[0]: PostRow(*row[1:]) for row in rows}

    async def save(
        self,
        game_id: str,
        posts: Mapping[str, PostRow],
        lease: Lease | None = None,
        gone: Sequence[str] = (),
    ) -> None:
        if posts or gone:
            await self._database.write(
                *lease_guard(lease), *_upsert_posts(game_id, posts), *_delete_posts(game_id, gone)
            )

    async def forget_contents(self, game_id: str) -> None:
        await self._database.write(_forget_contents(game_id))

    async def schedule_rewrite(self, game_id: str, at: str) -> None:
        await self._database.write(
            _forget_contents(game_id), Statement(SCHEDULE_UPDATE_SQL, (game_id, at))
        )

    async def schedule_updates(self, ids: Sequence[str], at: str) -> None:
        if ids:
            await self._database.write(
                Statement(SCHEDULE_UPDATE_SQL, rows=[(id, at) for id in ids])
            )

    async def record_edit(
        self, game_id: str, message_id: int, version: int, time_said: str
    ) -> None:
        # The edit replaced the pictures, and this store does not know by which. A stale value would
        # prevent the next update.
        await self._database.write(
            Statement(
                "UPDATE posts SET version = $3, time_said = $4, pictures = '', screen = ''"
                " WHERE game_id = $1 AND message_id = $2",
                (game_id, message_id, version, time_said),
            )
        )

    async def mark_published(
        self,
        game_id: str,
        changes: int,
        posts: Mapping[str, PostRow],
        gone: Sequence[str] = (),
        later: str | None = None,
        lease: Lease | None = None,
    ) -> None:
        if later is None:
            sql = "UPDATE games SET announced = $2 WHERE id = $1 AND announced < $2"
            mark = Statement(sql, (game_id, changes))
        else:
            sql = "UPDATE games SET tell_at = $3 WHERE id = $1 AND changes = $2"
            mark = Statement(sql, (game_id, changes, later))
        await self._database.write(
            *lease_guard(lease),
            *_upsert_posts(game_id, posts),
            *_delete_posts(game_id, gone),
            mark,
        )

    async def lines(self, game_id: str) -> list[tuple[int, Notice]]:
        rows = await self._database.fetch_all(
            "SELECT n, key, facts, user_id FROM lines WHERE game_id = $1 ORDER BY n, user_id",
            game_id,
        )
        facts = dict[str, str | int]
        return [
            (n, Notice(key, msgspec.json.decode(body, type=facts), user_id))
            for n, key, body, user_id in rows
        ]

    async def forget_line(self, game_id: str, n: int, user_id: int) -> None:
        sql = "DELETE FROM lines WHERE game_id = $1 AND n = $2 AND user_id = $3"
        await self._database.write(Statement(sql, (game_id, n, user_id)))


def _forget_contents(game_id: str) -> Statement:
    """Return the statement that marks text and pictures of a table's posts as unknown."""
    return Statement("UPDATE posts SET screen = '', pictures = '' WHERE game_id = $1", (game_id,))


def _delete_posts(game_id: str, kinds: Sequence[str]) -> Iterator[Statement]:
    for kind in kinds:
        sql = "DELETE FROM posts WHERE game_id = $1 AND kind = $2"
        yield Statement(sql, (game_id, kind), disjoint=True)


def _upsert_posts(game_id: str, posts: Mapping[str, PostRow]) -> Iterator[Statement]:
    if posts:
        yield Statement(
            f"INSERT INTO posts (game_id, kind, {POST_COLUMNS})"  # noqa: S608  # our own columns
            f" VALUES ($1, $2, {placeholders(3, len(POST_FIELDS))})"
            " ON CONFLICT (game_id, kind) DO UPDATE SET"
            f" {', '.join(f'{name} = excluded.{name}' for name in POST_FIELDS)}",
            rows=[(game_id, kind, *astuple(post)) for kind, post in posts.items()],
        )
