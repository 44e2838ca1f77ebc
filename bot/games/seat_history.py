"""Who sat where when, and what the caretaker did: names of the past stay what they were."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from bot.games.model import Move, Occupant, SeatRow
from engine.events import Event
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class Past:
    """Those who have had the seats of a table, and the events that were a caretaker's."""

    occupants: tuple[Occupant, ...] = ()
    """In the order in which they came."""
    helped: Mapping[int, Seat] = field(default_factory=dict)
    """The versions that a caretaker's moves led to, each with the seat that was played."""

    @classmethod
    def of(
        cls,
        occupants: Iterable[Occupant],
        made: Mapping[int, Seat],
        log: Sequence[Event],
        after: int = 0,
    ) -> Self:
        """The past of a table whose caretakers *made* the events of these versions, by seat.

        The log begins *after* this version.
        """
        helped = {
            version: seat
            for version, seat in made.items()
            if getattr(log[version - 1 - after], "seat", None) == seat
        }
        return cls(tuple(occupants), helped)

    @classmethod
    def at_start(cls, seats: Iterable[SeatRow]) -> Self:
        """What there is of it when a game begins."""
        return cls(tuple(Occupant(row.seat, 0, row.user_id, row.name) for row in seats))

    def after(self, move: Move | None, events: Sequence[Event], version: int) -> Self:
        """The same once a move has led to these events, the last of which is *version*."""
        if move is None or move.maker != "caretaker":
            return self
        seat = move.action.seat
        own = {
            number: seat
            for number, event in enumerate(events, version + 1 - len(events))
            if getattr(event, "seat", None) == seat
        }
        return replace(self, helped={**self.helped, **own})

    def names(self, version: int) -> dict[Seat, str]:
        """Who had the seats when the event of this version happened."""
        return {one.seat: one.name for one in self.occupants if one.since < version}
