"""Errors for expressions without a value over a type without objects, such as the minimum of no numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from relgym.errors import ModelError
from relgym.model.rddl.domain import Declaration
from relgym.model.rddl.expressions import Aggregate, DrawAny, Matrix, Slot, Value
from relgym.model.rddl.traversal import walk
from relgym.model.span import Span

_OF_NOTHING = frozenset(["forall", "exists", "sum", "prod"])
"""The aggregates that have a value over nothing: true, false, 0 and 1."""


def without_items(
    values: Iterable[Value], empty: Collection[str], fluents: Mapping[str, Declaration]
) -> Iterator[ModelError]:
    """The errors of values that need an item of one of the `empty` types, in the order of the text."""
    for value in values:
        for node in walk(value):
            match node:
                case Aggregate(operator, variables, span=span) if operator not in _OF_NOTHING:
                    needed = [variable.types[0] for variable in variables]
                    yield from _error(f"'{operator}'", needed, empty, span)
                case Matrix(operator, row, column, span=span):
                    yield from _error(f"'{operator}'", [row.types[0], column.types[0]], empty, span)
                case DrawAny(variable, span=span):
                    yield from _error("a draw", variable.types, empty, span)
                case Slot(fluent, span=span):
                    yield from _error(f"the array of '{fluent}'", fluents[fluent].parameters, empty, span)
                case _:
                    pass


def _error(what: str, needed: Iterable[str], empty: Collection[str], span: Span | None) -> Iterator[ModelError]:
    for of in needed:
        if of in empty:
            yield ModelError(
                f"{what} has no value, since the instance has no objects of the type '{of}'",
                span=span,
                expected=f"objects {{ {of} : {{ ... }}; }};",
                code="E208",
            )
            return
