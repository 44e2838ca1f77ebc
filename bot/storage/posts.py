"""What was told, and where it stands: posts, lines, and what is left to tell."""

from __future__ import annotations

from dataclasses import astuple

import msgspec

from bot.play.records import Line, PostRow
from bot.storage.people import Remembered
from bot.storage.sqlite import Statement


class Posted(Remembered):
    """Long-lived messages, lines to be told once, and which tables are untold."""

    async def unfinished(self) -> list[str]:
        """The tables where something is left to do: to tell, or to play for a machine."""
        rows = await self._all(
            "SELECT id FROM games WHERE announced < changes"
            " UNION SELECT id FROM games WHERE machine_due = 1"
        )
        return [row[0] for row in rows]

    async def oldest_untold(self) -> str | None:
        """Since when the table waits that has waited longest to be told; None: none does."""
        row = await self._one("SELECT min(updated_at) FROM games WHERE announced < changes")
        return row[0] if row else None

    async def mark_announced(self, id: str, changes: int) -> None:
        """Everything up to this change has been told."""
        await self.write(
            Statement(
                "UPDATE games SET announced = $2 WHERE id = $1 AND announced < $2", (id, changes)
            )
        )

    async def posts(self, id: str) -> dict[str, PostRow]:
        """Where a table's long-lived messages are, by kind."""
        rows = await self._all(
            "SELECT kind, channel_id, message_id, version, occasion, pictures FROM posts"
            " WHERE game_id = $1",
            id,
        )
        return {row[0]: PostRow(*row[1:]) for row in rows}

    async def save_post(
        self, id: str, kind: str, post: PostRow, retired: PostRow | None = None
    ) -> None:
        """Remember a message, in place of the former one of its kind.

        The former one can be kept as *retired*, until its buttons are taken away.
        """
        rows = [(id, kind, *astuple(post))]
        if retired is not None:
            rows.append((id, f"retired-{kind}", *astuple(retired)))
        await self.write(
            Statement(
                "INSERT INTO posts"
                " (game_id, kind, channel_id, message_id, version, occasion, pictures)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game_id, kind) DO UPDATE SET"
                " channel_id = excluded.channel_id, message_id = excluded.message_id,"
                " version = excluded.version, occasion = excluded.occasion,"
                " pictures = excluded.pictures",
                rows=rows,
            )
        )

    async def forget_post(self, id: str, kind: str) -> None:
        """A message is gone."""
        await self.write(
            Statement("DELETE FROM posts WHERE game_id = $1 AND kind = $2", (id, kind))
        )

    async def lines(self, id: str) -> dict[int, Line]:
        """What everybody at a table is still to be told, in order."""
        rows = await self._all("SELECT n, key, facts FROM lines WHERE game_id = $1 ORDER BY n", id)
        facts = dict[str, str | int]
        return {n: Line(key, msgspec.json.decode(body, type=facts)) for n, key, body in rows}

    async def forget_line(self, id: str, n: int) -> None:
        """It was told."""
        await self.write(Statement("DELETE FROM lines WHERE game_id = $1 AND n = $2", (id, n)))
