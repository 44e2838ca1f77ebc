"""The address that is registered with Discord, tried by Discord and from here."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Final

import aiohttp

from bot.ops.check_result import Finding
from bot.ops.registration import register
from engine.errors import BadInput

PATIENCE: Final = 5.0
"""Seconds that it has to answer."""
FORGED: Final = {"X-Signature-Ed25519": "00" * 64, "X-Signature-Timestamp": "1"}
PING: Final = b'{"type": 1}'


async def try_endpoint(token: str, url: str) -> Finding:
    """Whether presses arrive there, and only Discord's."""
    if find_spec("nacl") is None:
        text = "PyNaCl is missing, so no signature can be checked: pip install 'whistlestop[serve]'"
        return Finding("fail", "endpoint", text)
    try:
        # Before it takes an address Discord tries it, also one that it has: it pings, and forges.
        await register(token, url)
    except BadInput as error:
        return Finding("fail", "endpoint", str(error))
    try:
        status = await _forged(url)
    except (aiohttp.ClientError, OSError, TimeoutError):
        text = f"Discord has tried {url} just now; from here it cannot be reached"
        return Finding("note", "endpoint", text)
    if status != 401:
        text = f"{url} answers {status} to what nobody has signed, in place of 401"
        return Finding("fail", "endpoint", text)
    return Finding("ok", "endpoint", f"Discord has tried {url} just now; what is forged is refused")


async def _forged(url: str) -> int:
    """What is answered to a ping that is not Discord's."""
    async with (
        asyncio.timeout(PATIENCE),
        aiohttp.ClientSession() as session,
        session.post(url, data=PING, headers=FORGED) as answer,
    ):
        return answer.status
