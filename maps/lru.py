"""Things kept for a while: the latest few, the longest unused forgotten first.

No rule needs it. It stands here because pictures, the studio and the games all keep things, and
this is the one package that all of them may import.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """At most so many things by their keys. Safe for several threads.

    >>> kept = Kept[str, int](2)
    >>> for number, key in enumerate("abac"):
    ...     kept.put(key, number)
    >>> kept.get("a"), kept.get("b"), len(kept)
    (2, None, 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._things: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """What is kept under *key*, which is thereby used; None: nothing."""
        with self._lock:
            thing = self._things.get(key)
            if thing is not None:
                self._things.move_to_end(key)
            return thing

    def put(self, key: K, thing: V) -> None:
        """Keep a thing, in the place of any other of its key."""
        with self._lock:
            self._things[key] = thing
            self._things.move_to_end(key)
            if len(self._things) > self._most:
                self._things.popitem(last=False)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """What is kept under *key*; made now if it is not there.

        Two threads may make the same thing at the same time: the same thing, so it does not matter.
        """
        thing = self.get(key)
        if thing is None:
            thing = make()
            self.put(key, thing)
        return thing

    def drop(self, key: K) -> None:
        """Forget what is kept under *key*, if anything is."""
        with self._lock:
            self._things.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._things.clear()

    def __len__(self) -> int:
        return len(self._things)
