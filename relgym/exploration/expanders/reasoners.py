"""Expansion by a reasoner, state by state: for random effects, for numbers, and for tasks that are not grounded."""

from __future__ import annotations

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
from relgym.exploration.transitions import Transitions, pddl_transitions, rddl_transitions
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.tuning.exploration import CHUNK_SECONDS, SINGLE_CHUNK_STATES, SINGLE_SHARED_STATES


class ReasonerExpander:
    """Expands the states of a task or an instance one by one."""

    shared = SINGLE_SHARED_STATES

    def __init__(self, code: StateCode, transitions: Transitions) -> None:
        """Take the parts that depend on the language.

        Args:
            code: Writes states as rows.
            transitions: The transitions from each state.
        """
        self.code, self.draws, self.has_goal = code, transitions.draws, transitions.has_goal
        self.starts = code.packed(transitions.starts)
        self.actions: list[str] = []
        self.chunk = 1
        self._transitions, self._goal = transitions.of, transitions.goal
        self._numbers: dict[Any, int] = {}

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
            for action, reached, share in self._transitions(state):
                number = self._number(action)
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

    def _number(self, action: Any) -> int:
        number = self._numbers.get(action)
        if number is None:
            number = self._numbers[action] = len(self.actions)
            self.actions.append(str(action))
        return number


def pddl_expander(reasoner: PDDLReasoner, within: Reached) -> ReasonerExpander:
    """Return an expander of a task, given what is within reach."""
    atoms = sorted((symbol.name, row) for symbol in reasoner.translation.program.fluents for row in within[symbol])
    return ReasonerExpander(PDDLCode(reasoner, atoms), pddl_transitions(reasoner))


def rddl_expander(reasoner: RDDLReasoner) -> ReasonerExpander:
    """Return an expander of an instance; states that end an episode are not expanded."""
    return ReasonerExpander(RDDLCode(reasoner), rddl_transitions(reasoner))
