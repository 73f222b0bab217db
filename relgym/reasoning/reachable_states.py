"""The states within reach of some starts, each once, with a number and a depth: what every explicit state space lists.

>>> states = ReachableStates([0], limit=4)
>>> for number, state in states:
...     [states.meet(state + step, number) for step in (1, 2)]
[1, 2]
[2, 3]
[3, None]
[None, None]
>>> states.listed, states.depths, states.is_full
([0, 1, 2, 3], [0, 1, 1, 2], True)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, Generic, TypeVar

S = TypeVar("S")


class ReachableStates(Generic[S]):
    """States by number, in the order of a breadth-first search.

    To iterate gives each state with its number, also those that are met meanwhile: who iterates expands them.

    Args:
        starts: The states to begin with.
        key: Returns what tells a state from others.
        limit: The largest number of states.

    Attributes:
        listed: The states by number.
        depths: By number, the least number of transitions from a start.
        starts: The number of start states, which are the first states.
        is_full: True if a state was left out because of the limit.
    """

    def __init__(
        self, starts: Iterable[S], key: Callable[[S], Hashable] = lambda state: state, limit: float = inf
    ) -> None:
        self.listed: list[S] = []
        self.depths: list[int] = []
        self.is_full = False
        self._key, self._limit = key, limit
        self._numbers: dict[Hashable, int] = {}
        for start in starts:
            self.meet(start)
        self.starts = len(self.listed)

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[tuple[int, S]]:
        # The list grows while it is walked: breadth first.
        return iter(enumerate(self.listed))

    def number(self, state: S) -> int:
        """Return the number of a listed state."""
        return self._numbers[self._key(state)]

    def meet(self, state: S, before: int | None = None) -> int | None:
        """List a state if it is new.

        Args:
            state: The state.
            before: The number of the state that leads to it; `None` for a start.

        Returns:
            Its number; `None` for a new state beyond the limit.
        """
        key = self._key(state)
        number = self._numbers.get(key)
        if number is None:
            if len(self.listed) >= self._limit:
                self.is_full = True
                return None
            number = self._numbers[key] = len(self.listed)
            self.listed.append(state)
            self.depths.append(0 if before is None else self.depths[before] + 1)
        return number


def distances_to(ends: Iterable[int], arcs: Sequence[Sequence[tuple[Any, ...]]]) -> list[int]:
    """Return for each state the least number of transitions to one of some states, -1 where there is no way.

    Args:
        ends: The numbers of these states.
        arcs: By state, its transitions: tuples whose second item is the number of the state after it.
    """
    before: list[list[int]] = [[] for _ in arcs]
    for number, leaving in enumerate(arcs):
        for arc in leaving:
            before[arc[1]].append(number)
    distances = [-1] * len(arcs)
    waiting = [*ends]
    for number in waiting:
        distances[number] = 0
    for number in waiting:
        for source in before[number]:
            if distances[source] < 0:
                distances[source] = distances[number] + 1
                waiting.append(source)
    return distances
