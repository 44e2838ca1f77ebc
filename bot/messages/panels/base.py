"""What all panels share."""

from __future__ import annotations

from bot.messages.kit import GOLD, Item, Picture, Screen, button
from bot.messages.own_seat import OwnSeat


def panel(*items: Item, picture: Picture | None = None) -> Screen:
    """A panel of these parts."""
    return Screen(items, (picture,) if picture else (), GOLD)


def back(own: OwnSeat, verb: str = "hand") -> Item:
    """The way back to what a panel has replaced: the hand, with the buttons of the turn."""
    return button(own.say("button-back"), own.press(verb))
