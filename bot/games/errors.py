"""What can go wrong with whatever is kept: with the store itself, or with one write to it."""

from __future__ import annotations

from engine.errors import GameError


class StoreError(GameError):
    """The database cannot be used; the message says why."""


class Unreachable(StoreError):
    """There is no database just now; there may be one later."""


class DiskTrouble(StoreError):
    """Nothing can be written: the disk is full, or read-only."""


class DatabaseFault(Exception):
    """The database did not do what was asked of it; nobody is to blame but us."""


class WrongTables(DatabaseFault):
    """The database lacks tables or columns that this program needs; the message names them."""


class DatabaseAway(DatabaseFault):
    """There is no database just now, or no line to it; what was asked may have been done."""


class ChannelTaken(GameError):
    """There is an open table in this channel."""


class IdTaken(GameError):
    """There is a table of this id; another one is to be drawn."""


class Conflict(GameError):
    """The table has changed since it was read; nothing was written."""


class Repeated(GameError):
    """This press was carried out before; nothing was written."""


class LeaseLost(GameError):
    """It took too long, and somebody else does it by now; nothing was written."""
