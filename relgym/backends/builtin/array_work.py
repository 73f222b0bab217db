"""How much work equations are one value at a time: what decides whether arrays pay.

>>> from relgym.read.rddl import read_instance, read_process
>>> from relgym.translate.equations.equations import equations_of
>>> process = read_process('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = exists_{?y : t} [on(?x) ^ on(?y)]; }; }''')
>>> program = equations_of(process, read_instance("instance i { domain = d; objects { t : {a, b, c}; }; }", process))
>>> work_of(program, program.equations)
Work(values=49.0, parts=7)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from relgym.model.equations import Equation, Equations
from relgym.model.rddl_expressions import INT, Aggregate, DrawAny, Matrix, Slot, Value
from relgym.model.rddl_walk import parts_of, walk
from relgym.model.terms import Variable
from relgym.rddl.array_scope import scope_of_arrays
from relgym.translate.arrays.equations import ArrayEquationsWriter
from relgym.translate.arrays.reads import Terms
from relgym.translate.equations.conditions import conditioned, is_fixed

_SOON = 10
"""After how many rows a quantifier is taken to be decided."""

_INSTRUCTIONS = 3
"""How many instructions of generated Python a value takes."""

_MANY = 180
"""Beyond which share of all values, needed or not, nothing is counted."""


PAYS = 500
"""How many values each part of the equations has to have for arrays to pay.

Measured on the problems of rddlrepository: a value takes some 20 ns by itself, and an operation on arrays, of which a
part needs about one, some microseconds; and what is lazy often computes much less than there is.
"""


STEP_INSTRUCTIONS, PART_INSTRUCTIONS = 1300, 30
"""How many instructions of generated Python take as long as a step by arrays does anyway, and as each part of it does.

Measured on the first and last instances of the 90 domains of rddlrepository: an instruction takes 3 to 10 ns, a part of
an equation 0.2 microseconds, and to take actions from arrays and to show them some 10 microseconds more than lists do.
"""

_CLEAR = 8.0
"""How many times as fast one form must be by the bound for the other not to be thought of, or not to be counted."""


@dataclass(frozen=True, slots=True)
class Work:
    """How many values are computed, and how many parts the equations have of which these are values."""

    values: float
    parts: int


def work_of(program: Equations, equations: Sequence[Equation]) -> Work:
    """The work of some equations, as the generated Python has it."""
    counter = _Counter(program)
    values, parts = 0.0, 0
    for equation in equations:
        terms = counter.writer.ranged(equation.variables, {})
        values += _rows(program, equation.variables) * counter.values(equation.value, terms)
        parts += sum(1 for _ in walk(equation.value))
    return Work(values, parts)


def arrays_pay(program: Equations, equations: Sequence[Equation]) -> bool:
    """Whether a question that rests on some equations is answered sooner by arrays."""
    if values_at_most(program, equations) < PAYS * sum(1 for equation in equations for _ in walk(equation.value)):
        return False
    work = work_of(program, equations)
    return work.values >= PAYS * work.parts


def lists_surely(program: Equations, equations: Sequence[Equation]) -> bool:
    """Whether a step in lists surely takes less than one by arrays: it does not even have the values."""
    return _INSTRUCTIONS * values_at_most(program, equations) * _CLEAR < _worth(equations)


def step_share(program: Equations, equations: Sequence[Equation]) -> float:
    """How many times as long a step in lists takes as one by arrays: an estimate that takes all values as needed."""
    return _INSTRUCTIONS * work_of(program, equations).values / _worth(equations)


def counted_share(program: Equations, equations: Sequence[Equation], counted: Callable[[int], int | None]) -> float:
    """The same by the instructions of one step.

    Args:
        program: The program of the instance.
        equations: All that a step rests on.
        counted: How many instructions a step takes in lists, counted up to a limit; None if it fails.
    """
    worth = _worth(equations)
    if _INSTRUCTIONS * values_at_most(program, equations) > _MANY * worth:
        share = step_share(program, equations)
        if share > _MANY:
            # To write it for lists would take long, even if many values turn out not to be needed.
            return share
    instructions = counted(int(_CLEAR * worth))
    return step_share(program, equations) if instructions is None else instructions / worth


def _worth(equations: Sequence[Equation]) -> float:
    """How many instructions take as long as a step by arrays."""
    return STEP_INSTRUCTIONS + PART_INSTRUCTIONS * sum(1 for equation in equations for _ in walk(equation.value))


def values_at_most(program: Equations, equations: Sequence[Equation]) -> float:
    """How many values are computed at most."""
    return sum(_rows(program, equation.variables) * _most(program, equation.value) for equation in equations)


def _most(program: Equations, value: Value | Slot) -> int:
    """How many values are computed at most for one value."""
    own = sum(_most(program, part) for part in parts_of(value))
    match value:
        case Aggregate(_, variables):
            return 1 + _rows(program, variables) * own
        case DrawAny(variable):
            return 1 + _rows(program, (variable,)) * own
        case Matrix(_, row, column):
            return 1 + _rows(program, (row, column)) * own
        case _:
            return 1 + own


def _rows(program: Equations, variables: Sequence[Variable]) -> int:
    return prod(program.size(variable.types[0]) for variable in variables)


class _Counter:
    """Counts for one program; its writer finds for how many rows conditions on constants hold."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self.writer = ArrayEquationsWriter(program, scope_of_arrays({}), None)

    def values(self, value: Value | Slot, terms: Terms) -> float:
        """How many values are computed for one value, for each row of items of the variables in scope."""
        match value:
            case Aggregate(_, variables, body):
                if is_fixed(value, self._program):
                    return 1
                found = conditioned(value, self._program)
                inner = self.writer.ranged(variables, terms)
                rows: float = _rows(self._program, variables)
                if found is not None:
                    condition, body = found
                    holds = self.writer.cast(self.writer.value(condition, inner), INT)
                    rows *= float(np.mean(self.writer.known(holds)))
                if value.operator in ("exists", "forall"):
                    rows = min(rows, _SOON)
                return 1 + rows * self.values(body, inner)
            case DrawAny(variable, body):
                return 1 + _rows(self._program, (variable,)) * self.values(body, self.writer.ranged((variable,), terms))
            case Matrix(_, row, column, body):
                entries = _rows(self._program, (row, column))
                return 1 + entries * self.values(body, self.writer.ranged((row, column), terms))
            case _:
                return 1 + sum(self.values(part, terms) for part in parts_of(value))
