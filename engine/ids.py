"""The names of things. Ids are readable strings that stay the same for ever: logs hold them.

`NewType` keeps them apart for the type checker and costs nothing at run time.
"""

from __future__ import annotations

from typing import Final, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place at the table: 0, 1, 2 ... in turn order."""

EditionId = NewType("EditionId", str)
CityId = NewType("CityId", str)

RouteId = NewType("RouteId", str)
"""One claimable track: ``"<a>--<b>-<parallel>"``."""

TicketId = NewType("TicketId", str)

Card = NewType("Card", str)
"""A kind of transport card: ``"train-red"``, ``"train-red-h"``, ``"ship2-green"``, ``"wild"``."""

Piece = NewType("Piece", str)
"""What a player lays: ``"train"``, ``"ship"``, ``"taxi"``, ``"harbour"``."""

DeckName = NewType("DeckName", str)

Payment: TypeAlias = tuple[tuple[Card, int], ...]
"""Cards and how many of each: ``(("train-red", 2), ("wild", 1))``."""

WILD: Final = Card("wild")
"""The one card without a colour: locomotive, rainbow taxi or joker."""
