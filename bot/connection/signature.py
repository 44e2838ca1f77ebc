"""Who sent it: the signature that Discord puts on everything it posts."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Final

from engine.errors import BadInput

MAX_AGE_SECONDS: Final = 300.0
"""Seconds by which Discord's clock and ours may differ; an older signature counts for nothing."""
SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"


class Unsigned(Exception):
    """Not from Discord, or not from now; the message says why, without a word of what was sent."""


class Signatures:
    """Checks signatures by the application's public key, each of them once."""

    def __init__(self, public_key: str, clock: Callable[[], float] = time.time) -> None:
        """Take the key as Discord tells it.

        Raises:
            BadInput: PyNaCl is missing.
        """
        try:
            from nacl.exceptions import BadSignatureError
            from nacl.signing import VerifyKey
        except ModuleNotFoundError as error:
            raise BadInput(
                "`whistlestop serve` needs PyNaCl: pip install 'whistlestop[serve]'"
            ) from error
        self._key, self._bad = VerifyKey(bytes.fromhex(public_key)), BadSignatureError
        self._clock = clock
        self._seen: OrderedDict[bytes, float] = OrderedDict()

    def check(self, headers: Mapping[str, str], body: bytes) -> None:
        """Let through what Discord has signed just now.

        Raises:
            Unsigned: It is forged, too old, or was sent before.
        """
        moment = headers.get(TIMESTAMP, "")
        try:
            signature = bytes.fromhex(headers.get(SIGNATURE, ""))
            self._key.verify(moment.encode() + body, signature)
        except (ValueError, self._bad):
            raise Unsigned("the signature is not Discord's") from None
        # From here on it is Discord's word: a wrong clock, or somebody who has listened.
        now = self._clock()
        if not moment.isdecimal() or len(moment) > 12 or abs(now - int(moment)) > MAX_AGE_SECONDS:
            raise Unsigned("it was signed at another time; is the clock of this machine right?")
        while self._seen and next(iter(self._seen.values())) < now - 2 * MAX_AGE_SECONDS:
            self._seen.popitem(last=False)
        if signature in self._seen:
            raise Unsigned("it was sent before")
        self._seen[signature] = now
