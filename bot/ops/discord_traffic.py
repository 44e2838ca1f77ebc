"""Requests to Discord: their metrics, their rate limit, and the time to answer a press."""

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
"""The words in the path of a request. All other parts are ids or tokens."""
WINDOW_SECONDS: Final = 1.02
"""A second and a reserve, because some requests reach Discord faster than others."""
UNLIMITED_ROUTES: Final = frozenset({"interactions", "webhooks"})
LIMIT_SCOPES: Final = frozenset({"user", "global", "shared"})
"""The scopes of a limit: the bot's on a route, the bot's in total, or shared with other bots."""
INVALID_STATUSES: Final = frozenset({401, 403, 429})
"""Statuses that Discord counts as invalid requests. 429 counts only without a shared limit."""
FIRST_ANSWER_ROUTE: Final = ("interactions", "callback")
"""The first and last part of the path for the first answer. The id is between them."""
EXPIRED_STATUS: Final = 404
"""The status for an interaction that has expired."""


class RequestBudget:
    """A limit on the requests in any second. Requests above the limit wait.

    Discord limits the requests of a bot over all its processes, and reports the limit only when it
    is exceeded. Answers to interactions do not count.
    """

    def __init__(
        self, requests_per_second: int, count_programs: Callable[[], int] = lambda: 1
    ) -> None:
        """Share *requests_per_second* equally between the processes that *count_programs* finds."""
        self._requests_per_second, self._count_programs = requests_per_second, count_programs
        self._sent: deque[float] = deque()
        """The times of the requests in the last second, the oldest first."""
        self._turn = asyncio.Lock()

    @property
    def share(self) -> int:
        """Requests per second that this process may send, at least 1."""
        return max(1, self._requests_per_second // self._count_programs())

    async def wait(
        self,
        session: aiohttp.ClientSession,
        context: object,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Delay a request until the budget allows it. aiohttp calls this before each request."""
        if set(params.url.path.split("/")) & UNLIMITED_ROUTES:
            return
        async with self._turn:
            loop = asyncio.get_running_loop()
            while self._requests_since(loop.time() - WINDOW_SECONDS) >= (share := self.share):
                await asyncio.sleep(self._sent[-share] + WINDOW_SECONDS - loop.time())
            self._sent.append(loop.time())

    def _requests_since(self, moment: float) -> int:
        """Count the requests after *moment*, and drop the earlier ones."""
        while self._sent and self._sent[0] <= moment:
            self._sent.popleft()
        return len(self._sent)


def make_trace(budget: RequestBudget | None = None) -> aiohttp.TraceConfig:
    """Return the `http_trace` for discord.py's client, which counts and limits requests."""
    trace = aiohttp.TraceConfig()
    if budget is not None:
        trace.on_request_start.append(budget.wait)
    trace.on_request_end.append(_count_answer)
    trace.on_request_exception.append(_count_failure)
    return trace


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
        # This compares Discord's clock with this machine's. A difference changes the result.
        created_at = discord.utils.snowflake_time(int(parts[-3])).timestamp()
        metrics.observe(FIRST_ANSWERS, max(0.0, time.time() - created_at))


async def _count_failure(
    session: aiohttp.ClientSession, context: object, params: aiohttp.TraceRequestExceptionParams
) -> None:
    metrics.count(port.REQUESTS, route_name(params.method, params.url.path), "cut")


def route_name(method: str, path: str) -> str:
    """Return the method and path of a request without ids, names and tokens.

    >>> route_name("POST", "/api/v10/interactions/1234/aW50ZX/callback")
    'POST /interactions/*/*/callback'
    """
    parts = path.strip("/").split("/")
    first = next((n for n, part in enumerate(parts) if part in ROUTE_WORDS), len(parts))
    return f"{method} /{'/'.join(part if part in ROUTE_WORDS else '*' for part in parts[first:])}"
