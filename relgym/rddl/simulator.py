"""One instance of an RDDL domain, stepped by the Python functions that are written for it.

>>> from relgym.read.rddl import read_instance, read_process
>>> process = read_process('''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
...   reward = lit';
... }''')
>>> simulator = Simulator(process, read_instance("instance dark { domain = lamp; horizon = 5; }", process))
>>> simulator.step(simulator.start, (True,), [])
Step(state=(True,), computed=(), reward=1.0)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from relgym.errors import RelgymError
from relgym.model.rddl import Instance, Kind, Process
from relgym.model.rddl_expressions import Value
from relgym.rddl import draw_vectors, draws, matrices
from relgym.rddl.bounds import Bounds, collected
from relgym.rddl.functions import CALLS as FUNCTIONS
from relgym.translate.rddl_layout import Layout, Values
from relgym.translate.rddl_python import ProcessWriter

State = tuple[Values, ...]
"""The values of all state-fluents, in the order of their declaration."""

Action = tuple[Values, ...]
"""The values of all action-fluents, in the order of their declaration."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a step leads to; `computed` are the values of interm-, derived- and observ-fluents, in their order."""

    state: State
    computed: tuple[Values, ...]
    reward: float


class SimulationError(RelgymError):
    """A value cannot be computed: a division by zero, a probability above 1, what is not a number."""


class Simulator:
    """Computes steps; what is random is decided by `uniforms` numbers in [0, 1) for each step.

    `start` is the first state, `idle` the action that takes every default.
    """

    def __init__(self, process: Process, instance: Instance) -> None:
        self.layout = layout = Layout(process, instance)
        self._writer = writer = ProcessWriter(layout)
        self._scope: dict[str, Any] = {
            **{f"{name}_": function for name, function in (*FUNCTIONS.items(), *draws.CALLS.items())},
            **{f"{name}_": function for name, function in draw_vectors.VECTORS.items()},
            "det_": matrices.det,
            "inverse_": matrices.inverse,
            "pinverse_": matrices.pinverse,
            "cholesky_": matrices.cholesky,
            **writer.constants(),
            "product": math.prod,
            "excess": _excess,
            "gap": _gap,
            "apart": _apart,
            "same": operator.eq,
            "check": _check,
            "check_all": _check_all,
        }
        self._step: Callable[..., tuple[State, tuple[Values, ...], float]] = self._compiled("step", writer.step())
        self.uniforms = writer.uniforms
        self._distance: Callable[[State, Action], float] | None = None
        self._conditions: dict[str, Callable[[State, Action], int | None]] = {}
        self.start: State = tuple(layout.start(fluent.name) for fluent in layout.of_kind(Kind.STATE))
        self.idle: Action = tuple(layout.start(fluent.name) for fluent in layout.of_kind(Kind.ACTION))
        until = () if instance.until is None else (instance.until,)
        self._formulas: dict[str, tuple[tuple[Value, ...], bool]] = {
            "refused": (process.preconditions + process.constraints, False),
            "broken": (process.invariants, False),
            "ended": (process.termination + until, True),
        }

    def step(self, state: State, action: Action, uniforms: Sequence[float]) -> Step:
        """The state and the reward that follow; raises `SimulationError` where a value cannot be computed."""
        try:
            return Step(*self._step(state, action, uniforms))
        except (ArithmeticError, ValueError) as error:
            raise self._located(state, action, uniforms, error) from error

    def refused(self, state: State, action: Action) -> Value | None:
        """The first precondition or constraint that an action breaks in a state."""
        return self._first("refused", state, action)

    def broken(self, state: State) -> Value | None:
        """The first invariant that does not hold in a state."""
        return self._first("broken", state, self.idle)

    def ended(self, state: State) -> Value | None:
        """The first condition of termination that holds in a state."""
        return self._first("ended", state, self.idle)

    def distance(self, state: State, action: Action) -> float:
        """How far the preconditions and constraints are from holding, 0 where they do: a guide for a search."""
        if self._distance is None:
            formulas, _ = self._formulas["refused"]
            self._distance = self._compiled("distance", self._writer.distance(formulas))
        return self._distance(state, action)

    def bounds(self) -> Bounds:
        """The bounds that preconditions and constraints set for actions, whatever the state."""
        formulas, _ = self._formulas["refused"]
        return collected(self._compiled("bounds", self._writer.bounds(formulas)))

    def _first(self, name: str, state: State, action: Action) -> Value | None:
        formulas, wanted = self._formulas[name]
        if not formulas:
            return None
        function = self._conditions.get(name)
        if function is None:
            function = self._conditions[name] = self._compiled(name, self._writer.first(name, formulas, wanted))
        try:
            number = function(state, action)
        except (ArithmeticError, ValueError) as error:
            raise SimulationError(f"a condition cannot be computed: {error}") from error
        return None if number is None else formulas[number]

    def _located(self, state: State, action: Action, uniforms: Sequence[float], error: Exception) -> SimulationError:
        """The error with what was being computed, found by doing it once more, one value at a time."""
        traced = self._compiled("traced_step", self._writer.traced_step())
        at: list[Any] = []
        try:
            traced(state, action, uniforms, at)
        except (ArithmeticError, ValueError) as again:
            error = again
        name, *numbers = at
        declared = self.layout.process.declared.get(name)
        if declared is None:
            return SimulationError(f"{name} cannot be computed: {error}")
        items = [self.layout.items[of][n].name for of, n in zip(declared.parameters, numbers, strict=True)]
        place = f"{name}({', '.join(items)})" if items else name
        cpf = next(cpf for cpf in self.layout.process.cpfs if cpf.fluent == name)
        return SimulationError(f"{place} cannot be computed: {error}", span=cpf.span)

    def _compiled(self, name: str, text: str) -> Callable[..., Any]:
        exec(compile(text, f"<relgym {name}>", "exec"), self._scope)
        made: Callable[..., Any] = self._scope[name]
        return made


def _excess(small: float, large: float) -> float:
    """How far `small <= large` is from holding."""
    return max(0, small - large)


def _gap(small: float, large: float) -> float:
    """How far `small < large` is from holding."""
    return 0 if small < large else 1 + small - large


def _apart(left: float, right: float) -> float:
    """How far `left == right` is from holding."""
    return abs(left - right)


def _check(value: float) -> None:
    if not math.isfinite(value):
        raise ValueError("it is not a number" if math.isnan(value) else "it is infinite")


def _check_all(values: list[float]) -> None:
    # The sum of large numbers may be infinite where none of them is.
    if not math.isfinite(sum(values)):
        for value in values:
            _check(value)
