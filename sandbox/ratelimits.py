"""Rate limits: Discord's buckets, counted per route and per channel, guild or token."""

from __future__ import annotations

import functools
import hashlib
from collections import deque
from typing import NamedTuple

from sandbox.clock import Clock
from sandbox.errors import ApiError
from sandbox.json_codec import Json
from sandbox.validation import limits
from sandbox.validation.limits import Rate


class RateLimitResult(NamedTuple):
    """The decision of the rate limits about one request."""

    headers: dict[str, str]
    error_body: Json | None = None
    """The body of the 429 answer, or None if the request is allowed."""


class _Window:
    """The number of requests in a bucket since the bucket was last empty."""

    __slots__ = ("count", "ends")

    def __init__(self, ends: float) -> None:
        self.count, self.ends = 0, ends


@functools.cache
def _bucket_name(template: str) -> str:
    """Return the opaque name of a route's bucket, which never changes."""
    return hashlib.md5(template.encode(), usedforsecurity=False).hexdigest()


class RateLimits:
    """Counts requests.

    Without `paced`, the headers name limits that are too high for any client to reach.
    """

    def __init__(self, clock: Clock, *, paced: bool) -> None:
        self._clock = clock
        self._paced = paced
        self._windows: dict[str, _Window] = {}
        self._invalid: deque[float] = deque(maxlen=limits.INVALID_RATE.limit)

    def check(self, template: str, major: str) -> RateLimitResult:
        """Count a request on a route. `major` is the channel, guild or token of the request."""
        if template.startswith("POST /interactions/"):
            return RateLimitResult({})
        rate = limits.RATES.get(template, limits.DEFAULT_RATE) if self._paced else Rate(10_000, 1.0)
        bucket = _bucket_name(template)
        if self._paced and not template.split(" ")[1].startswith("/webhooks/"):
            window = self._window("global", limits.GLOBAL_RATE)
            if window.count >= limits.GLOBAL_RATE.limit:
                return self._refuse({}, window, scope="global")
            window.count += 1
        window = self._window(f"{bucket}:{major}", rate)
        headers = {"X-RateLimit-Bucket": bucket, "X-RateLimit-Limit": str(rate.limit)}
        if window.count >= rate.limit:
            return self._refuse(headers | {"X-RateLimit-Remaining": "0"}, window, scope="user")
        window.count += 1
        left = max(0.0, window.ends - self._clock.now())
        headers |= {
            "X-RateLimit-Remaining": str(rate.limit - window.count),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
        }
        return RateLimitResult(headers)

    def rename(self, channel_id: int) -> None:
        """Count a change of a channel's name or topic, and refuse it if there were too many."""
        if not self._paced:
            return
        window = self._window(f"rename:{channel_id}", limits.RENAME_RATE)
        if window.count >= limits.RENAME_RATE.limit:
            result = self._refuse({}, window, scope="shared")
            raise ApiError.rate_limited(result.error_body or {}, result.headers)
        window.count += 1

    def _window(self, key: str, rate: Rate) -> _Window:
        now = self._clock.now()
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            if len(self._windows) > 10_000:
                self._windows = {k: w for k, w in self._windows.items() if w.ends > now}
            window = self._windows[key] = _Window(now + rate.per)
        return window

    def _refuse(self, headers: dict[str, str], window: _Window, *, scope: str) -> RateLimitResult:
        wait = round(max(0.001, window.ends - self._clock.now()), 3)
        everywhere = scope == "global"
        headers = headers | {"Retry-After": str(wait), "X-RateLimit-Scope": scope}
        headers |= {"Via": "1.1 google"} | ({"X-RateLimit-Global": "true"} if everywhere else {})
        body = {
            "message": "You are being rate limited.",
            "retry_after": wait,
            "global": everywhere,
        }
        return RateLimitResult(headers, body)

    def count_invalid(self, status: int) -> None:
        """Count an answer that counts toward Discord's limit for invalid requests."""
        if status in (401, 403, 429):
            self._invalid.append(self._clock.now())

    @property
    def invalid(self) -> int:
        """The number of 401, 403 and 429 answers in the last ten minutes."""
        since = self._clock.now() - limits.INVALID_RATE.per
        while self._invalid and self._invalid[0] < since:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def banned(self) -> bool:
        """Whether the client has reached the limit beyond which Cloudflare answers, not Discord."""
        return self.invalid >= limits.INVALID_RATE.limit
