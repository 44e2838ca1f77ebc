"""The types of all ids.

Ids are readable strings that never change, because stored logs contain them. `NewType` makes them
distinct for the type checker and costs nothing at run time.
"""

from __future__ import annotations

from typing import Final, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place at the table, numbered 0, 1, 2 ... in turn order."""

EditionId = NewType("EditionId", str)
CityId = NewType("CityId", str)

RouteId = NewType("RouteId", str)
"""A single route that can be claimed, such as ``"<a>--<b>-<parallel>"``."""

TicketId = NewType("TicketId", str)

Card = NewType("Card", str)
"""A kind of transport card, such as ``"train-red"``, ``"train-red-h"``, ``"ship2-green"`` or
``"wild"``."""

Piece = NewType("Piece", str)
"""A kind of piece that a player places: ``"train"``, ``"ship"``, ``"taxi"`` or ``"harbour"``."""

DeckName = NewType("DeckName", str)

Payment: TypeAlias = tuple[tuple[Card, int], ...]
"""Cards and how many of each, such as ``(("train-red", 2), ("wild", 1))``."""

WILD: Final = Card("wild")
"""The only card without a color: locomotive, rainbow taxi or joker."""
