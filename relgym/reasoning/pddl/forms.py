"""JSON forms of answers about a task, for the command line and the service."""

from __future__ import annotations

from typing import Any

from relgym.model.terms import Object
from relgym.reasoning.results import Answers


def answers_form(answers: Answers[Object]) -> dict[str, Any]:
    """Return the bindings of a formula's variables; without variables, the truth of the formula."""
    if not answers.variables:
        return {"holds": len(answers) > 0}
    return {"variables": list(answers.variables), "answers": sorted([term.name for term in row] for row in answers)}
