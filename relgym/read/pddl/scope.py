"""The names that a text may speak of: types, objects, predicates and functions, and how types relate."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property

from relgym.errors import ModelError, ParseError, did_you_mean
from relgym.model.numeric import ZERO_AT_START
from relgym.model.pddl.domain import Domain, NumericFunction, Predicate, Type, Typed
from relgym.model.terms import OBJECT, Object, Variable
from relgym.read.pddl.hierarchy import Hierarchy
from relgym.read.pddl.requirements import RequirementUses
from relgym.read.pddl.sexpr import Node, Word
from relgym.read.pddl.typed import dash_hint, name_of, shortened, typed_list
from relgym.read.reporting import EVERY_NAME, doubt, in_doubt, report, warn

Environment = Mapping[str, Variable]
"""The variables that may be used at some place, by name."""

ANY_VARIABLE = "?"
"""Stands in place of a variable that could not be read: where it is visible, no variable is unknown."""

RESERVED = frozenset(["and", "or", "not", "imply", "forall", "exists", "when", "=", "<", "<=", ">", ">="])
"""Words that cannot be names of predicates or functions."""


class Scope:
    """Everything with a name; the readers of sections add to it, those of formulas look names up."""

    def __init__(self) -> None:
        self.types: dict[str, Type] = {OBJECT: Type(OBJECT, ())}
        self.objects: dict[str, Typed] = {}
        self.predicates: dict[str, Predicate] = {}
        self.functions: dict[str, NumericFunction] = {}
        self.derived: set[str] = set()
        self.uses = RequirementUses()

    @classmethod
    def of(cls, domain: Domain) -> Scope:
        """The names that a finished domain declares."""
        scope = cls()
        scope.types = {item.name: item for item in domain.types}
        scope.predicates = {item.name: item for item in domain.predicates}
        scope.functions = {item.name: item for item in domain.functions}
        scope.derived = {axiom.predicate for axiom in domain.axioms}
        for item in domain.constants:
            scope.add_object(item)
        return scope

    @cached_property
    def hierarchy(self) -> Hierarchy:
        return Hierarchy(self.types)

    def declare_object(self, item: Typed, constants: Container[str] = ()) -> None:
        """Add an object; warn if it is declared already.

        A problem may declare again the `constants` of its domain, as they are there.
        """
        name = item.object.name
        # Few objects are declared twice, and there may be millions of others.
        known = self.objects.setdefault(name, item)
        if known is not item:
            of, other = " or ".join(known.types), " or ".join(item.types)
            if not self._related(known.types, item.types):
                said = f"'{name}' is declared with the unrelated types {of} and {other}"
                warn(said, item.span, hint="it is of both types", code="W107")
            elif name not in constants:
                warn(f"the object '{name}' is declared twice", item.span, hint="it is one object", code="W107")
            elif known.types != item.types:
                said = f"the constant '{name}' of type {of} is declared again as {other}"
                warn(said, item.span, hint="it is of both types", code="W107")
            self.add_object(item)

    def _related(self, types: Sequence[str], others: Sequence[str]) -> bool:
        """Return True if one of `types` is equal to, below or above one of `others`."""
        within = self.hierarchy.within
        return any(within((one,), others) for one in types) or any(within((one,), types) for one in others)

    def add_object(self, item: Typed) -> None:
        """An object that is declared again gains the further types."""
        known = self.objects.get(item.object.name)
        if known is not None:
            item = Typed(known.object, tuple(dict.fromkeys(known.types + item.types)), known.span)
        self.objects[item.object.name] = item

    def range_of(self, words: Sequence[Word]) -> tuple[str, ...]:
        """The types that a declaration names; `object` where it names none. Raises `ModelError` for unknown ones."""
        known = []
        for word in words:
            if word not in self.types:
                report(unknown("type", word, self.types))
                doubt(word)
                continue
            self.uses.note(word, ":typing")
            known.append(str(word))
        return tuple(known) or (OBJECT,)

    def typed_objects(self, items: Sequence[Node]) -> list[Typed]:
        """The objects or constants of a typed list."""
        objects = []
        wrong = False
        ranges: dict[tuple[Word, ...], tuple[tuple[str, ...], bool]] = {}
        for node, words in typed_list(items, nameless=True):
            known = ranges.get(words)
            if known is None:
                known = ranges[words] = self.range_of(words), any(map(in_doubt, words))
            types, doubtful = known
            try:
                name = name_of(node, "an object")
            except ParseError as error:
                if not wrong:
                    report(error)
                # The rest may belong to another section.
                wrong = True
                doubt(EVERY_NAME)
                continue
            if doubtful:
                doubt(name)
            span = name.span
            objects.append(Typed(Object(str(name), span), types, span))
        return objects

    def variables(self, items: Sequence[Node]) -> tuple[Variable, ...]:
        """The variables of a typed list. Raises `ModelError` for one that is declared twice."""
        return distinct(self.places(items))

    def places(self, items: Sequence[Node]) -> tuple[Variable, ...]:
        """The variables of a typed list that only count and type arguments: they may have the same name."""
        variables = []
        wrong = False
        for node, words in typed_list(items):
            if isinstance(node, Word) and node.startswith("?") and node != "?":
                variables.append(Variable(str(node), self.range_of(words), node.span))
                continue
            if not wrong:
                message, expected = f"{shortened(node)} is not a variable", "?x, or ?x ?y - type"
                report(ParseError(message, span=node.span, expected=expected, hint=dash_hint(node)))
            # The rest may belong to another list, and the types before it to other variables.
            wrong = True
            variables.append(Variable(ANY_VARIABLE))
        return tuple(Variable(one.name, span=one.span) for one in variables) if wrong else tuple(variables)

    def predicate(self, word: Word) -> Predicate:
        declared = self.predicates.get(word)
        if declared is None:
            listed = [str(item) for item in self.predicates.values()]
            raise unknown("predicate", word, self.predicates, listed, "a new predicate is declared in (:predicates …)")
        return declared

    def function(self, word: Word) -> NumericFunction:
        """The function of a name; `total-cost` and `reward` exist as soon as they are used."""
        numeric_function = self.functions.get(word)
        if numeric_function is None and word in ZERO_AT_START:
            numeric_function = self.functions[str(word)] = NumericFunction(str(word), (), word.span)
        if numeric_function is None:
            raise unknown("function", word, self.functions, listed=[str(item) for item in self.functions.values()])
        return numeric_function


def distinct(variables: Iterable[Variable]) -> tuple[Variable, ...]:
    """The variables of one list. Raises `ModelError` if two have the same name."""
    by_name: dict[str, Variable] = {}
    for variable in variables:
        if variable.name in by_name and variable.name != ANY_VARIABLE:
            report(
                ModelError(
                    f"variable '{variable.name}' is declared twice",
                    span=variable.span,
                    expected="a different name for each",
                    code="E202",
                )
            )
        by_name[variable.name] = variable
    return tuple(by_name.values())


_COMMA = "names are separated by spaces, without commas"


def unknown(
    what: str, word: Word, known: Iterable[str], listed: Sequence[str] | None = None, hint: str | None = None
) -> ModelError:
    """Return the error for a name that nothing declares.

    Args:
        what: The kind of the name.
        word: The name.
        known: The known names.
        listed: Their form in the message, if that is not the name.
        hint: What to do if no known name is similar.
    """
    names = list(known)
    shown = names if listed is None else list(listed)
    few = ", ".join(shown[:8]) + (", ..." if len(shown) > 8 else "")
    return ModelError(
        f"unknown {what} '{word.raw}'",
        span=word.span,
        expected=f"one of {few}" if names else f"a declared {what}; none is declared",
        hint=_COMMA if f"{word}," in names else did_you_mean(word, names) or hint,
        code="E201",
    )
