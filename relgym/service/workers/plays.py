"""Steps and questions in either language, in the forms that clients see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, assert_never, get_args

from relgym import State
from relgym.errors import InvalidAction, ModelError
from relgym.features import Feature, needed
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.pddl.forms import answers_form
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.randomness import Generator
from relgym.reasoning.rddl.observations import observations_of
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.rddl.texts import answer_form, read, written
from relgym.service.problems import Refused
from relgym.tuning.service import LISTED_ACTIONS_LIMIT

Question = Literal["actions", "query", "derived", "explain", "outcomes", "successor", "goal"]
QUESTIONS: tuple[str, ...] = get_args(Question)

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

    def ask(self, state: Any, question: str, subject: Given) -> dict[str, Any]:
        """Answer a question about a state."""

    def close(self) -> None:
        """Close the engine."""


def play_of(reasoner: PDDLReasoner | RDDLReasoner) -> Play:
    """Return the play of a reasoner."""
    return PDDLPlay(reasoner) if isinstance(reasoner, PDDLReasoner) else RDDLPlay(reasoner)


class PDDLPlay:
    """A task of PDDL: reaching the goal gives a reward of 1."""

    def __init__(self, reasoner: PDDLReasoner) -> None:
        self._reasoner = reasoner
        self.is_random = Feature.PROBABILISTIC in needed(reasoner.task)

    def close(self) -> None:
        """Close the engine."""
        self._reasoner.close()

    def initial(self) -> State:
        """Return the start state without chance."""
        return self._reasoner.initial_state

    def start(self, rng: Generator) -> State:
        """Draw a start state."""
        return self._reasoner.start(rng)

    def restored(self, form: Mapping[str, Any]) -> State:
        """Read a state from its JSON form."""
        return self._reasoner.state_from_json(form)

    def step(self, state: State, action: Given, rng: Generator | None) -> tuple[State, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and no further members of the node."""
        after = self._reasoner.successor(state, _text(action), rng)
        return after, float(self._reasoner.goal(after)), {}

    def view(self, state: State, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the goal holds."""
        goal = self._reasoner.goal(state)
        actions = sorted(map(str, self._reasoner.valid_actions(state)))
        return {"state": state.to_json(), "actions": actions, "goal": goal, "terminated": goal, "truncated": False}

    def ask(self, state: State, question: str, subject: Given) -> dict[str, Any]:
        """Answer a question about a state."""
        reasoner = self._reasoner
        match _question(question):
            case "actions":
                return {"actions": sorted(map(str, reasoner.valid_actions(state)))}
            case "query":
                return answers_form(reasoner.answers(state, _text(subject)))
            case "derived":
                return {"derived": sorted(map(str, reasoner.derived(state)))}
            case "explain":
                return reasoner.explain(state, _text(subject)).to_json()
            case "outcomes":
                outcomes = reasoner.outcomes(state, _text(subject))
                every = [{"probability": each.probability, **each.state.to_json()} for each in outcomes]
                return {"outcomes": sorted(every, key=lambda form: (-form["probability"], form["atoms"]))}
            case "successor":
                return {"state": reasoner.successor(state, _text(subject)).to_json()}
            case "goal":
                return {"goal": reasoner.goal(state)}
            case never:
                assert_never(never)


class RDDLPlay:
    """An instance of RDDL."""

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self._reasoner = reasoner
        self._seen = observations_of(reasoner.dynamics)
        self.is_random = reasoner.dynamics.uniforms > 0

    def close(self) -> None:
        """Close the engine."""
        self._reasoner.close()

    def initial(self) -> RDDLState:
        """Return the start state without chance."""
        return self._reasoner.initial_state

    def start(self, rng: Generator) -> RDDLState:
        """Draw a start state."""
        return self._reasoner.start(rng)

    def restored(self, form: Mapping[str, Any]) -> RDDLState:
        """Read a state from its JSON form."""
        return self._reasoner.state_from_json(form)

    def step(
        self, state: RDDLState, action: Given, rng: Generator | None
    ) -> tuple[RDDLState, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and what is observed (`observed`), if anything."""
        reasoner = self._reasoner
        values = reasoner.dynamics.own(state)
        step = reasoner.results.step(values, reasoner.action_values.valid_values(values, self._cells(action)), rng)
        observed = {} if self._seen is None else {"observed": self._seen.written(step.computed)}
        return reasoner.dynamics.state(step.state), float(step.reward), observed

    def view(self, state: RDDLState, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the episode ends."""
        ended, horizon = self._reasoner.goal(state), self._reasoner.dynamics.layout.instance.horizon
        truncated = not ended and (
            self._reasoner.broken(state) is not None or (horizon is not None and steps >= horizon)
        )
        actions = self._actions(state)
        return {
            "state": state.to_json(),
            "actions": actions,
            "goal": ended,
            "terminated": ended,
            "truncated": truncated,
        }

    def ask(self, state: RDDLState, question: str, subject: Given) -> dict[str, Any]:
        """Answer a question about a state."""
        reasoner = self._reasoner
        match _question(question):
            case "actions":
                return {"actions": self._actions(state)}
            case "query":
                return answer_form(self._reasoner, state, _text(subject))
            case "derived":
                return {"derived": reasoner.derived(state)}
            case "explain":
                return reasoner.explain(state, self._subject(subject)).to_json()
            case "outcomes":
                outcomes = reasoner.outcomes(state, self._cells(subject))
                return {
                    "outcomes": [
                        {"probability": each.probability, "reward": each.reward, **each.state.to_json()}
                        for each in outcomes
                    ]
                }
            case "successor":
                return {"state": reasoner.successor(state, self._cells(subject)).to_json()}
            case "goal":
                return {"goal": reasoner.goal(state)}
            case never:
                assert_never(never)

    def _cells(self, action: Given) -> Mapping[str, Any]:
        """Return the cells of an action: `go___a = true`, `noop`, or values by the names of cells."""
        return read(self._reasoner.actions, action) if isinstance(action, str) else action

    def _subject(self, subject: Given) -> Any:
        """Return an action if the subject is one, or else the text of an expression."""
        if isinstance(subject, str):
            try:
                return read(self._reasoner.actions, subject)
            except InvalidAction:
                return subject
        return subject

    def _actions(self, state: RDDLState) -> list[dict[str, Any]] | None:
        """List the valid actions, or return `None` if there are too many combinations of values."""
        try:
            found = self._reasoner.valid_actions(state, LISTED_ACTIONS_LIMIT)
        except ModelError:
            return None
        return [dict(written(self._reasoner.actions, action)) for action in found]


def _text(given: Given) -> str:
    if not isinstance(given, str):
        raise Refused(400, "PDDL takes texts, not values of cells", hint='"(press)"')
    return given


def _question(name: str) -> Question:
    if name not in QUESTIONS:
        raise Refused(404, f"there is no question '{name}'", hint=f"the questions are {', '.join(QUESTIONS)}")
    return name  # type: ignore[return-value]
