"""JSON forms that the commands print: states as in `State.to_json`; lists of texts are sorted as texts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.results import Outcome

Form = dict[str, Any]


def text_of(form: Form) -> str:
    """One line of JSON."""
    return json.dumps(form)


def texts(items: Iterable[object]) -> list[str]:
    return sorted(map(str, items))


def content(reasoner: PDDLReasoner, state: State) -> Form:
    """Return the `atoms`, `derived` atoms and `fluents` of a state, with static ones."""
    form = state.to_json(static=True)
    return {"atoms": form["atoms"], "derived": texts(reasoner.derived(state)), "fluents": form["fluents"]}


def actions(reasoner: PDDLReasoner, state: State) -> Form:
    return {"actions": texts(reasoner.valid_actions(state))}


def step(reasoner: PDDLReasoner, number: int, action: Action | None, state: State) -> Form:
    """One line of a simulation; the reward is 1 for a step that reaches the goal, and 0 for all others."""
    goal = reasoner.goal(state)
    return {
        "step": number,
        "action": None if action is None else str(action),
        **content(reasoner, state),
        **actions(reasoner, state),
        "goal": goal,
        "reward": 1.0 if goal and action is not None else 0.0,
        "terminated": goal,
    }


def outcomes(reasoner: PDDLReasoner, found: Iterable[Outcome[State]]) -> Form:
    """The outcomes, the most probable first, equally probable ones by their atoms and then their values."""
    forms = [{"probability": outcome.probability, **content(reasoner, outcome.state)} for outcome in found]
    forms.sort(key=lambda form: (-form["probability"], form["atoms"], list(map(str, form["fluents"].items()))))
    return {"outcomes": forms}


def difference(before: State, after: State) -> str:
    """Return the changes of a step as text: a line for each added (+) or deleted (-) atom and each new value (=)."""
    old, new = before.to_json()["fluents"], after.to_json()["fluents"]
    lines = [f"   + {text}" for text in texts(after.atoms - before.atoms)]
    lines += [f"   - {text}" for text in texts(before.atoms - after.atoms)]
    lines += [f"   = {fluent} {value}" for fluent, value in new.items() if old.get(fluent) != value]
    return "\n".join(lines or ["   nothing changes"])
