"""The transitions of a task or an instance by its reasoner, state by state; needs no NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from relgym.model.pddl.state import State
from relgym.model.rddl.equations import Part
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.pddl.accumulating import reset
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.rddl.texts import action_text, written
from relgym.simulate.pddl import PDDLSimulator
from relgym.translate.program.accumulators import accumulators

Transition = tuple[Any, Any, float]
"""An action, whose text is its name, a state after it, and the probability of that."""


@dataclass(frozen=True)
class Transitions:
    """The start states, transitions and goal of a task or an instance.

    Attributes:
        starts: The start states.
        of: Yields the transitions from a state, those of one action side by side.
        goal: Tells whether the goal holds in a state.
        draws: True if chance decides among outcomes.
        has_goal: True if there is a goal.
        settled: Returns a state as one of those that differ in accumulators alone: in action costs, say.
    """

    starts: list[Any]
    of: Callable[[Any], Iterator[Transition]]
    goal: Callable[[Any], bool]
    draws: bool
    has_goal: bool = True
    settled: Callable[[Any], Any] = lambda state: state


def pddl_transitions(reasoner: PDDLReasoner) -> Transitions:
    """Return the transitions of a task."""
    draws = any(not schema.effect.is_certain for schema in reasoner.translation.schemas)
    simulator = PDDLSimulator(reasoner)

    def drawn(state: State) -> Iterator[Transition]:
        for action in reasoner.valid_actions(state):
            for outcome in reasoner.outcomes(state, action):
                yield action, outcome.state, outcome.probability

    def chosen(state: State) -> Iterator[Transition]:
        return ((action, after, 1.0) for action, after in reasoner.successors(state))

    def certain(state: State) -> Iterator[Transition]:
        return ((simulator.action(number), after, 1.0) for number, after in simulator.successors(state))

    way = drawn if draws else chosen if simulator.chooses else certain
    starts = [outcome.state for outcome in reasoner.starts()]
    settled = reset(reasoner, accumulators(reasoner.translation))
    return Transitions(starts, way, reasoner.goal, draws, settled=settled)


def rddl_transitions(reasoner: RDDLReasoner) -> Transitions:
    """Return the transitions of an instance; states that end an episode have none."""

    def transitions(state: RDDLState) -> Iterator[Transition]:
        if reasoner.goal(state) or reasoner.broken(state) is not None:
            return
        for action in reasoner.valid_actions(state):
            # Outcomes that differ in the reward alone lead to one state.
            shares: dict[RDDLState, float] = {}
            for outcome in reasoner.outcomes(state, action):
                shares[outcome.state] = shares.get(outcome.state, 0.0) + outcome.probability
            name = action_text(written(reasoner.actions, action))
            yield from ((name, after, share) for after, share in shares.items())

    has_goal = bool(reasoner.program.of_part(Part.TERMINATION))
    return Transitions([reasoner.initial_state], transitions, reasoner.goal, True, has_goal)
