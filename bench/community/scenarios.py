"""The scenarios of a community: with or without notices, orders and a player who vanishes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to play. The people, their check-ins and the cards are the same in all scenarios."""

    name: str
    about: str
    """The description in the table and the picture."""
    pace: str = "none"
    notices: bool = False
    """Whether people follow notices, in addition to their habitual check-ins."""
    orders: bool = False
    """Whether people leave their plan as an order at each check-in."""
    vanishes: bool = False
    """Whether one player never returns after some turns."""


SCENARIOS: Final = {
    one.name: one
    for one in (
        Scenario("plain", "turn by turn, when people look in"),
        Scenario("notices", "they come within hours of a ping", notices=True),
        Scenario("orders", "they leave standing orders, no pings", orders=True),
        Scenario("vanished", "plain, one of them vanishes", vanishes=True),
        Scenario("caretaker", "the same with a caretaker, at pace day", pace="day", vanishes=True),
    )
}
"""All scenarios, in the order in which they are shown."""
