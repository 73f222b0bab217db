"""Answers about an instance as a whole: its names, the order of its values, its program."""

from __future__ import annotations

from typing import Any

from relgym.model.rddl.domain import Kind
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.questions.question import Answer, Asked
from relgym.questions.rddl.play import RDDLPlay
from relgym.reasoning.rddl.cells import LARGEST_INT, Cell
from relgym.translate.equations.graph import head, levels


def names(play: RDDLPlay, _: Asked) -> Answer:
    """Answer `names`."""
    layout = play.reasoner.dynamics.layout
    found: dict[str, list[dict[str, Any]]] = {"predicates": [], "functions": [], "actions": []}
    for fluent in layout.domain.fluents:
        parameters = [{"name": f"?{of}", "types": [of]} for of in fluent.parameters]
        if fluent.kind is Kind.ACTION and fluent.range in (INT, REAL):
            own = {name: cell for name, cell in play.reasoner.actions.items() if cell.fluent is fluent}
            extra = {"default": fluent.default, "bounds": {name: bounds_of(cell) for name, cell in own.items()}}
        else:
            extra = {}
        form = {
            "name": fluent.name,
            "parameters": parameters,
            "kind": fluent.kind.value,
            "range": fluent.range,
            **extra,
        }
        member = "actions" if fluent.kind is Kind.ACTION else "predicates" if fluent.range == BOOL else "functions"
        found[member].append({**form, "derived": fluent.kind is Kind.DERIVED})
    return {
        "types": [{"name": own, "parents": []} for own in layout.items],
        "objects": [{"name": item.name, "types": [own]} for own, items in layout.items.items() for item in items],
        **found,
    }


def bounds_of(cell: Cell) -> list[float | None]:
    """Return the least and the largest value of an action cell, as preconditions bound it; null for an open end."""
    return [end if abs(end) < LARGEST_INT else None for end in cell.range()]


def strata(play: RDDLPlay, _: Asked) -> Answer:
    """Answer `strata`."""
    domain = play.reasoner.dynamics.layout.domain
    derived = sorted(fluent.name for fluent in domain.fluents if fluent.kind is Kind.DERIVED)
    found = [[head(domain.declared[cpf.fluent]) for cpf in level] for level in levels(domain)]
    return {"strata": found, "derived": derived, "recursive": []}
