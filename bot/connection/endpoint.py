"""Interactions over HTTP: Discord posts each interaction, signed, to the bot's address."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import msgspec
from aiohttp import web
from discord.http import Route

from bot.connection.client import Whistlestop
from bot.connection.signature import Signatures, Unsigned
from bot.games.errors import DatabaseError, DiskFull
from bot.log import logger
from bot.outbox.queue import NETWORK_ERRORS
from engine.errors import BadInput

log = logger(__name__)

PATH: Final = "/interactions"
PING: Final = 1
"""The type of the interaction by which Discord checks that the endpoint answers."""
MAX_BODY_BYTES: Final = 64 * 1024
"""The longest accepted request body. An interaction has a few thousand bytes."""
MAX_BODY_SECONDS: Final = 5.0
"""Time in which a body must arrive. Discord waits 3 seconds for the answer."""
LINGER_SECONDS: Final = 1.0
"""Time for which the rest of a refused request is read and dropped.

A client that is still sending can then read the refusal.
"""
STOP_GRACE_SECONDS: Final = 3.0
"""Time for which one of several processes still accepts presses after a stop signal.

A proxy that checks health every 2 seconds has stopped sending to it by then, so no press finds the
port closed.
"""
MAX_DRAIN_SECONDS: Final = 15.0
"""Time in which running work may finish after a stop signal."""
GUILD_LIST_INTERVAL_SECONDS: Final = 600.0
"""Time between two requests for the list of the bot's servers."""
LEADER_CHECK_SECONDS: Final = 60.0
"""Time between two checks whether this process is the leader, which lists the servers."""
DISCORD_CHECK_SECONDS: Final = 30.0
"""Time between two checks whether Discord can be reached, while it can."""
DISCORD_TIMEOUT_SECONDS: Final = 1.5
"""Time in which Discord must answer such a check."""
REFUSAL_LOG_INTERVAL_SECONDS: Final = 60.0
"""Time between two log lines about refused requests. Any client can send many of them."""

_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Endpoint:
    """Receives interactions over HTTP, for any number of processes behind one address.

    Discord's request is answered with an empty 202. The bot sends its own answer by a request to
    Discord, as with the gateway, so that the same handlers serve both. Discord posts no other
    events here, so the bot requests the list of its servers.
    """

    name: Final = "endpoint"

    def __init__(self, client: Whistlestop, host: str, port: int, grace: float = 0.0) -> None:
        """Prepare an endpoint that stops *grace* seconds after `stop` is called."""
        self._client = client
        self._grace = grace
        self._host, self.port = host, port
        self._signatures: Signatures | None = None
        self._running_tasks: set[asyncio.Task[Any]] = set()
        self._stop_requested = asyncio.Event()
        self._is_accepting = False
        self._reached_at = float("-inf")
        self._refused_count, self._logged_at = 0, float("-inf")

    # --- from the start to the stop ---

    async def run(self, token: str) -> None:
        """Handle interactions until `stop` is called, then finish running work.

        Raises:
            BadInput: The port or the host cannot be used, or PyNaCl is missing.
        """
        await self._client.login(token)
        application = await self._client.application_info()
        self._signatures = Signatures(application.verify_key)
        if not application.interactions_endpoint_url:
            log.warning(
                "Discord still sends interactions to the gateway; `whistlestop endpoint URL`"
                " brings them here"
            )
        runner = web.AppRunner(
            self._build_app(), access_log=None, handle_signals=False, lingering_time=LINGER_SECONDS
        )
        await runner.setup()
        looking = asyncio.create_task(self._track_guilds(), name="servers")
        try:
            site = await self._listen(runner)
            self._is_accepting = True
            self._client.log_start()
            await self._stop_requested.wait()
            await asyncio.sleep(self._grace)
            self._is_accepting = False
            await site.stop()
            await self._drain()
        finally:
            looking.cancel()
            await runner.cleanup()
            await self._client.close()

    def stop(self) -> None:
        """Start the stop: accept no new interactions, finish running work, then end."""
        self._stop_requested.set()

    async def is_open(self) -> bool:
        """Return whether the endpoint accepts interactions, is not stopping and reaches Discord."""
        stays_open = self._is_accepting and not self._stop_requested.is_set()
        return stays_open and await self._reaches_discord()

    def _build_app(self) -> web.Application:
        app = web.Application(client_max_size=MAX_BODY_BYTES)
        app.router.add_post(PATH, self._handle_post)
        return app

    async def _listen(self, runner: web.AppRunner) -> web.TCPSite:
        site = web.TCPSite(runner, self._host, self.port)
        try:
            await site.start()
        except OSError as error:
            raise BadInput(
                f"the endpoint cannot listen on {self._host} port {self.port} ({error.strerror});"
                " set WHISTLESTOP_ENDPOINT_PORT or WHISTLESTOP_ENDPOINT_HOST"
            ) from error
        self.port = runner.addresses[0][1]
        return site

    async def _drain(self) -> None:
        """Finish presses, then jobs that the presses made due, then updates of messages."""
        log.info("stopping", under_way=len(self._running_tasks))
        parts = self._client.parts
        try:
            async with asyncio.timeout(MAX_DRAIN_SECONDS):
                await self._client.stop_background()
                while self._running_tasks:
                    await asyncio.wait(self._running_tasks)
                await parts.job_runner.wait_idle()
                await parts.updates.wait_idle()
        except TimeoutError:
            log.warning("stopped with pending updates; the next start sends them")

    # --- one interaction ---

    async def _handle_post(self, request: web.Request) -> web.Response:
        """Answer a posted request. No content is used before its signature is checked."""
        if self._signatures is None or not self._is_accepting:
            return _refuse_stopping()
        if (request.content_length or 0) > MAX_BODY_BYTES:
            return _refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too long")
        try:
            async with asyncio.timeout(MAX_BODY_SECONDS):
                body = await request.read()
        except web.HTTPRequestEntityTooLarge:  # a request without a Content-Length
            return _refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too long")
        except TimeoutError:
            return _refuse(HTTPStatus.REQUEST_TIMEOUT, "too slow")
        except (ConnectionError, web.RequestPayloadError):  # the client disconnected
            return _refuse(HTTPStatus.BAD_REQUEST, "cut short")
        try:
            self._signatures.check(request.headers, body)
        except Unsigned as error:
            self._log_refusal(error)
            return _refuse(HTTPStatus.UNAUTHORIZED, "invalid request signature")
        return self._handle_signed(body)

    def _log_refusal(self, why: Unsigned) -> None:
        """Log a refusal and the count since the last line, at most once per interval."""
        now = asyncio.get_running_loop().time()
        self._refused_count += 1
        if now - self._logged_at >= REFUSAL_LOG_INTERVAL_SECONDS:
            log.info(
                "refused requests without a valid signature",
                error=str(why),
                times=self._refused_count,
            )
            self._refused_count, self._logged_at = 0, now

    def _handle_signed(self, body: bytes) -> web.Response:
        try:
            payload = _decode(body)
            if payload.get("type") == PING:
                return web.json_response({"type": PING})
            if not self._is_accepting:
                return _refuse_stopping()
            self._dispatch(payload)
        except (msgspec.MsgspecError, RecursionError):
            return _refuse(HTTPStatus.BAD_REQUEST, "not an interaction")
        except (AttributeError, KeyError, TypeError, ValueError):
            # Discord sent it, but discord.py does not know its kind.
            log.exception("could not parse an interaction")
            return _refuse(HTTPStatus.BAD_REQUEST, "not an interaction")
        return web.Response(status=HTTPStatus.ACCEPTED)

    def _dispatch(self, payload: Mapping[str, Any]) -> None:
        """Pass an interaction to the client, and track its tasks, because a stop waits for them."""
        loop = asyncio.get_running_loop()
        former = loop.get_task_factory()
        loop.set_task_factory(self._start_task)
        try:
            self._client.receive(payload)
        finally:
            loop.set_task_factory(former)

    def _start_task(
        self, loop: asyncio.AbstractEventLoop, work: Any, /, **options: Any
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **options)
        self._running_tasks.add(task)
        task.add_done_callback(self._running_tasks.discard)
        return task

    # --- events that the gateway would send ---

    async def _track_guilds(self) -> None:
        """List the bot's servers at intervals, while this process is the leader, until canceled.

        A new leader lists them at once, because the former leader may have stopped halfway.
        """
        loop, parts = asyncio.get_running_loop(), self._client.parts
        listed = float("-inf")
        while True:
            with suppress(*NETWORK_ERRORS, DatabaseError, DiskFull):  # the next round retries
                if not await parts.leases.is_leader():
                    listed = float("-inf")
                elif loop.time() - listed >= GUILD_LIST_INTERVAL_SECONDS:
                    guilds = [guild.id async for guild in self._client.fetch_guilds(limit=None)]
                    await parts.guilds.compare_guilds(guilds)
                    listed = loop.time()
            await asyncio.sleep(min(GUILD_LIST_INTERVAL_SECONDS, LEADER_CHECK_SECONDS))

    async def _reaches_discord(self) -> bool:
        """Return whether Discord answers. A success is cached for DISCORD_CHECK_SECONDS."""
        now = asyncio.get_running_loop().time()
        if now - self._reached_at < DISCORD_CHECK_SECONDS:
            return True
        try:
            # In discord.py's queue, this request would wait behind all updates of messages.
            async with (
                asyncio.timeout(DISCORD_TIMEOUT_SECONDS),
                aiohttp.ClientSession() as session,
                session.get(f"{Route.BASE}/gateway") as answer,
            ):
                if answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                    self._reached_at = now
        except NETWORK_ERRORS:
            return False
        return self._reached_at == now


def _refuse(status: HTTPStatus, why: str) -> web.Response:
    return web.Response(status=status, text=why)


def _refuse_stopping() -> web.Response:
    """Refuse a request that arrives during a stop, and close its connection.

    A proxy that checks health stops sending requests to this process.
    """
    response = _refuse(HTTPStatus.SERVICE_UNAVAILABLE, "stopping")
    response.force_close()
    return response
