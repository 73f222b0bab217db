"""Formulas of first-order logic over atoms, equality and numeric comparisons.

>>> str(And((Atom("clear", (Variable("?x"),)), Not(Atom("holding", (Object("a"),))))))
'(and (clear ?x) (not (holding a)))'
"""

from __future__ import annotations

from dataclasses import dataclass, field

from relgym.migration import knows_former
from relgym.model.numeric import Expression
from relgym.model.span import Span
from relgym.model.terms import OBJECT, Object, Term, Variable


def _call(head: str, *parts: object) -> str:
    return "(" + " ".join([head, *map(str, parts)]) + ")"


def variable_list(variables: tuple[Variable, ...]) -> str:
    """The variables as PDDL declares them, the implicit type `object` left out.

    >>> variable_list((Variable("?x", ("a",)), Variable("?y", ("a", "b")), Variable("?z")))
    '?x - a ?y - (either a b) ?z'
    """
    words = []
    for number, variable in enumerate(variables):
        words.append(variable.name)
        # An untyped variable needs its type written only if a typed one follows it.
        if variable.types != (OBJECT,) or any(v.types != (OBJECT,) for v in variables[number + 1 :]):
            many = len(variable.types) > 1
            words += ["-", _call("either", *variable.types) if many else variable.types[0]]
    return " ".join(words)


@knows_former("atom")
@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms; ground if all of them are objects."""

    predicate: str
    terms: tuple[Term, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call(self.predicate, *self.terms)


@dataclass(frozen=True, slots=True)
class Equal:
    """Two terms denote the same object."""

    left: Term
    right: Term
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call("=", self.left, self.right)


@dataclass(frozen=True, slots=True)
class Compare:
    """A numeric comparison, `operator` one of `=`, `<`, `<=`, `>`, `>=`.

    If a side is undefined, neither it nor its negation holds.
    """

    operator: str
    left: Expression
    right: Expression
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call(self.operator, self.left, self.right)


@dataclass(frozen=True, slots=True)
class Truth:
    """The formula that is always true, `(and)`, or always false, `(or)`."""

    value: bool

    def __str__(self) -> str:
        return "(and)" if self.value else "(or)"


@dataclass(frozen=True, slots=True)
class Not:
    """A negation."""

    part: Formula
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call("not", self.part)


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction; true without parts."""

    parts: tuple[Formula, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call("and", *self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction; false without parts."""

    parts: tuple[Formula, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call("or", *self.parts)


@dataclass(frozen=True, slots=True)
class Imply:
    """An implication."""

    premise: Formula
    conclusion: Formula
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call("imply", self.premise, self.conclusion)


@dataclass(frozen=True, slots=True)
class Forall:
    """A formula that holds for all objects that its variables range over."""

    variables: tuple[Variable, ...]
    body: Formula
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call("forall", f"({variable_list(self.variables)})", self.body)


@dataclass(frozen=True, slots=True)
class Exists:
    """A formula that holds for some objects that its variables range over."""

    variables: tuple[Variable, ...]
    body: Formula
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return _call("exists", f"({variable_list(self.variables)})", self.body)


Formula = Atom | Equal | Compare | Truth | Not | And | Or | Imply | Forall | Exists

TRUE = Truth(True)
FALSE = Truth(False)


def ground(predicate: str, *names: str) -> Atom:
    """A ground atom from plain names.

    >>> str(ground("on", "a", "b"))
    '(on a b)'
    """
    return Atom(predicate, tuple(Object(name) for name in names))
