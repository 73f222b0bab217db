"""RDDL instances: objects, values and a horizon for a domain; non-fluents may stand in a block of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from lark import Token

from relgym.errors import ModelError, ParseError, RelgymError, did_you_mean
from relgym.model.rddl.domain import Declaration, Instance, Kind, Plain, RDDLDomain, Setting
from relgym.model.rddl.expressions import BOOL, NUMBERS, Value
from relgym.model.rddl.traversal import walk
from relgym.model.span import Source
from relgym.model.terms import Object
from relgym.read.rddl.blocks import Block, parts_of, sections_of
from relgym.read.rddl.cell_names import shared_name
from relgym.read.rddl.constants import check_finite, expected_of, fits, no_fluent, plain, spelled, unknown_type
from relgym.read.rddl.domain import PARTS
from relgym.read.rddl.empty import without_items
from relgym.read.rddl.order import check_formula
from relgym.read.rddl.syntax.parser import Node, error_at, span_of, token_of
from relgym.read.rddl.types import Typing
from relgym.read.rddl.value import ExpressionNames, ValueReader
from relgym.read.rddl.words import MOST_LISTED, a, counted, signature
from relgym.read.reporting import doubt, in_doubt, report, reported, warn

_Known = Mapping[str, Collection[str]]
"""The names of the objects and enumerated values of each type."""

_PLACES = {
    Kind.STATE: "it is set in 'init-state'",
    Kind.NON: "it is set in 'non-fluents'",
    Kind.PARAMETER: "it is set in 'non-fluents'",
    Kind.ACTION: "its value is chosen in every step",
}


def instance_of(block: Block, others: Sequence[Block], domain: RDDLDomain) -> Instance:
    """The instance of a block; `others` are the blocks of non-fluents among which its own may be.

    Raises `ModelError` with the place of the first thing that is wrong.
    """
    return _InstanceReader(block, others, domain).instance()


class _InstanceReader:
    """Reads the block of an instance, with those that it refers to."""

    def __init__(self, block: Block, others: Sequence[Block], domain: RDDLDomain) -> None:
        self._source, self._node = block
        self._domain = domain
        self._sections = sections_of(block)
        self._name = str(self._node.children[0])
        self._fixed = self._blocks(others)

    def _blocks(self, others: Sequence[Block]) -> list[tuple[Source, dict[str, Node]]]:
        """The sections of the block of non-fluents, if there is one, and then those of the instance itself."""
        named = self._sections.get("of_nonfluents")
        blocks = [(self._source, self._sections)]
        if named is None:
            return blocks
        name = str(named.children[0])
        known: dict[str, Block] = {}
        for source, node in others:
            if str(node.children[0]) in known:
                head = token_of(node.children[0])
                raise error_at(source, head, f"there are two blocks 'non-fluents {head}'", "another name", "E202")
            known[str(node.children[0])] = (source, node)
        if name not in known:
            raise error_at(
                self._source,
                token_of(named.children[0]),
                f"there is no block 'non-fluents {name}'",
                f"non-fluents {name} {{ ... }}",
                "E201",
                hint=did_you_mean(name, known) or "give its file, too, or put it into this one",
            )
        source, _ = known[name]
        return [(source, sections_of(known[name])), *blocks]

    def instance(self) -> Instance:
        self._check_domain()
        objects = self._objects()
        items = {item.name: of for of, several in objects for item in several}
        typing = Typing(self._domain.declared, {item.name: item for item in self._domain.types}, items)
        self._check_values(typing)
        empty = {of for of, several in objects if not several}
        if empty:
            for error in without_items(_all_values(self._domain), empty, self._domain.declared):
                report(error)
        self._check_names(objects)
        known = self._known(objects)
        self._check_defaults(known)
        before = reported()
        constants = tuple(self._settings("fixed", (Kind.NON, Kind.PARAMETER), known))
        start = tuple(self._settings("init_state", (Kind.STATE,), known))
        if reported() == before:
            self._check_complete((*constants, *start), known)
        horizon = self._sections.get("horizon")
        until = None
        steps: int | None = None
        if horizon is not None:
            [end] = horizon.children
            if isinstance(end, Token):
                steps = self._whole(horizon)
            else:
                until = self._until(end, typing)
        return Instance(
            self._name,
            self._domain,
            objects,
            constants,
            start,
            self._whole(self._sections.get("most_actions")),
            steps,
            self._discount(),
            until,
            span_of(self._source, self._node),
        )

    def _until(self, node: Node, typing: Typing) -> Value:
        what, before = "the condition of 'terminate-when'", reported()
        value = self._values().read(node, {})
        if reported() == before:
            typing.check(value, BOOL, what)
            check_formula(value, self._domain, (Kind.STATE,), what)
        return value

    def _error(self, message: str, expected: str, code: str) -> ModelError:
        """Return an error at the name of the instance."""
        return error_at(self._source, token_of(self._node.children[0]), message, expected, code)

    def _check_domain(self) -> None:
        for source, sections in self._fixed:
            named = sections.get("of_domain")
            if named is None:
                if sections is self._sections and not in_doubt("domain"):
                    report(
                        self._error(
                            f"the instance '{self._name}' does not say of which domain it is",
                            f"domain = {self._domain.name};",
                            "E209",
                        )
                    )
            elif named.children[0] != self._domain.name:
                said = f"this is of the domain '{named.children[0]}', and is read for '{self._domain.name}'"
                warn(said, span_of(source, named), code="W105")

    def _objects(self) -> tuple[tuple[str, tuple[Object, ...]], ...]:
        objects: dict[str, list[Object]] = {}
        owner: dict[str, str] = {}
        for source, sections in self._fixed:
            for part in parts_of(sections, "objects"):
                try:
                    self._objects_of(source, part, sections is self._fixed[0][1], objects, owner)
                except ModelError as error:
                    report(error)
                    doubt(*(token for token in part.children if isinstance(token, Token)))
        for item in self._domain.types:
            if item.values is None and item.name not in objects and not in_doubt(item.name):
                report(
                    self._error(
                        f"the type '{item.name}' has no objects", f"objects {{ {item.name} : {{ ... }}; }};", "E208"
                    )
                )
        return tuple((name, tuple(several)) for name, several in objects.items())

    def _objects_of(
        self, source: Source, part: Node, first: bool, objects: dict[str, list[Object]], owner: dict[str, str]
    ) -> None:
        """Read the objects of a type; `first` says whether no block before may have named them."""
        types = {item.name: item for item in self._domain.types}
        name, *tokens = part.children
        if name not in types:
            raise unknown_type(source, token_of(name), [item.name for item in types.values() if item.values is None])
        values = types[str(name)].values
        if values is not None:
            raise error_at(
                source,
                token_of(name),
                f"the values of '{name}' are those that the domain names",
                f"no objects but {' '.join(value.name for value in values)}",
                "E204",
            )
        # A list without names says that the type has no objects.
        objects.setdefault(str(name), [])
        for token in map(token_of, filter(None, tokens)):
            place = span_of(source, token)
            label = token.removeprefix("@")
            known = owner.get(label)
            if known is not None:
                if known != name or first:
                    message = f"'{label}' is an object of '{known}' already"
                    report(ModelError(message, span=place, expected="another name", code="E202"))
                # An instance may repeat the objects of its block of non-fluents.
                continue
            owner[label] = str(name)
            objects.setdefault(str(name), []).append(Object(label, place))

    def _check_values(self, typing: Typing) -> None:
        """The domain's values once more, for the objects that it names are known now."""
        domain = self._domain
        if not any(
            isinstance(node, Object) and node.name[0] != "@" for value in _all_values(domain) for node in walk(value)
        ):
            return
        for cpf in domain.cpfs:
            typing.check(cpf.value, domain.declared[cpf.fluent].range, f"the cpf of '{cpf.fluent}'")
        typing.check(domain.reward, "real", "the reward")
        for part in PARTS:
            for value in getattr(domain, part):
                typing.check(value, BOOL, f"a formula of '{PARTS[part]}'")

    def _check_names(self, objects: tuple[tuple[str, tuple[Object, ...]], ...]) -> None:
        """Report two cells that would share a name."""
        items = {item.name: item.values or () for item in self._domain.types} | dict(objects)
        shared = shared_name(self._domain.fluents, items)
        if shared is not None:
            report(shared.error())

    def _values(self) -> ValueReader:
        enumerated = {value.name for item in self._domain.types for value in item.values or ()}
        names = ExpressionNames(self._domain.declared, enumerated, {item.name for item in self._domain.types})
        return ValueReader(self._source, names)

    def _check_defaults(self, known: _Known) -> None:
        for fluent in self._domain.fluents:
            if isinstance(fluent.default, Object) and fluent.default.name not in known[fluent.range]:
                names = known[fluent.range]
                report(
                    ModelError(
                        f"the default of '{fluent.name}' is '{fluent.default.name}', which the instance does not have",
                        span=fluent.default.span,
                        expected=expected_of(fluent.range, names if 0 < len(names) <= MOST_LISTED else None),
                        hint=did_you_mean(fluent.default.name, names),
                        code="E208",
                    )
                )

    def _check_complete(self, settings: Sequence[Setting], known: _Known) -> None:
        """Items have no natural default, as 0 is for numbers: each value must stand somewhere."""
        for fluent in self._domain.fluents:
            if fluent.default is None and fluent.kind in (Kind.NON, Kind.STATE) and fluent.range not in NUMBERS:
                given = {tuple(item.name for item in one.objects) for one in settings if one.fluent == fluent.name}
                for row in product(*(known[of] for of in fluent.parameters)):
                    if row not in given:
                        section = "non-fluents" if fluent.kind is Kind.NON else "init-state"
                        report(
                            self._error(
                                f"'{signature(fluent.name, row)}' has no value, and '{fluent.name}' no default",
                                f"{section} {{ {signature(fluent.name, row)} = ...; }};",
                                "E208",
                            )
                        )
                        # One of many says enough.
                        break

    def _known(self, objects: tuple[tuple[str, tuple[Object, ...]], ...]) -> _Known:
        values_of = {item.name: dict.fromkeys(value.name for value in item.values or ()) for item in self._domain.types}
        return values_of | {of: dict.fromkeys(item.name for item in items) for of, items in objects}

    def _settings(self, section: str, kinds: tuple[Kind, ...], known: _Known) -> Iterator[Setting]:
        for source, sections in self._fixed:
            first: dict[tuple[str, tuple[Object, ...]], Setting] = {}
            for part in parts_of(sections, section):
                try:
                    setting = self._setting(source, part, kinds, known)
                except RelgymError as error:
                    report(error)
                    continue
                before = first.setdefault((setting.fluent, setting.objects), setting)
                if before.value != setting.value and before.span is not None:
                    report(
                        ModelError(
                            f"'{signature(setting.fluent, [item.name for item in setting.objects])}' has two values",
                            span=setting.span,
                            expected="one",
                            hint=f"the first one is on line {before.span.line}",
                            code="E202",
                        )
                    )
                yield setting

    def _setting(self, source: Source, node: Node, kinds: tuple[Kind, ...], known: _Known) -> Setting:
        negated, head, *parts, constant = node.children
        name, tokens = token_of(head), [part for part in parts if isinstance(part, Token)]
        fluent = self._domain.declared.get(str(name))
        if fluent is None:
            others = [item.name for item in self._domain.fluents if item.kind in kinds]
            raise no_fluent(span_of(source, name), str(name), others)
        if fluent.kind not in kinds:
            message = f"'{name}' is {a(fluent.kind.value)}, and is not set here"
            raise error_at(source, name, message, f"a {kinds[0].value}", "E205", _PLACES.get(fluent.kind))
        if len(tokens) != len(fluent.parameters):
            message = f"'{name}' takes {counted(len(fluent.parameters), 'argument')}, not {len(tokens)}"
            raise error_at(source, node, message, signature(fluent.name, fluent.parameters), "E203")
        objects = tuple(
            self._item(source, token, of, known) for token, of in zip(tokens, fluent.parameters, strict=True)
        )
        if constant is None or isinstance(constant, Token):
            value: Plain = not negated
            if fluent.range != BOOL:
                expected = (
                    f"{signature(fluent.name, tokens)} = ..., {expected_of(fluent.range, known.get(fluent.range))}"
                )
                raise error_at(source, node, f"'{name}' has no value here", expected, "E208")
        elif negated:
            message = f"a setting with '~' has no '=': '~' sets '{name}' to false"
            raise error_at(source, node, message, "either ~NAME or NAME = VALUE")
        else:
            value = self._value(source, constant, fluent, known)
        return Setting(fluent.name, objects, value, span_of(source, node))

    def _value(self, source: Source, constant: Node, fluent: Declaration, known: _Known) -> Plain:
        value = plain(source, constant)
        if isinstance(value, Object) and fluent.range not in NUMBERS:
            return self._item(source, token_of(constant.children[-1]), fluent.range, known)
        if isinstance(value, Object) or not fits(value, fluent.range, lambda _: True):
            message = f"{spelled(value)} is not a value of the range '{fluent.range}' of '{fluent.name}'"
            raise error_at(source, constant, message, expected_of(fluent.range, known.get(fluent.range)), "E204")
        check_finite(source, constant, value, fluent.name, fluent.kind)
        return value

    def _item(self, source: Source, token: Token, of: str, known: _Known) -> Object:
        """The object or enumerated value of a type."""
        of_type = known[of]
        name = token.removeprefix("@")
        for item in (f"@{name}", name):
            if item in of_type:
                return Object(item, span_of(source, token))
        other = next((one for one, items in known.items() if name in items), None)
        raise error_at(
            source,
            token,
            f"'{token}' is an object of '{other}', not of '{of}'" if other else f"'{of}' has no '{token}'",
            expected_of(of, of_type if len(of_type) <= MOST_LISTED else None),
            "E204" if other else "E201",
            hint=did_you_mean(name, of_type) or did_you_mean(f"@{name}", of_type),
        )

    def _whole(self, section: Node | None) -> int | None:
        """The whole number of a section, of steps a positive one; `None` for any number."""
        if section is None:
            return None
        word = token_of(section.children[0])
        if word.type == "POS_INF":
            return None
        steps = section.data == "horizon"
        if not word.isdecimal() or int(word) < steps:
            report(
                ParseError(
                    f"{word} is not a number of {'steps' if steps else 'actions'}",
                    span=span_of(self._source, word),
                    expected=f"a {'positive ' if steps else ''}whole number, or pos-inf for no limit",
                    code="E204",
                )
            )
            return None
        return int(word)

    def _discount(self) -> float:
        section = self._sections.get("discount")
        if section is None:
            return 1.0
        word = token_of(section.children[0])
        if not 0 <= float(word) <= 1:
            report(
                ParseError(
                    f"the discount {word} is not between 0 and 1",
                    span=span_of(self._source, word),
                    expected="a number from 0 to 1, such as 0.9",
                    code="E207",
                )
            )
        return float(word)


def _all_values(domain: RDDLDomain) -> list[Value]:
    every = [cpf.value for cpf in domain.cpfs]
    return [*every, domain.reward, *(value for part in PARTS for value in getattr(domain, part))]
