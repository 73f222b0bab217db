"""JSON forms that the commands print: states as in `State.to_json`; lists of texts are sorted as texts."""

from __future__ import annotations

import json
from typing import Any

from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.questions.lines import texts
from relgym.questions.pddl.states import content
from relgym.reasoning.pddl.reasoner import PDDLReasoner

Form = dict[str, Any]


def text_of(form: Form) -> str:
    """One line of JSON."""
    return json.dumps(form)


def step(reasoner: PDDLReasoner, number: int, action: Action | None, state: State) -> Form:
    """One line of a simulation; the reward is 1 for a step that reaches the goal, and 0 for all others."""
    goal = reasoner.goal(state)
    return {
        "step": number,
        "action": None if action is None else str(action),
        **content(reasoner, state, static=True),
        "actions": texts(reasoner.valid_actions(state)),
        "goal": goal,
        "reward": 1.0 if goal and action is not None else 0.0,
        "terminated": goal,
    }
