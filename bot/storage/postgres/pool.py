"""Connections to a server that are kept open, each lent to one at a time.

The driver's own pool makes a task for each loan and each return, and it complains in its own words,
with traces, while there is no server.
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
"""Seconds after which an unused one is not trusted: something on the way may have forgotten it."""


class Pool:
    """So many at most; the one that was used last is lent first."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]], most: int) -> None:
        self._connect = connect
        self._most, self._room = most, asyncio.Semaphore(most)
        self._open: set[Connection] = set()
        self._unwanted: set[Connection] = set()
        """Those of the open ones that are not lent again."""
        self._free: list[tuple[Connection, float]] = []
        self._closed = False
        self._used = self._waiting = 0

    @property
    def load(self) -> PoolLoad:
        """How busy they are at this moment."""
        return PoolLoad(self._used, self._most, self._waiting)

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """A connection for as long as the block runs.

        Raises:
            OSError, asyncpg.PostgresError: There is no server, or it has no room.
            asyncpg.InterfaceError: They are closed.
        """
        async with self._admitted():
            connection = self._known() or await self._new()
            is_well = False
            try:
                yield connection
                is_well = True
            except (asyncpg.PostgresError, GameError):
                is_well = True  # it was refused, by the server or by us: that is an answer
                raise
            finally:
                self._take_back(connection, is_well=is_well)

    @asynccontextmanager
    async def _admitted(self) -> AsyncIterator[None]:
        """Wait for room, and count who waits and who is inside."""
        self._waiting += 1
        try:
            await self._room.acquire()
        finally:
            self._waiting -= 1
        self._used += 1
        try:
            yield
        finally:
            self._used -= 1
            self._room.release()

    def _known(self) -> Connection | None:
        if self._closed:
            raise asyncpg.InterfaceError("the connections are closed")
        while self._free:
            connection, since = self._free.pop()
            if not connection.is_closed() and time.monotonic() - since < MAX_IDLE_SECONDS:
                return connection
            self._drop(connection)
        return None

    async def _new(self) -> Connection:
        connection = await self._connect()
        self._open.add(connection)
        return connection

    def _take_back(self, connection: Connection, *, is_well: bool) -> None:
        """Keep it for the next one, unless nobody knows what it is at."""
        is_done = self._closed or connection in self._unwanted
        if is_well and not (is_done or connection.is_closed() or connection.is_in_transaction()):
            self._free.append((connection, time.monotonic()))
        else:
            self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        self._open.discard(connection)
        self._unwanted.discard(connection)
        connection.terminate()

    def forget(self) -> None:
        """Lend none of them again: what they lead to may not be the right server any more."""
        for connection, _ in self._free:
            self._drop(connection)
        self._free.clear()
        self._unwanted |= self._open

    async def close(self, patience: float) -> None:
        """Lend none any more, and hang up when all are back, or after so many seconds."""
        self._closed, back = True, 0
        with suppress(TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            async with asyncio.timeout(patience):
                while back < self._most:
                    await self._room.acquire()
                    back += 1
                for connection, _ in self._free:
                    await connection.close()
        for connection in [*self._open]:
            self._drop(connection)
        for _ in range(back):  # whoever still comes hears that they are closed
            self._room.release()
