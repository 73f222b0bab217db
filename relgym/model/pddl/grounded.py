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
    """Rows that depend on each other: false at first, then what `roots` are after `inner`, until nothing changes.

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
class NumberOperations:
    """Rows of numbers: the sum (`+`), difference (`-`) or product (`*`) of two others, row by row."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class NumberNet:
    """Rows of numbers: inputs, then those of the steps. Numbers are whole doubles, each multiplied by its scale."""

    inputs: int
    steps: tuple[NumberOperations, ...]


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Rows of bits: `left operator right`, operator one of `= < <= > >=`; one number is compared with all others."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Updates:
    """Updates of numeric fluents that are made together; an action makes at most one update of each of them.

    Attributes:
        operator: `+` adds a number to a fluent, `*` multiplies it by a number, `=` assigns a number.
        targets: The numbers of the fluents.
        digits: The rows of the binary digits of a code for each fluent: shape (targets, digits), lowest digits first,
            as many as a multiple of `OCTET`. The code is 0 for no update, and else the number of an update from 1 on.
        first: The positions of the fluents' first updates in `amounts`.
        amounts: The numbers of all updates.
    """

    operator: str
    targets: Indices
    digits: Indices
    first: Indices
    amounts: Operand


@dataclass(frozen=True, slots=True)
class BatchTask:
    """Ground problems of one domain, combined into one task whose states, conditions and effects are rows.

    A state is `facts` rows of bits (the atoms, then one row for each of several problems, true where that is played),
    and `values` rows of numbers (NaN where undefined, each multiplied by its scale). Numbers of atoms, fluents and
    actions are in the order of `relgym.translate.program.positions`.

    Attributes:
        tasks: The problems.
        atoms: For each problem its atoms by their numbers; a number that is missing means nothing there.
        fluents: For each problem its numeric fluents by their numbers.
        actions: For each problem its actions by their numbers.
        size: The number of actions.
        facts: The number of rows of bits of a state.
        values: The number of rows of numbers of a state.
        scales: The factors by which the values are multiplied.
        starts: The start of each problem, without random parts: shape (problems, facts).
        start_values: The values of each start: shape (problems, values).
        numbers: The net of numbers over the values.
        comparisons: The comparisons of these numbers.
        conditions: The net over the facts and the comparisons.
        reported: Its last rows: the goal, one for each action, true where it is valid, and false ones that fill them up
            to a multiple of `OCTET`.
        ambiguous: Its rows that are true where two bindings of parameters that the agent does not choose hold, so that
            an action is not valid.
        ambiguous_actions: The actions of these rows.
        exclusive: Mutex groups that keep all other actions from being ambiguous.
        passed: The rows of the conditions of effects.
        effects: The net over the chosen actions (as many rows as `reported` has for actions) and the rows `passed`.
        changes: Its rows that delete, and those that add, each fact.
        updates: The numeric updates, whose digits are rows of it, too.
        contradictory: True if an action may update a fluent in two ways, which must be checked.
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
    reported: slice
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
        fraction = Fraction(int(number), self.scales[fluent])
        return fraction.numerator if fraction.denominator == 1 else fraction
