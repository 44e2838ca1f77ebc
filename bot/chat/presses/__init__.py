"""What a press or a selection leads to: one small handler for each verb, registered on import."""

from bot.chat.presses import (
    cancels,
    cards,
    lobby,
    looks,
    orders,
    own_time,
    pauses,
    routes,
    seats,
    tickets,
    world,
)

__all__ = [
    "cancels",
    "cards",
    "lobby",
    "looks",
    "orders",
    "own_time",
    "pauses",
    "routes",
    "seats",
    "tickets",
    "world",
]
