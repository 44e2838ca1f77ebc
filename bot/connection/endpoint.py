"""Interactions over HTTP: Discord posts each of them to an address of ours, signed."""

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
"""The type of the interaction by which Discord asks whether we are there."""
MAX_BODY_BYTES: Final = 64 * 1024
"""The longest request body that we read. An interaction has a few thousand bytes."""
BODY_SECONDS: Final = 5.0
"""Seconds that a body may take; Discord waits for three."""
LINGER_SECONDS: Final = 1.0
"""Seconds for which the rest of what was refused is read, and thrown away, so that whoever sends it
hears of the refusal."""
STOP_GRACE_SECONDS: Final = 3.0
"""Seconds for which one of several goes on taking presses after it was told to stop: by then a
proxy that asks for health every two seconds passes it over, and nobody meets a closed door."""
SHUTDOWN_SECONDS: Final = 15.0
"""Seconds that what is under way has when we are told to stop."""
CHECK_SECONDS: Final = 600.0
"""Seconds between two looks at which servers we are on."""
LEAD_SECONDS: Final = 60.0
"""Seconds between two looks at whether we are the process that lists servers."""
CHECK_INTERVAL_SECONDS: Final = 30.0
"""Seconds between two looks at whether Discord can be reached, while it can."""
DISCORD_TIMEOUT_SECONDS: Final = 1.5
"""Seconds that it has to answer."""
REFUSAL_LOG_INTERVAL_SECONDS: Final = 60.0
"""Seconds between two lines about what was refused: anybody can post anything, and often."""

_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Endpoint:
    """The way by which presses come to any number of processes behind one address.

    Discord's answer is an empty 202; ours goes to Discord as it does over the gateway, so that the
    same handlers serve both. Other events do not come this way: servers are asked for.
    """

    name: Final = "endpoint"

    def __init__(self, client: Whistlestop, host: str, port: int, grace: float = 0.0) -> None:
        """*grace*: seconds between the word to stop and the stop."""
        self._client = client
        self._grace = grace
        self._host, self.port = host, port
        self._signatures: Signatures | None = None
        self._under_way: set[asyncio.Task[Any]] = set()
        self._told_to_stop = asyncio.Event()
        self._is_taking = False
        self._reached = float("-inf")
        self._refused, self._noted = 0, float("-inf")

    # --- from the start to the stop ---

    async def run(self, token: str) -> None:
        """Serve people until told to stop, then finish what is under way.

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
            self._app(), access_log=None, handle_signals=False, lingering_time=LINGER_SECONDS
        )
        await runner.setup()
        looking = asyncio.create_task(self._look_round(), name="servers")
        try:
            site = await self._listen(runner)
            self._is_taking = True
            self._client.log_start()
            await self._told_to_stop.wait()
            await asyncio.sleep(self._grace)
            self._is_taking = False
            await site.stop()
            await self._drain()
        finally:
            looking.cancel()
            await runner.cleanup()
            await self._client.close()

    def stop(self) -> None:
        """Take nothing new, finish what is under way, then end."""
        self._told_to_stop.set()

    async def is_open(self) -> bool:
        """Whether interactions are taken, and will be, and Discord can be told the answers."""
        stays = self._is_taking and not self._told_to_stop.is_set()
        return stays and await self._reaches_discord()

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=MAX_BODY_BYTES)
        app.router.add_post(PATH, self._take)
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
        """Presses first, then what they have made due, then telling people."""
        log.info("stopping", under_way=len(self._under_way))
        parts = self._client.parts
        try:
            async with asyncio.timeout(SHUTDOWN_SECONDS):
                await self._client.stop_background()
                while self._under_way:
                    await asyncio.wait(self._under_way)
                await parts.driver.wait_idle()
                await parts.updates.wait_idle()
        except TimeoutError:
            log.warning("not everything is told; the rest is left for the next start")

    # --- one interaction ---

    async def _take(self, request: web.Request) -> web.Response:
        """Answer what was posted; nothing of it is believed before its signature is."""
        if self._signatures is None or not self._is_taking:
            return _stopping()
        if (request.content_length or 0) > MAX_BODY_BYTES:
            return _refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too long")
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await request.read()
        except web.HTTPRequestEntityTooLarge:  # it did not say before how long it is
            return _refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too long")
        except TimeoutError:
            return _refused(HTTPStatus.REQUEST_TIMEOUT, "too slow")
        except (ConnectionError, web.RequestPayloadError):  # who sent it hung up in the middle
            return _refused(HTTPStatus.BAD_REQUEST, "cut short")
        try:
            self._signatures.check(request.headers, body)
        except Unsigned as error:
            self._note_refusal(error)
            return _refused(HTTPStatus.UNAUTHORIZED, "invalid request signature")
        return self._signed(body)

    def _note_refusal(self, why: Unsigned) -> None:
        """Log it, with those since the last line; not each of them."""
        now = asyncio.get_running_loop().time()
        self._refused += 1
        if now - self._noted >= REFUSAL_LOG_INTERVAL_SECONDS:
            log.info("refused what was posted", error=str(why), times=self._refused)
            self._refused, self._noted = 0, now

    def _signed(self, body: bytes) -> web.Response:
        try:
            payload = _decode(body)
            if payload.get("type") == PING:
                return web.json_response({"type": PING})
            if not self._is_taking:
                return _stopping()
            self._hand_over(payload)
        except (msgspec.MsgspecError, RecursionError):
            return _refused(HTTPStatus.BAD_REQUEST, "not an interaction")
        except (AttributeError, KeyError, TypeError, ValueError):
            # Discord's, but of a kind that the library does not know.
            log.exception("an interaction was not understood")
            return _refused(HTTPStatus.BAD_REQUEST, "not an interaction")
        return web.Response(status=HTTPStatus.ACCEPTED)

    def _hand_over(self, payload: Mapping[str, Any]) -> None:
        """Let the client handle it, and know what that has begun: a stop waits for it."""
        loop = asyncio.get_running_loop()
        former = loop.get_task_factory()
        loop.set_task_factory(self._begin)
        try:
            self._client.receive(payload)
        finally:
            loop.set_task_factory(former)

    def _begin(
        self, loop: asyncio.AbstractEventLoop, work: Any, /, **options: Any
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **options)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    # --- what the gateway would tell ---

    async def _look_round(self) -> None:
        """Ask which servers we are on, now and again until cancelled, while we lead.

        A process that begins to lead asks at once: nobody knows how far the former one came.
        """
        loop, parts = asyncio.get_running_loop(), self._client.parts
        listed = float("-inf")
        while True:
            with suppress(
                *NETWORK_ERRORS, DatabaseError, DiskFull
            ):  # the next round is another try
                if not await parts.leases.is_leader():
                    listed = float("-inf")
                elif loop.time() - listed >= CHECK_SECONDS:
                    guilds = [guild.id async for guild in self._client.fetch_guilds(limit=None)]
                    await parts.servers.compare_guilds(guilds)
                    listed = loop.time()
            await asyncio.sleep(min(CHECK_SECONDS, LEAD_SECONDS))

    async def _reaches_discord(self) -> bool:
        """Whether Discord answers; it is not asked at every asking."""
        now = asyncio.get_running_loop().time()
        if now - self._reached < CHECK_INTERVAL_SECONDS:
            return True
        try:
            # Not by the library, where it would wait its turn behind all that is to be told.
            async with (
                asyncio.timeout(DISCORD_TIMEOUT_SECONDS),
                aiohttp.ClientSession() as session,
                session.get(f"{Route.BASE}/gateway") as answer,
            ):
                if answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                    self._reached = now
        except NETWORK_ERRORS:
            return False
        return self._reached == now


def _refused(status: HTTPStatus, why: str) -> web.Response:
    return web.Response(status=status, text=why)


def _stopping() -> web.Response:
    """Whoever comes when the door is closed; a proxy that asks for health comes no more."""
    response = _refused(HTTPStatus.SERVICE_UNAVAILABLE, "stopping")
    response.force_close()
    return response
