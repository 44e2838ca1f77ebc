"""Functions for measuring, and the rows that show the results."""

from __future__ import annotations

import gc
import sys
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: a measurement and its goal."""

    name: str
    value: float
    goal: float
    unit: str = "x"
    at_most: bool = True
    """True if the goal is a maximum, False if it is a minimum."""
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether the goal is met."""
        return self.value <= self.goal if self.at_most else self.value >= self.goal


def progress(text: str) -> None:
    """Print what is being measured, if it takes a while."""
    print(f"  {text}", file=sys.stderr, flush=True)


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Return the processor time of *work*, the best of several runs on a busy machine."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def ratio(work: Callable[[], object], base: Callable[[], object], repeat: int = 5) -> float:
    """Return the time of *work* divided by that of *base*, measured alternately."""
    pairs = [(seconds(work, 1), seconds(base, 1)) for _ in range(repeat)]
    return min(one for one, _ in pairs) / min(other for _, other in pairs)


def size_of(thing: object, seen: set[int] | None = None) -> int:
    """Return the bytes of *thing* with all it refers to, except shared strings and numbers."""
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
