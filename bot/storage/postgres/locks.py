"""Locks of a PostgreSQL server, each had as long as a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.database_url import Server
from bot.games.errors import StoreError
from bot.log import logger
from bot.storage.database import SHUTDOWN_SECONDS
from bot.storage.postgres.connect import BROKEN, connect, unusable_error
from engine.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

log = logger(__name__)

GATEWAY: Final = "gateway"
"""What a bot on the gateway has alone; those at the endpoint have it together."""
LOCK: Final = "hashtextextended('whistlestop ' || current_schema() || ' ' || $1, 0)"
"""Our number among the locks of the server, for a name."""
STANDS_STILL: Final = 180
"""Seconds after which a lock that nobody asks about is taken back by the server: its program stands
still, or its connection was lost on the way."""
CHECK_INTERVAL_SECONDS: Final = 20.0
"""Seconds between two looks at whether we still have what we are to have all the time."""


class ServerLock:
    """A lock of the server's, had as long as its connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def is_open(self) -> bool:
        """Whether we have not let go of it."""
        return not self._connection.is_closed()

    async def is_held(self) -> bool:
        """Whether the server still knows us."""
        try:
            await self._connection.execute("SELECT 1")
        except BROKEN:
            await self.release()
            return False
        return True

    async def release(self) -> None:
        """Close the connection; the server has let go of the lock when this ends.

        Merely cut, the server would notice a little later, and whoever comes next would be refused.
        """
        with suppress(*BROKEN):
            await self._connection.close(timeout=SHUTDOWN_SECONDS)


async def try_lock(server: Server, name: str, *, together: bool = False) -> ServerLock | None:
    """Have a lock alone, or *together* with others who want it so; None: somebody else has it.

    Raises:
        StoreError: The server cannot be reached.
    """
    made = ServerLock(connection := await connect(server, idle_session_timeout=f"{STANDS_STILL}s"))
    how = "pg_try_advisory_lock_shared" if together else "pg_try_advisory_lock"
    is_ours = False
    try:
        is_ours = await connection.fetchval(f"SELECT {how}({LOCK})", name)  # our own words
    except BROKEN as error:
        raise unusable_error(server, error) from None
    finally:
        if not is_ours:
            await made.release()
    return made if is_ours else None


@asynccontextmanager
async def lock_exclusively(
    server: Server, refusal: str, *, together: bool = False
) -> AsyncIterator[None]:
    """Be the only bot of the server, while the block runs; *together*: beside others who say so.

    Raises:
        BadInput: Somebody else is; the message is *refusal*.
        StoreError: The server cannot be reached.
    """
    held = await try_lock(server, GATEWAY, together=together)
    if held is None:
        raise BadInput(refusal)
    kept = _Reservation(server, held, together=together)
    keeping = asyncio.create_task(kept.keep(), name="alone")
    try:
        yield
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await kept.hold.release()


class _Reservation:
    """The place of a bot at its server, taken anew if the server has forgotten it."""

    def __init__(self, server: Server, hold: ServerLock, *, together: bool) -> None:
        self._server, self._together = server, together
        self.hold = hold
        self._without = 0.0
        """Seconds for which somebody else has had it."""

    async def keep(self) -> None:
        """See again and again that it is ours, until cancelled: a server may be started anew."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            if not await self.hold.is_held():
                await self._take_anew()

    async def _take_anew(self) -> None:
        try:
            held = await try_lock(self._server, GATEWAY, together=self._together)
        except StoreError:  # it is tried again
            return
        if held is not None:
            self.hold, self._without = held, 0.0
            return
        # At first it may be ourselves: the server does not know that our connection is lost.
        self._without += CHECK_INTERVAL_SECONDS
        if self._without > STANDS_STILL:
            log.error("another bot uses the same database; stop one of them")
