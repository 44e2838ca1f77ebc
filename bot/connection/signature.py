"""The signature of Discord on each request to the endpoint."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Final

from engine.errors import BadInput

MAX_AGE_SECONDS: Final = 300.0
"""The most by which Discord's clock and this machine's may differ. Older signatures are invalid."""
SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"


class Unsigned(Exception):
    """A request is not from Discord, or not recent. The message says why and quotes no content."""


class Signatures:
    """Checks signatures with the application's public key. Each signature is valid once."""

    def __init__(self, public_key: str, clock: Callable[[], float] = time.time) -> None:
        """Use the application's public key, in hexadecimal as Discord sends it.

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
        self._key, self._bad_signature_error = (
            VerifyKey(bytes.fromhex(public_key)),
            BadSignatureError,
        )
        self._clock = clock
        self._seen: OrderedDict[bytes, float] = OrderedDict()

    def check(self, headers: Mapping[str, str], body: bytes) -> None:
        """Check that Discord has signed a request recently.

        Raises:
            Unsigned: The request is forged, too old, or was sent before.
        """
        moment = headers.get(TIMESTAMP, "")
        try:
            signature = bytes.fromhex(headers.get(SIGNATURE, ""))
            self._key.verify(moment.encode() + body, signature)
        except (ValueError, self._bad_signature_error):
            raise Unsigned("the signature is not Discord's") from None
        # Discord has signed it. A refusal below means a wrong clock or a replayed request.
        now = self._clock()
        if not moment.isdecimal() or len(moment) > 12 or abs(now - int(moment)) > MAX_AGE_SECONDS:
            raise Unsigned("it was signed at another time; is the clock of this machine right?")
        while self._seen and next(iter(self._seen.values())) < now - 2 * MAX_AGE_SECONDS:
            self._seen.popitem(last=False)
        if signature in self._seen:
            raise Unsigned("it was sent before")
        self._seen[signature] = now
