"""Expansion by a reasoner, state by state: for random effects, for numbers, and for tasks that are not grounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.backends.base import Reached
from relgym.exploration.codes.code import StateCode
from relgym.exploration.codes.pddl import PDDLCode
from relgym.exploration.codes.rddl import RDDLCode
from relgym.exploration.expanders.expander import Expansion
from relgym.exploration.table import Rows
from relgym.model.pddl.state import State
from relgym.model.rddl.equations import Part
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.rddl.texts import action_text, written
from relgym.simulate.pddl import PDDLSimulator
from relgym.tuning.exploration import CHUNK_SECONDS, SINGLE_CHUNK_STATES

Transition = tuple[str, Any, float]
"""The name of an action, a state after it, and the probability of that."""


class ReasonerExpander:
    """Expands the states of a task or an instance one by one."""

    def __init__(
        self,
        code: StateCode,
        starts: Sequence[Any],
        transitions: Callable[[Any], Iterator[Transition]],
        goal: Callable[[Any], bool],
        draws: bool,
        has_goal: bool = True,
    ) -> None:
        """Take the parts that depend on the language.

        Args:
            code: Writes states as rows.
            starts: The start states.
            transitions: Yields the transitions from a state, those of one action side by side.
            goal: Tells whether the goal holds in a state.
            draws: True if chance decides among outcomes.
            has_goal: True if there is a goal.
        """
        self.code, self.draws, self.has_goal = code, draws, has_goal
        self.starts = code.packed(starts)
        self.actions: list[str] = []
        self.chunk = 1
        self._transitions, self._goal = transitions, goal
        self._numbers: dict[str, int] = {}

    def expanded(self, rows: Rows) -> Expansion:
        """Expand states."""
        began = monotonic()
        sources: list[int] = []
        actions: list[int] = []
        after: list[Any] = []
        shares: list[float] = []
        goals: list[bool] = []
        choices = np.zeros(len(rows), np.intp)
        for place, row in enumerate(rows):
            state = self.code.state(row)
            last = -1
            for name, reached, share in self._transitions(state):
                number = self._number(name)
                choices[place] += number != last
                last = number
                sources.append(place)
                actions.append(number)
                after.append(reached)
                shares.append(share)
            goals.append(self._goal(state))
        probabilities = np.array(shares, np.float64) if self.draws else None
        packed = self.code.packed(after)
        # One state takes from 20 microseconds to a second.
        seconds = max(monotonic() - began, CHUNK_SECONDS / SINGLE_CHUNK_STATES)
        self.chunk = max(1, min(2 * self.chunk, int(len(rows) * CHUNK_SECONDS / seconds)))
        indices = np.array(sources, np.intp), np.array(actions, np.intp)
        return Expansion(*indices, packed, probabilities, choices, np.array(goals, bool))

    def goals(self, rows: Rows) -> NDArray[np.bool_]:
        """Tell for each state whether the goal holds."""
        return np.array([self._goal(self.code.state(row)) for row in rows], bool)

    def _number(self, name: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.actions)
            self.actions.append(name)
        return number


def pddl_expander(reasoner: PDDLReasoner, within: Reached) -> ReasonerExpander:
    """Return an expander of a task, given what is within reach."""
    draws = any(not schema.effect.is_certain for schema in reasoner.translation.schemas)
    simulator = PDDLSimulator(reasoner)

    def drawn(state: State) -> Iterator[Transition]:
        for action in reasoner.valid_actions(state):
            for outcome in reasoner.outcomes(state, action):
                yield str(action), outcome.state, outcome.probability

    def chosen(state: State) -> Iterator[Transition]:
        return ((str(action), after, 1.0) for action, after in reasoner.successors(state))

    def certain(state: State) -> Iterator[Transition]:
        return ((str(simulator.action(number)), after, 1.0) for number, after in simulator.successors(state))

    way = drawn if draws else chosen if simulator.chooses else certain
    starts = [outcome.state for outcome in reasoner.starts()]
    atoms = sorted((symbol.name, row) for symbol in reasoner.translation.program.fluents for row in within[symbol])
    return ReasonerExpander(PDDLCode(reasoner, atoms), starts, way, reasoner.goal, draws)


def rddl_expander(reasoner: RDDLReasoner) -> ReasonerExpander:
    """Return an expander of an instance; states that end an episode are not expanded."""

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
    return ReasonerExpander(RDDLCode(reasoner), [reasoner.initial_state], transitions, reasoner.goal, True, has_goal)
