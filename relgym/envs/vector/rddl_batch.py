"""The questions of a simulator about many states at once: states and actions are lists of arrays, a row for each.

If an expression has no value in arrays, the simulator itself computes that row, and its errors name the expression.
Whole numbers beyond 64 bits are kept in arrays of Python objects, which `rddl_large` makes; the simulator
computes rows with such numbers, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from relgym.backends.builtin.array_questions import Compiled, as_array, as_values, compiled, compiled_quick
from relgym.envs.rddl.array_stepper import too_large
from relgym.envs.vector.rddl_large import as_large_array, as_small_arrays, is_large, wide_enough
from relgym.model.rddl.equations import Function, Part, Values
from relgym.model.rddl.expressions import Value
from relgym.reasoning.rddl.dynamics import Dynamics, State
from relgym.translate.arrays.builder import TYPES
from relgym.tuning.envs import GROUP_ELEMENTS_LIMIT, QUICK_FAILURES_LIMIT, SCATTERED_ROWS

_UNKNOWN: Any = object()


class RDDLBatch:
    """Asks about the instance of one simulator; whole numbers of `unseen` functions may be beyond 64 bits.

    Actions must have values in the ranges of their cells: preconditions that say no more are not checked.
    """

    def __init__(self, simulator: Dynamics, unseen: Iterable[Function] = ()) -> None:
        self.dynamics = simulator
        self._unseen = frozenset(unseen)
        self.program = simulator.program
        # By the identity of the functions, which the entry keeps alive.
        self._compiled: dict[int, tuple[Sequence[Function], Compiled]] = {}
        # The same for quick questions; `None` for functions without one.
        self._quick: dict[int, Compiled | None] = {}
        self._kept: list[Sequence[Function]] = []
        self._failures = 0
        self._given_functions = {*self.program.states, *self.program.actions}
        # The parts with the same answer in every state.
        entailed = simulator.entailed_by_bounds()
        self.parts = {part: tuple(f for f in self.program.of_part(part) if f not in entailed) for part in Part}
        self._settled = {part: -1 for part in Part if not self.parts[part]}
        self._varying: dict[Part, Sequence[Function]] = {}
        self.formulas: dict[Part, list[Value]] = {part: [] for part in Part}
        for equation in self.program.equations:
            self.formulas[equation.function.part].append(equation.value)

    def arrays(self, functions: Sequence[Function], values: Sequence[Values]) -> list[Any]:
        """Convert values of one row to arrays; raises `SimulationError` for a whole number too large to be observed."""
        columns = []
        for function, several in zip(functions, values, strict=True):
            sizes = self.program.sizes(function)
            try:
                columns.append(as_array(several, sizes, function.range))
            except OverflowError:
                if function not in self._unseen:
                    raise too_large(self.program, [function], [several]) from None
                columns.append(as_large_array(several, sizes))
        return columns

    def row(self, functions: Sequence[Function], arrays: Sequence[Any], place: int) -> State:
        """Return the values of one of many rows."""
        sizes = self.program.sizes
        return tuple(as_values(array[place], sizes(f)) for f, array in zip(functions, arrays, strict=True))

    def values(
        self,
        functions: Sequence[Function],
        state: Sequence[Any],
        action: Sequence[Any],
        u: Any,
        wanted: Any,
        failed: Callable[[int, Exception], Exception],
    ) -> list[Any]:
        """Compute the values of some functions; those of rows that are not `wanted` are arbitrary.

        Raises the result of `failed` for the `SimulationError` of a row.
        """
        answers, wrong = self._asked(functions, state, action, u)
        places = _places(wrong, wanted)
        rows = []
        for place in places:
            try:
                values = self.dynamics.values(functions, *self._given(state, action, place), u[place].tolist())
                rows.append(self.arrays(functions, values))
            except Exception as error:
                raise failed(place, error) from error
        columns = [*answers]
        for n, several in enumerate(zip(*rows, strict=True)):
            columns[n] = wide_enough(columns[n], several)
            for place, array in zip(places, several, strict=True):
                columns[n][place : place + 1] = array
        return columns

    def quick(
        self, functions: Sequence[Function], state: Sequence[Any], action: Sequence[Any], u: Any
    ) -> tuple[Sequence[Any], Any, Any] | None:
        """Compute a step's functions, and which of the next states end an episode, and which violate an invariant.

        The latter are None if no state does. The answer is None if a value may be missing, or much memory is needed.
        """
        question = self._quick.get(id(functions), _UNKNOWN)
        if question is _UNKNOWN:
            question = compiled_quick(self.program, self.dynamics.externals, functions, copies=True)
            self._quick[id(functions)] = question
            self._kept.append(functions)
        if question is None or len(u) * question.written.largest > GROUP_ELEMENTS_LIMIT:
            return None
        try:
            (*answers, over, broken), wrong = question.ask(state, action, u)
        except (ArithmeticError, ValueError):
            wrong = True
        if wrong is not None and wrong:
            self._failures += 1
            if self._failures >= QUICK_FAILURES_LIMIT:
                # A quick question that often fails costs more than it saves.
                self._quick[id(functions)] = None
            return None
        return answers, over, broken

    def first(self, part: Part, state: Sequence[Any], action: Sequence[Any], wanted: Any) -> Any:
        """Find the first formula that refuses an action, is violated or ends an episode: its number, or -1."""
        functions = self.parts[part]
        rows = len(wanted)
        if part in self._settled:
            return np.full(rows, self._settled[part])
        answers, wrong = self._asked(functions, state, action, np.zeros((rows, 0)))
        truths = answers if part is Part.TERMINATION else [~each for each in answers]
        some = reduce(np.logical_or, truths)
        first = np.where(some, np.argmax(truths, axis=0), -1) if some.any() else np.full(rows, -1)
        for place in _places(wrong, wanted):
            values, acts = self._given(state, action, place)
            match part:
                case Part.PRECONDITION:
                    formula = self.dynamics.refused(values, acts)
                case Part.INVARIANT:
                    formula = self.dynamics.broken(values)
                case _:
                    formula = self.dynamics.ended(values)
            first[place] = -1 if formula is None else self.formulas[part].index(formula)
        if not self._question(functions).reads & self._given_functions:
            self._settled[part] = int(first[0])
        return first

    def some(self, part: Part, state: Sequence[Any], action: Sequence[Any], wanted: Any) -> Any:
        """Find where some formula refuses an action, is violated or ends an episode: where `first` is not -1."""
        if part in self._settled:
            return np.full(len(wanted), self._settled[part] >= 0)
        varying = self._varying.get(part)
        if varying is None:
            varying = self._varying[part] = self._changing(part, state, action, wanted)
        if not varying:
            return self.first(part, state, action, wanted) >= 0
        truths, wrong = self._asked(varying, state, action, _no_numbers(len(wanted)))
        some = reduce(np.logical_or, truths) if part is Part.TERMINATION else ~reduce(np.logical_and, truths)
        if wrong is not None:
            some = np.where(wrong, self.first(part, state, action, wanted & wrong) >= 0, some)
        return some

    def reads_state(self, part: Part) -> bool:
        """Tell whether the formulas of a part depend on the state."""
        return not self._question(self.parts[part]).reads.isdisjoint(self.program.states)

    def _changing(self, part: Part, state: Sequence[Any], action: Sequence[Any], wanted: Any) -> Sequence[Function]:
        """Return the formulas of a part that may change; empty where a fixed one decides."""
        parts = self.parts[part]
        varying = tuple(f for f in parts if self._question((f,)).reads & self._given_functions)
        truths, wrong = self._asked(parts, state, action, _no_numbers(len(wanted)))
        settled = [bool(each[0]) for f, each in zip(parts, truths, strict=True) if f not in varying]
        decides = part is Part.TERMINATION
        return () if decides in settled or (len(varying) < len(parts) and wrong is not None) else varying

    def _given(self, state: Sequence[Any], action: Sequence[Any], place: int) -> tuple[State, State]:
        return self.row(self.program.states, state, place), self.row(self.program.actions, action, place)

    def _asked(
        self, functions: Sequence[Function], state: Sequence[Any], action: Sequence[Any], u: Any
    ) -> tuple[Sequence[Any], Any]:
        """The values of some functions for all rows, and the rows that may be wrong; None where no row may be."""
        if any(map(is_large, state)):
            small, large = as_small_arrays(state)
            answers, wrong = self._asked(functions, small, action, u)
            return answers, large if wrong is None else large | wrong
        question = self._question(functions)
        rows = len(u)
        turn = max(1, GROUP_ELEMENTS_LIMIT // question.written.largest)
        if rows <= turn:
            return self._answered(question, state, action, u)
        parts = [
            self._answered(
                question, [a[at : at + turn] for a in state], [a[at : at + turn] for a in action], u[at : at + turn]
            )
            for at in range(0, rows, turn)
        ]
        arrays = [np.concatenate(several) for several in zip(*(answers for answers, _ in parts), strict=True)]
        wrongs = [wrong for _, wrong in parts]
        if all(wrong is None for wrong in wrongs):
            return arrays, None
        ends = [*range(0, rows, turn), rows]
        whole = [
            np.zeros(end - at, bool) if wrong is None else wrong
            for wrong, (at, end) in zip(wrongs, pairwise(ends), strict=True)
        ]
        return arrays, np.concatenate(whole)

    def _answered(
        self, question: Compiled, state: Sequence[Any], action: Sequence[Any], u: Any
    ) -> tuple[Sequence[Any], Any]:
        try:
            answers, wrong = question.ask(state, action, u)
        except (ArithmeticError, ValueError):
            blank: list[Any] = [
                np.zeros((len(u), *self.program.sizes(f)), TYPES.get(f.range, np.int64)) for f in question.functions
            ]
            return blank, np.ones(len(u), bool)
        return answers, wrong if wrong is not None and wrong.any() else None

    def _question(self, functions: Sequence[Function]) -> Compiled:
        known = self._compiled.get(id(functions))
        if known is None or known[0] is not functions:
            question = compiled(self.program, self.dynamics.externals, functions, copies=True)
            known = self._compiled[id(functions)] = functions, question
        return known[1]


def _no_numbers(rows: int) -> Any:
    """The uniform numbers of a question that takes none."""
    return np.zeros((rows, 0))


def _places(wrong: Any, wanted: Any) -> list[int]:
    """The rows that are wanted and wrong; `wrong` is None where none is."""
    numbers: list[int] = [] if wrong is None else np.flatnonzero(wrong & wanted).tolist()
    return numbers


def replaced(arrays: Sequence[Any], rows: Any, others: Sequence[Any]) -> Sequence[Any]:
    """Arrays with some rows of others."""
    if not len(rows):
        return arrays
    columns = []
    for array, other in zip(arrays, others, strict=True):
        if array.ndim == 1 and len(rows) * SCATTERED_ROWS > len(array):
            which = np.zeros(len(array), bool)
            which[rows] = True
            columns.append(np.where(which, other, array))
            continue
        columns.append(wide_enough(array, [other]))
        columns[-1][rows] = other[rows]
    return columns


def with_rows(arrays: Sequence[Any], rows: Any, others: Sequence[Any], shared: Sequence[Any]) -> Sequence[Any]:
    """Arrays with some rows as the first one of others; written into those that are neither views nor `shared`."""
    taken = {id(array) for array in shared}
    columns = []
    for array, other in zip(arrays, others, strict=True):
        copied = array if array.flags.owndata and id(array) not in taken else np.array(array)
        copied[rows] = other[0]
        columns.append(copied)
        # One array may be the values of several functions.
        taken.add(id(copied))
    return columns
