"""The queue of what is to be told: one worker for each table, tried until it is done.

Everything here can be done again without harm: what a table's messages should look like follows
from the store alone, and only when all is told is the change marked as announced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

from bot.background import run_every
from bot.backoff import about
from bot.games.errors import LeaseLost, LobbyError, complain, outages
from bot.games.model import TELLING, stamp
from bot.games.store import Clock, Leases, Posts
from bot.log import logger, work_on
from bot.metrics import LEASES_LOST, TELLINGS, meter
from bot.outbox.backlog import Backlog
from bot.outbox.publisher import Teller
from engine.errors import NotYourGame

log = logger(__name__)

LONGEST: Final = 120.0
"""Seconds between two tries at most, unless Discord asks for more."""
OTHERS: Final = 1.0
"""Seconds until we look whether another program is done with a table."""
AT_ONCE: Final = 16
"""Tables that one of several programs tells at the same time: a lease is not spent in a queue."""
CATCHING_UP_AT_ONCE: Final = 4
"""Tables that catch up at the same time. Each sends one request at a time, so a fresh change waits
behind at most so many of the requests that Discord allows in a second."""
LEFT: Final = 60.0
LEFT_BY_OTHERS: Final = 5.0
"""Seconds between two looks at what was left untold: by a fault here, or by programs that died."""
TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""What Discord and networks do now and then."""


class Busy(Exception):
    """Another program tells this table just now."""


class Announcer:
    """Tells people, a table at a time; the newest state wins."""

    def __init__(self, posts: Posts, teller: Teller, leases: Leases, clock: Clock) -> None:
        self._posts = posts
        self._teller = teller
        self._leases = leases
        self._clock = clock
        self._room = asyncio.Semaphore(AT_ONCE) if leases.shared else nullcontext()
        self._backlog = Backlog(CATCHING_UP_AT_ONCE)
        self._dirty: set[str] = set()
        self._fresh: set[str] = set()
        """Tables with a worker at which something changed: they wait for no others."""
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}

    def poke(self, game: str) -> None:
        """Something changed at this table: tell people, before the tables that catch up."""
        self._fresh.add(game)
        self._backlog.let_pass(game)
        self._start(game)

    def _start(self, game: str) -> None:
        """Let a worker tell the table. If nothing changed there, it waits for its place."""
        self._dirty.add(game)
        if game not in self._workers:
            task = asyncio.create_task(self._work(game), name=f"announce-{game}")
            self._workers[game] = task

    async def catch_up(self, by: datetime | None = None) -> None:
        """Tell whatever was left untold, by a stop or by a fault; *by* a time: no later."""
        for game in await self._posts.untold(stamp(by) if by else None):
            self._start(game)

    async def work(self) -> None:
        """Look for what was left untold, until canceled."""
        every = LEFT_BY_OTHERS if self._leases.shared else LEFT
        await run_every("telling", every, self._catch_up_older, first_after=every)

    async def _catch_up_older(self) -> None:
        # What is younger is in the hands of whoever has changed it.
        await self.catch_up(self._clock() - timedelta(seconds=LEFT_BY_OTHERS))

    async def look_after(self, game: str, *, catching_up: bool = False) -> None:
        """Tell a table again though nothing changed: its messages may be gone, or their place.

        If it is *catching_up*, nobody waits for it, and fresh changes go first.
        """
        await self._posts.doubt(game)
        if catching_up:
            self._start(game)
        else:
            self.poke(game)

    def reopen(self, channel_id: int) -> None:
        """A channel may be open to us again: tell there what it has missed."""
        for game in self._teller.forget_refusals(channel_id):
            self.poke(game)

    async def tell_again(self, games: Sequence[str]) -> None:
        """Tell tables again though nothing changed: what they say of time may have."""
        await self._posts.tell_again(games, stamp(self._clock()))
        for game in games:
            self._start(game)

    @property
    def busy(self) -> int:
        """How many tables are being told, or tried again."""
        return len(self._workers)

    async def is_there(self, game: str) -> bool:
        """Whether a table's newest post can still be found."""
        return await self._teller.is_there(game)

    async def rest(self) -> None:
        """Wait until everything is told that need not wait."""
        while self._workers:
            await asyncio.wait([*self._workers.values()])

    async def stop(self) -> None:
        """Leave the rest for the next start."""
        for timer in self._later.values():
            timer.cancel()
        tasks = [*self._workers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, game: str) -> None:
        work_on(game=game)
        backoff = ExponentialBackoff[bool]()
        try:
            await asyncio.sleep(0)  # whoever pressed is answered in this turn of the loop
            while game in self._dirty:
                try:
                    async with self._place(game), self._room:
                        self._dirty.discard(game)
                        await self._tell(game)
                except NotYourGame:
                    log.info("a table is gone")
                except Busy:
                    self._dirty.add(game)
                    await asyncio.sleep(OTHERS)
                except Exception as error:  # it is tried until it is told
                    meter.count(TELLINGS, _kind_of(error))
                    pause = pause_after(error, backoff)
                    _note(error, pause)
                    self._dirty.add(game)
                    await asyncio.sleep(pause)
        finally:
            # In the same step of the loop in which nothing was left to do: a poke that comes later
            # finds no worker, and begins one.
            del self._workers[game]
            self._fresh.discard(game)

    def _place(self, game: str) -> AbstractAsyncContextManager[None]:
        return nullcontext() if game in self._fresh else self._backlog.place(game)

    async def _tell(self, game: str) -> None:
        """Tell a table.

        Raises:
            Busy: Another program does just now; it is told once more after that one.
        """
        lease = await self._leases.claim(game, TELLING)
        if lease is None:
            raise Busy
        try:
            self._come_back(game, await self._teller.tell(game, lease))
            meter.count(TELLINGS, "ok")
        except LeaseLost:
            # What we have shown may be older than what the other one has.
            log.info("a table took too long to tell")
            meter.count(LEASES_LOST)
            self._dirty.add(game)
            await self._posts.untell(game, stamp(self._clock()))
        finally:
            await self._leases.release(lease)

    def _come_back(self, game: str, seconds: float | None) -> None:
        """Tell a table again after so long; until then it counts as untold."""
        former = self._later.pop(game, None)
        if former is not None:
            former.cancel()
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._later[game] = loop.call_later(seconds, self.poke, game)


def pause_after(error: Exception, backoff: ExponentialBackoff[bool]) -> float:
    """Seconds until the next try, never the same for all tables."""
    pause = min(backoff.delay(), about(LONGEST))
    if isinstance(error, discord.RateLimited):
        pause += error.retry_after
    return pause


def _kind_of(error: Exception) -> str:
    """Discord's code, else the name of the fault."""
    return str(getattr(error, "code", 0) or type(error).__name__)


def _note(error: Exception, pause: float) -> None:
    facts = {"error": type(error).__name__, "again_in": round(pause, 1)}
    if isinstance(error, LobbyError):
        log.debug("a table changed while it was told", **facts)
    elif isinstance(error, TROUBLE):
        code = getattr(error, "code", 0)
        cause = f"{facts['error']} {code}"
        outages.warn(log, "a table could not be told", cause, code=code, **facts)
    else:
        complain(log, "a table could not be told", error, again_in=facts["again_in"])
