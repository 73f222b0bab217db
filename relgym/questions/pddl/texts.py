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
        "types": [{"name": each.name, "parents": list(each.parents)} for each in domain.types],
        "objects": [{"name": each.object.name, "types": list(each.types)} for each in task.typed],
        "predicates": [
            {"name": each.name, "parameters": _parameters(each.parameters), "derived": each.name in derived}
            for each in domain.predicates
        ],
        "functions": [{"name": each.name, "parameters": _parameters(each.parameters)} for each in domain.functions],
        "actions": [
            {"name": each.name, "parameters": _parameters(each.parameters), "free": list(each.free)}
            for each in domain.actions
        ],
    }


def _parameters(variables: Iterable[Variable]) -> list[dict[str, Any]]:
    return [{"name": variable.name, "types": list(variable.types)} for variable in variables]


def strata(play: PDDLPlay, _: Asked) -> Answer:
    """Answer `strata`."""
    layers = strata_of(play.reasoner.task.domain.axioms)
    return {
        "strata": [list(names) for names, _ in layers],
        "derived": sorted(name for names, _ in layers for name in names),
        "recursive": sorted(name for names, recursive in layers if recursive for name in names),
    }
