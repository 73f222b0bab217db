"""`(:init ...)`: facts, values of numeric fluents, and draws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from relgym.errors import ModelError, ParseError, RelgymError, UnsupportedFeature
from relgym.model.numeric import ZERO_AT_START, FluentValue, Value
from relgym.model.pddl.effects import Probabilistic
from relgym.model.pddl.formulas import Atom
from relgym.model.terms import Object
from relgym.read.number import number
from relgym.read.pddl.chances import read_chance, read_value
from relgym.read.pddl.effect import EffectReader
from relgym.read.pddl.formula import FormulaReader, operands
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.pddl.typed import shortened
from relgym.read.reporting import report, warn

SYNTAX = "(predicate object ...), (not (predicate object ...)), or (= (function object ...) number)"


class Start(NamedTuple):
    """The content of `:init`: true atoms, values of fluents, and probabilistic parts."""

    atoms: tuple[Atom, ...]
    values: tuple[tuple[FluentValue, Value], ...]
    chances: tuple[Probabilistic, ...]


def read_init(sections: Iterable[SExpression], formulas: FormulaReader, ignored: Collection[str]) -> Start:
    """All `(:init ...)` forms; atoms of `ignored` predicates are left out, every other atom stands once.

    Raises `ParseError`, `ModelError` or `UnsupportedFeature`.
    """
    reader = _InitReader(formulas, ignored)
    for section in sections:
        items = section.items[1:]
        if len(items) == 1 and isinstance(items[0], SExpression) and items[0].head == "and":
            items = items[0].items[1:]
        reader.read(items)
    reader.warn_of_denied()
    return Start(tuple(reader.atoms.values()), tuple(reader.values.items()), tuple(reader.chances))


class _InitReader:
    """Reads `:init` item by item, and keeps the facts, the values and the choices that it states."""

    def __init__(self, formulas: FormulaReader, ignored: Collection[str]) -> None:
        self.formulas = formulas
        self.effects = EffectReader(formulas)
        self.ignored = ignored
        self.atoms: dict[tuple[Node, ...], Atom] = {}
        self.values: dict[FluentValue, Value] = {}
        self.chances: list[Probabilistic] = []
        self.denied: dict[tuple[Node, ...], SExpression] = {}
        self._fitting: dict[tuple[str, ...], Mapping[str, Object]] = {}
        scope = formulas.scope
        self._arguments = {
            name: (name, tuple(self._objects_in(parameter.types) for parameter in predicate.parameters))
            for name, predicate in scope.predicates.items()
            if name not in scope.derived
        }

    def read(self, items: Iterable[Node]) -> None:
        # Nearly everything in a large file is a sound fact: it takes a short way here, all else the careful one.
        arguments, atoms = self._arguments, self.atoms
        for node in items:
            if isinstance(node, Word):
                report(ParseError(f"'{node.raw}' is not a fact", span=node.span, expected=SYNTAX))
                continue
            words = node.items
            name, fitting = arguments.get(node.head, ("", ()))
            if not name or len(fitting) != len(words) - 1:
                self._read_other(node)
                continue
            try:
                terms = tuple([objects[word] for objects, word in zip(fitting, words[1:], strict=True)])  # type: ignore[index]  # a form among them is the KeyError
            except KeyError:
                self._read_other(node)
            else:
                atoms[tuple(words)] = Atom(name, terms)

    def warn_of_denied(self) -> None:
        """Warn of atoms that stand both plain and in `(not ...)`."""
        both = [node for words, node in self.denied.items() if words in self.atoms]
        if both:
            more = f"; the same goes for {len(both) - 1} more" if len(both) > 1 else ""
            message = f":init says both {shortened(both[0].items[1])} and {shortened(both[0])}"
            warn(message, both[0].span, hint=f"it is true at the start{more}", code="W108")

    def _objects_in(self, types: tuple[str, ...]) -> Mapping[str, Object]:
        """The objects over which a parameter of these types ranges."""
        objects = self._fitting.get(types)
        if objects is None:
            within = self.formulas.scope.hierarchy.within
            typed = self.formulas.scope.objects.values()
            fitting = {those: within(those, types) for those in {item.types for item in typed}}
            objects = {item.object.name: item.object for item in typed if fitting[item.types]}
            self._fitting[types] = objects
        return objects

    def _read_other(self, node: SExpression) -> None:
        try:
            self._read_slowly(node)
        except RelgymError as error:
            report(error)

    def _read_slowly(self, node: SExpression) -> None:
        predicates = self.formulas.scope.predicates
        match node.head:
            case "=":
                self._read_value(node)
            case "not":
                # No fact, but a typo in it is still one.
                (inner,) = operands(node, 1)
                self._fact(inner)
                if isinstance(inner, SExpression):
                    self.denied.setdefault(tuple(inner.items), node)
            case "probabilistic" | "oneof" if node.head not in predicates:
                self.chances.append(read_chance(node, self.effects))
            case "or" | "unknown" if node.head not in predicates:
                raise UnsupportedFeature(
                    f"relgym does not support an uncertain start: '{node.head}'",
                    span=node.span,
                    expected="known facts, or chances: (probabilistic p fact ...)",
                )
            case head if head in self.ignored:
                return
            case _:
                self.atoms[tuple(node.items)] = self._fact(node)

    def _fact(self, node: Node) -> Atom:
        """A ground atom of a predicate that is not derived."""
        if isinstance(node, Word) or not node.head:
            raise ParseError(f"{shortened(node)} is not a fact", span=node.span, expected=SYNTAX)
        scope = self.formulas.scope
        if node.head == "at" and len(node.items) == 3 and isinstance(node.items[2], SExpression):
            time = node.items[1]
            if isinstance(time, Word) and number(time) is not None:
                message = "relgym does not support timed initial literals"
                raise UnsupportedFeature(message, span=node.span, expected=SYNTAX)
        if node.head in scope.derived:
            raise ModelError(
                f"'{node.head}' is a derived predicate, and :init cannot state it",
                span=node.items[0].span,
                expected="a predicate that no :derived rule defines",
                code="E205",
            )
        if node.head in scope.functions and node.head not in scope.predicates:
            head = node.items[0]
            raise ModelError(
                f"'{node.head}' is a numeric function, not a predicate",
                span=head.span,
                expected=f"its value, such as (= {scope.functions[node.head]} 1)",
                code="E205",
            )
        return self.formulas.atom(node, {})

    def _read_value(self, node: SExpression) -> None:
        fluent, value = read_value(node, self.formulas)
        kinds = (
            (":action-costs", ":rewards") if fluent.function in ZERO_AT_START else (":numeric-fluents", ":action-costs")
        )
        self.formulas.scope.uses.note(node, *kinds)
        if self.values.setdefault(fluent, value) != value:
            raise ModelError(
                f"a second value for {fluent}",
                span=node.span,
                expected=f"one value; before it was {self.values[fluent]}",
                code="E202",
            )
