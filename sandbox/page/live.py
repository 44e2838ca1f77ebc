"""The stream to one window: everything its guest is shown, as it happens."""

from __future__ import annotations

import asyncio
import contextlib

from aiohttp import WSMsgType, web

from sandbox.core import Core
from sandbox.json_codec import DecodeError, Json, decode, encode
from sandbox.page.acts import GuestSession
from sandbox.page.views import Welcome
from sandbox.traffic_log import Exchange
from sandbox.world.feed import FeedEvent
from sandbox.world.permissions import sees


class Window:
    """An open window. One queue sends its frames in order."""

    def __init__(self, core: Core, session: GuestSession, welcome: Welcome | None) -> None:
        self._core = core
        self._session = session
        self._welcome = welcome
        self.socket = web.WebSocketResponse(heartbeat=30.0, max_msg_size=4096)
        self._out: asyncio.Queue[Json] = asyncio.Queue()

    async def run(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the window until it is closed."""
        await self.socket.prepare(request)
        # This creates the conversation with the bot, which a client always offers.
        self._session.person.direct  # noqa: B018
        with self._session.person.shown.queue() as events:
            self._out.put_nowait(self._session.views.hello(self._welcome))
            workers = [
                asyncio.create_task(work)
                for work in (self._write(), self._forward_events(events), self._watch_connection())
            ]
            try:
                await self._listen()
            finally:
                self._core.traffic.unsubscribe(self._forward_exchange)
                for worker in workers:
                    worker.cancel()
                await asyncio.gather(*workers, return_exceptions=True)
        return self.socket

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_str(encode(await self._out.get()).decode())

    async def _forward_events(self, events: asyncio.Queue[FeedEvent]) -> None:
        while True:
            frame = self._session.views.event_frame(await events.get())
            if frame is not None:
                self._out.put_nowait(frame)

    async def _watch_connection(self) -> None:
        while True:
            await self._core.gateway.wait_for_change()
            online = bool(self._core.gateway.connected())
            self._out.put_nowait({"kind": "online", "online": online})

    async def _listen(self) -> None:
        """Receive whether the window wants to see the traffic, the only message it sends here."""
        async for message in self.socket:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                wanted = decode(message.data)
            except DecodeError:
                await self.socket.close(code=1007)
                return
            if isinstance(wanted, dict) and wanted.get("wire") is True:
                self._core.traffic.subscribe(self._forward_exchange)
            else:
                self._core.traffic.unsubscribe(self._forward_exchange)

    # The traffic.

    def _forward_exchange(self, exchange: Exchange) -> None:
        """Send the window a request of the bot, if it concerns this guest."""
        if not self._concerns(exchange):
            return
        path = exchange.template
        for name, value in exchange.params.items():
            path = path.replace(f"{{{name}}}", "…" if name == "token" else value)
        self._out.put_nowait(
            {
                "kind": "wire",
                "request": path,
                "body": exchange.body,
                "status": exchange.status,
                "reply": exchange.reply,
            }
        )

    def _concerns(self, exchange: Exchange) -> bool:
        """Return whether a request answers this guest or belongs to a channel that they see."""
        token, channel = exchange.params.get("token"), exchange.params.get("channel", "")
        if token is not None:
            interaction = self._core.interactions.find(token)
            return interaction is not None and interaction.user_id == self._session.person.id
        found = self._core.world.channels.get(int(channel)) if channel.isdigit() else None
        return found is not None and sees(self._core.world, found, self._session.person.id)
