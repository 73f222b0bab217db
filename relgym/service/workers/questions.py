"""Questions about a state that is sent along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from relgym import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.service.problems import Refused
from relgym.service.workers.tasks import Tasks

Question = Literal["actions", "query", "derived", "explain", "outcomes", "successor", "goal"]
QUESTIONS: tuple[str, ...] = get_args(Question)


def answer(tasks: Tasks, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a question about a state of a task; without a state, about the first one."""
    reasoner = tasks.reasoner(asked["task"], asked["backend"], asked.get("texts"))
    given = asked.get("state")
    state = reasoner.initial_state if given is None else reasoner.state_from_json(given)
    return _answered(reasoner, state, asked["question"], asked["subject"])


def _answered(reasoner: PDDLReasoner, state: State, question: Question, subject: str) -> dict[str, Any]:
    match question:
        case "actions":
            return {"actions": sorted(map(str, reasoner.valid_actions(state)))}
        case "query":
            found = reasoner.answers(state, subject)
            if not found.variables:
                return {"holds": len(found) > 0}
            rows = sorted([term.name for term in row] for row in found)
            return {"variables": list(found.variables), "answers": rows}
        case "derived":
            return {"derived": sorted(map(str, reasoner.derived(state)))}
        case "explain":
            return reasoner.explain(state, subject).to_json()
        case "outcomes":
            every = [
                {"probability": outcome.probability, **outcome.state.to_json()}
                for outcome in reasoner.outcomes(state, subject)
            ]
            return {"outcomes": sorted(every, key=lambda form: (-form["probability"], form["atoms"]))}
        case "successor":
            return {"state": reasoner.successor(state, subject).to_json()}
        case "goal":
            return {"goal": reasoner.goal(state)}
    raise Refused(404, f"there is no question '{question}'", hint=f"the questions are {', '.join(QUESTIONS)}")
