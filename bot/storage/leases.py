"""Leases: which program does what at a table just now, where several share a database.

A file has one program alone: everything in it is that one's, and nothing is written about it. On a
server the server's own clock counts, for those of the programs may differ.
"""

from __future__ import annotations

from typing import Final
from uuid import uuid4

from bot.play.ports import LeaseLost
from bot.play.records import Lease
from bot.storage.database import Database, Statement

SECONDS: Final = 90
"""How long one is good: longer than telling a table takes, and far shorter than Discord remembers
the nonces of posts."""
NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
ALL: Final = ""
"""The lease on everything, which is nobody's to take away."""


class Leases:
    """Claims of this program, each with a token of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, id: str, kind: str) -> Lease | None:
        if not self._database.shared:
            return Lease(id, kind, ALL)
        lease = Lease(id, kind, uuid4().hex)
        (claimed,) = await self._database.write(
            Statement(
                "INSERT INTO leases (game_id, kind, token, until)"  # noqa: S608  # our own words
                f" VALUES ($1, $2, $3, {NOW} + {SECONDS * 1000})"
                " ON CONFLICT (game_id, kind) DO UPDATE"
                f" SET token = excluded.token, until = excluded.until WHERE leases.until < {NOW}",
                (id, kind, lease.token),
            )
        )
        return lease if claimed else None

    async def release(self, lease: Lease) -> None:
        if lease.token != ALL:
            sql = "DELETE FROM leases WHERE game_id = $1 AND kind = $2 AND token = $3"
            values = (lease.game, lease.kind, lease.token)
            await self._database.write(Statement(sql, values))


def still(lease: Lease | None) -> list[Statement]:
    """The step that takes a transaction back if its lease is not ours any more."""
    if lease is None or lease.token == ALL:
        return []
    return [
        Statement(
            "UPDATE leases SET until = until WHERE game_id = $1 AND kind = $2 AND token = $3",
            (lease.game, lease.kind, lease.token),
            otherwise=LeaseLost(lease.game),
        )
    ]
