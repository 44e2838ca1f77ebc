"""A pool of open connections to a server, each used by one caller at a time.

The driver has a pool, too. It creates a task whenever a connection is acquired or released, and it
logs its own messages with tracebacks while there is no server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from bot.storage.database import PoolLoad
from engine.errors import GameError

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

MAX_IDLE_SECONDS: Final = 300.0
"""After this idle time a connection is closed. A router may have dropped it silently."""


class Pool:
    """A limited number of connections. The one that was used last is used again first."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]], max_connections: int) -> None:
        self._connect = connect
        self._max_connections, self._slots = max_connections, asyncio.Semaphore(max_connections)
        self._open: set[Connection] = set()
        self._retired: set[Connection] = set()
        """Open connections that are closed after their current use."""
        self._idle: list[tuple[Connection, float]] = []
        self._closed = False
        self._used = self._waiting = 0

    @property
    def load(self) -> PoolLoad:
        """The current load of the pool."""
        return PoolLoad(self._used, self._max_connections, self._waiting)

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """Lend a connection to the block.

        Raises:
            OSError, asyncpg.PostgresError: There is no server, or it has no room.
            asyncpg.InterfaceError: The pool is closed.
        """
        async with self._wait_for_slot():
            connection = self._take_idle() or await self._open_new()
            is_usable = False
            try:
                yield connection
                is_usable = True
            except (asyncpg.PostgresError, GameError):
                # The server or the bot refused the work, so the connection itself is fine.
                is_usable = True
                raise
            finally:
                self._return(connection, is_usable=is_usable)

    @asynccontextmanager
    async def _wait_for_slot(self) -> AsyncIterator[None]:
        """Wait for a free slot, and count waiting and active callers."""
        self._waiting += 1
        try:
            await self._slots.acquire()
        finally:
            self._waiting -= 1
        self._used += 1
        try:
            yield
        finally:
            self._used -= 1
            self._slots.release()

    def _take_idle(self) -> Connection | None:
        if self._closed:
            raise asyncpg.InterfaceError("the connections are closed")
        while self._idle:
            connection, since = self._idle.pop()
            if not connection.is_closed() and time.monotonic() - since < MAX_IDLE_SECONDS:
                return connection
            self._drop(connection)
        return None

    async def _open_new(self) -> Connection:
        connection = await self._connect()
        self._open.add(connection)
        return connection

    def _return(self, connection: Connection, *, is_usable: bool) -> None:
        """Make a connection available again, or close it if its state is unknown."""
        is_done = self._closed or connection in self._retired
        if is_usable and not (is_done or connection.is_closed() or connection.is_in_transaction()):
            self._idle.append((connection, time.monotonic()))
        else:
            self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        self._open.discard(connection)
        self._retired.discard(connection)
        connection.terminate()

    def retire_all(self) -> None:
        """Close all connections after their current use.

        After a failover they may lead to the wrong server.
        """
        for connection, _ in self._idle:
            self._drop(connection)
        self._idle.clear()
        self._retired |= self._open

    async def close(self, timeout_seconds: float) -> None:
        """Close all connections when they are returned, or after *timeout_seconds*."""
        self._closed, returned = True, 0
        with suppress(TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            async with asyncio.timeout(timeout_seconds):
                while returned < self._max_connections:
                    await self._slots.acquire()
                    returned += 1
                for connection, _ in self._idle:
                    await connection.close()
        for connection in [*self._open]:
            self._drop(connection)
        for _ in range(returned):  # Later callers get an error and do not wait forever.
            self._slots.release()
