"""Leases: which process does which work at a table, if several processes share a database.

A SQLite file has only one process. That process may do everything, and no leases are written. On a
server the server's clock decides, because the clocks of the processes may differ. A process that is
no longer connected to the server has lost its leases, so other processes need not wait until they
expire.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.games.errors import DatabaseError, DiskFull, LeaseLost
from bot.games.model import Lease
from bot.log import logger
from bot.storage.database import (
    CONNECTED_PROGRAMS_SQL,
    PROGRAM_NAME,
    SHUTDOWN_SECONDS,
    Database,
    Lock,
    Statement,
)

log = logger(__name__)

LEASE_SECONDS: Final = 90
"""How long a lease is valid by default.

This is longer than publishing a table takes, and far shorter than Discord remembers the nonces of
posts."""
NOW_MS_SQL: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
IS_VALID_LEASE_SQL: Final = (
    f"(leases.until >= {NOW_MS_SQL} AND (leases.token NOT LIKE '{PROGRAM_NAME} %'"
    f" OR split_part(leases.token, '-', 1) IN ({CONNECTED_PROGRAMS_SQL})))"
)
"""Whether a lease is valid: it has not expired, and its process is connected to the server.

Tokens of older versions do not name their process, so only their time counts."""
WHOLE_DATABASE: Final = ""
"""The token of a lease on a SQLite file, which no other process can take."""
LEADER_LOCK: Final = "lead"
TURN_POLL_SECONDS: Final = 0.5
"""Seconds between two tries to take a lock."""
MAX_TURN_POLLS: Final = 120
"""After this number of tries the process that has the lock counts as stuck."""


class SqlLeaseStore:
    """The leases of this process, each with its own token."""

    def __init__(self, database: Database, seconds: int = LEASE_SECONDS) -> None:
        self._database = database
        self._seconds = seconds
        self._claims = 0
        self._leases_to_release: set[Lease] = set()
        """Leases to delete. Other processes would wait for them until they expire."""
        self._leader_lock: Lock | None = None
        self._leader_check = asyncio.Lock()

    @property
    def shared(self) -> bool:
        return self._database.shared

    async def is_leader(self) -> bool:
        async with self._leader_check:
            if self._leader_lock is None or not await self._leader_lock.is_held():
                self._leader_lock = await self._database.try_lock(LEADER_LOCK)
            return self._leader_lock is not None

    @property
    def is_leading(self) -> bool:
        """Whether this process was the leader at the last check.

        A SQLite file has only one process, which is always the leader.
        """
        return not self._database.shared or self._leader_lock is not None

    @asynccontextmanager
    async def lock(self, name: str) -> AsyncIterator[None]:
        lock = await self._database.try_lock(name)
        for _ in range(MAX_TURN_POLLS):
            if lock is not None:
                break
            await asyncio.sleep(TURN_POLL_SECONDS)
            lock = await self._database.try_lock(name)
        else:
            log.warning("continuing without the lock that another process has", what=name)
        try:
            yield
        finally:
            if lock is not None:
                await lock.release()

    async def claim(self, game_id: str, kind: str) -> Lease | None:
        if not self._database.shared:
            return Lease(game_id, kind, WHOLE_DATABASE)
        self._claims += 1
        lease = Lease(game_id, kind, f"{self._database.program}-{self._claims}")
        claim = Statement(
            "INSERT INTO leases (game_id, kind, token, until)"  # noqa: S608  # our own words
            f" VALUES ($1, $2, $3, {NOW_MS_SQL} + {self._seconds * 1000})"
            " ON CONFLICT (game_id, kind) DO UPDATE"
            f" SET token = excluded.token, until = excluded.until WHERE NOT {IS_VALID_LEASE_SQL}",
            (game_id, kind, lease.token),
        )
        await self._release_leases()
        try:
            claimed = await self._database.write_if(claim)
        except (DatabaseError, asyncio.CancelledError):
            # The lease may have been written, but no caller will use it. Without a release, other
            # processes would wait until it expires.
            self._leases_to_release.add(lease)
            raise
        return lease if claimed else None

    async def release(self, lease: Lease) -> None:
        if lease.token != WHOLE_DATABASE:
            self._leases_to_release.add(lease)
            await self._release_leases()

    async def _release_leases(self) -> None:
        """Delete the leases that are no longer used. A delete that fails is tried again later."""
        while self._leases_to_release:
            lease = self._leases_to_release.pop()
            sql = "DELETE FROM leases WHERE game_id = $1 AND kind = $2 AND token = $3"
            values = (lease.game, lease.kind, lease.token)
            try:
                await self._database.write(Statement(sql, values))
            except BaseException:
                self._leases_to_release.add(lease)
                raise

    async def close(self) -> None:
        """Release the leases of work that the shutdown interrupted.

        Other processes would wait for them until they expire.
        """
        if self._claims:
            sql = "DELETE FROM leases WHERE token LIKE $1"
            with suppress(DatabaseError, DiskFull, TimeoutError):
                async with asyncio.timeout(SHUTDOWN_SECONDS):
                    await self._database.write(Statement(sql, (f"{self._database.program}-%",)))


def lease_guard(lease: Lease | None) -> list[Statement]:
    """Return the statement that rolls a transaction back if this process has lost the lease."""
    if lease is None or lease.token == WHOLE_DATABASE:
        return []
    return [
        Statement(
            "UPDATE leases SET until = until WHERE game_id = $1 AND kind = $2 AND token = $3",
            (lease.game, lease.kind, lease.token),
            error_if_unchanged=LeaseLost(lease.game),
        )
    ]
