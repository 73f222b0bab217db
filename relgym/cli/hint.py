"""The first step of a shortest way to the goal, for players who are stuck."""

from __future__ import annotations

import time
from collections import deque

from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner

PATIENCE = 5.0
"""Seconds that a search may take."""


def hint(reasoner: PDDLReasoner, state: State, patience: float = PATIENCE) -> Action | None:
    """The first action of a shortest plan, luck included where chance decides; `None` if none was found in time."""
    deadline = time.monotonic() + patience
    todo: deque[tuple[State, Action | None]] = deque([(state, None)])
    seen = {state}
    while todo and time.monotonic() < deadline:
        here, first = todo.popleft()
        if reasoner.goal(here):
            return first
        for action in reasoner.valid_actions(here):
            for outcome in reasoner.outcomes(here, action):
                if outcome.state not in seen:
                    seen.add(outcome.state)
                    todo.append((outcome.state, first or action))
    return None
