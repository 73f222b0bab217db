"""The states of many environments as arrays: bits of atoms, values of numeric fluents, and the problems they play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from relgym.batched.arrays import Array, NumpyArrays
from relgym.errors import ModelError, SimulationError
from relgym.model.numeric import EXACT_DOUBLE, FluentValue, Value, exact
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.grounded import BatchTask
from relgym.model.pddl.state import State


class BatchStates:
    """The states of `count` environments of ground tasks, which begin in the start of the first problem.

    Attributes:
        facts: The atoms, and the flags of problems: rows of words.
        values: The values of numeric fluents, each times its scale: shape (fluents, environments).
        problem: The number of the problem that each environment plays: shape (environments,).
    """

    def __init__(self, task: BatchTask, xp: NumpyArrays) -> None:
        self._task = task
        self._xp = xp
        everywhere = np.ones(xp.count, bool)
        self._starts: list[tuple[Array, NDArray[np.float64]]] = [
            (xp.packed(facts[:, None] & everywhere), np.repeat(values[:, None], xp.count, axis=1))
            for facts, values in zip(task.starts, task.start_values, strict=True)
        ]
        self.problem: NDArray[np.int64] = np.zeros(xp.count, np.int64)
        self.facts, self.values = self._starts[0]

    def begin(self, problem: int, which: NDArray[np.bool_]) -> None:
        """Put some environments into the start of a problem, without its random part."""
        facts, values = self._starts[problem]
        if not which.all():
            words = self._xp.packed(which)
            facts = self.facts & ~words | facts & words
            values = np.where(which, values, self.values)
        self.facts, self.values = facts, values

    def put(self, copy: int, state: State) -> None:
        """Put one environment into a state of the problem that it plays; raises `ModelError` as `Batch.set_state`."""
        problem = int(self.problem[copy])
        is_copy = np.arange(self._xp.count) == copy
        facts, values = self._facts_of(state, problem), self._values_of(state, problem, copy)
        words = self._xp.packed(is_copy)
        self.facts = self.facts & ~words | self._xp.packed(facts[:, None] & is_copy)
        self.values = np.where(is_copy, values[:, None], self.values)

    def _facts_of(self, state: State, problem: int) -> NDArray[np.bool_]:
        """Return the facts of a state of a problem: shape (facts,)."""
        task = self._task
        if state.vocabulary.objects != task.tasks[problem].objects:
            raise ModelError("the state is of another task")
        numbers = {(atom.predicate, atom.terms): number for number, atom in task.atoms[problem].items()}
        facts: NDArray[np.bool_] = task.starts[problem].copy()
        facts[[*numbers.values()]] = False
        for name, row in state.own_atoms():
            atom = name, state.vocabulary.terms(row)
            if atom not in numbers:
                raise ModelError(f"{Atom(*atom)} is out of reach from the start of the problem")
            facts[numbers[atom]] = True
        for group in task.exclusive:
            both = [str(task.atoms[problem][number]) for number in group.tolist() if facts[number]]
            if len(both) > 1:
                raise ModelError(f"the state holds {both[0]} and {both[1]}, which no state within reach does")
        return facts

    def _values_of(self, state: State, problem: int, copy: int) -> NDArray[np.float64]:
        """Return the values of a state of a problem, each times its scale: shape (fluents,)."""
        task = self._task
        values = np.full(task.values, np.nan)
        fluents = {(fluent.function, fluent.terms): number for number, fluent in task.fluents[problem].items()}
        for (name, row), value in state.own_values():
            number = fluents.get((name, state.vocabulary.terms(row)))
            # A fluent that no action reads or changes has no number.
            if number is not None:
                scale = task.scales[number]
                scaled = exact(value * scale)
                if not isinstance(scaled, int):
                    raise ModelError(
                        f"arrays hold no value {value} of {task.fluents[problem][number]}",
                        expected=f"a whole multiple of 1/{scale}, as all that the actions compute",
                        hint="single environments compute with any fractions",
                    )
                if abs(scaled) >= EXACT_DOUBLE:
                    raise too_large(copy)
                values[number] = scaled
        return values

    def unpacked_facts(self) -> NDArray[np.uint8]:
        """Return the atoms as 0 and 1, without the flags of problems: shape (atoms, environments)."""
        problems = len(self._task.tasks)
        atoms = self._task.facts - (problems if problems > 1 else 0)
        array: NDArray[np.uint8] = self._xp.unpacked(self.facts[:atoms])
        return array

    def atoms(self, copy: int) -> list[Atom]:
        """Return the true atoms of one environment that actions may change."""
        names = self._task.atoms[self.problem[copy]]
        return [names[number] for number in self.unpacked_facts()[:, copy].nonzero()[0].tolist()]

    def fluents(self, copy: int) -> dict[FluentValue, Value]:
        """Return the exact defined numeric values of one environment that actions may change.

        Raises `SimulationError` for a number that arrays cannot hold.
        """
        if (np.abs(self.values[:, copy]) >= EXACT_DOUBLE).any():
            raise too_large(copy)
        column = self.values[:, copy].tolist()
        return {
            fluent: self._task.value(number, column[number])
            for number, fluent in self._task.fluents[self.problem[copy]].items()
            if column[number] == column[number]
        }


def too_large(copy: int) -> SimulationError:
    """Return the error for a number of one environment that arrays cannot hold."""
    return SimulationError(
        f"a number of copy {copy} is too large for arrays, which hold whole numbers below 2**53",
        hint="single environments compute with numbers of any size",
    )
