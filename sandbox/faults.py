"""Faults on request: errors and delays that Discord or the network cause from time to time."""

from __future__ import annotations

import asyncio
import sys
from fnmatch import fnmatchcase
from typing import NamedTuple

from sandbox.clock import Clock
from sandbox.errors import KNOWN
from sandbox.gateway.sessions import INVALID_SESSION, RECONNECT, Gateway, Session
from sandbox.json_codec import Json, encode

STATUS_WORDS = {
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}


class Fault(NamedTuple):
    """A fault that affects one request, before or after the request takes effect."""

    status: int | None = None
    body: Json | None = None
    headers: dict[str, str] | None = None
    after: bool = False
    """True if the request takes effect and only its answer is lost."""
    drop: bool = False
    """True if the connection ends without an answer."""
    delay: float = 0.0
    """Real seconds to wait before the request is handled."""
    gate: asyncio.Event | None = None
    """The request waits until this event is set."""


class _PlannedFault:
    __slots__ = ("fault", "left", "route")

    def __init__(self, route: str, fault: Fault, times: int) -> None:
        self.route, self.fault, self.left = route, fault, times


class Faults:
    """The faults that are planned.

    A route is a pattern for method and path, such as `"POST /channels/*/messages"`. A star matches
    any text, including slashes. Faults happen in the order in which they were planned.
    """

    def __init__(self, gateway: Gateway, clock: Clock) -> None:
        self._gateway = gateway
        self._clock = clock
        self._planned: list[_PlannedFault] = []
        self._duplicates = 0
        self._lost_acks = 0
        self._tokens_expired_until = float("-inf")
        self._gates: list[asyncio.Event] = []
        self.blocked: list[str] = []
        """Method and path of each request that was blocked so far."""
        self.flow = asyncio.Event()
        """Set while gateway events may be sent."""
        self.flow.set()
        self.frame_delay = 0.0

    # requests

    def _plan(self, route: str, fault: Fault, times: int) -> None:
        self._planned.append(_PlannedFault(route, fault, times))

    def rate_limit(
        self,
        route: str = "*",
        *,
        retry_after: float = 0.05,
        everywhere: bool = False,
        banned: bool = False,
        times: int = 1,
    ) -> None:
        """Answer 429 for this route, for the global limit (`everywhere`), or from Cloudflare.

        A client that Cloudflare has `banned` gets no `Via` header, and clients do not retry then.
        """
        body = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": everywhere,
        }
        scope = "global" if everywhere else "shared"
        headers = {"Retry-After": str(retry_after), "X-RateLimit-Scope": scope}
        if everywhere:
            headers["X-RateLimit-Global"] = "true"
        if not banned:
            headers["Via"] = "1.1 google"
        self._plan(route, Fault(429, body, headers), times)

    def fail(
        self, route: str = "*", *, status: int = 500, after: bool = False, times: int = 1
    ) -> None:
        """Answer 500, 502, 503 or 504, before or after the request takes effect."""
        words = f"{status}: {STATUS_WORDS[status]}"
        self._plan(route, Fault(status, {"message": words, "code": 0}, after=after), times)

    def refuse(self, route: str = "*", *, code: int, times: int = 1) -> None:
        """Answer with one of Discord's error codes, such as 50013 or 40003."""
        status, words = KNOWN[code]
        self._plan(route, Fault(status, {"message": words, "code": code}), times)

    def drop(self, route: str = "*", *, after: bool = False, times: int = 1) -> None:
        """Close the connection without an answer, before or after the request takes effect."""
        self._plan(route, Fault(after=after, drop=True), times)

    def slow(self, route: str = "*", *, seconds: float, times: int = 1) -> None:
        """Delay a request before it is handled."""
        self._plan(route, Fault(delay=seconds), times)

    def block(self, route: str = "*") -> None:
        """Block all requests of a route until `unblock`."""
        gate = asyncio.Event()
        self._gates.append(gate)
        self._planned.append(_PlannedFault(route, Fault(gate=gate), sys.maxsize))

    def unblock(self) -> None:
        """Let all blocked requests continue, and block no more requests."""
        self._planned = [planned for planned in self._planned if planned.fault.gate is None]
        for gate in self._gates:
            gate.set()
        self._gates.clear()

    def take(self, template: str, path: str) -> Fault | None:
        """Return the fault that is planned for this request, or None, and count it as used."""
        for planned in self._planned:
            if fnmatchcase(path, planned.route) or fnmatchcase(template, planned.route):
                planned.left -= 1
                if planned.fault.gate is not None:
                    self.blocked.append(path)
                if planned.left <= 0:
                    self._planned.remove(planned)
                return planned.fault
        return None

    @property
    def pending(self) -> int:
        """The number of planned faults that have not happened yet."""
        return sum(planned.left for planned in self._planned if planned.fault.gate is None)

    def clear(self) -> None:
        """Remove all planned faults, and unblock requests and events."""
        self.unblock()
        self._planned.clear()
        self._duplicates = self._lost_acks = 0
        self.frame_delay = 0.0
        self.flow.set()

    # interactions

    def duplicate_interactions(self, times: int = 1) -> None:
        """Deliver the next interactions twice."""
        self._duplicates += times

    def deliveries(self) -> int:
        """Return how many times to deliver the interaction that starts now."""
        if self._duplicates:
            self._duplicates -= 1
            return 2
        return 1

    def expire_tokens(self) -> None:
        """Expire the tokens of all interactions so far."""
        self._tokens_expired_until = self._clock.now()

    def tokens_expired(self, created: float) -> bool:
        """Return whether `expire_tokens` has expired the token of an interaction of this time."""
        return created <= self._tokens_expired_until

    # the gateway

    def _connected(self, shard: int | None) -> list[Session]:
        return [s for s in self._gateway.sessions(shard) if s.connection is not None]

    def close_gateway(self, code: int = 4000, *, shard: int | None = None) -> None:
        """Close connections with a code. A client can resume after 4000 and similar codes."""
        for session in self._connected(shard):
            if session.connection is not None:
                session.connection.close(code)

    def cut_gateway(self, *, shard: int | None = None) -> None:
        """Break connections without a close frame."""
        for session in self._connected(shard):
            if session.connection is not None:
                session.connection.cut()

    def reconnect(self, *, shard: int | None = None) -> None:
        """Send op 7, which asks clients to reconnect and resume."""
        self._send_frame({"op": RECONNECT, "d": None, "s": None, "t": None}, shard)

    def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """Send op 9, which ends the session unless it is resumable."""
        sessions = self._connected(shard)
        self._send_frame({"op": INVALID_SESSION, "d": resumable, "s": None, "t": None}, shard)
        for session in sessions:
            if not resumable:
                self._gateway.end(session)

    def _send_frame(self, frame: Json, shard: int | None) -> None:
        for session in self._connected(shard):
            if session.connection is not None:
                session.connection.send(encode(frame).decode())

    def lose_heartbeat_acks(self, times: int) -> None:
        """Leave the next *times* heartbeats without an acknowledgment."""
        self._lost_acks += times

    def acknowledges(self) -> bool:
        """Return whether to acknowledge the heartbeat that has just arrived."""
        if self._lost_acks:
            self._lost_acks -= 1
            return False
        return True

    def block_events(self) -> None:
        """Block gateway events until `unblock_events`."""
        self.flow.clear()

    def unblock_events(self) -> None:
        """Send the blocked events in their order."""
        self.flow.set()

    def slow_gateway(self, seconds: float) -> None:
        """Delay each gateway event by a number of real seconds."""
        self.frame_delay = seconds
