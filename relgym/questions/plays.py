"""Steps and questions in either language, in the forms that clients see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from relgym.errors import ModelError, WrongForm
from relgym.features import Feature, needed
from relgym.model.pddl.state import State
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import GOAL_REWARD
from relgym.reasoning.randomness import Generator
from relgym.reasoning.rddl.observations import observations_of
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.rddl.texts import read, written
from relgym.tuning.service import LISTED_ACTIONS_LIMIT

if TYPE_CHECKING:
    from relgym.planning.stochastic.policy import Policy
    from relgym.render.painter import Painter
    from relgym.render.rddl_painter import RDDLPainter

Given = str | dict[str, Any]
"""An action as clients send it: a text, or for RDDL also the values of its cells."""


class Play(Protocol):
    """A task or an instance on an engine.

    Attributes:
        is_random: Whether steps or starts draw random numbers.
    """

    is_random: bool

    def initial(self) -> Any:
        """Return the start state without chance."""

    def start(self, rng: Generator) -> Any:
        """Draw a start state."""

    def restored(self, form: Mapping[str, Any]) -> Any:
        """Read a state from its JSON form."""

    def step(self, state: Any, action: Given, rng: Generator | None) -> tuple[Any, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and further members of the node."""

    def view(self, state: Any, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the episode ends after this many steps."""

    def actions(self, state: Any) -> list[Any] | None:
        """List the valid actions; `None` if there are too many combinations of values."""

    def close(self) -> None:
        """Close the engine."""


def play_of(reasoner: PDDLReasoner | RDDLReasoner) -> Play:
    """Return the play of a reasoner."""
    return PDDLPlay(reasoner) if isinstance(reasoner, PDDLReasoner) else RDDLPlay(reasoner)


class PDDLPlay:
    """A task of PDDL: reaching the goal gives a reward of 1."""

    def __init__(self, reasoner: PDDLReasoner) -> None:
        self.reasoner = reasoner
        self.is_random = Feature.PROBABILISTIC in needed(reasoner.task)
        # Policies that were asked for, by method and seed: the last one.
        self.policies: dict[tuple[str | None, int], Policy] = {}
        # The painters of its states, with the goal and without it.
        self.painters: dict[bool, Painter] = {}

    def close(self) -> None:
        """Close the engine."""
        self.reasoner.close()

    def initial(self) -> State:
        """Return the start state without chance."""
        return self.reasoner.initial_state

    def start(self, rng: Generator) -> State:
        """Draw a start state."""
        return self.reasoner.start(rng)

    def restored(self, form: Mapping[str, Any]) -> State:
        """Read a state from its JSON form."""
        return self.reasoner.state_from_json(form)

    def step(self, state: State, action: Given, rng: Generator | None) -> tuple[State, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and no further members of the node."""
        after = self.reasoner.successor(state, _text(action), rng)
        return after, GOAL_REWARD[self.reasoner.goal(after)], {}

    def view(self, state: State, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the goal holds."""
        goal = self.reasoner.goal(state)
        actions = self.actions(state)
        return {"state": state.to_json(), "actions": actions, "goal": goal, "terminated": goal, "truncated": False}

    def actions(self, state: State) -> list[str]:
        """List the valid actions."""
        return sorted(map(str, self.reasoner.valid_actions(state)))


class RDDLPlay:
    """An instance of RDDL."""

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self.reasoner = reasoner
        self._seen = observations_of(reasoner.dynamics)
        self.is_random = reasoner.dynamics.uniforms > 0
        # Policies that were asked for, by method and seed: the last one.
        self.policies: dict[tuple[str | None, int], Policy] = {}
        # The painter of its states.
        self.painter: RDDLPainter | None = None

    def close(self) -> None:
        """Close the engine."""
        self.reasoner.close()

    def initial(self) -> RDDLState:
        """Return the start state without chance."""
        return self.reasoner.initial_state

    def start(self, rng: Generator) -> RDDLState:
        """Draw a start state."""
        return self.reasoner.start(rng)

    def restored(self, form: Mapping[str, Any]) -> RDDLState:
        """Read a state from its JSON form."""
        return self.reasoner.state_from_json(form)

    def step(
        self, state: RDDLState, action: Given, rng: Generator | None
    ) -> tuple[RDDLState, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and what is observed (`observed`), if anything."""
        reasoner = self.reasoner
        values = reasoner.dynamics.own(state)
        step = reasoner.results.step(values, reasoner.action_values.valid_values(values, self.cells(action)), rng)
        observed = {} if self._seen is None else {"observed": self._seen.written(step.computed)}
        return reasoner.dynamics.state(step.state), float(step.reward), observed

    def view(self, state: RDDLState, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the episode ends."""
        ended, horizon = self.reasoner.goal(state), self.reasoner.dynamics.layout.instance.horizon
        truncated = not ended and (
            self.reasoner.broken(state) is not None or (horizon is not None and steps >= horizon)
        )
        actions = self.actions(state)
        return {
            "state": state.to_json(),
            "actions": actions,
            "goal": ended,
            "terminated": ended,
            "truncated": truncated,
        }

    def cells(self, action: Given) -> Mapping[str, Any]:
        """Return the cells of an action: `go___a = true`, `noop`, or values by the names of cells."""
        return read(self.reasoner.actions, action) if isinstance(action, str) else action

    def actions(self, state: RDDLState) -> list[dict[str, Any]] | None:
        """List the valid actions, or return `None` if there are too many combinations of values."""
        try:
            found = self.reasoner.valid_actions(state, LISTED_ACTIONS_LIMIT)
        except ModelError:
            return None
        return [dict(written(self.reasoner.actions, action)) for action in found]


def _text(given: Given) -> str:
    if not isinstance(given, str):
        raise WrongForm("PDDL takes texts, not values of cells", hint='"(press)"')
    return given
