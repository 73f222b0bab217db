"""JSON forms of answers about a task, for the command line and the service."""

from __future__ import annotations

from typing import Any

from relgym.model.terms import Object
from relgym.reasoning.results import Answers


def answers_form(found: Answers[Object]) -> dict[str, Any]:
    """Return the bindings of a formula's variables; without variables, the truth of the formula."""
    if not found.variables:
        return {"holds": len(found) > 0}
    return {"variables": list(found.variables), "answers": sorted([term.name for term in row] for row in found)}
