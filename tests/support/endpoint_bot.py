"""The real bot at its endpoint: the sandbox posts to it, and there is no gateway at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import AbstractAsyncContextManager
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp

from bot.connection.endpoint import PATH, Endpoint
from tests.support.running_bot import RunningBot, running_bot


class EndpointBot(RunningBot):
    """The running bot, which receives presses by HTTP instead of a gateway."""

    async def run(self) -> None:
        self.line = Endpoint(self.client, "127.0.0.1", 0)
        await self.line.run(self.sandbox.token)

    def is_up(self) -> bool:
        if not hasattr(self, "line") or not self.line.port:
            return False
        self.sandbox.post_to(self.url)
        return True

    def wait_for_event(self, event: str) -> Awaitable[object]:
        return asyncio.sleep(0)  # there is no gateway

    async def close_connection(self) -> None:
        self.line.stop()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.line.port}{PATH}"

    async def send(
        self, body: bytes | BytesIO | AsyncIterator[bytes], headers: Mapping[str, str] | None = None
    ) -> tuple[int, str]:
        """Send a body to the endpoint, signed as Discord does unless headers are given."""
        if headers is None:
            assert isinstance(body, bytes)
            headers = self.sandbox.core.endpoint.signature_headers(body)
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.url, data=body, headers=headers) as answer,
        ):
            return answer.status, await answer.text()


def running_endpoint_bot(
    database: Path, **options: Any
) -> AbstractAsyncContextManager[EndpointBot]:
    """Run the bot at its endpoint, with its people, for one test."""
    return running_bot(database, kind=EndpointBot, **options)
