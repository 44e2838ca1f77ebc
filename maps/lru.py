"""A thread-safe cache that evicts the least recently used entry.

No game rule needs it. The class is here because `render`, the picture service and the games all
cache values, and this is the only package that all of them may import.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """A cache of at most *max_size* values by key. Safe for several threads.

    >>> cache = LruCache[str, int](2)
    >>> for number, key in enumerate("abac"):
    ...     cache.put(key, number)
    >>> cache.get("a"), cache.get("b"), len(cache)
    (2, None, 2)
    """

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._lock = threading.Lock()
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value of *key* and mark it as used. Return None if there is no value."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Store a value. It replaces any earlier value of *key*."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._max_size:
                self._values.popitem(last=False)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of *key*. Call *make* and store its result if there is no value.

        Two threads may call *make* for one key at the same time. Both calls make equal values, so
        it does not matter which of them is stored.
        """
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def drop(self, key: K) -> None:
        """Remove the value of *key*, if there is one."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()

    def __len__(self) -> int:
        return len(self._values)
