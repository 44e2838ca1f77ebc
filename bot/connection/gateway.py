"""Interactions over the gateway: one connection for each shard, which Discord keeps open."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.connection.client import Whistlestop
from engine.errors import BadInput


class Gateway:
    """The way by which presses come to a small host; nothing has to reach it from outside."""

    name: Final = "gateway"

    def __init__(self, client: Whistlestop) -> None:
        self._client = client
        self._closing: asyncio.Task[None] | None = None

    async def run(self, token: str) -> None:
        """Serve people until told to stop.

        Raises:
            BadInput: Discord sends interactions elsewhere; the message says what to do.
        """
        await self._client.login(token)
        application = self._client.application
        if application and application.interactions_endpoint_url:
            raise BadInput(
                "Discord posts what people press to the registered address, not to the gateway:"
                " start `whistlestop serve`, or bring it back here with `whistlestop endpoint off`"
            )
        await self._client.connect()

    def stop(self) -> None:
        """Hang up; what is untold is told at the next start."""
        self._closing = asyncio.ensure_future(self._client.close())

    async def is_open(self) -> bool:
        """Whether every shard is on the line; a cache that was ready once does not count."""
        if self._client.is_closed() or not self._client.is_ready():
            return False
        shards = self._client.shards.values()
        return bool(shards) and not any(shard.is_closed() for shard in shards)
