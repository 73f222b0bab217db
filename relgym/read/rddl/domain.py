"""RDDL domains: from a syntax tree to a `RDDLDomain`, names and types checked.

>>> from relgym.model.span import Source
>>> from relgym.read.rddl.syntax.parser import syntax
>>> source = Source("<domain>", '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ^ ~press | press ^ ~lit; };
...   reward = lit;
... }''')
>>> domain = domain_of(source, syntax(source).children[0])
>>> domain.name, str(domain.cpfs[0].value)
('lamp', '((lit ^ ~press) | (press ^ ~lit))')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from lark import Token

from relgym.errors import ModelError, RelgymError, did_you_mean
from relgym.model.rddl.domain import COMPUTED, Cpf, Declaration, ItemType, Kind, Plain, RDDLDomain
from relgym.model.rddl.expressions import BOOL, NUMBERS, REAL, Constant, Value
from relgym.model.span import Source
from relgym.model.terms import Object
from relgym.read.rddl.blocks import parts_of, sections_of
from relgym.read.rddl.constants import check_finite, expected_of, fits, no_fluent, plain, spelled, unknown_type
from relgym.read.rddl.order import check_order
from relgym.read.rddl.syntax.parser import Node, error_at, span_of, token_of, tree_of
from relgym.read.rddl.types import Typing
from relgym.read.rddl.value import ExpressionNames, Scope, ValueReader
from relgym.read.rddl.words import a, counted, signature
from relgym.read.reporting import doubt, in_doubt, report, reported

T = TypeVar("T")

PARTS = {
    "preconditions": "action-preconditions",
    "constraints": "state-action-constraints",
    "invariants": "state-invariants",
    "termination": "termination",
}
"""The sections that are lists of formulas, by their names here, with those that files have for them."""

_VALUE_WORDS = ("if", "switch", "true", "false")


def domain_of(source: Source, node: Node) -> RDDLDomain:
    """The domain of a tree; raises `ModelError` with the place of the first thing that is wrong."""
    return _DomainReader(source, node).domain()


class _DomainReader:
    """Reads the block of a domain, section by section."""

    def __init__(self, source: Source, node: Node) -> None:
        self._source = source
        self._node = node
        self._sections = sections_of((source, node))

    def domain(self) -> RDDLDomain:
        types = _once(self._each("types", self._type), lambda item: item.name, "type")
        enumerated = {value.name for item in types for value in item.values or ()}
        by_name = {item.name: item for item in types}
        declared = self._each("pvariables", partial(self._declaration, types=by_name))
        fluents = _once(declared, lambda item: item.name, "fluent")
        objects = any(item.values is None for item in types)
        names = ExpressionNames({item.name: item for item in fluents}, sorted(enumerated), list(by_name), objects)
        values = ValueReader(self._source, names)
        typing = Typing(names.fluents, by_name)
        heads: dict[str, Token] = {}
        cpf = partial(self._cpf, values=values, typing=typing, fluents=names.fluents, heads=heads)
        cpfs = tuple(self._each("cpfs", cpf))
        self._check_complete(cpfs, fluents)
        reward = self._reward(values, typing)
        domain = RDDLDomain(
            str(self._node.children[0]),
            self._requirements(),
            types,
            fluents,
            cpfs,
            reward,
            **{part: tuple(self._formulas(part, values, typing)) for part in PARTS},
            span=span_of(self._source, self._node),
        )
        check_order(domain)
        return domain

    def _requirements(self) -> tuple[str, ...]:
        section = self._sections.get("requirements")
        return () if section is None else tuple(str(word) for word in section.children if word is not None)

    def _each(self, section: str, read: Callable[[Node], T]) -> Iterator[T]:
        """Yield `read(part)` for each part of a section; report errors, and put the names of such parts in doubt."""
        for part in parts_of(self._sections, section):
            try:
                result = read(part)
            except RelgymError as error:
                report(error)
                doubt(*(token for token in part.children if isinstance(token, Token)))
            else:
                yield result

    def _type(self, part: Node) -> ItemType:
        name, *values = (token_of(word) for word in part.children if word)
        span = span_of(self._source, part)
        if name in NUMBERS or name == "object":
            raise error_at(self._source, name, f"'{name}' is a type of RDDL itself", "another name", "E202")
        for word in (name, *values):
            if word.endswith("'"):
                raise error_at(
                    self._source, word, "types and their values have no next state", word.rstrip("'"), "E205"
                )
        if part.data == "object_type":
            return ItemType(str(name), None, span)
        items: dict[str, Object] = {}
        for value in values:
            text = value if value.startswith("@") else f"@{value}"
            if text in items:
                raise error_at(
                    self._source, value, f"'{value}' is a value of '{name}' twice", "each value once", "E202"
                )
            items[str(text)] = Object(str(text), span_of(self._source, value))
        return ItemType(str(name), tuple(items.values()), span)

    def _declaration(self, node: Node, types: Mapping[str, ItemType]) -> Declaration:
        head, parameters, kind, number_or_type, *options = node.children
        name, of = token_of(head), token_of(number_or_type)
        types_of = [token_of(token) for token in tree_of(parameters).children if token]
        if name.endswith("'"):
            raise error_at(self._source, name, "a fluent is declared without a prime", name.rstrip("'"), "E205")
        if name in _VALUE_WORDS:
            raise error_at(
                self._source,
                name,
                f"'{name}' cannot be the name of a fluent: it begins a value or is one",
                "another name",
                "E202",
            )
        for token in types_of:
            self._check_type(token, types, ())
        self._check_type(of, types, NUMBERS)
        default: Plain | None = None
        for option in options:
            word, written = tree_of(option).children
            if word == "default":
                constant = tree_of(written)
                default = plain(self._source, constant)
                self._check_default(name, default, of, types, constant)
                check_finite(self._source, constant, default, name, Kind(str(kind)))
                if isinstance(default, Object):
                    mark = "" if types[of].values is None else "@"
                    default = Object(mark + default.name.removeprefix("@"), default.span)
        if kind == Kind.ACTION.value and default is None:
            raise error_at(
                self._source,
                node,
                f"the action-fluent '{name}' has no default",
                "default = ..., the value when the action is not taken",
                "E208",
            )
        span = span_of(self._source, node)
        return Declaration(str(name), Kind(str(kind)), tuple(map(str, types_of)), str(of), default, span)

    def _check_type(self, token: Token, types: Mapping[str, ItemType], more: tuple[str, ...]) -> None:
        if token in types or token in more:
            return
        if token in NUMBERS:
            raise error_at(
                self._source,
                token,
                "the parameters of fluents are objects or enumerated values, not numbers",
                f"one of {' '.join(types)}" if types else "a type that is declared in 'types'",
                "E204",
            )
        raise unknown_type(self._source, token, [*more, *types])

    def _check_default(self, name: str, default: Plain, of: str, types: Mapping[str, ItemType], constant: Node) -> None:
        # Objects are the instance's: of them, nothing is known here.
        values = types[of].values if of in types else None
        known = None if values is None else [value.name for value in values]
        if not fits(default, of, lambda item: known is None or f"@{item.removeprefix('@')}" in known):
            hint = did_you_mean(f"@{default.name}", known) if isinstance(default, Object) and known else None
            raise error_at(
                self._source,
                constant,
                f"{spelled(default)} is not a value of the range '{of}' of '{name}'",
                expected_of(of, known),
                "E204",
                hint=hint,
            )

    def _cpf(
        self,
        part: Node,
        values: ValueReader,
        typing: Typing,
        fluents: Mapping[str, Declaration],
        heads: dict[str, Token],
    ) -> Cpf:
        head, variables, body = part.children
        token = token_of(head)
        fluent = self._computed(token, fluents)
        if fluent.name in heads:
            first = f"the first one is on line {heads[fluent.name].line}"
            raise error_at(self._source, token, f"'{fluent.name}' has two cpfs", "one", "E202", first)
        heads[fluent.name] = token
        tokens = [token_of(part) for part in tree_of(variables).children if part]
        if len(tokens) != len(fluent.parameters):
            message = f"'{fluent.name}' has {counted(len(fluent.parameters), 'parameter')}, not {len(tokens)}"
            expected = f"{signature(str(token), _variables(fluent))} = ..."
            raise error_at(self._source, token, message, expected, "E203")
        for index, variable in enumerate(tokens):
            if variable in tokens[:index]:
                message = f"the variable '{variable}' is declared twice"
                raise error_at(self._source, variable, message, "another name", "E202")
        parameters = values.variables(tokens, fluent.parameters)
        known = {variable.name: variable for variable in parameters}
        value = _checked(values, tree_of(body), known, typing, fluent.range, f"the cpf of '{fluent.name}'")
        return Cpf(fluent.name, parameters, value, span_of(self._source, part))

    def _computed(self, token: Token, fluents: Mapping[str, Declaration]) -> Declaration:
        """The fluent that a cpf computes, whose name has a prime where it is of the next state."""
        name, primed = token.removesuffix("'"), token.endswith("'")
        fluent = fluents.get(name)
        if fluent is None:
            computed = [item.name for item in fluents.values() if item.kind in COMPUTED]
            raise no_fluent(span_of(self._source, token), name, computed)
        if fluent.kind not in COMPUTED:
            expected = "a state-fluent, interm-fluent, derived-fluent or observ-fluent"
            message = f"'{name}' is {a(fluent.kind.value)}, and has no cpf"
            raise error_at(self._source, token, message, expected, "E205")
        if primed != (fluent.kind is Kind.STATE):
            wanted, which = (name, "without") if primed else (f"{name}'", "with")
            message = f"'{name}' is {a(fluent.kind.value)}, whose cpf is written {which} a prime"
            raise error_at(self._source, token, message, f"{signature(wanted, _variables(fluent))} = ...", "E205")
        return fluent

    def _check_complete(self, cpfs: tuple[Cpf, ...], fluents: tuple[Declaration, ...]) -> None:
        known = {cpf.fluent for cpf in cpfs}
        for fluent in fluents:
            if fluent.kind in COMPUTED and fluent.name not in known and not in_doubt(fluent.name):
                head = f"{fluent.name}'" if fluent.kind is Kind.STATE else fluent.name
                report(
                    ModelError(
                        f"the {fluent.kind.value} '{fluent.name}' has no cpf",
                        span=fluent.span,
                        expected=f"{head} = ... in cpfs",
                        code="E208",
                    )
                )

    def _reward(self, values: ValueReader, typing: Typing) -> Value:
        section = self._sections.get("reward")
        if section is None:
            return Constant(0)
        [body] = map(tree_of, section.children)
        return _checked(values, body, {}, typing, REAL, "the reward")

    def _formulas(self, section: str, values: ValueReader, typing: Typing) -> Iterator[Value]:
        for part in parts_of(self._sections, section):
            yield _checked(values, part, {}, typing, BOOL, f"a formula of '{PARTS[section]}'")


def _checked(values: ValueReader, node: Node, known: Scope, typing: Typing, of: str, what: str) -> Value:
    """The value of a tree, names and ranges checked; ranges only if no name is wrong."""
    before = reported()
    value = values.read(node, known)
    if reported() == before:
        typing.check(value, of, what)
    return value


def _variables(fluent: Declaration) -> list[str]:
    """Names for the parameters of a fluent, for want of those that an author would choose."""
    return [
        f"?{of}{index}" if fluent.parameters.count(of) > 1 else f"?{of}"
        for index, of in enumerate(fluent.parameters, 1)
    ]


def _once(items: Iterator[T] | tuple[T, ...], name_of: Callable[[T], str], what: str) -> tuple[T, ...]:
    by_name: dict[str, T] = {}
    for item in items:
        name = name_of(item)
        if name in by_name:
            first = getattr(by_name[name], "span", None)
            doubt(name)
            report(
                ModelError(
                    f"the {what} '{name}' is declared twice",
                    span=getattr(item, "span", None),
                    expected="another name",
                    hint=None if first is None else f"the first one is on line {first.line}",
                    code="E202",
                )
            )
            continue
        by_name[name] = item
    return tuple(by_name.values())
