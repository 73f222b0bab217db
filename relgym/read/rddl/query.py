"""Values that a user writes about an RDDL instance: `exists_{?x : floor} [waiting(?x)]`, `waiting(?x)`.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; }; cpfs { on'(?x) = ~on(?x); }; }''')
>>> instance = read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain)
>>> value, variables = read_value("~on(?y)", instance)
>>> str(value), variables[0].name, variables[0].types
('~on(?y)', '?y', ('t',))
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from relgym.errors import ModelError
from relgym.model.rddl.domain import Instance, Kind, RDDLDomain
from relgym.model.rddl.expressions import NUMBERS, Value
from relgym.model.span import Source
from relgym.model.terms import Variable
from relgym.read.rddl.order import check_formula
from relgym.read.rddl.syntax.parser import Node, span_of, token_of, tree_of, value_syntax
from relgym.read.rddl.types import Typing
from relgym.read.rddl.value import ExpressionNames, ValueReader


def read_value(text: str, instance: Instance) -> tuple[Value, tuple[Variable, ...]]:
    """A value in the names of an instance, and its free variables as they come; it may read the state and an action.

    A free variable has the type of the fluent's parameter where it first stands. Raises `ParseError`, `ModelError`.
    """
    domain = instance.domain
    source = Source("<query>", text)
    [node] = map(tree_of, value_syntax(source).children)
    types = {item.name: item for item in domain.types}
    free: dict[str, Variable] = {}
    for token, of in sorted(_free(node, domain, frozenset()), key=lambda pair: pair[0].start_pos or 0):
        known = free.get(str(token))
        if known is None or not known.types[0]:
            free[str(token)] = Variable(str(token), (of,), span_of(source, token))
    enumerated = {value.name for item in domain.types for value in item.values or ()}
    value = ValueReader(source, ExpressionNames(domain.declared, enumerated, types)).read(node, free)
    for variable in free.values():
        if not variable.types[0]:
            raise ModelError(
                f"nothing says of which type '{variable.name}' is",
                span=variable.span,
                expected=f"{variable.name} as an argument of a fluent, or a quantifier around this place",
            )
    check_formula(value, domain, (Kind.STATE, Kind.ACTION, Kind.DERIVED, Kind.INTERMEDIATE), "a question")
    objects = {item.name: of for of, items in instance.objects for item in items}
    Typing(domain.declared, types, objects).range_of(value)
    return value, tuple(free.values())


def _free(node: Node, domain: RDDLDomain, bound: frozenset[str]) -> Iterator[tuple[Token, str]]:
    """The free variables where they stand, each with the type that its place says it is of, if that says one."""
    if node.data == "variable":
        if node.children[0] not in bound:
            yield token_of(node.children[0]), ""
        return
    named = {str(part.children[0]) for part in node.children if isinstance(part, Tree) and part.data == "typed"}
    inner = bound | named
    parts = [part for part in node.children if isinstance(part, Tree) and part.data != "typed"]
    for part, of in _expected(node, parts, domain):
        if part.data == "variable" and part.children[0] not in inner:
            yield token_of(part.children[0]), of
    for part in parts:
        yield from _free(part, domain, inner)


def _expected(node: Node, parts: list[Node], domain: RDDLDomain) -> Iterator[tuple[Node, str]]:
    """Return the parts of a node whose types are known: arguments, and operands that are compared with items."""
    name = str(node.children[0])
    match str(node.data), parts:
        case "named", [arguments] if name in domain.declared:
            several = [part for part in arguments.children if isinstance(part, Tree)]
            yield from zip(several, domain.declared[name].parameters, strict=False)
        case "binary", [left, right]:
            for part, other in ((left, right), (right, left)):
                declared = domain.declared.get(str(other.children[0])) if other.data == "named" else None
                if declared is not None and declared.range not in NUMBERS:
                    yield part, declared.range
        case _:
            return
