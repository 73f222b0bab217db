"""Assign the uniform numbers of a step to its draws; alternative draws share their numbers.

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

from relgym.model.rddl.expressions import Uniform
from relgym.model.terms import Variable

_Made = TypeVar("_Made")


class Uniforms:
    """Assigns numbers from 0 on; `count` is the number of those assigned so far."""

    def __init__(self) -> None:
        self.count = 0
        # Numbers that the current draws may share, if they have the same variables around them; and numbers taken.
        self._spare: list[Uniform] = []
        self._taken: list[Uniform] = []

    def of(self, around: Sequence[Variable], sizes: Sequence[int], count: int = 1) -> Uniform:
        """Return the numbers of a draw: `count` for each binding of the variables around it, given their `sizes`."""
        wanted = tuple(around), tuple(sizes), count
        uniform = next((each for each in self._spare if (each.around, each.sizes, each.count) == wanted), None)
        if uniform is None:
            uniform = Uniform(self.count, *wanted)
            self.count += count * prod(sizes)
        else:
            self._spare.remove(uniform)
        self._taken.append(uniform)
        return uniform

    def alternatives(self, around: Sequence[Variable], makers: Iterable[Callable[[], _Made]]) -> list[_Made]:
        """Make alternatives; a step computes only one for each binding of the variables around them."""
        spare, before = self._spare, self._taken
        taken: list[Uniform] = []
        options = []
        for make in makers:
            # A number that several of these bindings share is not spare: another binding may use it for a draw.
            apart = [each for each in taken if each.around[: len(around)] == tuple(around)]
            self._spare, self._taken = [*apart, *(each for each in spare if each not in taken)], []
            options.append(make())
            taken += [each for each in self._taken if each not in taken]
        self._spare = [each for each in spare if each not in taken]
        self._taken = [*before, *taken]
        return options
