"""Estimate the work of equations computed one value at a time, to decide between lists and arrays.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = exists_{?y : t} [on(?x) ^ on(?y)]; }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b, c}; }; }", domain))
>>> work_of(program, program.equations)
Work(values=49.0, parts=7)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from relgym.model.rddl.equations import Equation, Equations
from relgym.model.rddl.expressions import INT, Aggregate, DrawAny, Matrix, Slot, Value
from relgym.model.rddl.traversal import parts_of, walk
from relgym.model.terms import Variable
from relgym.runtime.array_scope import scope_of_arrays
from relgym.translate.arrays.context import Terms
from relgym.translate.arrays.folds import cast
from relgym.translate.arrays.lower import lowering
from relgym.translate.equations.conditions import conditioned, is_fixed
from relgym.tuning.arrays import (
    CLEAR_RATIO,
    COUNTED_RATIO_LIMIT,
    DECIDING_ROWS,
    PART_INSTRUCTIONS,
    STEP_INSTRUCTIONS,
    VALUE_INSTRUCTIONS,
    VALUES_PER_PART,
)


@dataclass(frozen=True, slots=True)
class Work:
    """The number of computed values, and the number of parts of the equations that compute them."""

    values: float
    parts: int


def work_of(program: Equations, equations: Sequence[Equation]) -> Work:
    """Count the work of some equations in generated Python."""
    counter = _Counter(program)
    values, parts = 0.0, 0
    for equation in equations:
        terms = counter.lowering.ranged(equation.variables, {})
        values += _rows(program, equation.variables) * counter.values(equation.value, terms)
        parts += sum(1 for _ in walk(equation.value))
    return Work(values, parts)


def arrays_pay(program: Equations, equations: Sequence[Equation]) -> bool:
    """Tell whether arrays answer a question that depends on some equations faster than lists."""
    if values_at_most(program, equations) < VALUES_PER_PART * sum(
        1 for equation in equations for _ in walk(equation.value)
    ):
        return False
    work = work_of(program, equations)
    return work.values >= VALUES_PER_PART * work.parts


def lists_surely(program: Equations, equations: Sequence[Equation]) -> bool:
    """Tell whether a step in lists is certainly faster than one by arrays, since there are too few values."""
    return VALUE_INSTRUCTIONS * values_at_most(program, equations) * CLEAR_RATIO < _worth(equations)


def step_share(program: Equations, equations: Sequence[Equation]) -> float:
    """Estimate the ratio of times of a step, lists to arrays, as if all values were needed."""
    return VALUE_INSTRUCTIONS * work_of(program, equations).values / _worth(equations)


def counted_share(program: Equations, equations: Sequence[Equation], counted: Callable[[int], int | None]) -> float:
    """Estimate the ratio of `step_share` from the instructions that one step executes.

    Args:
        program: The program of the instance.
        equations: All equations that a step depends on.
        counted: Counts the instructions of a step in lists up to a limit; returns None if the step fails.
    """
    worth = _worth(equations)
    if VALUE_INSTRUCTIONS * values_at_most(program, equations) > COUNTED_RATIO_LIMIT * worth:
        share = step_share(program, equations)
        if share > COUNTED_RATIO_LIMIT:
            # Generating the code for lists would take long, even if many values turn out not to be needed.
            return share
    instructions = counted(int(CLEAR_RATIO * worth))
    return step_share(program, equations) if instructions is None else instructions / worth


def _worth(equations: Sequence[Equation]) -> float:
    """The number of instructions that take as long as a step by arrays."""
    return STEP_INSTRUCTIONS + PART_INSTRUCTIONS * sum(1 for equation in equations for _ in walk(equation.value))


def values_at_most(program: Equations, equations: Sequence[Equation]) -> float:
    """Return an upper bound of the number of values that are computed."""
    return sum(_rows(program, equation.variables) * _most(program, equation.value) for equation in equations)


def _most(program: Equations, value: Value | Slot) -> int:
    """Return an upper bound of the number of values that are computed for one value."""
    inside = sum(_most(program, part) for part in parts_of(value))
    match value:
        case Aggregate(_, variables):
            return 1 + _rows(program, variables) * inside
        case DrawAny(variable):
            return 1 + _rows(program, (variable,)) * inside
        case Matrix(_, row, column):
            return 1 + _rows(program, (row, column)) * inside
        case _:
            return 1 + inside


def _rows(program: Equations, variables: Sequence[Variable]) -> int:
    return prod(program.size(variable.types[0]) for variable in variables)


class _Counter:
    """Counts for one program; its lowering finds for how many rows conditions on constants hold."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self.lowering = lowering(program, scope_of_arrays({}), copies=False)

    def values(self, value: Value | Slot, terms: Terms) -> float:
        """Count the values that are computed for one value, for each row of items of the variables in scope."""
        match value:
            case Aggregate(_, variables, body):
                if is_fixed(value, self._program):
                    return 1
                split = conditioned(value, self._program)
                inner = self.lowering.ranged(variables, terms)
                rows: float = _rows(self._program, variables)
                if split is not None:
                    condition, body = split
                    holds = cast(self.lowering, self.lowering.value(condition, inner), INT)
                    rows *= float(np.mean(self.lowering.known(holds)))
                if value.operator in ("exists", "forall"):
                    rows = min(rows, DECIDING_ROWS)
                return 1 + rows * self.values(body, inner)
            case DrawAny(variable, body):
                inner = self.lowering.ranged((variable,), terms)
                return 1 + _rows(self._program, (variable,)) * self.values(body, inner)
            case Matrix(_, row, column, body):
                entries = _rows(self._program, (row, column))
                return 1 + entries * self.values(body, self.lowering.ranged((row, column), terms))
            case _:
                return 1 + sum(self.values(part, terms) for part in parts_of(value))
