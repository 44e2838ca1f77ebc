"""The standing order of a seat: what its owner said ahead, and what has come of it."""

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
"""Whether an order plays; its owner has paused it, or it waits until its owner looks."""
ORDER_TURN_CHOICES: Final = (0, 3, 5, 10)
"""What a table can say about orders: none, or so many turns without a look."""


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that is being written."""

    order: Order = Order()
    step: str = "list"
    """The panel that its owner is looking at."""
    offer: tuple[RouteId, ...] = ()
    """The tracks among which its owner chooses: a press names their places, nothing else."""


class SeatOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order as it is kept with a seat, and the draft of the next one. For its owner alone."""

    seat: int
    owners: int = 1
    """How many have owned the seat, whoever gave the order among them."""
    order: Order | None = None
    """None: there is only a draft, or nothing any more."""
    seen: Seen = Seen()
    status: Status = "active"
    stop: Stop | None = None
    """Why it does not play the turn below; if it was stopped for nothing, by an undo."""
    turn: int = NO_TURN
    """The last turn for which it was asked, or that its owner played by hand."""
    plays: bool = False
    """Whether it plays that turn."""
    prompt: bool = False
    """Whether it does so at once: its owner is there."""
    last: int = NO_TURN
    """The last turn in which it made a step."""
    did: tuple[Event, ...] = ()
    """What its steps led to in that turn, for its owner to read."""
    draft: Draft | None = None
    revision: int = 0
    """How often its owner has written or said something about it."""
    told: bool = False
    """Whether its owner was told what others may guess."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to keep."""
        return self.order is None and not self.revision

    def plays_in(self, turn: int) -> bool:
        """Whether it plays this turn."""
        return self.plays and self.turn == turn

    def stopped_in(self, turn: int) -> Stop | None:
        """Why it does not play this turn; None: it does, or was not asked."""
        return None if self.plays or self.turn != turn else self.stop


def with_step(record: SeatOrder, events: tuple[Event, ...]) -> SeatOrder:
    """The same once it has made a step of its turn."""
    before = record.did if record.last == record.turn else ()
    return replace(record, last=record.turn, did=(*before, *events))


def with_turn_finished(record: SeatOrder) -> SeatOrder:
    """The same once the turn is over that it played."""
    return replace(record, plays=False, prompt=False, seen=after_turn(record.seen))


def cleared(record: SeatOrder) -> SeatOrder:
    """The same without an order; its owner's next one is known from the last."""
    return SeatOrder(record.seat, record.owners, revision=record.revision, told=record.told)


Wait: TypeAlias = Callable[[], timedelta]
"""Draws how long an order waits before it plays a turn."""
MIN_ORDER_WAIT_SECONDS: Final = 20
MAX_ORDER_WAIT_SECONDS: Final = 240
"""Seconds until an order plays a turn that has begun."""


def order_wait() -> timedelta:
    """How long an order seems to think: nothing can be told from it."""
    return timedelta(
        seconds=MIN_ORDER_WAIT_SECONDS
        + secrets.randbelow(MAX_ORDER_WAIT_SECONDS - MIN_ORDER_WAIT_SECONDS + 1)
    )
