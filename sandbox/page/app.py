"""The routes of the page. Only a page that this server has served may use them."""

from __future__ import annotations

import logging
import mimetypes
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from sandbox.core import Core
from sandbox.errors import ApiError, DidNotRespond, NotPossible
from sandbox.json_codec import DecodeError, Json, decode, encode, parse_id
from sandbox.page.acts import VERBS, GuestSession
from sandbox.page.live import Window
from sandbox.page.views import Welcome, guests
from sandbox.sandbox import Sandbox
from sandbox.server import JSON
from sandbox.validation import limits, options
from sandbox.validation.body_reader import Form, body_form, invalid
from sandbox.world.people import Person

log = logging.getLogger(__name__)

STATIC = Path(__file__).resolve().parent.parent / "static"
GUARDED = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers that allow the page to load from this server only, and other sites to load none of it."""


class Asset(NamedTuple):
    """A file of the page."""

    content: bytes
    content_type: str


def address(sandbox: Sandbox) -> str:
    """Return the address of the page, once the sandbox listens."""
    return f"{sandbox.core.payloads.base}/"


def attach(sandbox: Sandbox, *, welcome: Welcome | None = None) -> None:
    """Add the page to a sandbox that has not been started yet."""
    served = Page(sandbox.core, welcome)
    app = sandbox.server.app
    app.router.add_get("/", served.index)
    app.router.add_get("/static/{name:.*}", served.static)
    app.router.add_route("*", "/page/{tail:.*}", served.page)
    app.router.add_route("*", "/{tail:.*}", served.not_found)
    app.on_shutdown.append(served.close_streams)


class Page:
    """Serves the files, the streams and the verbs."""

    def __init__(self, core: Core, welcome: Welcome | None) -> None:
        self._core = core
        self._welcome = welcome
        self._sessions: dict[int, GuestSession] = {}
        self._windows: set[Window] = set()
        self._assets = {
            path.relative_to(STATIC).as_posix(): Asset(
                path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            )
            for path in sorted(STATIC.rglob("*"))
            if path.is_file()
        }

    # files

    async def index(self, request: web.Request) -> web.Response:
        """Send the HTML page."""
        return self._file("index.html")

    async def static(self, request: web.Request) -> web.Response:
        """Send a script or a style sheet."""
        return self._file(request.match_info["name"])

    def _file(self, name: str) -> web.Response:
        asset = self._assets.get(name)
        if asset is None:
            return error_response(ApiError.without_code(404, "Not Found"))
        return web.Response(
            body=asset.content,
            content_type=asset.content_type,
            charset="utf-8",
            headers=GUARDED,
        )

    async def not_found(self, request: web.Request) -> web.Response:
        """Answer 404 to requests without a route."""
        return error_response(ApiError.without_code(404, "Not Found"))

    # guests

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Handle a request of a window, or open its stream."""
        try:
            return await self._answer(request)
        except ApiError as error:
            return error_response(error)
        except (NotPossible, DidNotRespond) as error:
            return error_response(invalid((), "SANDBOX_NOT_POSSIBLE", str(error)))
        except Exception:
            log.exception("page failed to handle %s", request.path)
            return error_response(ApiError.without_code(500, "Internal Server Error"))

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        parts = request.match_info["tail"].split("/")
        if request.method != "GET" or parts[-1] == "live":
            _require_origin(request)
        if parts == ["guests"]:
            _require_method(request, "GET")
            return json_response([{"id": str(u.id), "name": u.display} for u in guests(self._core)])
        if len(parts) != 2:
            raise ApiError.without_code(404, "Not Found")
        session = self._session(parts[0])
        if parts[1] in VERBS:
            _require_method(request, "POST")
            return json_response(await VERBS[parts[1]](session, await _body(request)))
        _require_method(request, "GET")
        return await self._read(request, session, parts[1])

    async def _read(
        self, request: web.Request, session: GuestSession, what: str
    ) -> web.StreamResponse:
        if what == "live":
            return await self._stream(request, session)
        form = body_form(dict(request.query))
        if what == "commands":
            found = options.available(self._core, session.person.id, session.channel(form))
            return json_response([self._core.payloads.command(command) for command in found])
        if what == "history":
            before = form.snowflake("before", required=True)
            form.errors.raise_if_any()
            return json_response(session.views.history(session.channel(form), before))
        raise ApiError.without_code(404, "Not Found")

    async def _stream(self, request: web.Request, session: GuestSession) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() != "websocket":
            raise ApiError.without_code(426, "Upgrade Required")
        window = Window(self._core, session, self._welcome)
        self._windows.add(window)
        try:
            return await window.run(request)
        finally:
            self._windows.discard(window)

    def _session(self, guest: str) -> GuestSession:
        number = parse_id(guest) or 0
        user = self._core.world.users.get(number)
        if user is None or user.bot:
            raise ApiError.from_code(10013)
        if number not in self._sessions:
            self._sessions[number] = GuestSession(self._core, Person(self._core, user))
        return self._sessions[number]

    async def close_streams(self, app: web.Application) -> None:
        """Close all streams when the sandbox stops."""
        for window in tuple(self._windows):
            await window.socket.close(code=1001)


def _require_method(request: web.Request, method: str) -> None:
    if request.method != method:
        raise ApiError.without_code(405, "Method Not Allowed")


def _require_origin(request: web.Request) -> None:
    """Refuse requests without an origin, which a browser sends with every POST and WebSocket.

    Foreign origins are refused on every route. Reading needs no origin, because a browser lets no
    other origin read the answer.
    """
    if "Origin" not in request.headers:
        raise ApiError.without_code(403, "Forbidden")


async def _body(request: web.Request) -> Form:
    if (request.content_length or 0) > limits.REQUEST_SIZE:
        raise ApiError.from_code(40005)
    if request.content_type != JSON:
        wrong = 'Expected "Content-Type" header to be one of {"application/json"}.'
        raise invalid((), "CONTENT_TYPE_INVALID", wrong)
    try:
        return body_form(decode(await request.read()))
    except DecodeError:
        raise ApiError.from_code(50109) from None
    except web.HTTPRequestEntityTooLarge:
        raise ApiError.from_code(40005) from None


def json_response(reply: Json | list[Json]) -> web.Response:
    return web.Response(body=encode(reply), content_type=JSON, headers=GUARDED)


def error_response(error: ApiError) -> web.Response:
    """Return an error response in Discord's format."""
    return web.Response(
        status=error.status, body=encode(error.body), content_type=JSON, headers=GUARDED
    )
