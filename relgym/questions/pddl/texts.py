"""Answers about a task as a whole: its names, its strata, its program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from relgym.model.terms import Variable
from relgym.questions.pddl.play import PDDLPlay
from relgym.questions.question import Answer, Asked
from relgym.read.pddl.strata import strata as strata_of


def names(play: PDDLPlay, _: Asked) -> Answer:
    """Answer `names`."""
    task, domain = play.reasoner.task, play.reasoner.task.domain
    derived = {axiom.predicate for axiom in domain.axioms}
    return {
        "types": [{"name": own.name, "parents": list(own.parents)} for own in domain.types],
        "objects": [{"name": own.object.name, "types": list(own.types)} for own in task.typed],
        "predicates": [
            {"name": own.name, "parameters": _parameters(own.parameters), "derived": own.name in derived}
            for own in domain.predicates
        ],
        "functions": [{"name": own.name, "parameters": _parameters(own.parameters)} for own in domain.functions],
        "actions": [
            {"name": own.name, "parameters": _parameters(own.parameters), "free": list(own.free)}
            for own in domain.actions
        ],
    }


def _parameters(variables: Iterable[Variable]) -> list[dict[str, Any]]:
    return [{"name": variable.name, "types": list(variable.types)} for variable in variables]


def strata(play: PDDLPlay, _: Asked) -> Answer:
    """Answer `strata`."""
    found = strata_of(play.reasoner.task.domain.axioms)
    return {
        "strata": [list(names) for names, _ in found],
        "derived": sorted(name for names, _ in found for name in names),
        "recursive": sorted(name for names, recursive in found if recursive for name in names),
    }
