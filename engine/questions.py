"""What the game waits for, seat by seat. A seat that owes nothing here may still be on turn."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engine.ids import TicketId

__all__ = ["MixChoice", "SecondDraw", "SplitChoice", "TicketChoice", "Turn", "Waiting"]


class _Question(msgspec.Struct, frozen=True, gc=False):
    pass


class SplitChoice(_Question, frozen=True):
    """How many of the first tickets come from the long deck (S4)?"""


class TicketChoice(_Question, frozen=True):
    """Which of these tickets stay (S3, K2)?"""

    offered: tuple[TicketId, ...]
    keep: int
    """So many at least."""


class MixChoice(_Question, frozen=True):
    """Which pieces to begin with (S7)?"""


class Turn(_Question, frozen=True):
    """A whole turn: exactly one action (T1)."""


class SecondDraw(_Question, frozen=True):
    """The second card of a draw (D1)."""


Waiting: TypeAlias = SplitChoice | TicketChoice | MixChoice | Turn | SecondDraw
