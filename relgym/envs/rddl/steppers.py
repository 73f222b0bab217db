"""Steps of an environment with all values in one form: the interface, and values in lists, which any engine takes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from relgym.backends.builtin.array_questions import as_values
from relgym.backends.builtin.evaluator import BuiltinEvaluator
from relgym.model.rddl.equations import Number, Part
from relgym.model.rddl.expressions import Value
from relgym.reasoning.rddl.cells import Cell, changed_plain
from relgym.reasoning.rddl.dynamics import Dynamics, State
from relgym.reasoning.rddl.reasoner import RDDLReasoner

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
        self.endless = is_endless(simulator)
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
        return tuple(value if value is before else as_values(value, np.shape(value)) for value, before in kept)

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


def is_endless(simulator: Dynamics) -> bool:
    """Tell whether no state violates an invariant or ends an episode."""
    return not simulator.undecided(Part.INVARIANT) and not simulator.undecided(Part.TERMINATION)
