"""The HTTP server: the REST API, the gateway and the files, for this machine only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler

from sandbox.core import Core
from sandbox.errors import ApiError, NotLoopback
from sandbox.faults import Fault
from sandbox.gateway.connection import Connection
from sandbox.json_codec import DecodeError, decode, encode, is_loopback, parse_id
from sandbox.rest import ROUTER
from sandbox.rest.router import Call, Match, Reply
from sandbox.traffic_log import Exchange
from sandbox.validation import limits
from sandbox.world.attachments import Upload
from sandbox.world.state import Attachment

log = logging.getLogger(__name__)

API = "/api/v10"
JSON = "application/json"
FILE_FIELD = "files["
UPLOAD_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}
"""Headers that prevent an uploaded file from acting as a page of this server."""
DOWNLOAD = {"Content-Disposition": "attachment"}
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Server:
    """An HTTP server that listens on loopback addresses only."""

    def __init__(self, core: Core, *, host: str = "127.0.0.1", port: int = 0) -> None:
        self._core = core
        self._host = loopback(host)
        self._port = port
        self.app = web.Application(
            client_max_size=limits.REQUEST_SIZE + limits.MIB, middlewares=[only_local_requests]
        )
        """The application to which the page adds its routes before `start`."""
        self.app.router.add_get("/gateway", self._gateway)
        self.app.router.add_get("/gateway/", self._gateway)
        for folder in ("attachments", "ephemeral-attachments"):
            self.app.router.add_get(
                f"/{folder}/{{channel}}/{{attachment}}/{{filename}}", self._attachment
            )
        self.app.router.add_get("/emojis/{emoji}", self._emoji)
        self.app.router.add_route("*", "/api/{tail:.*}", self._api)
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        self._runner = web.AppRunner(
            self.app, access_log=None, handle_signals=False, shutdown_timeout=0.5
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._core.payloads.base = f"http://{self._host}:{self._port}"

    async def stop(self) -> None:
        """Close all gateway connections and stop listening."""
        for session in self._core.gateway.connected():
            if session.connection is not None:
                session.connection.close(1001)
        await asyncio.sleep(0)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def port(self) -> int:
        """The port the server listens on."""
        return self._port

    # The API.

    async def _api(self, request: web.Request) -> web.StreamResponse:
        """Handle an API request: find its route, apply faults and limits, run it, answer."""
        try:
            match = _match(request)
            fault = self._core.faults.take(
                match.route.template, f"{request.method} {_path(request)}"
            )
            if fault is not None:
                return await self._serve_with_fault(request, match, fault)
            return await self._serve(request, match)
        except ApiError as error:
            return self._refuse(error)

    async def _serve(self, request: web.Request, match: Match) -> web.Response:
        if self._core.rates.banned:
            return web.Response(status=429, text="error code: 1015")
        if not match.route.open:
            self._authorize(request)
        limit = self._core.rates.check(match.route.template, match.major)
        body: Any = None
        try:
            if limit.error_body is not None:
                raise ApiError.rate_limited(limit.error_body, {})
            body, uploads = await _read(request)
            call = Call(self._core, match.params, request.query, body, uploads)
            reply = await self._call_handler(match, call)
            self._record_exchange(match, body, 204 if reply is None else 200, reply)
            return _answer(reply, limit.headers)
        except ApiError as error:
            self._record_exchange(match, body, error.status, error.body)
            return self._refuse(error, limit.headers)

    def _record_exchange(self, match: Match, body: Any, status: int, reply: Any) -> None:
        self._core.traffic.publish(
            Exchange(match.route.template, match.params, body, status, reply)
        )

    async def _call_handler(self, match: Match, call: Call) -> Reply:
        try:
            reply = match.route.handler(call)
            return await reply if isinstance(reply, Awaitable) else reply
        except ApiError:
            raise
        except Exception:
            log.exception("sandbox failed to handle %s", match.route.template)
            raise ApiError.without_code(500, "Internal Server Error") from None

    def _authorize(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self._core.world.application.token}":
            raise ApiError.without_code(401, "Unauthorized")

    def _refuse(self, error: ApiError, headers: dict[str, str] | None = None) -> web.Response:
        self._core.rates.count_invalid(error.status)
        return web.Response(
            status=error.status,
            body=encode(error.body),
            content_type=JSON,
            headers={**(headers or {}), **error.headers},
        )

    async def _serve_with_fault(
        self, request: web.Request, match: Match, fault: Fault
    ) -> web.StreamResponse:
        """Handle a request to which a planned fault applies."""
        if fault.delay:
            await asyncio.sleep(fault.delay)
            return await self._serve(request, match)
        if fault.gate is not None:
            await fault.gate.wait()
            return await self._serve(request, match)
        if fault.after:
            await self._serve(request, match)
        if fault.drop:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=499)
        return web.Response(
            status=fault.status or 500,
            body=encode(fault.body),
            content_type=JSON,
            headers=fault.headers or {},
        )

    # The gateway, attachments and emoji.

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return self._refuse(ApiError.without_code(426, "Upgrade Required"))
        return await Connection(self._core, request).run()

    async def _attachment(self, request: web.Request) -> web.Response:
        """Send a file to a client that has the file's full address."""
        where = request.match_info
        found, content = self._file(_number(where["channel"]), _number(where["attachment"]))
        if found is not None and request.query.get("hm") == found.key:
            return web.Response(
                body=content,
                content_type=found.content_type,
                headers=UPLOAD_HEADERS if found.width is not None else UPLOAD_HEADERS | DOWNLOAD,
            )
        return web.Response(status=404, text="This content is no longer available.")

    def _file(self, channel: int, number: int) -> tuple[Attachment | None, bytes]:
        """Return an uploaded file, a file of a message in the channel, or a removed file."""
        world = self._core.world
        if number in world.removed:
            return world.removed[number]
        here = world.messages.get(channel, {})
        known = {a.id: a for message in here.values() for a in message.attachments}
        return (self._core.uploads | known).get(number), world.files.get(number, b"")

    async def _emoji(self, request: web.Request) -> web.Response:
        """Send the image of an application emoji."""
        number = _number(request.match_info["emoji"].split(".")[0])
        emoji = self._core.world.emojis.get(number)
        if emoji is None:
            return web.Response(status=404)
        return web.Response(body=emoji.image, content_type="image/png")


def loopback(host: str) -> str:
    """Return the host if it is on this machine.

    Raises:
        NotLoopback: The host is not on this machine.
    """
    if not is_loopback(host):
        raise NotLoopback(f"the sandbox listens on this machine only, not on {host!r}")
    return "127.0.0.1" if host == "localhost" else host


@web.middleware
async def only_local_requests(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse every request that a foreign web page makes a browser send, on every route.

    Such a page uses another name for this machine, or its browser sends the page as the origin. The
    bot sends no origin. Such a request does not count toward the bot's limit for invalid requests.
    """
    host = request.headers.get("Host", "")
    peer = request.transport.get_extra_info("peername") if request.transport else None
    is_near = peer is None or is_loopback(peer[0])
    is_ours = request.headers.get("Origin") in (None, f"http://{host}")
    if is_near and is_ours and host.rsplit(":", 1)[0] in LOOPBACK_NAMES:
        return await handler(request)
    body = ApiError.without_code(403, "Forbidden").body
    return web.Response(status=403, body=encode(body), content_type=JSON)


def _path(request: web.Request) -> str:
    return request.rel_url.raw_path.removeprefix(API)


def _match(request: web.Request) -> Match:
    path = request.path
    if not path.startswith(f"{API}/"):
        if path.startswith("/api/v") and path[6:].split("/")[0].isdigit():
            raise ApiError.from_code(50041)
        raise ApiError.without_code(404, "Not Found")
    return ROUTER.find(request.method, path.removeprefix(API))


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON of a request, and the files that came with it."""
    if not request.body_exists:
        return {}, {}
    if (request.content_length or 0) > limits.REQUEST_SIZE:
        raise ApiError.from_code(40005)
    try:
        if request.content_type == "multipart/form-data":
            return await _read_parts(request)
        raw = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise ApiError.from_code(40005) from None
    if not raw:
        return {}, {}
    if request.content_type != JSON:
        raise ApiError.from_code(50035, {"_errors": [CONTENT_TYPE]})
    return _json(raw), {}


CONTENT_TYPE = {
    "code": "CONTENT_TYPE_INVALID",
    "message": 'Expected "Content-Type" header to be one of {"application/json"}.',
}


def _json(raw: bytes) -> Any:
    try:
        return decode(raw)
    except DecodeError:
        raise ApiError.from_code(50109) from None


async def _read_parts(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    body: Any = {}
    uploads: dict[int, Upload] = {}
    size = 0
    try:
        reader = await request.multipart()
        while (part := await reader.next()) is not None:
            if not isinstance(part, BodyPartReader):
                raise ApiError.from_code(50035)
            content = bytes(await part.read(decode=False))
            size += len(content)
            if size > limits.REQUEST_SIZE:
                raise ApiError.from_code(40005)
            name = part.name or ""
            if name == "payload_json":
                body = _json(content)
            elif name.startswith(FILE_FIELD) and name[6:-1].isdigit():
                kind = part.headers.get("Content-Type")
                uploads[int(name[6:-1])] = Upload(part.filename or "file", content, kind)
    except (ValueError, AssertionError):
        raise ApiError.from_code(50035, {"_errors": [CONTENT_TYPE]}) from None
    return body, uploads


def _answer(reply: Reply, headers: dict[str, str]) -> web.Response:
    if reply is None:
        return web.Response(status=204, headers=headers)
    return web.Response(body=encode(reply), content_type=JSON, headers=headers)


def _number(text: str) -> int:
    return parse_id(text) or 0
