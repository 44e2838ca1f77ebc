"""The log is the truth: rebuilding a game from its events, and taking back the last step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import events as e
from engine.errors import CorruptLog, IllegalAction, NewerLog
from engine.evolve import evolve
from engine.ids import Seat
from engine.state import GameState

_BROKEN = (KeyError, IndexError, ValueError, TypeError, AttributeError)


def replay(events: Iterable[e.Event]) -> GameState:
    """The state that *events* lead to. Needs no board and no rules.

    Raises:
        CorruptLog: The events do not form a game.
        NewerLog: They were written by a later version.

    """
    log = list(events)
    if not log or not isinstance(log[0], e.GameStarted):
        raise CorruptLog("a log begins with GameStarted")
    if log[0].format > e.FORMAT:
        raise NewerLog(f"the log has format {log[0].format}, this engine reads up to {e.FORMAT}")
    state = GameState()
    _evolve(state, _standing(log))
    return state


def follow(state: GameState, events: Sequence[e.Event]) -> GameState | None:
    """The state that further *events* lead to; None: that takes the log from its beginning.

    So it is if something was taken back, or if they do not go on with this game.
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


def _standing(log: Sequence[e.Event]) -> Iterable[tuple[int, e.Event]]:
    """The events that still hold, numbered from 1: those taken back are left out."""
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
    """The versions of the events that were taken back; *after*: how many came before these."""
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
    """Take back *seat*'s own last step: the state before it, and the event to append to the log.

    Allowed while nobody has acted since and nothing was revealed by it. If the whole table has
    *agreed*, everything since goes with it; what was learned cannot be unlearned, and cards that
    were drawn will be drawn again.

    Raises:
        IllegalAction: There is nothing that this seat may take back.
    """
    kept = list(_standing(events))
    steps = [n for n, (_, event) in enumerate(kept) if n and event.step]
    own = [n for n in steps if getattr(kept[n][1], "seat", None) == seat]
    if not own or (own[-1] != steps[-1] and not agreed):
        raise IllegalAction("nothing-to-undo")
    step = own[-1]
    telling = next((event for _, event in kept[step:] if event.reveals), None)
    if telling is not None and not agreed:
        raise IllegalAction("undo-after-reveal", revealed=type(telling).__name__)
    reverted = e.Reverted(seat, kept[step - 1][0], agreed)
    return replay([*events, reverted]), [reverted]
