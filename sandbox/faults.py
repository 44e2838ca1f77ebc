"""Trouble on request: what Discord and the network do now and then, made to happen."""

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
    """What happens to one request instead of, or after, its effect."""

    status: int | None = None
    body: Json | None = None
    headers: dict[str, str] | None = None
    after: bool = False
    """The request takes effect, and then its answer is lost."""
    drop: bool = False
    """The connection ends without an answer."""
    delay: float = 0.0
    """Real seconds before anything is done."""
    gate: asyncio.Event | None = None
    """The request waits until it is set."""


class _PlannedFault:
    __slots__ = ("fault", "left", "route")

    def __init__(self, route: str, fault: Fault, times: int) -> None:
        self.route, self.fault, self.left = route, fault, times


class Faults:
    """The troubles that are planned.

    A route is a pattern for method and path, such as `"POST /channels/*/messages"`; a star stands
    for anything, also for slashes. What was planned first happens first.
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
        """The requests that were held back so far, by method and path."""
        self.flow = asyncio.Event()
        """Set while gateway events may leave."""
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
        """Answer 429: of this route, of the global limit (`everywhere`), or of Cloudflare.

        Somebody whom Cloudflare has `banned` gets no `Via`; clients do not try again then.
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
        """Answer 500, 502, 503 or 504, before or after the effect."""
        words = f"{status}: {STATUS_WORDS[status]}"
        self._plan(route, Fault(status, {"message": words, "code": 0}, after=after), times)

    def refuse(self, route: str = "*", *, code: int, times: int = 1) -> None:
        """Answer with one of Discord's codes: 50013, 40003, ..."""
        status, words = KNOWN[code]
        self._plan(route, Fault(status, {"message": words, "code": code}), times)

    def drop(self, route: str = "*", *, after: bool = False, times: int = 1) -> None:
        """End the connection without an answer, before or after the effect."""
        self._plan(route, Fault(after=after, drop=True), times)

    def slow(self, route: str = "*", *, seconds: float, times: int = 1) -> None:
        """Let a request wait before anything is done with it."""
        self._plan(route, Fault(delay=seconds), times)

    def block(self, route: str = "*") -> None:
        """Keep all requests of a route back until `let_go`."""
        gate = asyncio.Event()
        self._gates.append(gate)
        self._planned.append(_PlannedFault(route, Fault(gate=gate), sys.maxsize))

    def unblock(self) -> None:
        """Let everything that is held back go on, and hold nothing back any more."""
        self._planned = [planned for planned in self._planned if planned.fault.gate is None]
        for gate in self._gates:
            gate.set()
        self._gates.clear()

    def take(self, template: str, path: str) -> Fault | None:
        """The fault for this request, if one is planned."""
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
        """How many planned faults have not happened yet."""
        return sum(planned.left for planned in self._planned if planned.fault.gate is None)

    def clear(self) -> None:
        """Forget everything that is planned, and let requests and events flow."""
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
        """How often the interaction that starts now is delivered."""
        if self._duplicates:
            self._duplicates -= 1
            return 2
        return 1

    def expire_tokens(self) -> None:
        """Let the tokens of all interactions so far be too old."""
        self._tokens_expired_until = self._clock.now()

    def tokens_expired(self, created: float) -> bool:
        """Whether the token of an interaction of that moment was made to expire."""
        return created <= self._tokens_expired_until

    # the gateway

    def _connected(self, shard: int | None) -> list[Session]:
        return [s for s in self._gateway.sessions(shard) if s.connection is not None]

    def close_gateway(self, code: int = 4000, *, shard: int | None = None) -> None:
        """Close connections with a code; 4000 and its like can be resumed."""
        for session in self._connected(shard):
            if session.connection is not None:
                session.connection.close(code)

    def cut_gateway(self, *, shard: int | None = None) -> None:
        """Break connections without a closing frame."""
        for session in self._connected(shard):
            if session.connection is not None:
                session.connection.cut()

    def reconnect(self, *, shard: int | None = None) -> None:
        """Op 7: ask clients to come back and resume."""
        self._send_frame({"op": RECONNECT, "d": None, "s": None, "t": None}, shard)

    def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """Op 9: the session is over, unless it may be resumed."""
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
        """Do not acknowledge the next heartbeats."""
        self._lost_acks += times

    def acknowledges(self) -> bool:
        """Whether the heartbeat that came now is acknowledged."""
        if self._lost_acks:
            self._lost_acks -= 1
            return False
        return True

    def block_events(self) -> None:
        """Keep gateway events back until `release_events`."""
        self.flow.clear()

    def unblock_events(self) -> None:
        """Let what was held back go out, in order."""
        self.flow.set()

    def slow_gateway(self, seconds: float) -> None:
        """Let each gateway event take so many real seconds."""
        self.frame_delay = seconds
