"""The standing order of a seat: the owner's instructions for coming turns, and their results."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.games.clock.model import NO_TURN
from engine.events import Event
from engine.ids import RouteId
from engine.orders import Order, Seen, Stop, after_turn

Status: TypeAlias = Literal["active", "paused", "stopped"]
"""Whether an order plays, was paused by its owner, or waits until its owner checks in."""
ORDER_TURN_CHOICES: Final = (0, 3, 5, 10)
"""How many turns an order may play before its owner checks in. 0 turns orders off."""


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that is being written."""

    order: Order = Order()
    step: str = "list"
    """The panel that its owner has open."""
    offer: tuple[RouteId, ...] = ()
    """The routes among which its owner chooses. A press names only their positions in this list."""


class SeatOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stored order of a seat, and the draft of the next one. Only its owner sees them."""

    seat: int
    owners: int = 1
    """How many owners the seat had had when the order was given, with the one who gave it."""
    order: Order | None = None
    """The order, or None if there is only a draft or the order was deleted."""
    seen: Seen = Seen()
    status: Status = "active"
    stop: Stop | None = None
    """Why the order does not play `turn`. If it stopped without a reason, an undo stopped it."""
    turn: int = NO_TURN
    """The last turn for which the order was asked, or that its owner played by hand."""
    plays: bool = False
    """Whether the order plays `turn`."""
    prompt: bool = False
    """Whether the order plays immediately, because its owner is present."""
    last: int = NO_TURN
    """The last turn in which the order made a step."""
    did: tuple[Event, ...] = ()
    """The events that its steps led to in turn `last`, for its owner to read."""
    draft: Draft | None = None
    revision: int = 0
    """How often its owner has changed the order or its draft."""
    told: bool = False
    """Whether its owner was told what other players may guess from an order."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return self.order is None and not self.revision

    def plays_in(self, turn: int) -> bool:
        """Return whether the order plays this turn."""
        return self.plays and self.turn == turn

    def stopped_in(self, turn: int) -> Stop | None:
        """Return why the order does not play this turn, or None if it does or was not asked."""
        return None if self.plays or self.turn != turn else self.stop


def with_step(record: SeatOrder, events: tuple[Event, ...]) -> SeatOrder:
    """Return a copy of *record* after the order has made a step of its turn."""
    before = record.did if record.last == record.turn else ()
    return replace(record, last=record.turn, did=(*before, *events))


def with_turn_finished(record: SeatOrder) -> SeatOrder:
    """Return a copy of *record* after the turn that the order played is over."""
    return replace(record, plays=False, prompt=False, seen=after_turn(record.seen))


def cleared(record: SeatOrder) -> SeatOrder:
    """Return a copy of *record* without an order.

    The revision stays, so that the owner's next order can be told from this one.
    """
    return SeatOrder(record.seat, record.owners, revision=record.revision, told=record.told)


Wait: TypeAlias = Callable[[], timedelta]
"""Draws how long an order waits before it plays a turn."""
MIN_ORDER_WAIT_SECONDS: Final = 20
MAX_ORDER_WAIT_SECONDS: Final = 240


def order_wait() -> timedelta:
    """Return a random delay before an order plays a turn that has started.

    Other players cannot conclude anything from it.
    """
    return timedelta(
        seconds=MIN_ORDER_WAIT_SECONDS
        + secrets.randbelow(MAX_ORDER_WAIT_SECONDS - MIN_ORDER_WAIT_SECONDS + 1)
    )
