"""Which of a step's uniform numbers decides which draw: draws of which at most one is made share theirs.

In `if (on(?x)) then Bernoulli(0.9) else Bernoulli(0.1)` each object makes one of the two draws, and needs one number.

>>> from relgym.model.terms import Variable
>>> numbers, around = Uniforms(), (Variable("x", ("t",)),)
>>> one, other = numbers.alternatives(around, [lambda: numbers.of(around, (3,))] * 2)
>>> one == other, numbers.of(around, (3,)).start, numbers.count
(True, 3, 6)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import TypeVar

from relgym.model.rddl_expressions import Uniform
from relgym.model.terms import Variable

_Made = TypeVar("_Made")


class Uniforms:
    """Hands the numbers out, from 0 on; `count` is how many there are so far."""

    def __init__(self) -> None:
        self.count = 0
        # What is made now may have these, if it has the same variables around it; and what it has taken.
        self._spare: list[Uniform] = []
        self._taken: list[Uniform] = []

    def of(self, around: Sequence[Variable], sizes: Sequence[int], count: int = 1) -> Uniform:
        """The numbers of a draw: so many for each binding of the variables around it, of which there are `sizes`."""
        wanted = tuple(around), tuple(sizes), count
        found = next((each for each in self._spare if (each.around, each.sizes, each.count) == wanted), None)
        if found is None:
            found = Uniform(self.count, *wanted)
            self.count += count * prod(sizes)
        else:
            self._spare.remove(found)
        self._taken.append(found)
        return found

    def alternatives(self, around: Sequence[Variable], makers: Iterable[Callable[[], _Made]]) -> list[_Made]:
        """What is made one after the other, of which only one is computed for each binding of the variables around."""
        spare, before = self._spare, self._taken
        taken: list[Uniform] = []
        found = []
        for make in makers:
            # A number that all of these bindings share may be another's where this is not computed.
            apart = [each for each in taken if each.around[: len(around)] == tuple(around)]
            self._spare, self._taken = [*apart, *(each for each in spare if each not in taken)], []
            found.append(make())
            taken += [each for each in self._taken if each not in taken]
        self._spare = [each for each in spare if each not in taken]
        self._taken = [*before, *taken]
        return found
