"""Connections to a PostgreSQL server, their timeouts, and their errors.

A broken connection is noticed at once, but a hanging one is not. Every query would then wait for
its full timeout, one after the other, and Discord waits only three seconds for all of them. So a
query has a short timeout, and the queries after one that timed out have an even shorter one.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from bot.database_url import Server
from bot.games.errors import DatabaseError, DatabaseUnavailable, DiskFull, StoreError, Unreachable
from bot.storage.postgres.schema import ReadOnlyServer
from bot.storage.sqlite.schema import SchemaError
from bot.storage.write_errors import disk_error

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

SHORT_TIMEOUT_SPAN_SECONDS: Final = 1.0
"""How long the short timeout applies after a query has timed out."""
SHORT_TIMEOUT_SECONDS: Final = 0.3
"""The short timeout. Queries are still tried, because perhaps only one query was slow."""


class AdaptiveTimeout:
    """A query timeout that becomes short after a server has stopped answering."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last_answer_at = 0.0
        """The time of the last answer, by `time.monotonic`."""
        self._last_timeout_at: float | None = None
        """The time of the last full timeout, or None if there was an answer since."""

    @asynccontextmanager
    async def limit(self) -> AsyncIterator[None]:
        """Limit the duration of the query in the block.

        Raises:
            TimeoutError: The server does not answer in time.
        """
        started_at = time.monotonic()
        is_brief = (
            self._last_timeout_at is not None
            and started_at < self._last_timeout_at + SHORT_TIMEOUT_SPAN_SECONDS
        )
        try:
            async with asyncio.timeout(SHORT_TIMEOUT_SECONDS if is_brief else self._seconds):
                yield
        except TimeoutError:
            # If another query was answered meanwhile, only this query is slow. A short timeout does
            # not count, or a server that is only slow would never get the full timeout again.
            if self._last_answer_at < started_at and not is_brief:
                self._last_timeout_at = time.monotonic()
            raise TimeoutError("no answer") from None
        except Exception:
            self.record_answer()  # An error or a broken connection is an answer too.
            raise
        self.record_answer()

    def record_answer(self) -> None:
        """Record that the server has answered, which restores the full timeout."""
        self._last_answer_at, self._last_timeout_at = time.monotonic(), None


CONNECT_SECONDS: Final = 10.0
"""How long the server may take to accept a connection or to answer."""
CONNECTION_ERRORS: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
TRANSIENT_ERRORS: Final = (
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
"""Errors after which another try may succeed.

There is no server at the moment, or it starts, stops or is full, or the connection is broken, or
another transaction is in the way."""
DISK_ERRORS: Final = (
    asyncpg.DiskFullError,
    asyncpg.PostgresIOError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""Errors of a server that may not or cannot write."""


@asynccontextmanager
async def open_connection(
    server: Server, timeout_seconds: float = CONNECT_SECONDS
) -> AsyncIterator[Connection]:
    """Open a new connection, and close it after the block.

    *timeout_seconds* limits each query.

    Raises:
        Unreachable: There is no server at the moment, or the connection broke in the block.
        DiskFull: The server cannot write. Another try may succeed later.
        StoreError: The server cannot be used, or another error occurred in the block.
    """
    connection = await connect(server, timeout_seconds)
    try:
        yield connection
    except ReadOnlyServer as error:
        raise DiskFull(f"{server} {error}") from error
    except SchemaError as error:
        raise StoreError(f"{server} {error}") from error
    except CONNECTION_ERRORS as error:
        raise unusable_error(server, error) from None
    finally:
        connection.terminate()


async def connect(
    server: Server, timeout_seconds: float = CONNECT_SECONDS, **settings: str
) -> Connection:
    """Return a new connection.

    Raises:
        Unreachable: There is no server at the moment.
        StoreError: The server refuses the connection.
    """
    try:
        return await asyncpg.connect(
            server.url,
            timeout=CONNECT_SECONDS,
            command_timeout=timeout_seconds,
            server_settings=settings or None,
        )
    except TimeoutError:
        raise Unreachable(f"{server} does not answer") from None
    except ValueError as error:
        raise StoreError(f"{server} cannot be used: {error_text(error)}") from None
    except TRANSIENT_ERRORS as error:
        raise Unreachable(f"{server} cannot be reached: {error_text(error)}") from None
    except CONNECTION_ERRORS as error:
        raise StoreError(f"{server} refuses the login: {error_text(error)}") from None


def unusable_error(server: Server, error: Exception) -> StoreError:
    """Return the error for a command that cannot use the server.

    It is Unreachable or DiskFull if another try may succeed.
    """
    if isinstance(error, TimeoutError):
        return Unreachable(f"{server} does not answer")
    if isinstance(error, DISK_ERRORS):
        return disk_error(server, error_text(error))
    kind = Unreachable if isinstance(error, TRANSIENT_ERRORS) else StoreError
    return kind(f"{server} cannot be used: {error_text(error)}")


def to_database_error(error: Exception) -> DatabaseError:
    """Return the error of the database port for an error of the driver."""
    return (DatabaseUnavailable if isinstance(error, TRANSIENT_ERRORS) else DatabaseError)(
        error_text(error)
    )


def error_text(error: Exception) -> str:
    """Return the message of the server, the driver or the system in one line, without details."""
    text = str(error)
    if isinstance(error, TimeoutError) and not error.errno:
        return "no answer"
    if isinstance(error, OSError) and error.errno:
        # The event loop's message describes its own calls, so the system's message is used. An
        # unknown host name has a negative number, which `os.strerror` does not know.
        text = os.strerror(error.errno) if error.errno > 0 else error.strerror or text
    return text.splitlines()[0] if text else type(error).__name__
