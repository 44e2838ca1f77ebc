"""What a community tries: with or without notices and orders, and with somebody who vanishes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way to play. People, their check-ins and the cards are the same in all of them."""

    name: str
    about: str
    """For the table and the picture."""
    pace: str = "none"
    notices: bool = False
    """Whether people come when they are called, not only when they look in by themselves."""
    orders: bool = False
    """Whether they leave their plan as an order at each check-in."""
    vanishes: bool = False
    """Whether one of them is never seen again after some turns."""


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
"""All of them, in the order in which they are told."""
