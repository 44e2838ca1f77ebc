"""What all panels share."""

from __future__ import annotations

from bot.messages.kit import GOLD, Item, Picture, Screen


def panel(*items: Item, picture: Picture | None = None) -> Screen:
    """A panel of these parts."""
    return Screen(items, (picture,) if picture else (), GOLD)
