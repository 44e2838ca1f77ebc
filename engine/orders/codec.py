"""Orders, and what was seen with them, to JSON and back. What is read is checked."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.errors import BadInput
from engine.orders.data import Order, Seen

_ENCODER: Final = msgspec.json.Encoder()
_ORDER: Final[msgspec.json.Decoder[Order]] = msgspec.json.Decoder(Order)
_SEEN: Final[msgspec.json.Decoder[Seen]] = msgspec.json.Decoder(Seen)


def encode(thing: Order | Seen) -> bytes:
    """An order, or what was seen with it, as JSON; what is as usual is left out.

    >>> encode(Order())
    b'{}'
    """
    return _ENCODER.encode(thing)


def decode_order(text: bytes | str) -> Order:
    """An order from JSON.

    Raises:
        BadInput: It is no order, or a malformed one.

    """
    try:
        return _ORDER.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"not an order: {error}") from error


def decode_seen(text: bytes | str) -> Seen:
    """What was seen with an order, from JSON.

    Raises:
        BadInput: It is nothing of the kind, or malformed.

    """
    try:
        return _SEEN.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"not what was seen: {error}") from error
