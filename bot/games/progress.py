"""Where each seat stands in the log of its game: what it last did, and when its card changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from engine import events as e
from engine.ids import Seat

MAX_RECENT_EVENTS: Final = 60
"""So many of the last events are kept: more than happen between two turns of a seat."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Versions of the game, for each seat; kept with a table so that nobody reads its whole log."""

    version: int
    stepped: tuple[int, ...]
    """At which its last step was made."""
    before: tuple[int, ...]
    """The same when its present turn began: what came after is news to it."""
    touched: tuple[int, ...]
    """At which its own card last changed."""
    reverted: int = 0
    """How often something was taken back."""
    free: tuple[tuple[int, Seat], ...] = ()
    """The last steps, by version and seat, since which nobody has learned anything."""
    latest: tuple[e.Event, ...] = ()
    """The last events of all, as many as are kept."""

    @classmethod
    def from_events(cls, seats: int, events: Sequence[e.Event]) -> Self:
        """Where the seats of a game stand after *events*."""
        nowhere = (0,) * seats
        return cls(0, nowhere, nowhere, nowhere).with_events(events)

    def with_events(self, events: Sequence[e.Event]) -> Self:
        """The same once these events have followed."""
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
        """The events after a version; None: some of them are not kept."""
        count = self.version - version
        return None if count > len(self.latest) else self.latest[len(self.latest) - count :]

    def has_begun(self, seat: Seat) -> bool:
        """Whether a seat has made a step in its present turn."""
        return self.stepped[seat] > self.before[seat]

    def was_last(self, seat: Seat) -> bool:
        """Whether a seat made the last step of all."""
        return 0 < self.stepped[seat] == max(self.stepped)

    def is_free(self, seat: Seat) -> bool:
        """Whether a seat's last step may be taken back without asking anybody (T3)."""
        return bool(self.free) and self.free[-1][1] == seat


def _update_free_steps(
    free: list[tuple[int, Seat]], version: int, event: e.Event
) -> list[tuple[int, Seat]]:
    """The steps that are free once *event* has followed; what was learned stays learned."""
    if event.reveals:
        return []
    if isinstance(event, e.Reverted):
        return [step for step in free if step[0] <= event.to]
    return [*free, (version, event.seat)] if event.step else free  # type: ignore[union-attr]
