"""Answers about an instance as a whole: its names, the order of its values, its program."""

from __future__ import annotations

from typing import Any

from relgym.model.rddl.domain import Kind
from relgym.model.rddl.expressions import BOOL
from relgym.questions.question import Answer, Asked
from relgym.questions.rddl.play import RDDLPlay
from relgym.translate.equations.graph import head, levels


def names(play: RDDLPlay, _: Asked) -> Answer:
    """Answer `names`."""
    layout = play.reasoner.dynamics.layout
    found: dict[str, list[dict[str, Any]]] = {"predicates": [], "functions": [], "actions": []}
    for fluent in layout.domain.fluents:
        parameters = [{"name": f"?{of}", "types": [of]} for of in fluent.parameters]
        form = {"name": fluent.name, "parameters": parameters, "kind": fluent.kind.value, "range": fluent.range}
        member = "actions" if fluent.kind is Kind.ACTION else "predicates" if fluent.range == BOOL else "functions"
        found[member].append({**form, "derived": fluent.kind is Kind.DERIVED})
    return {
        "types": [{"name": own, "parents": []} for own in layout.items],
        "objects": [{"name": item.name, "types": [own]} for own, items in layout.items.items() for item in items],
        **found,
    }


def strata(play: RDDLPlay, _: Asked) -> Answer:
    """Answer `strata`."""
    domain = play.reasoner.dynamics.layout.domain
    derived = sorted(fluent.name for fluent in domain.fluents if fluent.kind is Kind.DERIVED)
    found = [[head(domain.declared[cpf.fluent]) for cpf in level] for level in levels(domain)]
    return {"strata": found, "derived": derived, "recursive": []}
