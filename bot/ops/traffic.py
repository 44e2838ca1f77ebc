"""What goes to Discord, counted on its way: requests, limits, and how soon presses are answered."""

from __future__ import annotations

import time
from typing import Final

import aiohttp
import discord

from bot.meter import FIRST_ANSWERS, LIMITED, REQUESTS, UNKNOWN, meter

WORDS: Final = frozenset(
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
SCOPES: Final = frozenset({"user", "global", "shared"})
"""Whose limit was met: ours on a route, ours in all, or one that others share."""
ANSWER: Final = ("interactions", "callback")
"""Where the first answer to an interaction goes; its number stands between."""


def trace() -> aiohttp.TraceConfig:
    """What discord.py's client takes as `http_trace`."""
    made = aiohttp.TraceConfig()
    made.on_request_end.append(_answered)
    made.on_request_exception.append(_cut)
    return made


async def _answered(
    session: aiohttp.ClientSession, context: object, params: aiohttp.TraceRequestEndParams
) -> None:
    status, parts = params.response.status, params.url.path.strip("/").split("/")
    meter.count(REQUESTS, route_of(params.method, params.url.path), str(status))
    if status == 429:
        scope = params.response.headers.get("X-RateLimit-Scope", "")
        meter.count(LIMITED, scope if scope in SCOPES else UNKNOWN)
    if status < 300 and (*parts[-4:-3], *parts[-1:]) == ANSWER and parts[-3].isdecimal():
        # By Discord's clock and ours: if they differ, so does this.
        begun = discord.utils.snowflake_time(int(parts[-3])).timestamp()
        meter.took(FIRST_ANSWERS, max(0.0, time.time() - begun))


async def _cut(
    session: aiohttp.ClientSession, context: object, params: aiohttp.TraceRequestExceptionParams
) -> None:
    meter.count(REQUESTS, route_of(params.method, params.url.path), "cut")


def route_of(method: str, path: str) -> str:
    """A request by what it asks, without a number, a name or a token.

    >>> route_of("POST", "/api/v10/interactions/1234/aW50ZX/callback")
    'POST /interactions/*/*/callback'
    """
    parts = path.strip("/").split("/")
    first = next((n for n, part in enumerate(parts) if part in WORDS), len(parts))
    return f"{method} /{'/'.join(part if part in WORDS else '*' for part in parts[first:])}"
