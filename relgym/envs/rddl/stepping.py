"""Steps of an environment, with all values in the form of its engine: in lists, or in arrays where these are faster.

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

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from relgym.backends.builtin.array_questions import Compiled, as_array, as_values, compiled, compiled_faults
from relgym.backends.builtin.array_work import lists_surely, step_share
from relgym.backends.builtin.evaluator import BuiltinEvaluator
from relgym.envs.rddl.profile import ProfilingRun
from relgym.envs.rddl.questions import StepQuestion
from relgym.errors import SimulationError
from relgym.model.rddl.equations import Function, Number, Part, Values
from relgym.model.rddl.expressions import INT, Value
from relgym.model.rddl.traversal import walk
from relgym.reasoning.rddl.cells import Cell, changed_plain
from relgym.reasoning.rddl.dynamics import Dynamics, State
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.translate.equations.agreement import values_agree
from relgym.tuning.rddl_envs import LISTS_WARMUP_SECONDS, PART_SECONDS, UNTRIED_RATIO

Held = tuple[Any, ...]
"""The values of some fluents in the form of a stepper. They are never changed, since states may share them."""

Stepped = tuple[Held, Held, float]
"""A state, its observation, and the reward; observed are the observ-fluents, or all state-fluents without any."""


class Stepper(ABC):
    """Steps of one instance; `endless` is true if no state violates an invariant or ends an episode."""

    start: Held
    idle: Held
    endless: bool
    # True if the stepper of the other form computes the same values, and may be the faster one.
    has_rival = False

    @abstractmethod
    def held(self, values: State) -> Held:
        """Convert a state from lists."""

    @abstractmethod
    def listed(self, state: Held) -> State:
        """Convert a state to lists."""

    @abstractmethod
    def listed_action(self, action: Held) -> State:
        """Convert an action to lists."""

    @abstractmethod
    def held_action(self, values: State) -> Held:
        """Convert an action from lists."""

    @abstractmethod
    def listed_seen(self, seen: Held) -> State:
        """Convert an observation to lists."""

    @abstractmethod
    def held_seen(self, values: State) -> Held:
        """Convert an observation from lists."""

    @abstractmethod
    def with_cells(self, cells: Mapping[str, Any]) -> Held:
        """Return the action that differs from the defaults in some cells."""

    @abstractmethod
    def with_plain(self, given: Sequence[tuple[Cell, Number]]) -> Held:
        """Return the action that differs from the defaults in some cells, each with its plain value."""

    @abstractmethod
    def with_values(self, values: list[Any]) -> Held:
        """Return the action whose fluents have these values: arrays that the caller gives up, or those of `idle`."""

    @abstractmethod
    def allows(self, state: Held, action: Held) -> bool:
        """Tell whether an action is valid."""

    @abstractmethod
    def keeps_limit(self, action: Held) -> bool:
        """Tell whether at most `max-nondef-actions` action-fluents differ from their defaults."""

    @abstractmethod
    def step(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        """Compute a step; raises `SimulationError` where a value cannot be computed."""

    @abstractmethod
    def broken(self, state: Held) -> Value | None:
        """Return the first invariant that does not hold, if any."""

    @abstractmethod
    def ended(self, state: Held) -> Value | None:
        """Return the first termination condition that holds, if any."""


class ListStepper(Stepper):
    """Values in lists, which any engine takes."""

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self._reasoner = reasoner
        self._keeps_limit = reasoner.conditions.keeps_limit
        self._simulator = simulator = reasoner.dynamics
        self.start, self.idle = simulator.start, simulator.idle
        self.endless = _is_endless(simulator)
        self._stepped = simulator.shown_step
        self._width = len(simulator.program.states)
        self._unconditional = not simulator.undecided(Part.PRECONDITION)
        if isinstance(simulator.engine, BuiltinEvaluator):
            # Where arrays are faster, the other stepper keeps all values in arrays.
            simulator.engine.use_lists(self._stepped)

    def held(self, values: State) -> Held:
        return values

    def listed(self, state: Held) -> State:
        return state

    def listed_action(self, action: Held) -> State:
        return action

    def held_action(self, values: State) -> Held:
        return values

    def listed_seen(self, seen: Held) -> State:
        return seen

    def held_seen(self, values: State) -> Held:
        return values

    def with_cells(self, cells: Mapping[str, Any]) -> Held:
        return self._reasoner.action_values.values(cells)

    def with_plain(self, given: Sequence[tuple[Cell, Number]]) -> Held:
        return changed_plain(self.idle, given)

    def with_values(self, values: list[Any]) -> Held:
        kept = zip(values, self.idle, strict=True)
        return tuple(value if value is own else as_values(value, np.shape(value)) for value, own in kept)

    def allows(self, state: Held, action: Held) -> bool:
        return self._keeps_limit(action) and (self._unconditional or self._simulator.refused(state, action) is None)

    def keeps_limit(self, action: Held) -> bool:
        return self._keeps_limit(action)

    def step(self, state: Held, action: Held, uniforms: Any) -> Stepped:
        values = self._simulator.values(self._stepped, state, action, uniforms.tolist())
        width = self._width
        after = tuple(values[:width])
        return after, tuple(values[width:-1]) or after, values[-1]  # type: ignore[return-value]

    def broken(self, state: Held) -> Value | None:
        return self._simulator.broken(state)

    def ended(self, state: Held) -> Value | None:
        return self._simulator.ended(state)


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
        self.endless = _is_endless(simulator)
        self.start = self.held(simulator.start)
        self.idle = self._arrays(program.actions, simulator.idle)
        self._idles_at_0 = not any(own.any() for own in self.idle)
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
            raise too_large()
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
        found = self._answered(question, state, action, _NONE)
        if found is None:
            return self._simulator.first(part, self.listed(state), self.listed_action(action), wanted)
        for place, value in enumerate(found):
            if bool(value) is wanted:
                return self._formulas[question.functions[place]]
        return None

    def _answered(self, question: Compiled, state: Held, action: Held, uniforms: Any) -> Sequence[Any] | None:
        """Return the answer to a question; None where an expression has no value, or the state is in lists."""
        if type(state) is LargeState:
            return None
        try:
            found, wrong = question.ask(state, action, uniforms)
        except (ArithmeticError, ValueError):
            return None
        return None if wrong is not None and wrong else found

    def _arrays(self, functions: Sequence[Function], values: Sequence[Values]) -> Held:
        """Convert values to arrays; raises `SimulationError` for a whole number that arrays cannot hold."""
        sizes = self._program.sizes
        try:
            return tuple(as_array(several, sizes(f), f.range) for f, several in zip(functions, values, strict=True))
        except OverflowError:
            raise too_large() from None

    def _lists(self, functions: Sequence[Function], arrays: Held) -> State:
        sizes = self._program.sizes
        return tuple(as_values(array, sizes(f)) for f, array in zip(functions, arrays, strict=True))


def too_large() -> SimulationError:
    """Return the error for a whole number that arrays and observations cannot hold."""
    return SimulationError("a whole number is too large to be observed", expected="at most 64 bits")


def check_defaults(reasoner: RDDLReasoner) -> None:
    """Raise `SimulationError` for the default of an action-fluent that no action of an environment could hold."""
    for function, several in zip(reasoner.program.actions, reasoner.dynamics.idle, strict=True):
        numbers = several if isinstance(several, list) else [several]
        if function.range == INT and any(not -(2**63) <= number < 2**63 for number in numbers):
            error = too_large()
            raise SimulationError(
                f"{error.message}: the default of the action-fluent '{function.name}'", expected=error.expected
            )


_NONE: Any = np.zeros(0)


def _is_endless(simulator: Dynamics) -> bool:
    return not simulator.undecided(Part.INVARIANT) and not simulator.undecided(Part.TERMINATION)


def stepper_of(reasoner: RDDLReasoner) -> Stepper:
    """Choose the faster stepper by an estimate, which is the same in every run; engines other than builtin take lists.

    Sums of real numbers, and functions such as `exp`, may differ in the last bit between lists and arrays. For such
    instances the estimate is final, since otherwise the results of a seed would depend on the clock. For others a rough
    estimate is enough, and `profile_of` tries both steppers.
    """
    simulator = reasoner.dynamics
    engine, program, functions = simulator.engine, simulator.program, simulator.shown_step
    equations = program.needed(functions)
    if not isinstance(engine, BuiltinEvaluator) or lists_surely(program, equations):
        return ListStepper(reasoner)
    conditions = program.of_part(Part.PRECONDITION, Part.INVARIANT, Part.TERMINATION)
    same = values_agree(program, program.needed((*functions, *conditions)))
    if same:
        share = step_share(program, equations)
    else:
        share = engine.counted_share(functions, simulator.start, simulator.idle, [0.5] * simulator.uniforms)
    stepper: Stepper = ArrayStepper(reasoner) if share > 1 else ListStepper(reasoner)
    stepper.has_rival = same and share < UNTRIED_RATIO
    return stepper


def other_stepper(reasoner: RDDLReasoner, stepper: Stepper) -> Stepper:
    """Make a stepper of the other form."""
    return ListStepper(reasoner) if isinstance(stepper, ArrayStepper) else ArrayStepper(reasoner)


def profile_of(reasoner: RDDLReasoner, stepper: Stepper) -> ProfilingRun | None:
    """Return the profiling runs that find the faster stepper; None if there is no other stepper to try."""
    if not stepper.has_rival:
        return None
    simulator = reasoner.dynamics
    parts = sum(1 for item in simulator.program.needed(simulator.shown_step) for _ in walk(item.value))
    return ProfilingRun(isinstance(stepper, ArrayStepper), max(LISTS_WARMUP_SECONDS, PART_SECONDS * parts))


Last = tuple[Held, Held, Any] | None
"""The state before the last step, its action and uniform numbers, as a stepper holds them; None before a first step."""


def moved(before: Stepper, after: Stepper, state: Held, seen: Held, last: Last) -> tuple[Held, Held, Last]:
    """Convert a state, an observation and the last step to the form of another stepper."""
    if last is not None:
        earlier, action, uniforms = last
        last = after.held(before.listed(earlier)), after.held_action(before.listed_action(action)), uniforms
    return after.held(before.listed(state)), after.held_seen(before.listed_seen(seen)), last
