"""RDDL instances: objects, values and a horizon for a domain; non-fluents may stand in a block of their own."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from lark import Token

from relgym.errors import ModelError, ParseError, RelgymWarning, describe
from relgym.model.rddl import Instance, Kind, Plain, Process, Setting
from relgym.model.rddl_expressions import BOOL, NUMBERS, Value
from relgym.model.rddl_walk import walk
from relgym.model.span import Source
from relgym.model.terms import Object
from relgym.read.rddl_domain import PARTS, fits, plain
from relgym.read.rddl_syntax import Node, span_of
from relgym.read.rddl_types import Typing
from relgym.read.rddl_value import Names, ValueReader

Block = tuple[Source, Node]
"""A block of a file: the file, and the block's tree."""


def instance_of(block: Block, others: Sequence[Block], process: Process) -> Instance:
    """The instance of a block; `others` are the blocks of non-fluents among which its own may be.

    Raises `ModelError` with the place of the first thing that is wrong.
    """
    return _Reader(block, others, process).instance()


class _Reader:
    def __init__(self, block: Block, others: Sequence[Block], process: Process) -> None:
        self._source, self._node = block
        self._process = process
        self._sections = _sections(block)
        self._name = str(self._node.children[0])
        self._fixed = self._blocks(others)

    def _blocks(self, others: Sequence[Block]) -> list[tuple[Source, dict[str, Node]]]:
        """The sections of the block of non-fluents, if there is one, and then those of the instance itself."""
        named = self._sections.get("of_nonfluents")
        found = [(self._source, self._sections)]
        if named is None:
            return found
        name = str(named.children[0])
        known = {str(node.children[0]): (source, node) for source, node in others}
        if name not in known:
            near = get_close_matches(name, known, n=1)
            raise ModelError(
                f"there is no block 'non-fluents {name}'",
                span=span_of(self._source, named),
                hint=f"did you mean '{near[0]}'?" if near else "give its file, too, or put it into this one",
            )
        source, _ = known[name]
        return [(source, _sections(known[name])), *found]

    def instance(self) -> Instance:
        self._check_domain()
        objects = self._objects()
        items = {item.name: of for of, several in objects for item in several}
        typing = Typing(self._process.declared, {item.name: item for item in self._process.types}, items)
        self._check_values(typing)
        values = self._values(items)
        constants = tuple(self._settings("fixed", (Kind.NON, Kind.PARAMETER), items))
        start = tuple(self._settings("init_state", (Kind.STATE,), items))
        horizon = self._sections.get("horizon")
        until = None
        steps: int | None = None
        if horizon is not None:
            [end] = horizon.children
            if isinstance(end, Token):
                steps = self._whole(horizon)
            else:
                until = values.read(end, {})
                typing.check(until, BOOL, "'terminate-when'")
        return Instance(
            self._name,
            self._process.name,
            objects,
            constants,
            start,
            self._whole(self._sections.get("most_actions")),
            steps,
            self._discount(),
            until,
            span_of(self._source, self._node),
        )

    def _check_domain(self) -> None:
        for source, sections in self._fixed:
            named = sections.get("of_domain")
            if named is None:
                if sections is self._sections:
                    raise ModelError(
                        f"the instance '{self._name}' does not say of which domain it is",
                        span=span_of(self._source, self._node),
                        expected=f"domain = {self._process.name};",
                    )
            elif named.children[0] != self._process.name:
                said = f"this is of the domain '{named.children[0]}', and is read for '{self._process.name}'"
                warnings.warn(RelgymWarning(describe(said, span_of(source, named), None, None)), stacklevel=2)

    def _objects(self) -> tuple[tuple[str, tuple[Object, ...]], ...]:
        types = {item.name: item for item in self._process.types}
        found: dict[str, list[Object]] = {}
        owner: dict[str, str] = {}
        for source, sections in self._fixed:
            for part in _parts(sections, "objects"):
                name, *tokens = part.children
                span = span_of(source, part)
                if name not in types:
                    near = get_close_matches(str(name), types, n=1)
                    raise ModelError(
                        f"there is no type '{name}'", span=span, hint=f"did you mean '{near[0]}'?" if near else None
                    )
                if types[str(name)].values is not None:
                    raise ModelError(f"the values of '{name}' are those that the domain names", span=span)
                for token in tokens:
                    if token is None:
                        continue
                    assert isinstance(token, Token)
                    place = span_of(source, token)
                    known = owner.get(str(token))
                    if known is not None:
                        if known == name and sections is not self._fixed[0][1]:
                            # An instance may repeat the objects of its block of non-fluents.
                            continue
                        raise ModelError(f"'{token}' is an object of '{known}' already", span=place)
                    owner[str(token)] = str(name)
                    found.setdefault(str(name), []).append(Object(str(token), place))
        for item in self._process.types:
            if item.values is None and item.name not in found:
                raise ModelError(
                    f"the type '{item.name}' has no objects",
                    span=span_of(self._source, self._node),
                    expected=f"objects {{ {item.name} : {{ ... }}; }};",
                )
        return tuple((name, tuple(several)) for name, several in found.items())

    def _check_values(self, typing: Typing) -> None:
        """The domain's values once more, for the objects that it names are known now."""
        process = self._process
        if not any(
            isinstance(node, Object) and node.name[0] != "@" for value in _all_values(process) for node in walk(value)
        ):
            return
        for cpf in process.cpfs:
            typing.check(cpf.value, process.declared[cpf.fluent].range, f"the cpf of '{cpf.fluent}'")
        typing.check(process.reward, "real", "the reward")
        for part in PARTS:
            for value in getattr(process, part):
                typing.check(value, BOOL, f"a formula of {part}")

    def _values(self, items: Mapping[str, str]) -> ValueReader:
        enumerated = {value.name for item in self._process.types for value in item.values or ()}
        names = Names(self._process.declared, enumerated, {item.name for item in self._process.types})
        return ValueReader(self._source, names)

    def _settings(self, section: str, kinds: tuple[Kind, ...], items: Mapping[str, str]) -> Iterator[Setting]:
        for source, sections in self._fixed:
            for part in _parts(sections, section):
                yield self._setting(source, part, kinds, items)

    def _setting(self, source: Source, node: Node, kinds: tuple[Kind, ...], items: Mapping[str, str]) -> Setting:
        negated, name, *parts, constant = node.children
        span = span_of(source, node)
        fluent = self._process.declared.get(str(name))
        if fluent is None:
            near = get_close_matches(str(name), self._process.declared, n=1)
            raise ModelError(
                f"there is no fluent '{name}'", span=span, hint=f"did you mean '{near[0]}'?" if near else None
            )
        if fluent.kind not in kinds:
            raise ModelError(
                f"'{name}' is a {fluent.kind.value}", span=span, expected=" or ".join(kind.value for kind in kinds)
            )
        tokens = [part for part in parts if isinstance(part, Token)]
        if len(tokens) != len(fluent.parameters):
            raise ModelError(
                f"'{name}' takes {len(fluent.parameters)} arguments, and has {len(tokens)} here",
                span=span,
                expected=f"{name}({', '.join(fluent.parameters)})",
            )
        objects = tuple(
            self._item(source, token, of, items) for token, of in zip(tokens, fluent.parameters, strict=True)
        )
        value: Plain = not negated
        if isinstance(constant, Token) or constant is None:
            if fluent.range != BOOL:
                raise ModelError(f"'{name}' has no value here", span=span, expected=f"{name} = ...;")
        else:
            value = plain(source, constant)
            if isinstance(value, Object):
                value = self._item(source, _token(constant.children[-1]), fluent.range, items)
            elif not fits(value, fluent.range, lambda _: True):
                raise ModelError(f"{value} is no value of '{fluent.range}'", span=span_of(source, constant))
        return Setting(fluent.name, objects, value, span)

    def _item(self, source: Source, token: Token, of: str, items: Mapping[str, str]) -> Object:
        """The object or enumerated value of a type."""
        place = span_of(source, token)
        name = str(token)
        if of in NUMBERS:
            raise ModelError(f"'{name}' is no value of '{of}'", span=place)
        declared = next(item for item in self._process.types if item.name == of)
        if declared.values is not None:
            name = name if name.startswith("@") else f"@{name}"
            known = [value.name for value in declared.values]
        else:
            known = [item for item, owner in items.items() if owner == of]
        if name not in known and items.get(name) != of:
            near = get_close_matches(name, known, n=1)
            raise ModelError(
                f"'{token}' is not of the type '{of}'", span=place, hint=f"did you mean '{near[0]}'?" if near else None
            )
        return Object(name, place)

    def _whole(self, section: Node | None) -> int | None:
        """The positive whole number of a section; `None` for any number."""
        if section is None:
            return None
        word = _token(section.children[0])
        if word.type == "POS_INF":
            return None
        if not word.isdecimal() or int(word) < 1:
            raise ParseError(
                f"{word} is no number of steps or actions",
                span=span_of(self._source, word),
                expected="a positive whole number, or pos-inf",
            )
        return int(word)

    def _discount(self) -> float:
        section = self._sections.get("discount")
        if section is None:
            return 1.0
        word = _token(section.children[0])
        if not 0 <= float(word) <= 1:
            raise ParseError(
                f"the discount {word} is not between 0 and 1", span=span_of(self._source, word), expected="0.9, or 1.0"
            )
        return float(word)


def _all_values(process: Process) -> list[Value]:
    every = [cpf.value for cpf in process.cpfs]
    return [*every, process.reward, *(value for part in PARTS for value in getattr(process, part))]


def _sections(block: Block) -> dict[str, Node]:
    source, node = block
    found: dict[str, Node] = {}
    for section in node.children[1:]:
        assert not isinstance(section, Token)
        if section.data in found:
            raise ModelError("a section of this kind stands here twice", span=span_of(source, section))
        found[str(section.data)] = section
    return found


def _parts(sections: Mapping[str, Node], name: str) -> list[Node]:
    section = sections.get(name)
    return [] if section is None else [part for part in section.children if part and not isinstance(part, Token)]


def _token(part: object) -> Token:
    assert isinstance(part, Token), part
    return part
