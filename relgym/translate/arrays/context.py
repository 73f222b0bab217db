"""Shared state of lowering one question: the program, the nodes so far, and what is known of them.

Functions that lower a part of the language take an `ArrayLowering` first. `ArrayLowering.value` leads to the one for
a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from relgym.model.arrays import ArrayGraph, Result
from relgym.model.numeric import EXACT_DOUBLE, EXACT_FLOAT
from relgym.model.rddl.equations import Equations, Function
from relgym.model.rddl.expressions import INT, Value
from relgym.model.terms import Variable
from relgym.translate.arrays.builder import Axis, Builder, Term
from relgym.translate.equations.clamped import Clamped
from relgym.translate.equations.intervals import Intervals
from relgym.translate.equations.ranges import range_of
from relgym.tuning.arrays import ASSUMED_MAGNITUDE

Terms = Mapping[Variable, Term]
"""The numbers of the items that the variables in scope are."""


class NumberBounds(NamedTuple):
    """The least and the largest possible number of a value, both fixed and finite."""

    low: Term
    high: Term


class Count(NamedTuple):
    """The counts of true values in a sum.

    `narrow` are the counts as narrow numbers, `most` is their upper bound, and `onto` adds them to a fixed array.
    """

    narrow: Term
    most: int
    onto: Callable[[Term], Term]


class RangeComparison(NamedTuple):
    """A comparison of two numbers; `axes` are those of the result."""

    name: str
    left: Term
    right: Term
    axes: tuple[Axis, ...]


class Chance(NamedTuple):
    """The two sides of a random truth value, which is true where the number is below the probability."""

    probability: Term
    number: Term


class ArrayEntries(NamedTuple):
    """The value for each count: the entries of an item begin at its number in `begins`, which has `axes`."""

    numbers: Any
    begins: Any
    axes: tuple[Axis, ...]
    counted: Count


class Taken(NamedTuple):
    """Some entries of an array: the array, and their positions in its row of all entries."""

    array: Term
    places: Term


@dataclass
class ArrayStorage:
    """The arrays of functions, by terms without axes; `too_large` are the constants with a number beyond 64 bits.

    An array has an axis for each parameter, after that of the copies if there is a value for each.
    """

    arrays: dict[Function, Term] = field(default_factory=dict)
    too_large: set[Function] = field(default_factory=set)


@dataclass
class Failures:
    """The recorded failures: conditions under which a wanted value cannot be computed.

    `reals` are the numbers that must be finite in every copy. `guard` is where the value that is being lowered is
    wanted, none for everywhere, and it is `tested` if a later test of a result finds infinite parts, too. The numbers
    of `loud` nodes may be infinite or NaN: NumPy warns of these.
    """

    where: list[Term] = field(default_factory=list)
    reals: list[Term] = field(default_factory=list)
    guard: Term | None = None
    tested: bool = False
    loud: set[int] = field(default_factory=set)


@dataclass
class KnownValues:
    """Facts about nodes, by their numbers, beyond what their operations say."""

    comparisons: dict[int, RangeComparison] = field(default_factory=dict)
    # The parts of disjunctions; the fixed part and the other one of conjunctions.
    alternatives: dict[int, tuple[Term, ...]] = field(default_factory=dict)
    conjunctions: dict[int, tuple[Term, Term]] = field(default_factory=dict)
    taken: dict[int, Taken] = field(default_factory=dict)
    chances: dict[int, Chance] = field(default_factory=dict)
    # Sums that are counts, as whole numbers of the usual size and as real numbers.
    counts: dict[int, Count] = field(default_factory=dict)
    real_counts: dict[int, Count] = field(default_factory=dict)
    entries: dict[int, ArrayEntries] = field(default_factory=dict)


@dataclass
class Layouts:
    """Arrays by their order in memory and by where they were read (`shapes.py`)."""

    # The nodes whose arrays do not lie in memory row by row.
    turned: set[int] = field(default_factory=set)
    # By node, the read that it stands for: the array, the positions, and the axes of the result.
    parts: dict[int, tuple[Term, tuple[Term, ...], tuple[Axis, ...]]] = field(default_factory=dict)
    # Of tables: the number that each entry is, if there is one.
    singles: dict[int, Term | None] = field(default_factory=dict)


class NumberLimits(NamedTuple):
    """The numbers that arrays hold.

    Attributes:
        bits: The bits of whole numbers.
        most: The largest absolute value of whole numbers that are computed. It is half of their range, since it is
            compared with a rounded result.
        exact: The absolute value up to which a real number holds each whole number exactly.
        assumed: The absolute value that given whole numbers are assumed not to exceed, which each step tests.
    """

    bits: int
    most: int
    exact: int
    assumed: int


LIMITS: Mapping[int, NumberLimits] = {
    64: NumberLimits(64, 2**62, EXACT_DOUBLE - 1, ASSUMED_MAGNITUDE),
    32: NumberLimits(32, 2**30, EXACT_FLOAT - 1, EXACT_FLOAT - 1),
}
"""By the bits of numbers."""


class Proofs:
    """Proofs about numbers.

    Attributes:
        within: The bounds of computed functions, for all items together.
        intervals: The intervals of whole numbers, where those in states and actions have assumed bounds.
        rests: By function, the given whole numbers that it depends on.
        trusted: The given whole numbers whose assumed bounds were used.
    """

    def __init__(self, program: Equations, magnitude: int) -> None:
        given = [function for function in (*program.states, *program.actions) if function.range == INT]
        assumed = (-magnitude, magnitude)
        self.within: dict[Function, NumberBounds] = {}
        self.intervals = Intervals(program, dict.fromkeys(given, assumed), rounded=assumed)
        self.rests: dict[Function, frozenset[Function]] = {function: frozenset({function}) for function in given}
        self.trusted: set[Function] = set()


class ArrayLowering:
    """The state of lowering one question.

    Attributes:
        program: The equations.
        limits: What arrays hold of numbers.
        builder: The nodes of the program that is built.
        copies: The axis of the copies, none where one instance is computed by itself.
        clamped: Exact bounds of numbers, where the processor's flags tell of failures (`quick.py`); otherwise none.
        storage: The arrays of functions.
        failures: Where something has no value.
        facts: What is known of nodes.
        layouts: How arrays lie in memory.
        proofs: What is proved about numbers.
    """

    def __init__(
        self,
        program: Equations,
        calls: Mapping[str, Any],
        copies: Axis | None,
        lower: Callable[[ArrayLowering, Value, Terms], Term],
        *,
        quick: bool = False,
        bits: int = 64,
    ) -> None:
        self.program = program
        self.limits = LIMITS[bits]
        self.builder = Builder(calls)
        self.copies = copies
        self.clamped = Clamped(program) if quick else None
        self.storage = ArrayStorage()
        self.failures = Failures()
        self.facts = KnownValues()
        self.layouts = Layouts()
        self.proofs = Proofs(program, self.limits.assumed)
        self._lower = lower

    @property
    def around(self) -> tuple[Axis, ...]:
        """The axis of the copies, if there are any."""
        return () if self.copies is None else (self.copies,)

    def value(self, value: Value, terms: Terms) -> Term:
        """Lower a value for all items of the variables in scope that it depends on."""
        return self._lower(self, value, terms)

    def range_of(self, value: Value) -> str:
        """Return the range of a value."""
        return range_of(value, self.program.functions)

    def known(self, term: Term) -> Any:
        """Return the value of a fixed term."""
        return self.builder.known(term)

    def holds_somewhere(self, term: Term) -> bool:
        """Tell whether a fixed truth value holds for some item."""
        return bool(np.any(self.known(term)))

    def ranged(self, variables: Sequence[Variable], terms: Terms) -> Terms:
        """The terms, with those of variables added; each variable gets an axis of its own."""
        inner = dict(terms)
        for variable in variables:
            inner[variable] = self.numbers(self.builder.axis(self.program.size(variable.types[0])))
        return inner

    def numbers(self, axis: Axis) -> Term:
        """The numbers of an axis."""
        return self.builder.table(np.arange(axis.size or 0), (axis,), whole=axis)

    def graph(self, result: Result) -> ArrayGraph:
        """Return the program with a result."""
        whole = ArrayGraph(tuple(self.builder.nodes), result)
        return ArrayGraph(whole.nodes, result, finite=self.failures.loud.isdisjoint(whole.reachable()))


def axes_of(variables: Sequence[Variable], terms: Terms) -> tuple[Axis, ...]:
    """Return the axes of variables that have one each."""
    axes = []
    for variable in variables:
        axis = terms[variable].whole
        assert axis is not None
        axes.append(axis)
    return tuple(axes)
