"""The order in which derived predicates can be computed: strata of mutual recursion, lowest first.

Negation inside a stratum has no meaning (Thiébaux, Hoffmann, Nebel: In defense of PDDL axioms,
2005, section 2), and is refused with the cycle that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from relgym.errors import ModelError
from relgym.model.graphs import components
from relgym.model.pddl.domain import Axiom
from relgym.model.pddl.formulas import Atom, Formula, Imply, Not
from relgym.model.pddl.traversal import formulas_in
from relgym.model.span import Span
from relgym.read.reporting import recovering


@dataclass(frozen=True, slots=True)
class Use:
    """One occurrence of a derived predicate in the body of an axiom."""

    predicate: str
    positive: bool
    span: Span | None


def uses(formula: Formula, positive: bool = True) -> Iterator[Use]:
    """Every atom in a formula and whether it stands under an even number of negations."""
    match formula:
        case Atom(predicate, _, span):
            yield Use(predicate, positive, span)
        case Not(part):
            yield from uses(part, not positive)
        case Imply(premise, conclusion):
            yield from uses(premise, not positive)
            yield from uses(conclusion, positive)
        case _:
            for part in formulas_in(formula):
                yield from uses(part, positive)


def strata(axioms: tuple[Axiom, ...]) -> list[tuple[tuple[str, ...], bool]]:
    """The derived predicates by component, lowest first, and whether each component is recursive.

    Raises `ModelError` with the cycle if a predicate depends on its own negation.
    """
    derived = dict.fromkeys(axiom.predicate for axiom in axioms)
    edges: dict[str, dict[str, list[Use]]] = {name: {} for name in derived}
    for axiom in axioms:
        for use in uses(axiom.body):
            if use.predicate in derived:
                edges[axiom.predicate].setdefault(use.predicate, []).append(use)
    result = []
    for component in components(edges, edges):
        inside = set(component)
        with recovering():
            for name in component:
                _check_positive(name, edges, inside)
        recursive = any(target in inside for name in component for target in edges[name])
        result.append((component, recursive))
    return result


def _check_positive(name: str, edges: Mapping[str, Mapping[str, Sequence[Use]]], inside: set[str]) -> None:
    """Raise `ModelError` if a predicate depends on the negation of one of its component."""
    for target, occurrences in edges[name].items():
        for use in occurrences:
            if target in inside and not use.positive:
                raise _unstratified(name, use, edges, inside)


def _unstratified(
    name: str, use: Use, edges: Mapping[str, Mapping[str, Sequence[Use]]], inside: set[str]
) -> ModelError:
    way = _path(use.predicate, name, edges, inside)
    signs = ["" if any(each.positive for each in edges[one][other]) else "not " for one, other in pairwise(way)]
    cycle = f"{name} -> not {use.predicate}" + "".join(
        f" -> {sign}{step}" for sign, step in zip(signs, way[1:], strict=True)
    )
    return ModelError(
        f"derived predicate '{name}' depends on its own negation: {cycle}",
        span=use.span,
        expected="axioms without negation inside a cycle (stratified ones)",
        code="E206",
    )


def _path(start: str, end: str, edges: Mapping[str, Mapping[str, object]], inside: set[str]) -> list[str]:
    """A shortest path within a component."""
    before: dict[str, str] = {}
    todo = [start]
    while end not in before and start != end:
        node = todo.pop(0)
        for other in edges[node]:
            if other in inside and other not in before and other != start:
                before[other] = node
                todo.append(other)
    way = [end]
    while way[0] != start:
        way.insert(0, before[way[0]])
    return way
