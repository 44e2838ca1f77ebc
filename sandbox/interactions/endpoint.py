"""Interactions by HTTP: posted to the bot's endpoint, signed, in place of the gateway."""

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
"""In place of the public key where nothing can be signed."""


class Endpoint:
    """Where interactions are posted; nowhere at first: then they go to the gateway.

    Discord knows one address. Several stand for a proxy in front of as many processes: they take
    turns, and one that refuses the connection or is busy stopping (503) is passed over.
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
        """Where interactions go; nowhere: to the gateway."""
        registered = self._world.application.endpoint
        return self._urls or ([registered] if registered else ())

    @property
    def public_key(self) -> str:
        """What signatures are checked by; zeros where PyNaCl is not installed."""
        try:
            return bytes(self._key().verify_key).hex()
        except NoEndpoint:
            return UNKNOWN_KEY

    def use(self, *urls: str) -> None:
        """Post interactions to these in turn, whichever address is registered.

        Raises:
            NoEndpoint: One is not on this machine, or nothing can be signed.
        """
        for url in urls:
            self._check(url)
        self._urls = urls

    async def verify(self, url: str) -> None:
        """See, as Discord does before it takes an address, that signatures are checked there.

        Raises:
            NoEndpoint: A signed ping is not answered, or a badly signed one is.
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
        """The headers that go with a body.

        By the clock of this machine, whatever time it is in the sandbox: the bot compares.
        """
        moment = str(int(time.time() if at is None else at))
        signature = self._key().sign(moment.encode() + body).signature
        return {
            "Content-Type": "application/json",
            "X-Signature-Timestamp": moment,
            "X-Signature-Ed25519": signature.hex(),
        }

    def post(self, payload: Json, answered: Callable[[Json], object], times: int = 1) -> None:
        """Send an interaction; *answered* is called if the answer comes back with the response."""
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
                log.warning("an interaction was lost on its way: %s", type(error).__name__)
                return
            if status == HTTPStatus.SERVICE_UNAVAILABLE:
                continue
            if status == HTTPStatus.OK and isinstance(said := _json(answer), dict):
                answered(said)
            elif status != HTTPStatus.ACCEPTED:
                log.warning("an interaction was refused with %s", status)
            return
        log.warning("nobody took an interaction")

    async def _send(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=self._timeout)
        async with self._session.post(url, data=body, headers=headers) as answer:
            return answer.status, await answer.read()

    async def stop(self) -> None:
        """Post nothing any more."""
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
