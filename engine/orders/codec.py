"""Conversion of orders and what was seen with them to JSON and back, with validation."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.errors import BadInput
from engine.orders.data import Order, Seen

_ENCODER: Final = msgspec.json.Encoder()
_ORDER: Final[msgspec.json.Decoder[Order]] = msgspec.json.Decoder(Order)
_SEEN: Final[msgspec.json.Decoder[Seen]] = msgspec.json.Decoder(Seen)


def encode(thing: Order | Seen) -> bytes:
    """Return an order, or what was seen with it, as JSON without default values.

    >>> encode(Order())
    b'{}'
    """
    return _ENCODER.encode(thing)


def decode_order(text: bytes | str) -> Order:
    """Return the order that is encoded in JSON.

    Raises:
        BadInput: The text is not an order, or a malformed one.

    """
    try:
        return _ORDER.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"not an order: {error}") from error


def decode_seen(text: bytes | str) -> Seen:
    """Return what was seen with an order from its JSON.

    Raises:
        BadInput: The text is not an encoded `Seen`, or a malformed one.

    """
    try:
        return _SEEN.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"not what was seen: {error}") from error
