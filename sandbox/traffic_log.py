"""A tap on the wire: what the bot asked for and was told, for those who want to look on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias


class Exchange(NamedTuple):
    """One request of the bot and its answer."""

    template: str
    """`POST /channels/{channel}/messages`"""
    params: dict[str, str]
    """What stands in the path for each name in braces."""
    body: Any
    status: int
    reply: Any


Listener: TypeAlias = Callable[[Exchange], None]


class TrafficLog:
    """Tells listeners of every request; costs nothing while nobody listens."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def subscribe(self, listener: Listener) -> None:
        """Call it for every request from now on."""
        self._listeners.add(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Call it no more."""
        self._listeners.discard(listener)

    def publish(self, exchange: Exchange) -> None:
        """Tell everybody who listens."""
        for listener in tuple(self._listeners):
            listener(exchange)
