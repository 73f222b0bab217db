"""Steps of an environment, with all values held as its engine takes them: in lists, or in arrays where these pay.

>>> from relgym.read.rddl import read_instance, read_process
>>> process = read_process('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false };
...     push(t) : { action-fluent, bool, default = false }; };
...   cpfs { on'(?x) = on(?x) | push(?x); }; }''')
>>> instance = read_instance("instance i { domain = d; objects { t : {a, b}; }; }", process)
>>> stepper = ArrayStepper(ProcessReasoner(process, instance))
>>> state, seen, reward = stepper.step(stepper.start, stepper.with_cells({"push___b": True}), np.zeros(0))
>>> stepper.listed(state)
([False, True],)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from relgym.backends.array_questions import Compiled, as_array, as_values, compiled, compiled_faults, compiled_step
from relgym.backends.builtin_evaluator import BuiltinEvaluator
from relgym.model.equations import Equations, Function, Part, Values
from relgym.model.rddl import Kind
from relgym.model.rddl_expressions import Value
from relgym.process_reasoner import ProcessReasoner
from relgym.simulator import State

Held = tuple[Any, ...]
"""The values of some fluents as a stepper holds them. Nobody changes them: states may share them."""

Stepped = tuple[Held, Held, float]
"""A state, what is seen of it, and the reward: what is seen are the observ-fluents, or all where there are none."""


class Stepper(ABC):
    """Steps of one instance; `endless` says that the files have no invariants, and no condition of termination."""

    start: Held
    idle: Held
    endless: bool

    @abstractmethod
    def held(self, values: State) -> Held:
        """A state that is given in lists."""

    @abstractmethod
    def listed(self, state: Held) -> State:
        """A state in lists."""

    @abstractmethod
    def listed_action(self, action: Held) -> State:
        """An action in lists."""

    @abstractmethod
    def with_cells(self, cells: Mapping[str, Any]) -> Held:
        """The action that differs from the defaults in some cells."""

    @abstractmethod
    def with_values(self, values: list[Any]) -> Held:
        """The action whose fluents have these values: arrays that nobody else has, or what they have in `idle`."""

    @abstractmethod
    def allows(self, state: Held, action: Held) -> bool:
        """Whether an action may be taken."""

    @abstractmethod
    def step(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        """What follows; raises `SimulationError` where a value cannot be computed."""

    @abstractmethod
    def broken(self, state: Held) -> Value | None:
        """The first invariant that does not hold."""

    @abstractmethod
    def ended(self, state: Held) -> Value | None:
        """The first condition of termination that holds."""


class ListStepper(Stepper):
    """Values in lists, which any engine takes."""

    def __init__(self, reasoner: ProcessReasoner) -> None:
        self._reasoner = reasoner
        self._simulator = simulator = reasoner.simulator
        self.start, self.idle = simulator.start, simulator.idle
        self.endless = _is_endless(simulator.program)
        computed = simulator.layout.of_kind(Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED)
        self._observed = [place for place, fluent in enumerate(computed) if fluent.kind is Kind.OBSERVED]

    def held(self, values: State) -> Held:
        return values

    def listed(self, state: Held) -> State:
        return state

    def listed_action(self, action: Held) -> State:
        return action

    def with_cells(self, cells: Mapping[str, Any]) -> Held:
        return self._reasoner.changed(cells)

    def with_values(self, values: list[Any]) -> Held:
        kept = zip(values, self.idle, strict=True)
        return tuple(value if value is own else as_values(value, np.shape(value)) for value, own in kept)

    def allows(self, state: Held, action: Held) -> bool:
        return self._reasoner.allows(state, action)

    def step(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        after, computed, reward = self._simulator.step(state, action, uniforms.tolist())
        return after, tuple(computed[place] for place in self._observed) or after, reward

    def broken(self, state: Held) -> Value | None:
        return self._simulator.broken(state)

    def ended(self, state: Held) -> Value | None:
        return self._simulator.ended(state)


class ArrayStepper(Stepper):
    """Values in arrays, with an axis for each parameter; where something has no value, the simulator is asked."""

    def __init__(self, reasoner: ProcessReasoner) -> None:
        self._simulator = simulator = reasoner.simulator
        self._cells = reasoner.actions
        self._program = program = simulator.program
        self._most = simulator.layout.instance.most_actions
        self.endless = _is_endless(program)
        self.start = self._arrays(program.states, simulator.start)
        self.idle = self._arrays(program.actions, simulator.idle)
        seen = tuple(program.functions[f.name, False] for f in simulator.layout.of_kind(Kind.OBSERVED))
        states = tuple(program.functions[function.name, True] for function in program.states)
        self._idles_at_0 = not any(own.any() for own in self.idle)
        self._stepped = (*states, *seen, *program.of_part(Part.REWARD))
        self._ask = compiled_step(program, simulator.externals, self._stepped).ask
        self._preconditions = self._part(Part.PRECONDITION)
        self._invariants = self._part(Part.INVARIANT)
        self._terminations = self._part(Part.TERMINATION)
        self._faults: Compiled | None = None
        self._formulas = {item.function: item.value for item in program.equations}

    def held(self, values: State) -> Held:
        return self._arrays(self._program.states, values)

    def listed(self, state: Held) -> State:
        return self._lists(self._program.states, state)

    def listed_action(self, action: Held) -> State:
        return self._lists(self._program.actions, action)

    def held_action(self, values: State) -> Held:
        """An action that is given in lists."""
        return self._arrays(self._program.actions, values)

    def faults(self, state: Held, action: Held) -> Sequence[Any]:
        """Which preconditions do not hold, as `ArrayPreconditionsWriter` tells; nothing where it cannot be said."""
        if self._faults is None:
            self._faults = compiled_faults(self._program, self._simulator.externals)
        return self._answered(self._faults, state, action, _NONE) or ()

    def with_cells(self, cells: Mapping[str, Any]) -> Held:
        values = list(self.idle)
        changed: dict[int, Any] = {}
        known = self._cells.known
        for name, value in cells.items():
            cell = known[name]
            flat = changed.get(cell.position)
            if flat is None:
                array = values[cell.position] = np.array(values[cell.position])
                flat = changed[cell.position] = array.reshape(-1)
            flat[cell.place or 0] = cell.plain(value)
        return tuple(values)

    def with_values(self, values: list[Any]) -> Held:
        return tuple(values)

    def allows(self, state: Held, action: Held) -> bool:
        if self._most is not None:
            changed = action if self._idles_at_0 else map(np.not_equal, action, self.idle)
            if sum(map(np.count_nonzero, changed)) > self._most:
                return False
        return self._preconditions is None or self._first(self._preconditions, state, action, False) is None

    def step(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        try:
            stepped, wrong = self._ask(state, action, uniforms)
        except (ArithmeticError, ValueError):
            return self._one_by_one(state, action, uniforms)
        if wrong is not None and wrong:
            return self._one_by_one(state, action, uniforms)
        return stepped

    def _one_by_one(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        """What follows, of the simulator, which says what has no value."""
        lists = self.listed(state), self.listed_action(action)
        values = self._simulator.values(self._stepped, *lists, uniforms.tolist())
        *found, reward = self._arrays(self._stepped, values)
        width = len(self._program.states)
        after, seen = tuple(found[:width]), tuple(found[width:])
        return after, seen or after, float(reward)

    def broken(self, state: Held) -> Value | None:
        return None if self._invariants is None else self._first(self._invariants, state, self.idle, False)

    def ended(self, state: Held) -> Value | None:
        return None if self._terminations is None else self._first(self._terminations, state, self.idle, True)

    def _first(self, question: Compiled, state: Held, action: Held, wanted: bool) -> Value | None:
        """The first formula of a part that is as wanted."""
        functions = question.functions
        found = self._answered(question, state, action, _NONE)
        if found is None:
            return self._simulator.first(functions[0].part, self.listed(state), self.listed_action(action), wanted)
        for function, value in zip(functions, found, strict=True):
            if bool(value) is wanted:
                return self._formulas[function]
        return None

    def _part(self, part: Part) -> Compiled | None:
        functions = self._program.of_part(part)
        return self._question(functions) if functions else None

    def _question(self, functions: tuple[Function, ...]) -> Compiled:
        return compiled(self._program, self._simulator.externals, functions, copies=False)

    def _answered(self, question: Compiled, state: Held, action: Held, uniforms: Any) -> Sequence[Any] | None:
        """The values that are asked for; none where something has no value."""
        try:
            found, wrong = question.ask(state, action, uniforms)
        except (ArithmeticError, ValueError):
            return None
        return None if wrong is not None and wrong else found

    def _arrays(self, functions: Sequence[Function], values: Sequence[Values]) -> Held:
        sizes = self._program.sizes
        return tuple(as_array(several, sizes(f), f.range) for f, several in zip(functions, values, strict=True))

    def _lists(self, functions: Sequence[Function], arrays: Held) -> State:
        sizes = self._program.sizes
        return tuple(as_values(array, sizes(f)) for f, array in zip(functions, arrays, strict=True))


_NONE: Any = np.zeros(0)


def _is_endless(program: Equations) -> bool:
    return not program.of_part(Part.INVARIANT) and not program.of_part(Part.TERMINATION)


def stepper_of(reasoner: ProcessReasoner) -> Stepper:
    """The stepper that suits an instance's engine: arrays stand in for the builtin one where they pay."""
    simulator = reasoner.simulator
    engine = simulator.engine
    if isinstance(engine, BuiltinEvaluator) and engine.prefers_arrays(simulator.stepped):
        return ArrayStepper(reasoner)
    return ListStepper(reasoner)
