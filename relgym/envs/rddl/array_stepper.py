"""Steps of an environment with all values in arrays, with an axis for each parameter.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false };
...     push(t) : { action-fluent, bool, default = false }; };
...   cpfs { on'(?x) = on(?x) | push(?x); }; }''')
>>> instance = read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain)
>>> stepper = ArrayStepper(RDDLReasoner(instance))
>>> state, seen, reward = stepper.step(stepper.start, stepper.with_cells({"push___b": True}), np.zeros(0))
>>> stepper.listed(state)
([False, True],)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from relgym.backends.builtin.array_questions import Compiled, as_array, as_values, compiled, compiled_faults
from relgym.envs.rddl.questions import StepQuestion
from relgym.envs.rddl.steppers import Held, Stepped, Stepper, is_endless
from relgym.errors import SimulationError
from relgym.model.rddl.equations import Equations, Function, Number, Part, Values, as_list, label
from relgym.model.rddl.expressions import INT, Value
from relgym.read.rddl.words import signature
from relgym.reasoning.rddl.cells import Cell
from relgym.reasoning.rddl.dynamics import State
from relgym.reasoning.rddl.reasoner import RDDLReasoner

_NONE: Any = np.zeros(0)


class LargeState(tuple[Values, ...]):
    """A state in lists, with a whole number that arrays cannot hold.

    An episode may contain such a state if the number is not observed.
    """

    __slots__ = ()


class ArrayStepper(Stepper):
    """Values in arrays, with an axis for each parameter.

    The simulator computes steps in which an expression has no value in arrays, and steps from a `LargeState`.
    """

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self._simulator = simulator = reasoner.dynamics
        self._cells = reasoner.actions
        self._program = program = simulator.program
        self._most = simulator.layout.instance.most_actions
        self.endless = is_endless(simulator)
        self.start = self.held(simulator.start)
        self.idle = self._arrays(program.actions, simulator.idle)
        self._idles_at_0 = not any(values.any() for values in self.idle)
        self._stepped = simulator.shown_step
        self._seen = self._stepped[len(program.states) : -1] or program.states
        self._question = StepQuestion(program, simulator.externals, self._stepped)
        # Compiled when they are first asked.
        self._questions: dict[Part, Compiled] = {}
        self._unconditional = not simulator.undecided(Part.PRECONDITION)
        self._faults: Compiled | None = None
        self._formulas = {item.function: item.value for item in program.equations}

    def held(self, values: State) -> Held:
        try:
            return self._arrays(self._program.states, values)
        except SimulationError:
            return LargeState(values)

    def listed(self, state: Held) -> State:
        return tuple(state) if type(state) is LargeState else self._lists(self._program.states, state)

    def listed_action(self, action: Held) -> State:
        return self._lists(self._program.actions, action)

    def held_action(self, values: State) -> Held:
        return self._arrays(self._program.actions, values)

    def listed_seen(self, seen: Held) -> State:
        return self._lists(self._seen, seen)

    def held_seen(self, values: State) -> Held:
        return self._arrays(self._seen, values)

    def faults(self, state: Held, action: Held) -> Sequence[Any]:
        """Find the preconditions that do not hold, in the form of `array_faults`; empty if unknown."""
        if self._faults is None:
            self._faults = compiled_faults(self._program, self._simulator.externals)
        return self._answered(self._faults, state, action, _NONE) or ()

    def with_cells(self, cells: Mapping[str, Any]) -> Held:
        known = self._cells.known
        return self.with_plain([(cell := known[name], cell.plain(value)) for name, value in cells.items()])

    def with_plain(self, given: Sequence[tuple[Cell, Number]]) -> Held:
        if not given:
            return self.idle
        values = list(self.idle)
        changed: dict[int, Any] = {}
        for cell, value in given:
            position = cell.position
            flat = changed.get(position)
            if flat is None:
                array = values[position] = values[position].copy()
                flat = changed[position] = array.reshape(-1)
            flat[cell.place or 0] = value
        return tuple(values)

    def with_values(self, values: list[Any]) -> Held:
        return tuple(values)

    def keeps_limit(self, action: Held) -> bool:
        if self._most is None:
            return True
        changed = action if self._idles_at_0 else map(np.not_equal, action, self.idle)
        return bool(sum(map(np.count_nonzero, changed)) <= self._most)

    def allows(self, state: Held, action: Held) -> bool:
        if self._most is not None and not self.keeps_limit(action):
            return False
        return self._unconditional or self._first(Part.PRECONDITION, state, action, False) is None

    def step(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        if type(state) is LargeState:
            return self._one_by_one(state, action, uniforms)
        stepped: Stepped | None = self._question.asked(state, action, uniforms)
        return self._one_by_one(state, action, uniforms) if stepped is None else stepped

    def _one_by_one(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        """Compute a step by the simulator, whose errors name the expression without a value."""
        lists = self.listed(state), self.listed_action(action)
        values = self._simulator.values(self._stepped, *lists, uniforms.tolist())
        width = len(self._program.states)
        after = self.held(tuple(values[:width]))
        if self._seen is not self._program.states:
            return after, self._arrays(self._seen, values[width:-1]), float(values[-1])  # type: ignore[arg-type]
        if type(after) is LargeState:
            raise too_large(self._program, self._stepped[:width], after)
        return after, after, float(values[-1])  # type: ignore[arg-type]

    def broken(self, state: Held) -> Value | None:
        return self._first(Part.INVARIANT, state, self.idle, False)

    def ended(self, state: Held) -> Value | None:
        return self._first(Part.TERMINATION, state, self.idle, True)

    def _first(self, part: Part, state: Held, action: Held, wanted: bool) -> Value | None:
        """Return the first formula of a part with the wanted truth value, if any."""
        question = self._questions.get(part)
        if question is None:
            functions = self._simulator.undecided(part)
            if not functions:
                return None
            question = compiled(self._program, self._simulator.externals, functions, copies=False)
            self._questions[part] = question
        answers = self._answered(question, state, action, _NONE)
        if answers is None:
            return self._simulator.first(part, self.listed(state), self.listed_action(action), wanted)
        for place, value in enumerate(answers):
            if bool(value) is wanted:
                return self._formulas[question.functions[place]]
        return None

    def _answered(self, question: Compiled, state: Held, action: Held, uniforms: Any) -> Sequence[Any] | None:
        """Return the answer to a question; None where an expression has no value, or the state is in lists."""
        if type(state) is LargeState:
            return None
        try:
            answers, wrong = question.ask(state, action, uniforms)
        except (ArithmeticError, ValueError):
            return None
        return None if wrong is not None and wrong else answers

    def _arrays(self, functions: Sequence[Function], values: Sequence[Values]) -> Held:
        """Convert values to arrays; raises `SimulationError` for a whole number that arrays cannot hold."""
        sizes = self._program.sizes
        try:
            return tuple(as_array(several, sizes(f), f.range) for f, several in zip(functions, values, strict=True))
        except OverflowError:
            raise too_large(self._program, functions, values) from None

    def _lists(self, functions: Sequence[Function], arrays: Held) -> State:
        sizes = self._program.sizes
        return tuple(as_values(array, sizes(f)) for f, array in zip(functions, arrays, strict=True))


def too_large(program: Equations, functions: Sequence[Function], values: Sequence[Values]) -> SimulationError:
    """Return the error for the first whole number that arrays and observations cannot hold.

    Args:
        program: The equations of the instance.
        functions: The functions that are to be observed.
        values: Their values, of which one has more than 64 bits.

    Returns:
        The error, with the cell and the place of its equation, if it has one.
    """
    for function, several in zip(functions, values, strict=True):
        rows = product(*(program.types[of] for of in function.parameters))
        for row, value in zip(rows, as_list(several), strict=True):
            if function.range == INT and not -(2**63) <= value < 2**63:
                cell = signature(function.name, [label(item) for item in row])
                spans = (equation.span for equation in program.equations if equation.function == function)
                return SimulationError(
                    f"a whole number is too large to be observed: that of {cell}",
                    span=next(spans, None),
                    expected="at most 64 bits",
                )
    raise AssertionError("every number has at most 64 bits")
