"""What all panels share."""

from __future__ import annotations

from bot.pictures.picture import Picture
from bot.ui.components import GOLD, Item, Screen, button
from bot.ui.seat_view import OwnSeat


def panel(*items: Item, picture: Picture | None = None) -> Screen:
    """A panel of these parts."""
    return Screen(items, (picture,) if picture else (), GOLD)


def back(own: OwnSeat, verb: str = "hand") -> Item:
    """The way back to what a panel has replaced: the hand, with the buttons of the turn."""
    return button(own.say("button-back"), own.press(verb))
