"""Standing orders: what a person says ahead, as data, and what it does on their turns."""

from __future__ import annotations

from engine.orders.codec import decode_order, decode_seen, encode
from engine.orders.data import (
    Build,
    Calls,
    Collect,
    Foreseen,
    Link,
    Next,
    Order,
    Preview,
    Seen,
    Stop,
    Take,
    Wanted,
)
from engine.orders.decide import decide, look, outlook, preview
from engine.orders.stops import after_turn, few_pieces

__all__ = [
    "Build",
    "Calls",
    "Collect",
    "Foreseen",
    "Link",
    "Next",
    "Order",
    "Preview",
    "Seen",
    "Stop",
    "Take",
    "Wanted",
    "after_turn",
    "decide",
    "decode_order",
    "decode_seen",
    "encode",
    "few_pieces",
    "look",
    "outlook",
    "preview",
]
