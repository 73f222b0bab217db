"""Explanations of an RDDL instance: why an action is not valid, why a formula holds, why a step led where it did.

Whatever engine answers questions, the reference engine traces how each value came about; `explain/traces.py` tells it.
"""

from __future__ import annotations

from collections.abc import Sequence

from relgym.backends.sld.evaluator import SldEvaluator
from relgym.errors import ModelError, SimulationError, did_you_mean
from relgym.explain.traces import RDDLExplanation, explained
from relgym.limits import Budget
from relgym.locking import synchronized
from relgym.model.rddl.domain import COMPUTED
from relgym.model.rddl.equations import Function, Part
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State
from relgym.reasoning.rddl.queries import Queries


class Explainer:
    """Explains the instance of some dynamics; each explanation is one call, which keeps the limits of their engine."""

    def __init__(self, dynamics: Dynamics) -> None:
        limits, instance = dynamics.engine.limits, dynamics.layout.instance
        self._engine = SldEvaluator(limits)
        self._engine.budget = Budget("sld", limits, "the explanation, which the engine sld computes,")
        self._simulator = Dynamics(instance, self._engine, externals=dynamics.externals)
        self.lock = self._simulator.lock
        self._queries = Queries(self._simulator)
        layout = self._simulator.layout
        computed = [fluent.name for fluent in instance.domain.fluents if fluent.kind in COMPUTED]
        self._cells = {name: (fluent, place) for fluent in computed for place, name in enumerate(layout.names(fluent))}

    @synchronized
    def action(self, state: State, action: Action) -> RDDLExplanation:
        """Why the preconditions allow an action, or do not: the first that fails, or all of them.

        Raises `BackendError` where a limit is passed.
        """
        with self._engine.budget.call():
            return self._action(state, action)

    def _action(self, state: State, action: Action) -> RDDLExplanation:
        functions = self._simulator.program.of_part(Part.PRECONDITION)
        reasons = []
        for function in functions:
            reason = self._told(function, (), state, action)
            [holds] = self._simulator.values((function,), state, action)
            if not holds:
                return RDDLExplanation("the action may not be taken: a precondition fails", (reason,))
            reasons.append(RDDLExplanation(reason.text))
        return RDDLExplanation("the action may be taken: every precondition holds", tuple(reasons))

    @synchronized
    def end(self, state: State) -> RDDLExplanation:
        """Explain why the episode ends in a state, or goes on; raises `BackendError` if a limit is passed."""
        with self._engine.budget.call():
            return self._end(state)

    def _end(self, state: State) -> RDDLExplanation:
        idle, reasons = self._simulator.idle, []
        for function in self._simulator.program.of_part(Part.TERMINATION):
            reasons.append(self._told(function, (), state, idle))
            [holds] = self._simulator.values((function,), state, idle)
            if holds:
                return RDDLExplanation("the episode ends: a termination condition holds", (reasons[-1],))
        if not reasons:
            return RDDLExplanation("the episode goes on: there is no termination condition")
        return RDDLExplanation("the episode goes on: no termination condition holds", tuple(reasons))

    @synchronized
    def formula(self, text: str, state: State, action: Action) -> RDDLExplanation:
        """Why an expression without free variables has its value; raises `ParseError`, `ModelError`, `BackendError`."""
        function, variables = self._queries.asked(text)
        if variables:
            raise ModelError(
                f"'{variables[0]}' is free in {text}",
                expected="an expression without free variables",
                hint=f"exists_{{{variables[0]} : {function.parameters[0]}}} [...] asks whether it holds for some",
            )
        return self._told(function, (), state, action)

    @synchronized
    def step(self, cell: str, state: State, action: Action, uniforms: Sequence[float]) -> RDDLExplanation:
        """Why a cell, or `reward`, has its value after a step, or within it; raises `ModelError` for an unknown one."""
        if cell == "reward" and cell not in self._cells:
            [function] = self._simulator.program.of_part(Part.REWARD)
            return self._told(function, (), state, action, uniforms)
        if cell not in self._cells:
            raise ModelError(
                f"there is no '{cell}' that a step computes",
                expected=", ".join(["reward", *self._cells][:20]),
                hint=did_you_mean(cell, self._cells),
            )
        fluent, place = self._cells[cell]
        layout, named = self._simulator.layout, self._simulator.program.functions
        strides = zip(layout.strides(fluent), layout.sizes(fluent), strict=True)
        row = tuple(place // stride % size for stride, size in strides)
        return self._told(named.get((fluent, True)) or named[fluent, False], row, state, action, uniforms)

    def _told(
        self,
        function: Function,
        row: tuple[int, ...],
        state: State,
        action: Action,
        uniforms: Sequence[float] = (),
    ) -> RDDLExplanation:
        return self._engine.budget.keeping(self._traced)(function, row, state, action, uniforms)

    def _traced(
        self, function: Function, row: tuple[int, ...], state: State, action: Action, uniforms: Sequence[float]
    ) -> RDDLExplanation:
        try:
            trace = self._engine.trace(function, row, state, action, uniforms)
        except SimulationError as error:
            raise self._simulator.located((function,), state, action, uniforms, error) from error
        return explained(trace, self._simulator.program, look=self._engine.budget.look)
