"""A log of the traffic: every request of the bot and its answer, for subscribers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias


class Exchange(NamedTuple):
    """A request of the bot and its answer."""

    template: str
    """The method and the path pattern, such as `POST /channels/{channel}/messages`."""
    params: dict[str, str]
    """The part of the path for each name in braces."""
    body: Any
    status: int
    reply: Any


Listener: TypeAlias = Callable[[Exchange], None]


class TrafficLog:
    """Calls listeners for every request. It costs nothing while there is no listener."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def subscribe(self, listener: Listener) -> None:
        """Call *listener* for every request from now on."""
        self._listeners.add(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Stop calling *listener*."""
        self._listeners.discard(listener)

    def publish(self, exchange: Exchange) -> None:
        """Call all listeners with a request and its answer."""
        for listener in tuple(self._listeners):
            listener(exchange)
