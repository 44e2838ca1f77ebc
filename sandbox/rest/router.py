"""The routing of requests to functions, which take a call and return JSON or raise an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sandbox.core import Core
from sandbox.errors import ApiError
from sandbox.json_codec import Json, parse_id
from sandbox.validation.body_reader import invalid
from sandbox.world.attachments import Upload
from sandbox.world.permissions import VIEW_CHANNEL, in_channel
from sandbox.world.state import Channel


class Call:
    """A request whose body is read and whose route is found."""

    def __init__(
        self,
        core: Core,
        params: dict[str, str],
        query: Mapping[str, str],
        body: Any,
        uploads: dict[int, Upload],
    ) -> None:
        self.core = core
        self.params = params
        self.query = query
        self.body = body
        self.uploads = uploads

    def id(self, name: str) -> int:
        """Return an id from the path."""
        text = self.params[name]
        number = parse_id(text)
        if number is None:
            raise invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return number

    def count(self, name: str, default: int, high: int) -> int:
        """Return a number from the query."""
        number = parse_id(self.query.get(name, str(default)))
        if number is None or not 1 <= number <= high:
            raise invalid((name,), "NUMBER_TYPE_MAX", f"int value should be between 1 and {high}.")
        return number

    def moment(self, name: str) -> int | None:
        """Return an id from the query, or None if the query has none."""
        text = self.query.get(name)
        if text is None:
            return None
        number = parse_id(text)
        if number is None:
            raise invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return number

    @property
    def bot_id(self) -> int:
        """The id of the caller, which is always the bot."""
        return self.core.world.bot.id

    def channel(self, need: int = 0) -> Channel:
        """Return the channel of the path.

        Refuse if the bot does not see the channel or lacks the permission *need*.
        """
        channel = self.core.channels.get(self.id("channel"))
        granted = in_channel(self.core.world, channel, self.bot_id)
        if not granted & VIEW_CHANNEL:
            raise ApiError.from_code(50001)
        if need and not granted & need:
            raise ApiError.from_code(50013)
        return channel

    def own_application(self) -> None:
        """Refuse if the path has another application's id."""
        if self.id("application") != self.core.world.application.id:
            raise ApiError.from_code(20012)


Reply: TypeAlias = Json | list[Json] | None
"""An answer: JSON is sent with status 200, None with status 204."""

Handler: TypeAlias = Callable[[Call], Reply | Awaitable[Reply]]
"""A function that answers a request.

Nearly all handlers are synchronous, so that no other request runs in between. A few must wait for
another server first.
"""
H = TypeVar("H", bound=Handler)


class Route(NamedTuple):
    """A method and path pattern, and the function that answers it."""

    template: str
    handler: Handler
    open: bool
    """True if no bot token is needed, because the path contains an interaction's token."""


class Match(NamedTuple):
    """The route of a request, with the parameters from its path."""

    route: Route
    params: dict[str, str]

    @property
    def major(self) -> str:
        """The channel, guild or interaction token by which rate limits are counted."""
        keys = ("channel", "guild", "token")
        return "+".join(self.params[key] for key in keys if key in self.params)


class Router:
    """All routes, as a tree of path parts."""

    def __init__(self) -> None:
        self._root: Json = {}
        self.templates: list[str] = []

    def add(self, method: str, path: str, handler: Handler, *, is_open: bool) -> None:
        """Register a function. Parts of the path in braces become parameters."""
        node = self._root
        for part in path.strip("/").split("/"):
            key = "{" if part.startswith("{") else part
            node = node.setdefault(key, {})
            if key == "{":
                node[""] = part.strip("{}")
        template = f"{method} {path}"
        node.setdefault("methods", {})[method] = Route(template, handler, is_open)
        self.templates.append(template)

    def find(self, method: str, path: str) -> Match:
        """Return the route of a request, or refuse with 404 or 405."""
        found = _descend(self._root, path.strip("/").split("/"), {})
        if found is None:
            raise ApiError.without_code(404, "Not Found")
        methods, params = found
        route = methods.get(method)
        if route is None:
            raise ApiError.without_code(405, "Method Not Allowed")
        return Match(route, params)


def _descend(
    node: Json, parts: list[str], params: dict[str, str]
) -> tuple[Json, dict[str, str]] | None:
    if not parts:
        methods = node.get("methods")
        return None if methods is None else (methods, params)
    first, rest = parts[0], parts[1:]
    exact = node.get(first) if first not in ("{", "", "methods") else None
    if exact is not None:
        found = _descend(exact, rest, params)
        if found is not None:
            return found
    wild = node.get("{")
    if wild is None or not first:
        return None
    return _descend(wild, rest, params | {wild[""]: first})


ROUTER = Router()


def route(method: str, path: str, *, is_open: bool = False) -> Callable[[H], H]:
    """Register the function below as the handler of these requests."""

    def register(handler: H) -> H:
        ROUTER.add(method, path, handler, is_open=is_open)
        return handler

    return register
