"""`(:predicates ...)` and `(:functions ...)`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relgym.errors import ModelError, ParseError, UnsupportedFeature
from relgym.model.numeric import ZERO_AT_START
from relgym.model.pddl.domain import NumericFunction, Predicate
from relgym.model.terms import Variable
from relgym.read.pddl.scope import RESERVED, Scope
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.pddl.typed import name_of, shortened, typed_list
from relgym.read.reporting import doubt, recovering, reported, warn


def declare_predicates(sections: Iterable[SExpression], scope: Scope) -> None:
    """Add predicates to the scope. Raises `ModelError` for one that is declared twice."""
    for section in sections:
        stray = False
        for node in section.items[1:]:
            # Of several words in a row that declare nothing, such as a sentence, only one is reported.
            if not (stray and isinstance(node, Word)):
                with recovering():
                    _declare_predicate(node, scope)
            stray = isinstance(node, Word)


def declare_functions(sections: Iterable[SExpression], scope: Scope) -> None:
    """Add numeric functions to the scope.

    Raises `ModelError` for one that is declared twice, `UnsupportedFeature` for one whose values are objects.
    """
    for section in sections:
        for node, types in typed_list(section.items[1:]):
            with recovering():
                _declare_function(node, types, scope)


def _declare_predicate(node: Node, scope: Scope) -> None:
    name, parameters = _signature(node, "(predicate ?x - type ...)")
    if name == "=":
        return  # Old files declare it, though it is built in.
    _refuse_reserved(name)
    if name in scope.predicates:
        doubt(name)
        raise twice("predicate", name)
    variables = _places(parameters, name, scope)
    scope.predicates[str(name)] = Predicate(str(name), variables, name.span)


def _declare_function(node: Node, types: Sequence[Word], scope: Scope) -> None:
    name, parameters = _signature(node, "(function ?x - type ...)")
    _refuse_reserved(name)
    if types and tuple(types) != ("number",):
        doubt(name)
        raise UnsupportedFeature(
            f"'{name.raw}' is an object fluent: its values are of type {' or '.join(types)}",
            span=types[0].span,
            expected="numeric functions, with '- number' or no type",
        )
    if name in scope.functions:
        doubt(name)
        raise twice("function", name)
    if name not in ZERO_AT_START:
        scope.uses.note(name, ":numeric-fluents", ":action-costs")
    variables = _places(parameters, name, scope)
    scope.functions[str(name)] = NumericFunction(str(name), variables, name.span)


def twice(what: str, name: Word) -> ModelError:
    """The error for a name that is already taken."""
    return ModelError(
        f"{what} '{name.raw}' is declared twice", span=name.span, expected="a different name for each", code="E202"
    )


def _signature(node: Node, syntax: str) -> tuple[Word, list[Node]]:
    if isinstance(node, Word):
        raise ParseError(f"'{node.raw}' is not a declaration", span=node.span, expected=syntax)
    if not node.items:
        raise ParseError("an empty declaration", span=node.span, expected=syntax)
    head = node.items[0]
    if isinstance(head, SExpression):
        raise ParseError(f"{shortened(head)} is not a name", span=head.span, expected=syntax)
    return name_of(head, "a name"), node.items[1:]


def _refuse_reserved(name: Word) -> None:
    if name in RESERVED:
        raise ModelError(
            f"'{name.raw}' is a word of the language", span=name.span, expected="another name", code="E202"
        )


def _places(items: Sequence[Node], name: Word, scope: Scope) -> tuple[Variable, ...]:
    before = reported()
    variables = scope.places(items)
    if reported() > before:
        doubt(name)
    if len({variable.name for variable in variables}) < len(variables):
        # Published files do so, and no meaning hangs on these names.
        warn(f"'{name.raw}' is declared with two parameters of the same name", name.span, code="W104")
    return variables
