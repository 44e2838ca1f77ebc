"""What goes to Discord, counted on its way: requests, limits, and how soon presses are answered."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import aiohttp
import discord

from bot import metrics as port
from bot.metrics import FIRST_ANSWERS, INVALID_REQUESTS, LIMITED, UNKNOWN, metrics

ROUTE_WORDS: Final = frozenset(
    [
        "@me",
        "@original",
        "applications",
        "bot",
        "bulk-delete",
        "callback",
        "channels",
        "commands",
        "emojis",
        "gateway",
        "guilds",
        "interactions",
        "members",
        "messages",
        "oauth2",
        "pins",
        "recipients",
        "thread-members",
        "threads",
        "typing",
        "users",
        "webhooks",
    ]
)
"""The parts of an address that say what is asked; all others are numbers or tokens."""
WINDOW_SECONDS: Final = 1.02
"""With a little to spare: some travel faster than others."""
UNLIMITED_ROUTES: Final = frozenset({"interactions", "webhooks"})
LIMIT_SCOPES: Final = frozenset({"user", "global", "shared"})
"""Whose limit was met: ours on a route, ours in all, or one that others share."""
INVALID_STATUSES: Final = frozenset({401, 403, 429})
"""Answers that Discord counts as invalid requests, 429 only of limits that are ours alone."""
FIRST_ANSWER_ROUTE: Final = ("interactions", "callback")
"""Where the first answer to an interaction goes; its number stands between."""
EXPIRED_STATUS: Final = 404
"""What Discord says of an interaction that it has given up."""


class RequestBudget:
    """So many requests in any second, and no more: others wait for their turn.

    Discord allows a bot so many in all, however many processes it has; only too late does it say
    that they were too many. Answers to interactions are free.
    """

    def __init__(
        self, requests_per_second: int, count_programs: Callable[[], int] = lambda: 1
    ) -> None:
        """*a_second* is shared equally by the programs that *count_programs* finds."""
        self._requests_per_second, self._count_programs = requests_per_second, count_programs
        self._sent: deque[float] = deque()
        """When we sent the requests of the last second, the oldest first."""
        self._turn = asyncio.Lock()

    @property
    def share(self) -> int:
        """Requests that this program may send in a second, at least one."""
        return max(1, self._requests_per_second // self._count_programs())

    async def wait(
        self,
        session: aiohttp.ClientSession,
        context: object,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Hold a request back until there is room for it."""
        if set(params.url.path.split("/")) & UNLIMITED_ROUTES:
            return
        async with self._turn:
            loop = asyncio.get_running_loop()
            while self._requests_since(loop.time() - WINDOW_SECONDS) >= (share := self.share):
                await asyncio.sleep(self._sent[-share] + WINDOW_SECONDS - loop.time())
            self._sent.append(loop.time())

    def _requests_since(self, moment: float) -> int:
        """Count the requests after *moment*, and forget the earlier ones."""
        while self._sent and self._sent[0] <= moment:
            self._sent.popleft()
        return len(self._sent)


def make_trace(budget: RequestBudget | None = None) -> aiohttp.TraceConfig:
    """What discord.py's client takes as `http_trace`."""
    made = aiohttp.TraceConfig()
    if budget is not None:
        made.on_request_start.append(budget.wait)
    made.on_request_end.append(_count_answer)
    made.on_request_exception.append(_count_failure)
    return made


async def _count_answer(
    session: aiohttp.ClientSession, context: object, params: aiohttp.TraceRequestEndParams
) -> None:
    status, parts = params.response.status, params.url.path.strip("/").split("/")
    metrics.count(port.REQUESTS, route_name(params.method, params.url.path), str(status))
    scope = params.response.headers.get("X-RateLimit-Scope", "")
    if status == 429:
        metrics.count(LIMITED, scope if scope in LIMIT_SCOPES else UNKNOWN)
    if status in INVALID_STATUSES and scope != "shared":
        metrics.count(INVALID_REQUESTS)
    is_answer = (*parts[-4:-3], *parts[-1:]) == FIRST_ANSWER_ROUTE and parts[-3].isdecimal()
    if is_answer and (status < 300 or status == EXPIRED_STATUS):
        # By Discord's clock and ours: if they differ, so does this.
        begun = discord.utils.snowflake_time(int(parts[-3])).timestamp()
        metrics.observe(FIRST_ANSWERS, max(0.0, time.time() - begun))


async def _count_failure(
    session: aiohttp.ClientSession, context: object, params: aiohttp.TraceRequestExceptionParams
) -> None:
    metrics.count(port.REQUESTS, route_name(params.method, params.url.path), "cut")


def route_name(method: str, path: str) -> str:
    """A request by what it asks, without a number, a name or a token.

    >>> route_of("POST", "/api/v10/interactions/1234/aW50ZX/callback")
    'POST /interactions/*/*/callback'
    """
    parts = path.strip("/").split("/")
    first = next((n for n, part in enumerate(parts) if part in ROUTE_WORDS), len(parts))
    return f"{method} /{'/'.join(part if part in ROUTE_WORDS else '*' for part in parts[first:])}"
