"""RDDL domains: from a syntax tree to a `Process`, names and types checked.

>>> from relgym.model.span import Source
>>> from relgym.read.rddl_syntax import syntax
>>> source = Source("<domain>", '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ^ ~press | press ^ ~lit; };
...   reward = lit;
... }''')
>>> process = process_of(source, syntax(source).children[0])
>>> process.name, str(process.cpfs[0].value)
('lamp', '((lit ^ ~press) | (press ^ ~lit))')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import TypeVar

from lark import Token

from relgym.errors import ModelError
from relgym.model.rddl import COMPUTED, Cpf, Declaration, ItemType, Kind, Plain, Process
from relgym.model.rddl_expressions import BOOL, INT, NUMBERS, REAL, Constant, Value
from relgym.model.span import Source
from relgym.model.terms import Object
from relgym.read.rddl_order import check_order
from relgym.read.rddl_syntax import Node, span_of
from relgym.read.rddl_types import Typing
from relgym.read.rddl_value import Names, ValueReader, number_of

T = TypeVar("T")

PARTS = ("preconditions", "constraints", "invariants", "termination")
"""The sections that are lists of formulas."""


def process_of(source: Source, node: Node) -> Process:
    """The domain of a tree; raises `ModelError` with the place of the first thing that is wrong."""
    return _Reader(source, node).process()


class _Reader:
    def __init__(self, source: Source, node: Node) -> None:
        self._source = source
        self._name, *sections = node.children
        self._node = node
        self._sections = self._by_name(sections)

    def _by_name(self, sections: list[Token | Node]) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for section in sections:
            assert not isinstance(section, Token)
            if section.data in found:
                raise ModelError(
                    f"the domain has two sections of {section.data}",
                    span=span_of(self._source, section),
                    hint="put all of it into one",
                )
            found[str(section.data)] = section
        return found

    def _parts(self, name: str) -> list[Node]:
        section = self._sections.get(name)
        return [] if section is None else [part for part in section.children if not isinstance(part, Token) and part]

    def process(self) -> Process:
        types = _once(self._types(), lambda item: item.name, "type")
        enumerated = {value.name for item in types for value in item.values or ()}
        declared = tuple(map(self._declaration, self._parts("pvariables")))
        names = Names({}, enumerated, {item.name for item in types})
        fluents = _once(declared, lambda item: item.name, "fluent")
        for fluent in fluents:
            self._check_declaration(fluent, names)
        names = Names({item.name: item for item in fluents}, enumerated, names.types)
        values = ValueReader(self._source, names)
        typing = Typing(names.fluents, {item.name: item for item in types})
        cpfs = _once(self._cpfs(values, typing, names.fluents), lambda cpf: cpf.fluent, "cpf of")
        self._check_complete(cpfs, fluents)
        reward = self._reward(values, typing)
        process = Process(
            str(self._name),
            self._requirements(),
            types,
            fluents,
            cpfs,
            reward,
            **{part: tuple(self._formulas(part, values, typing)) for part in PARTS},
            span=span_of(self._source, self._node),
        )
        check_order(process)
        return process

    def _requirements(self) -> tuple[str, ...]:
        section = self._sections.get("requirements")
        return () if section is None else tuple(str(word) for word in section.children if word is not None)

    def _types(self) -> Iterator[ItemType]:
        for part in self._parts("types"):
            name, *values = part.children
            span = span_of(self._source, part)
            if name in NUMBERS or name == "object":
                raise ModelError(f"'{name}' is a type already", span=span, expected="another name")
            if part.data == "object_type":
                yield ItemType(str(name), None, span)
                continue
            items: dict[str, Object] = {}
            for value in values:
                assert isinstance(value, Token)
                text = value if value.startswith("@") else f"@{value}"
                if text in items:
                    raise ModelError(f"'{value}' is a value of '{name}' twice", span=span_of(self._source, value))
                items[text] = Object(text, span_of(self._source, value))
            yield ItemType(str(name), tuple(items.values()), span)

    def _declaration(self, node: Node) -> Declaration:
        name, parameters, kind, of, *options = node.children
        assert isinstance(name, Token) and isinstance(of, Token) and not isinstance(parameters, Token)
        default: Plain | None = None
        for option in options:
            assert not isinstance(option, Token)
            word, constant = option.children
            assert not isinstance(constant, Token)
            if word == "default":
                default = plain(self._source, constant)
        if name.endswith("'"):
            raise ModelError(
                "a fluent is declared without a prime", span=span_of(self._source, name), expected=name.rstrip("'")
            )
        types = tuple(str(part) for part in parameters.children if part is not None)
        return Declaration(str(name), Kind(str(kind)), types, str(of), default, span_of(self._source, node))

    def _check_declaration(self, fluent: Declaration, names: Names) -> None:
        for name in fluent.parameters:
            if name not in names.types:
                near = get_close_matches(name, names.types, n=1)
                what = "a number" if name in NUMBERS else "no type"
                raise ModelError(
                    f"the parameters of '{fluent.name}' are of types; '{name}' is {what}",
                    span=fluent.span,
                    hint=f"did you mean '{near[0]}'?" if near else None,
                )
        if fluent.range not in NUMBERS and fluent.range not in names.types:
            near = get_close_matches(fluent.range, [*NUMBERS, *names.types], n=1)
            raise ModelError(
                f"there is no type '{fluent.range}'",
                span=fluent.span,
                hint=f"did you mean '{near[0]}'?" if near else None,
            )
        if fluent.kind is Kind.ACTION and fluent.default is None:
            raise ModelError(
                f"the action-fluent '{fluent.name}' has no default",
                span=fluent.span,
                expected="default = ..., the value when the action is not taken",
            )
        if fluent.default is not None and not _fits(fluent.default, fluent.range, names):
            raise ModelError(f"the default of '{fluent.name}' is no value of '{fluent.range}'", span=fluent.span)

    def _cpfs(self, values: ValueReader, typing: Typing, fluents: Mapping[str, Declaration]) -> Iterator[Cpf]:
        for part in self._parts("cpfs"):
            token, variables, body = part.children
            assert isinstance(token, Token) and not isinstance(variables, Token) and not isinstance(body, Token)
            span, head = span_of(self._source, part), span_of(self._source, token)
            name, primed = token.removesuffix("'"), token.endswith("'")
            fluent = fluents.get(name)
            if fluent is None:
                near = get_close_matches(name, fluents, n=1)
                raise ModelError(
                    f"there is no fluent '{name}'", span=head, hint=f"did you mean '{near[0]}'?" if near else None
                )
            if fluent.kind not in COMPUTED:
                raise ModelError(f"'{name}' is a {fluent.kind.value}, and has no cpf", span=head)
            if primed != (fluent.kind is Kind.STATE):
                wanted = f"{name}'" if fluent.kind is Kind.STATE else name
                raise ModelError(
                    f"the cpf of a {fluent.kind.value} is that of '{wanted}'", span=head, expected=f"{wanted} = ..."
                )
            tokens = [part for part in variables.children if isinstance(part, Token)]
            if len(tokens) != len(fluent.parameters):
                raise ModelError(
                    f"'{name}' has {len(fluent.parameters)} parameters, and {len(tokens)} here",
                    span=head,
                    expected=f"{name}({', '.join(fluent.parameters)})",
                )
            parameters = values.variables(tokens, fluent.parameters)
            for place, variable in enumerate(parameters):
                if variable in parameters[:place]:
                    raise ModelError(f"'{variable}' stands here twice", span=variable.span)
            value = values.read(body, {variable.name: variable for variable in parameters})
            typing.check(value, fluent.range, f"the cpf of '{name}'")
            yield Cpf(name, parameters, value, span)

    def _check_complete(self, cpfs: tuple[Cpf, ...], fluents: tuple[Declaration, ...]) -> None:
        known = {cpf.fluent for cpf in cpfs}
        for fluent in fluents:
            if fluent.kind in COMPUTED and fluent.name not in known:
                head = f"{fluent.name}'" if fluent.kind is Kind.STATE else fluent.name
                raise ModelError(
                    f"the {fluent.kind.value} '{fluent.name}' has no cpf",
                    span=fluent.span,
                    expected=f"{head} = ... in cpfs",
                )

    def _reward(self, values: ValueReader, typing: Typing) -> Value:
        section = self._sections.get("reward")
        if section is None:
            return Constant(0)
        [body] = section.children
        assert not isinstance(body, Token)
        value = values.read(body, {})
        typing.check(value, REAL, "the reward")
        return value

    def _formulas(self, section: str, values: ValueReader, typing: Typing) -> Iterator[Value]:
        for part in self._parts(section):
            value = values.read(part, {})
            typing.check(value, BOOL, f"a formula of {section}")
            yield value


def plain(source: Source, node: Node) -> Plain:
    """A constant as files write it for one fluent."""
    *sign, word = node.children
    assert isinstance(word, Token)
    match word.type:
        case "NUMBER":
            number = number_of(word)
            return -number if any(sign) else number
        case "TRUE" | "FALSE":
            return word.type == "TRUE"
        case "POS_INF" | "NEG_INF":
            return float("inf" if word.type == "POS_INF" else "-inf")
        case _:
            return Object(str(word), span_of(source, word))


def fits(value: Plain, of: str, items: Callable[[str], bool]) -> bool:
    """Whether a constant is a value of a range; `items` tells of a name whether it is of the range's type."""
    match value:
        case bool():
            return of in NUMBERS
        case int():
            return of in (INT, REAL)
        case float():
            return of == REAL
        case Object(name):
            return of not in NUMBERS and items(name)


def _fits(value: Plain, of: str, names: Names) -> bool:
    # Objects are the instance's: of them, nothing is known here.
    return fits(value, of, lambda name: not name.startswith("@") or name in names.enumerated)


def _once(items: Iterator[T] | tuple[T, ...], name_of: Callable[[T], str], what: str) -> tuple[T, ...]:
    found: dict[str, T] = {}
    for item in items:
        name = name_of(item)
        if name in found:
            first = getattr(found[name], "span", None)
            raise ModelError(
                f"the {what} '{name}' is declared twice",
                span=getattr(item, "span", None),
                hint=None if first is None else f"the first one is on line {first.line}",
            )
        found[name] = item
    return tuple(found.values())
