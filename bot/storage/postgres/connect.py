"""A server that says nothing: who asks hears of it soon, and the next ones sooner.

A line that is cut is noticed at once. One that hangs is not: everybody would wait for as long as
they are patient, one question after the other, and Discord waits three seconds for all of them.
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
from bot.storage.postgres.schema import OnlyRead
from bot.storage.sqlite.schema import SchemaError
from bot.storage.write_errors import disk_trouble

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

SHORT_TIMEOUT_SPAN_SECONDS: Final = 1.0
"""Seconds after somebody has waited in vain in which everybody else waits only briefly."""
SHORT_TIMEOUT_SECONDS: Final = 0.3
"""Seconds that they wait. They do try: it may have been one question that took long."""


class AdaptiveTimeout:
    """Whether a server has stopped answering."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._heard_at = 0.0
        """When something was heard last."""
        self._gave_up: float | None = None
        """When somebody waited in vain, if nobody has heard anything since."""

    @asynccontextmanager
    async def limit(self) -> AsyncIterator[None]:
        """A question, which ends with its block.

        Raises:
            TimeoutError: There is no answer.
        """
        begun = time.monotonic()
        is_brief = self._gave_up is not None and begun < self._gave_up + SHORT_TIMEOUT_SPAN_SECONDS
        try:
            async with asyncio.timeout(SHORT_TIMEOUT_SECONDS if is_brief else self._patience):
                yield
        except TimeoutError:
            # If others have heard something meanwhile, only this one takes long. Who waited briefly
            # proves nothing: a server that is slow, and no more, is waited for again after a while.
            if self._heard_at < begun and not is_brief:
                self._gave_up = time.monotonic()
            raise TimeoutError("no answer") from None
        except Exception:
            self.record_answer()  # that it refuses, or that the line is cut, is an answer too
            raise
        self.record_answer()

    def record_answer(self) -> None:
        """It has answered something."""
        self._heard_at, self._gave_up = time.monotonic(), None


CONNECT_SECONDS: Final = 10.0
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
async def open_connection(
    server: Server, patience: float = CONNECT_SECONDS
) -> AsyncIterator[Connection]:
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
        raise DiskFull(f"{server} {error}") from error
    except SchemaError as error:
        raise StoreError(f"{server} {error}") from error
    except BROKEN as error:
        raise unusable_error(server, error) from None
    finally:
        connection.terminate()


async def connect(server: Server, patience: float = CONNECT_SECONDS, **settings: str) -> Connection:
    """A connection.

    Raises:
        Unreachable: There is no server just now.
        StoreError: It does not let us in.
    """
    try:
        return await asyncpg.connect(
            server.url,
            timeout=CONNECT_SECONDS,
            command_timeout=patience,
            server_settings=settings or None,
        )
    except TimeoutError:
        raise Unreachable(f"{server} does not answer") from None
    except ValueError as error:
        raise StoreError(f"{server} cannot be used: {error_text(error)}") from None
    except AWAY as error:
        raise Unreachable(f"{server} cannot be reached: {error_text(error)}") from None
    except BROKEN as error:
        raise StoreError(f"{server} does not let us in: {error_text(error)}") from None


def unusable_error(server: Server, error: Exception) -> StoreError:
    """What went wrong, for who starts a program: what passes is worth another try."""
    if isinstance(error, TimeoutError):
        return Unreachable(f"{server} does not answer")
    if isinstance(error, DISK):
        return disk_trouble(server, error_text(error))
    kind = Unreachable if isinstance(error, AWAY) else StoreError
    return kind(f"{server} cannot be used: {error_text(error)}")


def to_database_error(error: Exception) -> DatabaseError:
    """What went wrong, as the ports know it."""
    return (DatabaseUnavailable if isinstance(error, AWAY) else DatabaseError)(error_text(error))


def error_text(error: Exception) -> str:
    """What the server, the driver or the system says, in a line and without details."""
    text = str(error)
    if isinstance(error, TimeoutError) and not error.errno:
        return "no answer"
    if isinstance(error, OSError) and error.errno:
        # The loop's own words are about its calls; a name that is not known has a negative number.
        text = os.strerror(error.errno) if error.errno > 0 else error.strerror or text
    return text.splitlines()[0] if text else type(error).__name__
