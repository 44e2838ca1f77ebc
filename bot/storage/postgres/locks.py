"""Locks of a PostgreSQL server. Each lock lasts as long as its own connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.database_url import Server
from bot.games.errors import StoreError
from bot.log import logger
from bot.storage.database import SHUTDOWN_SECONDS
from bot.storage.postgres.connect import CONNECTION_ERRORS, connect, unusable_error
from engine.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

log = logger(__name__)

GATEWAY_LOCK: Final = "gateway"
"""The lock of a bot. A bot on the gateway has it alone, and bots at the endpoint share it."""
LOCK_ID_SQL: Final = "hashtextextended('whistlestop ' || current_schema() || ' ' || $1, 0)"
"""The number of a lock on the server, by its name."""
LOCK_IDLE_SECONDS: Final = 180
"""After this time without a query the server releases a lock.

Its process hangs, or the connection was lost on the way."""
CHECK_INTERVAL_SECONDS: Final = 20.0
"""Seconds between two checks that a bot still has its lock."""


class ServerLock:
    """A lock on the server that lasts as long as its connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def is_open(self) -> bool:
        """Whether this process has not released the lock."""
        return not self._connection.is_closed()

    async def is_held(self) -> bool:
        """Return whether the server still answers on the connection of the lock."""
        try:
            await self._connection.execute("SELECT 1")
        except CONNECTION_ERRORS:
            await self.release()
            return False
        return True

    async def release(self) -> None:
        """Close the connection, and wait until the server has released the lock.

        If the connection were only cut, the server would notice a little later. Until then it would
        refuse the lock to the next process.
        """
        with suppress(*CONNECTION_ERRORS):
            await self._connection.close(timeout=SHUTDOWN_SECONDS)


async def try_lock(server: Server, name: str, *, shared: bool = False) -> ServerLock | None:
    """Take a lock alone, or *shared* with other processes that share it.

    Return None if another process has the lock.

    Raises:
        StoreError: The server cannot be reached.
    """
    made = ServerLock(
        connection := await connect(server, idle_session_timeout=f"{LOCK_IDLE_SECONDS}s")
    )
    how = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    is_ours = False
    try:
        is_ours = await connection.fetchval(f"SELECT {how}({LOCK_ID_SQL})", name)
    except CONNECTION_ERRORS as error:
        raise unusable_error(server, error) from None
    finally:
        if not is_ours:
            await made.release()
    return made if is_ours else None


@asynccontextmanager
async def lock_exclusively(
    server: Server, refusal: str, *, shared: bool = False
) -> AsyncIterator[None]:
    """Lock the server for this bot while the block runs.

    A *shared* lock allows other bots that share it.

    Raises:
        BadInput: Another bot has the lock. The message is *refusal*.
        StoreError: The server cannot be reached.
    """
    lock = await try_lock(server, GATEWAY_LOCK, shared=shared)
    if lock is None:
        raise BadInput(refusal)
    renewed = _RenewedLock(server, lock, shared=shared)
    renewing = asyncio.create_task(renewed.renew(), name="alone")
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.gather(renewing, return_exceptions=True)
        await renewed.lock.release()


class _RenewedLock:
    """The lock of a bot, which is taken again if the server has lost it."""

    def __init__(self, server: Server, hold: ServerLock, *, shared: bool) -> None:
        self._server, self._shared = server, shared
        self.lock = hold
        self._seconds_lost = 0.0
        """Seconds for which another process has had the lock."""

    async def renew(self) -> None:
        """Check every 20 seconds that this process has the lock, until canceled.

        The server loses all locks when it restarts.
        """
        while True:
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            if not await self.lock.is_held():
                await self._lock_again()

    async def _lock_again(self) -> None:
        try:
            lock = await try_lock(self._server, GATEWAY_LOCK, shared=self._shared)
        except StoreError:  # The next check tries again.
            return
        if lock is not None:
            self.lock, self._seconds_lost = lock, 0.0
            return
        # At first it may be this process's own lost connection, which the server still counts. An
        # error logged at once would be wrong.
        self._seconds_lost += CHECK_INTERVAL_SECONDS
        if self._seconds_lost > LOCK_IDLE_SECONDS:
            log.error("another bot uses the same database; stop one of them")
