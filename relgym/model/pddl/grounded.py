"""Ground tasks, one or several of one domain, as nets of gates over rows of bits, stored as index arrays.

A row has one bit for each environment of a batch. A net begins with its inputs and grows by steps, each of which
appends rows computed from earlier rows; so one pass through the steps computes everything that must be known about the
states of all environments. Row 0 of every net is false everywhere, and row 1 is true everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from relgym.model.numeric import FluentValue
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[Any]

    Operand = NDArray[Any]
    """Numbers: those in some rows of a table (whole ones, the rows), or constants (doubles, a column)."""

FALSE, TRUE = 0, 1
"""The first two rows of every net: false everywhere, and true everywhere."""

GOAL, VALID = 0, 1
"""Positions among the reported rows of a state: the goal, and the first action."""

OCTET = 8
"""The number of actions of one group, by which actions are counted."""


@dataclass(frozen=True, slots=True)
class Gates:
    """Rows that are `and` or `or` of several rows, or `not` of one; `operands` has the shape (operands, rows)."""

    operator: str
    operands: Indices


@dataclass(frozen=True, slots=True)
class Fixpoint:
    """Rows that rest on each other: false at first, then what `roots` are after `inner`, until nothing changes.

    Appends a row for each root, and then the rows of `inner`, whose operands may be all of these.
    """

    roots: Indices
    inner: tuple[Gates, ...]


@dataclass(frozen=True, slots=True)
class DrawGates:
    """One uniform number for each environment in which `active` is true, and a row for each outcome of each guard.

    Such a row is true where row `guards` is true and the number falls on outcome `hits`, counted over all `spreads`;
    a spread holds the probabilities of a draw's outcomes in their order.
    """

    active: int
    spreads: tuple[tuple[float, ...], ...]
    guards: Indices
    hits: Indices


NetStep = Gates | Fixpoint | DrawGates


@dataclass(frozen=True, slots=True)
class GateNet:
    """Steps over `inputs` rows (the two constant ones come before them); `rows` is how many there are at the end."""

    inputs: int
    steps: tuple[NetStep, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class Operations:
    """Numbers that are the sum (`+`), difference (`-`) or product (`*`) of two others, row by row."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class NumberNet:
    """Inputs, then the steps' rows, as doubles that are whole: all are multiplied by what makes them so."""

    inputs: int
    steps: tuple[Operations, ...]


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Rows of bits: `left operator right`, operator one of `= < <= > >=`; a single number stands beside all others."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Updates:
    """Changes of some numeric fluents, `targets`, of which an action makes at most one to each of them.

    The operator says how: `+` by adding a number, `*` by multiplying with it, `=` by taking its value. Which of its
    changes a target undergoes is a number whose digits are the rows `digits` (targets, binary digits; lowest first, a
    multiple of `OCTET`): 0 if none, 1 for the one by the number of `amounts` that stands at its place of `first`.
    """

    operator: str
    targets: Indices
    digits: Indices
    first: Indices
    amounts: Operand


@dataclass(frozen=True, slots=True)
class Worth:
    """The metric of each problem: rows of a net over the fluents' values, the steps taken, and whether the goal holds.

    `rows` and `goal_rows` (-1 where there is no goal reward) have a number for each problem, as have the factors by
    which the rows are to be divided.
    """

    net: NumberNet
    rows: Indices
    scales: tuple[int, ...]
    goal_rows: Indices
    goal_scales: tuple[int, ...]
    signs: Indices


@dataclass(frozen=True, slots=True)
class BatchTask:
    """All that a batch must know of its problems.

    - `atoms`, `fluents`, `actions`: for each problem what its numbers stand for there; a number that is not among them
      means nothing in that problem. Numbers are in the order of `relgym.translate.program.positions`;
    - a state is `facts` rows of bits: the atoms, then one row for each of several problems, true where it is played;
      and `values` rows of numbers, NaN where undefined, each times its one of `scales`;
    - `starts` (problems, facts) and `start_values` (problems, values); a start with draws in it is not among them;
    - `conditions`: the net over the facts and the comparisons of `numbers`; its last rows are those `told`: that of the
      goal, one for each action that says where it is valid, and one or more false ones that fill these up to a multiple
      of `OCTET`. In it are rows `ambiguous`, too, for each of `ambiguous_actions` where two bindings of what the agent
      does not choose hold, so that it is not valid;
    - `exclusive`: groups of atoms of which at most one is true in every state within reach: because of these no other
      action is ambiguous;
    - `effects`: the net over the chosen actions (as many rows as tell what is valid) and the rows `passed` of the
      conditions; `changes` are the rows that delete and those that add each fact, and in it are the digits of the
      updates, too. They are `contradictory` if it has to be seen whether an action changes a fluent in two ways.
    """

    tasks: tuple[Task, ...]
    atoms: tuple[dict[int, Atom], ...]
    fluents: tuple[dict[int, FluentValue], ...]
    actions: tuple[dict[int, Action], ...]
    size: int
    facts: int
    values: int
    scales: tuple[int, ...]
    starts: Indices
    start_values: Indices
    numbers: NumberNet
    comparisons: tuple[Comparisons, ...]
    conditions: GateNet
    told: slice
    ambiguous: Indices
    ambiguous_actions: tuple[int, ...]
    exclusive: tuple[Indices, ...]
    passed: Indices
    effects: GateNet
    changes: Indices
    updates: tuple[Updates, ...]
    contradictory: bool

    @property
    def gates(self) -> int:
        """Rows of bits that a step computes."""
        return self.conditions.rows + self.effects.rows

    def value(self, fluent: int, number: float) -> int | Fraction:
        """A fluent's value from the number that stands for it."""
        found = Fraction(int(number), self.scales[fluent])
        return found.numerator if found.denominator == 1 else found
