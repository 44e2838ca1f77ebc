"""Rebuilding a game from its events, and undo. The event log is the source of truth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import events as e
from engine.errors import CorruptLog, IllegalAction, NewerLog
from engine.evolve import evolve
from engine.ids import Seat
from engine.state import GameState

_BROKEN = (KeyError, IndexError, ValueError, TypeError, AttributeError)


def replay(events: Iterable[e.Event]) -> GameState:
    """Return the state that *events* lead to, without a board and without rules.

    Raises:
        CorruptLog: The events do not form a game.
        NewerLog: A later version of the engine wrote the events.

    """
    log = list(events)
    if not log or not isinstance(log[0], e.GameStarted):
        raise CorruptLog("a log begins with GameStarted")
    if log[0].format > e.FORMAT:
        raise NewerLog(f"the log has format {log[0].format}, this engine reads up to {e.FORMAT}")
    state = GameState()
    _evolve(state, _effective_events(log))
    return state


def follow(state: GameState, events: Sequence[e.Event]) -> GameState | None:
    """Return the state that further *events* lead to, or None if the whole log is needed.

    The whole log is needed if the events undo something or do not continue this game.
    """
    if any(isinstance(event, e.Reverted | e.GameStarted) for event in events):
        return None
    new = state.copy()
    try:
        _evolve(new, enumerate(events, state.version + 1))
    except CorruptLog:
        return None
    return new


def _evolve(state: GameState, numbered: Iterable[tuple[int, e.Event]]) -> None:
    for version, event in numbered:
        state.version = version - 1
        try:
            evolve(state, event)
        except (*_BROKEN, CorruptLog) as error:
            raise CorruptLog(f"event {version}, {type(event).__name__}: {error}") from error


def _effective_events(log: Sequence[e.Event]) -> Iterable[tuple[int, e.Event]]:
    """Return the events that were not undone, with their versions counted from 1."""
    kept: list[tuple[int, e.Event]] = []
    for version, event in enumerate(log, 1):
        if isinstance(event, e.Reverted):
            while kept and kept[-1][0] > event.to:
                kept.pop()
            if not kept or kept[-1][0] != event.to:
                raise CorruptLog(f"event {version}, Reverted: nothing stands at {event.to}")
        elif version > 1 and isinstance(event, e.GameStarted):
            raise CorruptLog(f"event {version}: a second GameStarted")
        kept.append((version, event))
    return kept


def undone(events: Iterable[e.Event], after: int = 0) -> frozenset[int]:
    """Return the versions of the events that were undone.

    *after* is the number of events before the first of *events*.
    """
    kept: list[int] = []
    gone: list[int] = []
    for version, event in enumerate(events, after + 1):
        if isinstance(event, e.Reverted):
            while kept and kept[-1] > event.to:
                gone.append(kept.pop())
        kept.append(version)
    return frozenset(gone)


def undo(
    events: Sequence[e.Event], seat: Seat, *, agreed: bool = False
) -> tuple[GameState, list[e.Event]]:
    """Return the state before the last step of *seat*, and the event to append to the log.

    An undo is allowed if no player has acted since that step and the step revealed nothing. If the
    whole table has *agreed*, everything since that step is undone as well. Players then still know
    what they saw, and the cards that were drawn will be drawn again.

    Raises:
        IllegalAction: There is nothing that this seat may undo.
    """
    kept = list(_effective_events(events))
    steps = [n for n, (_, event) in enumerate(kept) if n and event.step]
    own = [n for n in steps if getattr(kept[n][1], "seat", None) == seat]
    if not own or (own[-1] != steps[-1] and not agreed):
        raise IllegalAction("nothing-to-undo")
    step = own[-1]
    revealing = next((event for _, event in kept[step:] if event.reveals), None)
    if revealing is not None and not agreed:
        raise IllegalAction("undo-after-reveal", revealed=type(revealing).__name__)
    reverted = e.Reverted(seat, kept[step - 1][0], agreed)
    return replay([*events, reverted]), [reverted]
