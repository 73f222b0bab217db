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
from relgym.read.rddl.constants import expected_of, fits, no_fluent, plain, second_section, spelled, unknown_type
from relgym.read.rddl.order import check_order
from relgym.read.rddl.syntax.parser import Node, span_of
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
    def __init__(self, source: Source, node: Node) -> None:
        self._source = source
        self._name, *sections = node.children
        self._node = node
        self._sections = self._by_name(sections)

    def _by_name(self, sections: list[Token | Node]) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for section in sections:
            assert not isinstance(section, Token)
            first = found.get(str(section.data))
            if first is not None:
                report(second_section(self._source, first, section))
                continue
            found[str(section.data)] = section
        return found

    def _parts(self, name: str) -> list[Node]:
        section = self._sections.get(name)
        return [] if section is None else [part for part in section.children if not isinstance(part, Token) and part]

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
            str(self._name),
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
        for part in self._parts(section):
            try:
                result = read(part)
            except RelgymError as error:
                report(error)
                doubt(*(token for token in part.children if isinstance(token, Token)))
            else:
                yield result

    def _type(self, part: Node) -> ItemType:
        name, *values = part.children
        assert isinstance(name, Token)
        span = span_of(self._source, part)
        if name in NUMBERS or name == "object":
            raise ModelError(
                f"'{name}' is a type of RDDL itself",
                span=span_of(self._source, name),
                expected="another name",
                code="E202",
            )
        for word in (name, *values):
            if isinstance(word, Token) and word.endswith("'"):
                raise ModelError(
                    "types and their values have no next state",
                    span=span_of(self._source, word),
                    expected=word.rstrip("'"),
                    code="E205",
                )
        if part.data == "object_type":
            return ItemType(str(name), None, span)
        items: dict[str, Object] = {}
        for value in values:
            assert isinstance(value, Token)
            text = value if value.startswith("@") else f"@{value}"
            if text in items:
                raise ModelError(
                    f"'{value}' is a value of '{name}' twice",
                    span=span_of(self._source, value),
                    expected="each value once",
                    code="E202",
                )
            items[str(text)] = Object(str(text), span_of(self._source, value))
        return ItemType(str(name), tuple(items.values()), span)

    def _declaration(self, node: Node, types: Mapping[str, ItemType]) -> Declaration:
        name, parameters, kind, of, *options = node.children
        assert isinstance(name, Token) and isinstance(of, Token) and not isinstance(parameters, Token)
        if name.endswith("'"):
            raise ModelError(
                "a fluent is declared without a prime",
                span=span_of(self._source, name),
                expected=name.rstrip("'"),
                code="E205",
            )
        if name in _VALUE_WORDS:
            raise ModelError(
                f"'{name}' cannot be the name of a fluent: it begins a value or is one",
                span=span_of(self._source, name),
                expected="another name",
                code="E202",
            )
        for token in parameters.children:
            if token is not None:
                assert isinstance(token, Token)
                self._check_type(token, types, ())
        self._check_type(of, types, NUMBERS)
        default: Plain | None = None
        for option in options:
            assert not isinstance(option, Token)
            word, constant = option.children
            assert not isinstance(constant, Token)
            if word == "default":
                default = plain(self._source, constant)
                self._check_default(name, default, of, types, constant)
                if isinstance(default, Object):
                    mark = "" if types[of].values is None else "@"
                    default = Object(mark + default.name.removeprefix("@"), default.span)
        if kind == Kind.ACTION.value and default is None:
            raise ModelError(
                f"the action-fluent '{name}' has no default",
                span=span_of(self._source, node),
                expected="default = ..., the value when the action is not taken",
                code="E208",
            )
        parameter_types = tuple(str(part) for part in parameters.children if part is not None)
        return Declaration(str(name), Kind(str(kind)), parameter_types, str(of), default, span_of(self._source, node))

    def _check_type(self, token: Token, types: Mapping[str, ItemType], more: tuple[str, ...]) -> None:
        if token in types or token in more:
            return
        if token in NUMBERS:
            raise ModelError(
                "the parameters of fluents are objects or enumerated values, not numbers",
                span=span_of(self._source, token),
                expected=f"one of {' '.join(types)}" if types else "a type that is declared in 'types'",
                code="E204",
            )
        raise unknown_type(self._source, token, [*more, *types])

    def _check_default(self, name: str, default: Plain, of: str, types: Mapping[str, ItemType], constant: Node) -> None:
        # Objects are the instance's: of them, nothing is known here.
        values = types[of].values if of in types else None
        known = None if values is None else [value.name for value in values]
        if not fits(default, of, lambda item: known is None or f"@{item.removeprefix('@')}" in known):
            hint = did_you_mean(f"@{default.name}", known) if isinstance(default, Object) and known else None
            raise ModelError(
                f"{spelled(default)} is no value of '{of}', which '{name}' has",
                span=span_of(self._source, constant),
                expected=expected_of(of, known),
                hint=hint,
                code="E204",
            )

    def _cpf(
        self,
        part: Node,
        values: ValueReader,
        typing: Typing,
        fluents: Mapping[str, Declaration],
        heads: dict[str, Token],
    ) -> Cpf:
        token, variables, body = part.children
        assert isinstance(token, Token) and not isinstance(variables, Token) and not isinstance(body, Token)
        span, head = span_of(self._source, part), span_of(self._source, token)
        name, primed = token.removesuffix("'"), token.endswith("'")
        fluent = fluents.get(name)
        if fluent is None:
            computed = [item.name for item in fluents.values() if item.kind in COMPUTED]
            raise no_fluent(head, name, computed)
        if fluent.kind not in COMPUTED:
            raise ModelError(
                f"'{name}' is {a(fluent.kind.value)}, and has no cpf",
                span=head,
                expected="a state-fluent, interm-fluent, derived-fluent or observ-fluent",
                code="E205",
            )
        if primed != (fluent.kind is Kind.STATE):
            wanted, which = (f"{name}'", "with") if fluent.kind is Kind.STATE else (name, "without")
            raise ModelError(
                f"'{name}' is {a(fluent.kind.value)}, whose cpf is written {which} a prime",
                span=head,
                expected=f"{signature(wanted, _variables(fluent))} = ...",
                code="E205",
            )
        if name in heads:
            first = span_of(self._source, heads[name])
            assert first is not None
            raise ModelError(
                f"'{name}' has two cpfs",
                span=head,
                expected="one",
                hint=f"the first one is on line {first.line}",
                code="E202",
            )
        heads[name] = token
        tokens = [part for part in variables.children if isinstance(part, Token)]
        if len(tokens) != len(fluent.parameters):
            raise ModelError(
                f"'{name}' has {counted(len(fluent.parameters), 'parameter')}, not {len(tokens)}",
                span=head,
                expected=f"{signature(str(token), _variables(fluent))} = ...",
                code="E203",
            )
        parameters = values.variables(tokens, fluent.parameters)
        for index, variable in enumerate(parameters):
            if variable in parameters[:index]:
                raise ModelError(
                    f"the variable '{variable}' is declared twice",
                    span=variable.span,
                    expected="another name",
                    code="E202",
                )
        known = {variable.name: variable for variable in parameters}
        value = _checked(values, body, known, typing, fluent.range, f"the cpf of '{name}'")
        return Cpf(name, parameters, value, span)

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
        [body] = section.children
        assert not isinstance(body, Token)
        return _checked(values, body, {}, typing, REAL, "the reward")

    def _formulas(self, section: str, values: ValueReader, typing: Typing) -> Iterator[Value]:
        for part in self._parts(section):
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
    found: dict[str, T] = {}
    for item in items:
        name = name_of(item)
        if name in found:
            first = getattr(found[name], "span", None)
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
        found[name] = item
    return tuple(found.values())
