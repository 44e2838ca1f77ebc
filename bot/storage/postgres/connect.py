"""The line to a PostgreSQL server: how one is had, and what goes wrong with it, in our words.

What the server says is passed on without its details: they show the row that it is about, and there
are seeds and hands in rows.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from bot.database_url import Server
from bot.games.errors import DatabaseAway, DatabaseFault, DiskTrouble, StoreError, Unreachable
from bot.storage.postgres.schema import OnlyRead
from bot.storage.sqlite.schema import SchemaError
from bot.storage.write_errors import disk_trouble

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

PATIENCE: Final = 10.0
"""Seconds that the server has to let us in, or to answer."""
BROKEN: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
AWAY: Final = (
    asyncpg.AdminShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.CrashShutdownError,
    asyncpg.DeadlockDetectedError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.LockNotAvailableError,
    asyncpg.PostgresConnectionError,
    asyncpg.TooManyConnectionsError,
    OSError,
)
"""What passes: there is no server just now, or it starts, stops or is full, or the line is cut, or
somebody else stands in the way."""
DISK: Final = (
    asyncpg.DiskFullError,
    asyncpg.PostgresIOError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""What the server says when it may not or cannot write."""


@asynccontextmanager
async def connected(server: Server, patience: float = PATIENCE) -> AsyncIterator[Connection]:
    """A connection of its own, closed in the end; a step may take so many seconds.

    Raises:
        Unreachable: There is no server just now, or not any more in the block.
        DiskTrouble: It cannot be written to; that may pass as well.
        StoreError: It cannot be used, or something else went wrong in the block.
    """
    connection = await connect(server, patience)
    try:
        yield connection
    except OnlyRead as error:
        raise DiskTrouble(f"{server} {error}") from error
    except SchemaError as error:
        raise StoreError(f"{server} {error}") from error
    except BROKEN as error:
        raise unusable(server, error) from None
    finally:
        connection.terminate()


async def connect(server: Server, patience: float = PATIENCE, **settings: str) -> Connection:
    """A connection.

    Raises:
        Unreachable: There is no server just now.
        StoreError: It does not let us in.
    """
    try:
        return await asyncpg.connect(
            server.url,
            timeout=PATIENCE,
            command_timeout=patience,
            server_settings=settings or None,
        )
    except TimeoutError:
        raise Unreachable(f"{server} does not answer") from None
    except ValueError as error:
        raise StoreError(f"{server} cannot be used: {said(error)}") from None
    except AWAY as error:
        raise Unreachable(f"{server} cannot be reached: {said(error)}") from None
    except BROKEN as error:
        raise StoreError(f"{server} does not let us in: {said(error)}") from None


def unusable(server: Server, error: Exception) -> StoreError:
    """What went wrong, for who starts a program: what passes is worth another try."""
    if isinstance(error, TimeoutError):
        return Unreachable(f"{server} does not answer")
    if isinstance(error, DISK):
        return disk_trouble(server, said(error))
    kind = Unreachable if isinstance(error, AWAY) else StoreError
    return kind(f"{server} cannot be used: {said(error)}")


def fault(error: Exception) -> DatabaseFault:
    """What went wrong, as the ports know it."""
    return (DatabaseAway if isinstance(error, AWAY) else DatabaseFault)(said(error))


def said(error: Exception) -> str:
    """What the server, the driver or the system says, in a line and without details."""
    text = str(error)
    if isinstance(error, TimeoutError) and not error.errno:
        return "no answer"
    if isinstance(error, OSError) and error.errno:
        # The loop's own words are about its calls; a name that is not known has a negative number.
        text = os.strerror(error.errno) if error.errno > 0 else error.strerror or text
    return text.splitlines()[0] if text else type(error).__name__
