"""Leases: which program does what at a table just now, where several share a database.

A file has one program alone: everything in it is that one's, and nothing is written about it. On a
server the server's own clock counts, for those of the programs may differ. A program that is no
longer connected to the server has lost its leases: others need not wait until they are over.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.games.errors import DatabaseError, DiskFull, LeaseLost
from bot.games.model import Lease
from bot.log import logger
from bot.storage.database import PROGRAM, PROGRAMS, SHUTDOWN_SECONDS, Database, Lock, Statement

log = logger(__name__)

LEASE_SECONDS: Final = 90
"""How long one is good, unless set otherwise: longer than telling a table takes, and far shorter
than Discord remembers the nonces of posts."""
NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
HELD: Final = (
    f"(leases.until >= {NOW} AND (leases.token NOT LIKE '{PROGRAM} %'"
    f" OR split_part(leases.token, '-', 1) IN ({PROGRAMS})))"
)
"""Whether a lease counts: its time is not over, and its program is connected to the server. Tokens
of older versions do not name their program, so only their time counts."""
WHOLE_DATABASE: Final = ""
"""The lease on everything, which is nobody's to take away."""


LEADER_LOCK: Final = "lead"
TURN_POLL_SECONDS: Final = 0.5
"""Seconds between two looks at whether it is our turn."""
MAX_TURN_POLLS: Final = 120
"""So many looks; then the one before us counts as stuck."""


class SqlLeaseStore:
    """Claims of this program, each with a token of its own."""

    def __init__(self, database: Database, seconds: int = LEASE_SECONDS) -> None:
        self._database = database
        self._seconds = seconds
        self._claims = 0
        self._unwanted: set[Lease] = set()
        """Those that others would wait for until they run out."""
        self._lead: Lock | None = None
        self._asking = asyncio.Lock()

    @property
    def shared(self) -> bool:
        return self._database.shared

    async def is_leader(self) -> bool:
        async with self._asking:
            if self._lead is None or not await self._lead.is_held():
                self._lead = await self._database.try_lock(LEADER_LOCK)
            return self._lead is not None

    @property
    def is_leading(self) -> bool:
        """Whether this process had the lead when it last asked; a file has one process alone."""
        return not self._database.shared or self._lead is not None

    @asynccontextmanager
    async def in_turn(self, name: str) -> AsyncIterator[None]:
        hold = await self._database.try_lock(name)
        for _ in range(MAX_TURN_POLLS):
            if hold is not None:
                break
            await asyncio.sleep(TURN_POLL_SECONDS)
            hold = await self._database.try_lock(name)
        else:
            log.warning("another program does not come to an end", what=name)
        try:
            yield
        finally:
            if hold is not None:
                await hold.release()

    async def claim(self, game_id: str, kind: str) -> Lease | None:
        if not self._database.shared:
            return Lease(game_id, kind, WHOLE_DATABASE)
        self._claims += 1
        lease = Lease(game_id, kind, f"{self._database.program}-{self._claims}")
        claim = Statement(
            "INSERT INTO leases (game_id, kind, token, until)"  # noqa: S608  # our own words
            f" VALUES ($1, $2, $3, {NOW} + {self._seconds * 1000})"
            " ON CONFLICT (game_id, kind) DO UPDATE"
            f" SET token = excluded.token, until = excluded.until WHERE NOT {HELD}",
            (game_id, kind, lease.token),
        )
        await self._give_back()
        try:
            claimed = await self._database.write_if(claim)
        except (DatabaseError, asyncio.CancelledError):
            # Nobody knows whether it is ours, and nobody will use it.
            self._unwanted.add(lease)
            raise
        return lease if claimed else None

    async def release(self, lease: Lease) -> None:
        if lease.token != WHOLE_DATABASE:
            self._unwanted.add(lease)
            await self._give_back()

    async def _give_back(self) -> None:
        """What we had and do not want; what the server does not hear of is said again."""
        while self._unwanted:
            lease = self._unwanted.pop()
            sql = "DELETE FROM leases WHERE game_id = $1 AND kind = $2 AND token = $3"
            values = (lease.game, lease.kind, lease.token)
            try:
                await self._database.write(Statement(sql, values))
            except BaseException:
                self._unwanted.add(lease)
                raise

    async def close(self) -> None:
        """Give back what a stop has cut off in the middle: others would wait until it runs out."""
        if self._claims:
            sql = "DELETE FROM leases WHERE token LIKE $1"
            with suppress(DatabaseError, DiskFull, TimeoutError):
                async with asyncio.timeout(SHUTDOWN_SECONDS):
                    await self._database.write(Statement(sql, (f"{self._database.program}-%",)))


def lease_guard(lease: Lease | None) -> list[Statement]:
    """The step that takes a transaction back if its lease is not ours any more."""
    if lease is None or lease.token == WHOLE_DATABASE:
        return []
    return [
        Statement(
            "UPDATE leases SET until = until WHERE game_id = $1 AND kind = $2 AND token = $3",
            (lease.game, lease.kind, lease.token),
            error_if_unchanged=LeaseLost(lease.game),
        )
    ]
