"""One instance of an RDDL domain, stepped by an engine.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
...   reward = lit';
... }''')
>>> simulator = Dynamics(read_instance("instance dark { domain = lamp; horizon = 5; }", domain))
>>> simulator.step(simulator.start, (True,), [])
StepResult(state=(True,), computed=(), reward=1.0)
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

from relgym.arguments import check_functions
from relgym.backends import registry
from relgym.backends.base import Limits
from relgym.backends.evaluator import Evaluator, Externals
from relgym.errors import BackendError, ModelError, SimulationError
from relgym.features import needed_by
from relgym.limits import Budget, bits_of_digits
from relgym.locking import Lock, synchronized
from relgym.model.rddl.domain import Instance, Kind
from relgym.model.rddl.equations import NUMBERED, Equation, Equations, Function, Part, Values
from relgym.model.rddl.expressions import INT, External, Value
from relgym.model.rddl.state import RDDLState
from relgym.model.rddl.traversal import walk
from relgym.runtime.bounds import Bounds, collected
from relgym.runtime.reasons import reason_of
from relgym.runtime.scope import scope_of
from relgym.translate.equations.conditions import is_fixed
from relgym.translate.equations.equations import EquationWriter
from relgym.translate.equations.intervals import intervals_of
from relgym.translate.equations.layout import Layout
from relgym.translate.python_equations.preconditions import PreconditionsWriter
from relgym.tuning.reasoning import CELL_BYTES

State = tuple[Values, ...]
"""The values of all state-fluents, in the order of their declaration."""

Action = tuple[Values, ...]
"""The values of all action-fluents, in the order of their declaration."""

ActionCell = tuple[int, int | None]
"""An action-fluent's position, and the place of a value in its list."""


class StepResult(NamedTuple):
    """The result of a step; `computed` are the values of interm-, derived- and observ-fluents, in their order."""

    state: State
    computed: tuple[Values, ...]
    reward: float


class Dynamics:
    """Computes steps of an RDDL instance; `uniforms` numbers in [0, 1) for each step decide its random values.

    `start` is the first state, `idle` the action of defaults. `backend` is an engine's name or an
    instance of one that nobody else uses; `externals` are the functions that the domain calls as `$NAME`. Raises
    `UnsupportedFeature` if the engine lacks a feature that the domain needs, `MissingEngine` if it is not installed.

    Threads may share a simulator: each call holds `lock`.
    """

    def __init__(
        self,
        instance: Instance,
        backend: str | Evaluator = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
        externals: Externals | None = None,
    ) -> None:
        self.lock = Lock()
        if not isinstance(instance, Instance):
            raise ModelError(
                f"{reprlib.repr(instance)} is no instance", expected="what relgym.load(domain, instance) gives"
            )
        if externals is not None:
            check_functions(externals)
        self.externals = externals or {}
        self.engine = backend if isinstance(backend, Evaluator) else registry.evaluator(backend, limits)
        self.writer = EquationWriter(instance)
        self.layout = layout = self.writer.layout
        _check_size(layout, self.engine.budget)
        self.program: Equations = self.writer.program()
        _check_externals(self.program, self.externals)
        registry.refuse_missing(self.engine, lambda: needed_by(self.program))
        self.engine.load(self.program, self.externals)
        self.uniforms = self.program.uniforms
        self.start: State = tuple(layout.start(fluent.name) for fluent in layout.of_kind(Kind.STATE))
        self.idle: Action = tuple(layout.start(fluent.name) for fluent in layout.of_kind(Kind.ACTION))
        named = self.program.functions
        self._next = tuple(named[function.name, True] for function in self.program.states)
        others = layout.of_kind(Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED)
        computed = tuple(named[fluent.name, False] for fluent in others)
        self.stepped = (*self._next, *computed, *self.program.of_part(Part.REWARD))
        seen = tuple(named[fluent.name, False] for fluent in layout.of_kind(Kind.OBSERVED))
        # The results that an environment needs: the next state, the observation, and the reward.
        self.shown_step = (*self._next, *seen, *self.program.of_part(Part.REWARD))
        self._width = len(self._next)
        # Numbers between the two have no more digits than the limits allow.
        self._most = 1 << bits_of_digits(self.engine.budget.limits.digits)
        self._least = -self._most
        self._narrow = _bounded(self.program)
        self._wide = {id(functions): self._wide_places(functions) for functions in (self.stepped, self.shown_step)}
        self._equations = {item.function: item for item in self.program.equations}
        # The results of `undecided`.
        self._undecided: dict[Part, tuple[Function, ...]] = {}
        self._distance: Callable[[State, Action], float] | None = None
        self._faults: Callable[[State, Action], list[list[ActionCell]]] | None = None
        self._queries = 0
        self._defined: list[Equation] = []

    def state(self, values: State) -> RDDLState:
        """Return the state of some values."""
        return RDDLState(self.program, values)

    def own(self, state: RDDLState) -> State:
        """Return the values of a state of this instance; raises `ModelError` for anything else."""
        if not isinstance(state, RDDLState):
            raise ModelError(
                f"{reprlib.repr(state)} is no state", expected="the initial state, or what `state` makes of values"
            )
        program, other = self.program, state.program
        if other is not program and (other.states != program.states or other.types != program.types):
            raise ModelError("the state is of another instance")
        return state.values

    @synchronized
    def fresh(self) -> int:
        """An index for a query that no other has."""
        self._queries += 1
        return self._queries

    @synchronized
    def define(self, equations: Sequence[Equation]) -> None:
        """Take further equations, such as questions, of whose functions `values` is asked from now on."""
        self.engine.define(equations)
        self._defined += equations
        self._equations |= {item.function: item for item in equations}

    @synchronized
    def close(self) -> None:
        """Give the engine up; the simulator answers nothing after that."""
        self.engine.close()

    def step(self, state: State, action: Action, uniforms: Sequence[float]) -> StepResult:
        """The state and the reward that follow; raises `SimulationError` where a value cannot be computed."""
        values = self.values(self.stepped, state, action, uniforms)
        width = self._width
        return StepResult(tuple(values[:width]), tuple(values[width:-1]), values[-1] + 0.0)  # type: ignore[operator]

    def refused(self, state: State, action: Action) -> Value | None:
        """The first precondition or constraint that an action breaks in a state."""
        return self.first(Part.PRECONDITION, state, action, False)

    def broken(self, state: State) -> Value | None:
        """The first invariant that does not hold in a state."""
        return self.first(Part.INVARIANT, state, self.idle, False)

    def ended(self, state: State) -> Value | None:
        """The first condition of termination that holds in a state."""
        return self.first(Part.TERMINATION, state, self.idle, True)

    @synchronized
    def distance(self, state: State, action: Action) -> float:
        """Return the distance of the preconditions and constraints from truth, 0 if they hold: a guide for a search."""
        if self._distance is None:
            self._distance = self._compiled("distance", PreconditionsWriter.distance)
        return self._distance(state, action)

    @synchronized
    def faults(self, state: State, action: Action) -> list[list[ActionCell]]:
        """For each row of a precondition that does not hold the action cells that it reads: a guide as well."""
        if self._faults is None:
            self._faults = self._compiled("faults", PreconditionsWriter.faults)
        try:
            return self._faults(state, action)
        except (ArithmeticError, ValueError):
            # It cannot be said of each.
            return []

    def bounds(self) -> Bounds:
        """The bounds that preconditions and constraints set for actions, whatever the state."""
        return collected(self._compiled("bounds", PreconditionsWriter.bounds))

    def entailed_by_bounds(self) -> frozenset[Function]:
        """Return the preconditions that hold if each given action value is in its interval, and others are default."""
        writer = PreconditionsWriter(self.program, {})
        return frozenset(
            f
            for f in self.program.of_part(Part.PRECONDITION)
            if writer.says_bounds_only(self._formula(f)) and self._has_at_start(f, True)
        )

    def values(
        self, functions: Sequence[Function], state: State, action: Action, uniforms: Sequence[float] = ()
    ) -> list[Values]:
        """Return the values of functions; a `SimulationError` names the value that cannot be computed.

        Raises `BackendError` for a whole number with more digits than allowed.
        """
        # As `synchronized`, without the call that it adds to each step.
        with self.lock:
            try:
                computed = self.engine.values(functions, state, action, uniforms)
            except SimulationError as error:
                raise self.located(functions, state, action, uniforms, error) from error
        wide = self._wide.get(id(functions))
        for place in self._wide_places(functions) if wide is None else wide:
            several = computed[place]
            if isinstance(several, list):
                fits = min(several) > self._least and max(several) < self._most
            else:
                fits = self._least < several < self._most
            if not fits:
                raise self.engine.budget.beyond("digits")
        return computed

    def _wide_places(self, functions: Sequence[Function]) -> list[int]:
        """Return the places of functions whose whole numbers may have any number of digits."""
        sizes = self.program.sizes
        return [n for n, f in enumerate(functions) if f.range == INT and f not in self._narrow and all(sizes(f))]

    def first(self, part: Part, state: State, action: Action, wanted: bool) -> Value | None:
        """The first formula of a part that is as wanted."""
        functions = self._undecided.get(part)
        if functions is None:
            functions = self.undecided(part)
        if not functions:
            return None
        with self.lock:
            try:
                truths = self.engine.values(functions, state, action)
            except SimulationError:
                # One that is not as wanted may keep others from being looked at.
                truths = []
                for function in functions:
                    truths += self.values((function,), state, action)
                    if truths[-1] is wanted:
                        break
        return self._formula(functions[truths.index(wanted)]) if wanted in truths else None

    @synchronized
    def undecided(self, part: Part) -> tuple[Function, ...]:
        """The formulas of a part that are asked at a step: all but those that never change, and are not as wanted."""
        open_ones = self._undecided.get(part)
        if open_ones is None:
            wanted = part is Part.TERMINATION
            open_ones = tuple(f for f in self.program.of_part(part) if not self._always(f, not wanted))
            self._undecided[part] = open_ones
        return open_ones

    def _always(self, function: Function, truth: bool) -> bool:
        """Return True if a formula depends on nothing that changes, and its value is `truth`."""
        return is_fixed(self._formula(function), self.program) and self._has_at_start(function, truth)

    def _has_at_start(self, function: Function, truth: bool) -> bool:
        """Return True if a formula has a truth value in the initial state with the default action."""
        try:
            return self.engine.values((function,), self.start, self.idle) == [truth]
        except (SimulationError, BackendError):
            # A step reports values that cannot be computed, or that take too long.
            return False

    def _formula(self, function: Function) -> Value:
        return self._equations[function].value

    @synchronized
    def located(
        self, functions: Sequence[Function], state: State, action: Action, uniforms: Sequence[float], error: Exception
    ) -> SimulationError:
        """Return the error with the value that failed, found by a second computation, one value at a time."""
        at: list[Any] = []
        try:
            self._compiled("traced", lambda writer: writer.equations.traced("traced", functions, self._defined))(
                state, action, uniforms, at
            )
        except (ArithmeticError, ValueError) as again:
            for function, equation in self._equations.items():
                if at and str(function) == at[0]:
                    return _named(self.program, equation, at[1:], again)
            return SimulationError(f"a question cannot be answered: {reason_of(again)}")
        # Prolog stops where a number runs over, though it may be only compared; for others it is infinite then.
        return SimulationError(f"{self.engine.name} cannot compute an intermediate value: {error}")

    def _compiled(self, name: str, written: Callable[[PreconditionsWriter], str]) -> Callable[..., Any]:
        budget = self.engine.budget
        scope = scope_of(self.externals) | budget.scope()
        writer = PreconditionsWriter(self.program, scope)
        text = budget.keeping(written)(writer)
        exec(compile(text, f"<relgym {name}>", "exec"), scope)
        made: Callable[..., Any] = scope[name]
        return budget.keeping(made)


def _check_size(layout: Layout, budget: Budget) -> None:
    """Raise `BackendError` for an instance whose values cannot fit into memory, before any list of them is made."""
    cells = {fluent.name: layout.cells(fluent.name) for fluent in layout.domain.fluents}
    total = sum(cells.values())
    largest = max(cells, key=cells.__getitem__, default="")
    budget.need(
        CELL_BYTES * total,
        f"the instance has {total:,} values, {cells.get(largest, 0):,} of them those of '{largest}'",
        "declare fewer objects, or fluents with fewer parameters",
    )


def _bounded(program: Equations) -> frozenset[Function]:
    """Return the functions whose whole numbers have bounds."""
    interval = intervals_of(program).interval
    whole = (item for item in program.equations if item.function.range == INT)
    return frozenset(item.function for item in whole if all(map(isfinite, interval(item.value))))


def _check_externals(program: Equations, externals: Externals) -> None:
    """Raises `ModelError` if the domain calls a function that is not given."""
    for equation in program.equations:
        for part in walk(equation.value):
            if isinstance(part, External) and part.function not in externals:
                raise ModelError(
                    f"the domain calls ${part.function}, and no function of this name is given",
                    span=part.span,
                    expected=f"a function of arrays: functions={{'{part.function}': ...}}",
                    hint=f"given are {', '.join(externals)}" if externals else None,
                )


def _named(program: Equations, equation: Equation, numbers: Sequence[int], error: Exception) -> SimulationError:
    """The error that says which value cannot be computed, and why."""
    function = equation.function
    if function.part in NUMBERED:
        what = f"{equation.value}" if function.part is Part.QUERY else f"the condition {equation.value}"
    elif function.part is Part.REWARD:
        what = "the reward"
    else:
        items = [program.types[of][n].name for of, n in zip(function.parameters, numbers, strict=True)]
        what = f"{function.name}({', '.join(items)})" if items else function.name
    return SimulationError(f"{what} cannot be computed: {reason_of(error)}", span=equation.span)
