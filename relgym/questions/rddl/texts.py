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
    declared: dict[str, list[dict[str, Any]]] = {"predicates": [], "functions": [], "actions": []}
    for fluent in layout.domain.fluents:
        parameters = [{"name": f"?{of}", "types": [of]} for of in fluent.parameters]
        if fluent.kind is Kind.ACTION and fluent.range in (INT, REAL):
            cells = {name: cell for name, cell in play.reasoner.actions.items() if cell.fluent is fluent}
            extra = {"default": fluent.default, "bounds": {name: bounds_of(cell) for name, cell in cells.items()}}
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
        declared[member].append({**form, "derived": fluent.kind is Kind.DERIVED})
    return {
        "types": [{"name": of, "parents": []} for of in layout.items],
        "objects": [{"name": item.name, "types": [of]} for of, items in layout.items.items() for item in items],
        **declared,
    }


def bounds_of(cell: Cell) -> list[float | None]:
    """Return the least and the largest value of an action cell, as preconditions bound it; null for an open end."""
    return [end if abs(end) < LARGEST_INT else None for end in cell.range()]


def strata(play: RDDLPlay, _: Asked) -> Answer:
    """Answer `strata`."""
    domain = play.reasoner.dynamics.layout.domain
    derived = sorted(fluent.name for fluent in domain.fluents if fluent.kind is Kind.DERIVED)
    layers = [[head(domain.declared[cpf.fluent]) for cpf in level] for level in levels(domain)]
    return {"strata": layers, "derived": derived, "recursive": []}
