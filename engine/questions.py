"""The questions that seats have to answer. A seat without a question may still be on turn."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engine.ids import TicketId

__all__ = ["MixChoice", "SecondDraw", "SplitChoice", "TicketChoice", "Turn", "Waiting"]


class _Question(msgspec.Struct, frozen=True, gc=False):
    pass


class SplitChoice(_Question, frozen=True):
    """A question: how many of the first tickets come from the long deck (S4)?"""


class TicketChoice(_Question, frozen=True):
    """A question: which of the offered tickets does the player keep (S3, K2)?"""

    offered: tuple[TicketId, ...]
    keep: int
    """The smallest number of tickets that the player must keep."""


class MixChoice(_Question, frozen=True):
    """A question: which pieces does the player begin with (S7)?"""


class Turn(_Question, frozen=True):
    """A question: which action does the player take? A turn is exactly one action (T1)."""


class SecondDraw(_Question, frozen=True):
    """A question: which card does the player draw second (D1)?"""


Waiting: TypeAlias = SplitChoice | TicketChoice | MixChoice | Turn | SecondDraw
