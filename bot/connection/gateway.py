"""Interactions over the gateway: one open connection to Discord for each shard."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.connection.client import Whistlestop
from engine.errors import BadInput


class Gateway:
    """Receives interactions over the gateway, which suits a small host: it needs no open port."""

    name: Final = "gateway"

    def __init__(self, client: Whistlestop) -> None:
        self._client = client
        self._closing: asyncio.Task[None] | None = None

    async def run(self, token: str) -> None:
        """Handle interactions until `stop` is called.

        Raises:
            BadInput: Discord sends interactions to an endpoint. The message says what to do.
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
        """Disconnect. The next start sends updates that are still pending."""
        self._closing = asyncio.ensure_future(self._client.close())

    async def is_open(self) -> bool:
        """Return whether every shard is connected. discord.py stays ready after a disconnect."""
        if self._client.is_closed() or not self._client.is_ready():
            return False
        shards = self._client.shards.values()
        return bool(shards) and not any(shard.is_closed() for shard in shards)
