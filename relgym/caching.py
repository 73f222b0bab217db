"""Caches within a budget: where it is used up, the oldest entries go.

Several caches may share a budget: those of a reasoner share its bytes. An entry is found as in any dictionary, so that
to look one up takes no call; `keep` adds one.

>>> cache: Cache[str, int] = Cache(3)
>>> for place, name in enumerate("abcd"):
...     _ = cache.keep(name, place)
>>> [*cache], cache.use("b"), cache.get("a"), [*cache]
(['b', 'c', 'd'], 1, None, ['c', 'd', 'b'])
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakMethod

K = TypeVar("K")
V = TypeVar("V")

_MISSING: Any = object()

DROPPED_SHARE = 64
"""The part of a large cache that goes at once: to find the oldest entry of a dictionary takes time for those before it
that have gone."""


class CacheBudget:
    """The room of some caches.

    Args:
        limit: The largest sum of the sizes of their entries, in the unit of these sizes.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._used = 0.0
        # Weak, so that a cache is gone as soon as nobody uses it, with all that its entries hold.
        self._droppers: list[WeakMethod[Callable[[], bool]]] = []

    def add(self, drop: Callable[[], bool]) -> None:
        """Add a cache: its method `drop` drops the oldest entries, and tells whether there were any but the newest."""
        self._droppers.append(WeakMethod(drop))

    def take(self, size: float) -> None:
        """Take room; where there is too little, each cache drops its oldest entries."""
        self._used += size
        while self._used > self.limit:
            droppers = [(each, each()) for each in self._droppers]
            self._droppers = [each for each, drop in droppers if drop is not None]
            dropped = [drop() for _, drop in droppers if drop is not None]
            if not any(dropped):
                break

    def give(self, size: float) -> None:
        """Give room back."""
        self._used -= size


class Cache(dict[K, V]):
    """A dictionary within a budget.

    Args:
        budget: The budget, or the limit of one for this cache alone.
        size: The size of an entry, or a function that returns it for a key and a value; by default entries are counted.
        drop: Called with each value that goes.
    """

    def __init__(
        self,
        budget: CacheBudget | float,
        size: float | Callable[[K, V], float] = 1.0,
        drop: Callable[[V], object] | None = None,
    ) -> None:
        super().__init__()
        self._budget = budget if isinstance(budget, CacheBudget) else CacheBudget(budget)
        self._size, self._drop = size, drop
        self._taken = 0.0
        self._budget.add(self._drop_oldest)

    def keep(self, key: K, value: V) -> V:
        """Add an entry as the newest one, in place of any with this key; return its value."""
        self.withdraw(key)
        self[key] = value
        size = self._size_of(key, value)
        self._taken += size
        self._budget.take(size)
        return value

    def use(self, key: K) -> V | None:
        """Return the value of a key, which is the newest entry from now on; `None` without one."""
        value: Any = self.pop(key, _MISSING)
        if value is _MISSING:
            return None
        self[key] = value
        return value  # type: ignore[no-any-return]

    def withdraw(self, key: K) -> V | None:
        """Take an entry out and return its value; `None` without one."""
        # In one call, as threads may share a cache.
        value: Any = self.pop(key, _MISSING)
        if value is _MISSING:
            return None
        size = self._size_of(key, value)
        self._taken -= size
        self._budget.give(size)
        return value  # type: ignore[no-any-return]

    def remove(self, key: K) -> None:
        """Drop an entry, if it is there."""
        value = self.withdraw(key)
        if value is not None and self._drop is not None:
            self._drop(value)

    def forget(self) -> None:
        """Drop all entries."""
        for key in [*self]:
            self.remove(key)

    def __reduce__(self) -> tuple[Any, ...]:
        return _copied, (self._budget.limit, self._size, self._drop, [*self.items()])

    def __del__(self) -> None:
        # There is no budget yet where a signal has broken the making off.
        with suppress(AttributeError):
            self._budget.give(self._taken)

    def _size_of(self, key: K, value: V) -> float:
        return self._size(key, value) if callable(self._size) else self._size

    def _drop_oldest(self) -> bool:
        """Drop the oldest entries, never the newest one; return True if there were any."""
        count = min(len(self) - 1, max(1, len(self) // DROPPED_SHARE))
        # All keys in one operation of the interpreter: threads that share a cache change it at any other moment.
        for key in [*self][: max(0, count)]:
            self.remove(key)
        return count > 0


def _copied(limit: float, size: Any, drop: Any, items: list[tuple[K, V]]) -> Cache[K, V]:
    """Return a copy of a cache, with a budget of its own."""
    cache = Cache[K, V](limit, size, drop)
    for key, value in items:
        cache.keep(key, value)
    return cache
