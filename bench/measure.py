"""How things are measured, and the lines they are told in."""

from __future__ import annotations

import gc
import sys
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was measured, against which goal."""

    name: str
    value: float
    goal: float
    unit: str = "x"
    at_most: bool = True
    """Whether the goal is a limit from above; else from below."""
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether the goal is met."""
        return self.value <= self.goal if self.at_most else self.value >= self.goal


def progress(text: str) -> None:
    """Say what is being measured, where that takes a while."""
    print(f"  {text}", file=sys.stderr, flush=True)


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """The processor time of *work*, the best of several runs: the machine may be busy."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def ratio(work: Callable[[], object], base: Callable[[], object], repeat: int = 5) -> float:
    """How many times as long *work* takes as *base*, taken in turns."""
    pairs = [(seconds(work, 1), seconds(base, 1)) for _ in range(repeat)]
    return min(one for one, _ in pairs) / min(other for _, other in pairs)


def size_of(thing: object, seen: set[int] | None = None) -> int:
    """The bytes that *thing* holds, with everything only it refers to; strings are shared."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, str | int | type(None)):
        return 0
    seen.add(id(thing))
    size = sys.getsizeof(thing)
    if isinstance(thing, dict):
        size += sum(size_of(part, seen) for pair in thing.items() for part in pair)
    elif isinstance(thing, list | tuple | set | frozenset):
        size += sum(size_of(part, seen) for part in thing)
    elif not isinstance(thing, array | bytes):
        names = (name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()))
        size += sum(size_of(getattr(thing, name, None), seen) for name in names)
    return size
