"""Standing orders: instructions for a seat's coming turns, as data, and what they do."""

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
from engine.orders.decide import decide, look, outlook, planned_tracks, preview
from engine.orders.given import (
    Checked,
    Mistake,
    check,
    default_order,
    for_tickets,
    for_tracks,
    open_tickets,
)
from engine.orders.stops import after_turn, few_pieces

__all__ = [
    "Build",
    "Calls",
    "Checked",
    "Collect",
    "Foreseen",
    "Link",
    "Mistake",
    "Next",
    "Order",
    "Preview",
    "Seen",
    "Stop",
    "Take",
    "Wanted",
    "after_turn",
    "check",
    "decide",
    "decode_order",
    "decode_seen",
    "default_order",
    "encode",
    "few_pieces",
    "for_tickets",
    "for_tracks",
    "look",
    "open_tickets",
    "outlook",
    "planned_tracks",
    "preview",
]
