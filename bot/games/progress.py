"""The position of each seat in the log of its game: its last move, and when its card changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from engine import events as e
from engine.ids import Seat

MAX_RECENT_EVENTS: Final = 60
"""How many of the last events are cached. More than happen between two turns of a seat."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Versions of the game for each seat, cached with a table to avoid reading its whole log."""

    version: int
    stepped: tuple[int, ...]
    """By seat: the version of its last step."""
    before: tuple[int, ...]
    """By seat: the version of its last step when its present turn started.

    All later events are news to the seat.
    """
    touched: tuple[int, ...]
    """By seat: the version at which its hand card last changed."""
    reverted: int = 0
    """How many undos there were."""
    free: tuple[tuple[int, Seat], ...] = ()
    """The last steps, by version and seat, after which no player has learned anything."""
    latest: tuple[e.Event, ...] = ()
    """The last events of the game, at most `MAX_RECENT_EVENTS`."""

    @classmethod
    def from_events(cls, seats: int, events: Sequence[e.Event]) -> Self:
        """Return the progress of a game with this number of seats after *events*."""
        start = (0,) * seats
        return cls(0, start, start, start).with_events(events)

    def with_events(self, events: Sequence[e.Event]) -> Self:
        """Return the progress after these further events."""
        stepped, before, touched = [*self.stepped], [*self.before], [*self.touched]
        version, reverted, free = self.version, self.reverted, [*self.free]
        for version, event in enumerate(events, self.version + 1):
            seat = getattr(event, "seat", None)
            if event.for_all:
                touched = [version] * len(touched)
                reverted += isinstance(event, e.Reverted)
            elif seat is not None:
                touched[seat] = version
            if isinstance(event, e.TurnBegan):
                before[event.seat] = stepped[event.seat]
            elif isinstance(event, e.Reverted):
                stepped[event.seat] = before[event.seat]
            elif event.step and seat is not None:
                stepped[seat] = version
            free = _update_free_steps(free, version, event)
        latest = (*self.latest, *events)[-MAX_RECENT_EVENTS:]
        return type(self)(
            version, tuple(stepped), tuple(before), tuple(touched), reverted, tuple(free), latest
        )

    def since(self, version: int) -> tuple[e.Event, ...] | None:
        """Return the events after a version, or None if some of them are no longer cached."""
        count = self.version - version
        return None if count > len(self.latest) else self.latest[len(self.latest) - count :]

    def has_begun(self, seat: Seat) -> bool:
        """Return whether a seat has made a step in its present turn."""
        return self.stepped[seat] > self.before[seat]

    def was_last(self, seat: Seat) -> bool:
        """Return whether a seat made the last step of the game so far."""
        return 0 < self.stepped[seat] == max(self.stepped)

    def is_free(self, seat: Seat) -> bool:
        """Return whether a seat may undo its last step without the others' consent (T3)."""
        return bool(self.free) and self.free[-1][1] == seat


def _update_free_steps(
    free: list[tuple[int, Seat]], version: int, event: e.Event
) -> list[tuple[int, Seat]]:
    """Return the steps that may be undone freely after *event*.

    An undo does not bring back the steps before an event that revealed something.
    """
    if event.reveals:
        return []
    if isinstance(event, e.Reverted):
        return [step for step in free if step[0] <= event.to]
    return [*free, (version, event.seat)] if event.step else free  # type: ignore[union-attr]
