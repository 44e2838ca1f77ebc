"""Interactions by HTTP: signed and posted to the bot's endpoint instead of the gateway."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import aiohttp

from sandbox.errors import NoEndpoint
from sandbox.json_codec import DecodeError, Json, decode, encode, is_loopback
from sandbox.world.state import World

if TYPE_CHECKING:
    from nacl.signing import SigningKey

log = logging.getLogger(__name__)

PING: Final[Json] = {"type": 1}
UNKNOWN_KEY: Final = "0" * 64
"""The public key if PyNaCl is missing and nothing can be signed."""


class Endpoint:
    """The endpoint to which interactions are posted. Without one they go to the gateway.

    Discord knows one address. Several addresses stand for a proxy in front of several processes.
    They take turns. An endpoint that refuses the connection or is stopping (503) is skipped.
    """

    def __init__(self, world: World, timeout: float) -> None:
        self._world = world
        self._timeout = aiohttp.ClientTimeout(total=timeout)
        self._urls: Sequence[str] = ()
        self._turn = 0
        self._session: aiohttp.ClientSession | None = None
        self._posting: set[asyncio.Task[None]] = set()

    @property
    def urls(self) -> Sequence[str]:
        """The addresses of the endpoint, or none if interactions go to the gateway."""
        registered = self._world.application.endpoint
        return self._urls or ([registered] if registered else ())

    @property
    def public_key(self) -> str:
        """The key that verifies signatures, or zeros if PyNaCl is not installed."""
        try:
            return bytes(self._key().verify_key).hex()
        except NoEndpoint:
            return UNKNOWN_KEY

    def use(self, *urls: str) -> None:
        """Post interactions to these addresses in turn, whatever address is registered.

        Raises:
            NoEndpoint: An address is not on this machine, or PyNaCl is missing.
        """
        for url in urls:
            self._check(url)
        self._urls = urls

    async def verify(self, url: str) -> None:
        """Check that an endpoint verifies signatures, as Discord does before it accepts an address.

        Raises:
            NoEndpoint: The endpoint does not answer a signed ping, or accepts a badly signed one.
        """
        self._check(url)
        body = encode(PING | {"id": str(self._world.new_id()), "version": 1})
        good = self.signature_headers(body)
        signature = good["X-Signature-Ed25519"]
        bad = good | {"X-Signature-Ed25519": signature[64:] + signature[:64]}
        try:
            status, answer = await self._send(url, body, good)
            forged, _ = await self._send(url, body, bad)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise NoEndpoint(f"{url} cannot be reached") from error
        if (status, _json(answer), forged) != (HTTPStatus.OK, PING, HTTPStatus.UNAUTHORIZED):
            raise NoEndpoint(f"{url} does not answer a ping, or does not check who sent it")

    def signature_headers(self, body: bytes, at: float | None = None) -> dict[str, str]:
        """Return the headers that sign a body.

        The timestamp is the machine's time, not the sandbox's, because the bot compares it with its
        own clock.
        """
        moment = str(int(time.time() if at is None else at))
        signature = self._key().sign(moment.encode() + body).signature
        return {
            "Content-Type": "application/json",
            "X-Signature-Timestamp": moment,
            "X-Signature-Ed25519": signature.hex(),
        }

    def post(self, payload: Json, answered: Callable[[Json], object], times: int = 1) -> None:
        """Post an interaction, and call *answered* if the HTTP answer contains the response."""
        body = encode(payload)
        for _ in range(times):
            self._turn += 1
            task = asyncio.create_task(self._deliver(body, self._turn, answered))
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def _deliver(self, body: bytes, turn: int, answered: Callable[[Json], object]) -> None:
        first = turn % len(self.urls)
        for url in [*self.urls[first:], *self.urls[:first]]:
            try:
                status, answer = await self._send(url, body, self.signature_headers(body))
            except aiohttp.ClientConnectorError:
                continue
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                log.warning("could not post an interaction: %s", type(error).__name__)
                return
            if status == HTTPStatus.SERVICE_UNAVAILABLE:
                continue
            if status == HTTPStatus.OK and isinstance(said := _json(answer), dict):
                answered(said)
            elif status != HTTPStatus.ACCEPTED:
                log.warning("endpoint refused an interaction with status %s", status)
            return
        log.warning("no endpoint accepted an interaction")

    async def _send(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=self._timeout)
        async with self._session.post(url, data=body, headers=headers) as answer:
            return answer.status, await answer.read()

    async def stop(self) -> None:
        """Cancel pending posts and close the session."""
        for task in self._posting:
            task.cancel()
        await asyncio.gather(*self._posting, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _check(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not is_loopback(parts.hostname or ""):
            raise NoEndpoint(f"{url} is no address on this machine")
        self._key()

    def _key(self) -> SigningKey:
        try:
            from nacl.signing import SigningKey
        except ModuleNotFoundError as error:
            raise NoEndpoint("PyNaCl is missing; install whistlestop[serve]") from error
        return SigningKey(self._world.application.seed)


def _json(raw: bytes) -> object:
    try:
        return decode(raw)
    except DecodeError:
        return None
