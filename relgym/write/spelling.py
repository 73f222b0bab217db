"""PDDL's spelling of names, numbers, formulas, expressions and effects, one level at a time.

>>> number(Fraction(3, 8)), number(Fraction(-1, 3)), number(2)
('0.375', '-1/3', '2')
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import assert_never

from relgym.errors import ModelError
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.terms import OBJECT, Term, Variable
from relgym.write.layout import Parenthesized

KEYWORDS = frozenset(("and", "or", "not", "imply", "forall", "exists", "when", "=", "<", "<=", ">", ">="))
"""Words that cannot be names of predicates or functions."""

ARITHMETIC = frozenset("+-*/")
"""Further ones that cannot be names of functions."""

_NAME = re.compile(r"[^\s();?:-][^\s();]*")


@dataclass(frozen=True, slots=True)
class Initial:
    """An effect in :init, where a number is given with `=`."""

    effect: Effect


Node = Formula | Expression | Effect | Initial
Part = str | Parenthesized[Node] | Node


def spell(node: Node) -> str | Parenthesized[Node]:
    """The outermost level of a formula, expression or effect."""
    match node:
        case Initial(effect):
            return _initial(effect)
        case Add(atom):
            return _atom(atom)
        case Delete(atom):
            return f"(not {_atom(atom)})"
        case Assign(operator, fluent, value):
            return Parenthesized(f"({operator}", (fluent, value))
        case When(condition, effect):
            return Parenthesized("(when", (condition, effect))
        case ForallEffect(bound, effect):
            return Parenthesized(f"(forall ({variables(bound)})", (effect,))
        case Probabilistic(outcomes):
            return _draw(outcomes, [effect for _, effect in outcomes])
        case All(parts):
            return Parenthesized("(and", parts)
        case Number(value):
            return number(value)
        case FluentValue(function, terms):
            return _call(function, terms, KEYWORDS | ARITHMETIC)
        case Arithmetic(operator, operands):
            return Parenthesized(f"({operator}", operands)
        case _:
            return _formula(node)


def _formula(formula: Formula) -> str | Parenthesized[Node]:
    match formula:
        case Atom():
            return _atom(formula)
        case Equal(left, right):
            return f"(= {name(left)} {name(right)})"
        case Compare(operator, smaller, larger):
            return Parenthesized(f"({operator}", (smaller, larger))
        case Truth():
            return str(formula)
        case Not(part):
            return Parenthesized("(not", (part,))
        case And(parts) | Or(parts):
            return Parenthesized(f"({type(formula).__name__.lower()}", parts)
        case Imply(premise, conclusion):
            return Parenthesized("(imply", (premise, conclusion))
        case Forall(bound, body) | Exists(bound, body):
            return Parenthesized(f"({type(formula).__name__.lower()} ({variables(bound)})", (body,))
        case _:
            assert_never(formula)


def _initial(effect: Effect) -> str | Parenthesized[Node]:
    match effect:
        case Assign("assign", fluent, value):
            return Parenthesized("(=", (fluent, value))
        case All(parts):
            return Parenthesized("(and", tuple(map(Initial, parts)))
        case Probabilistic(outcomes):
            return _draw(outcomes, [Initial(outcome) for _, outcome in outcomes])
        case _:
            return spell(effect)


def _draw(outcomes: tuple[tuple[Fraction, Effect], ...], effects: list[Effect] | list[Initial]) -> Parenthesized[Node]:
    return Parenthesized("(probabilistic", tuple(effects), labels=tuple(number(chance) for chance, _ in outcomes))


def _atom(atom: Atom) -> str:
    return _call(atom.predicate, atom.terms)


def _call(head: str, terms: tuple[Term, ...], keywords: frozenset[str] = KEYWORDS) -> str:
    if head in keywords:
        raise ModelError(f"{head!r} cannot be the name of a predicate or function in PDDL: it is a keyword")
    return f"({' '.join([word(head), *map(name, terms)])})"


def name(term: Term) -> str:
    """The name of an object or variable; raises `ModelError` if PDDL cannot have it."""
    if isinstance(term, Variable):
        return "?" + word(term.name.removeprefix("?"))
    return word(term.name)


@lru_cache(maxsize=1 << 14)
def word(text: str) -> str:
    """The word as it is; raises `ModelError` if it is no PDDL name, or would read as another."""
    if not _NAME.fullmatch(text) or text != text.lower():
        raise ModelError(
            f"{text!r} cannot be a name in PDDL",
            expected="lower-case letters, digits and signs without white space, parentheses and semicolons",
        )
    return text


def number(value: Value) -> str:
    """A number as an integer, a decimal if it has a finite one, or else `p/q`; none are rounded."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ModelError(f"{value} is not a number that PDDL can write")
    exact = Fraction(value)
    rest, places = exact.denominator, 0
    while rest > 1 and (shared := math.gcd(rest, 10)) > 1:
        rest, places = rest // shared, places + 1
    if rest > 1:
        return str(exact)
    digits = str(abs(exact.numerator) * 10**places // exact.denominator).rjust(places + 1, "0")
    sign = "-" if exact < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def variables(items: Iterable[Variable]) -> str:
    """The variables with their types, as a declaration has them."""
    return " ".join(typed((name(item), item.types) for item in items))


def typed(items: Iterable[tuple[str, tuple[str, ...]]]) -> list[str]:
    """Names with types as groups of one type each, in their order; nothing but `object` is left unsaid.

    >>> typed([("a", ("x", "y")), ("b", ("object",)), ("c", ("object",))])
    ['a - (either x y)', 'b c - object']
    """
    groups = [(types, [item for item, _ in group]) for types, group in groupby(items, key=lambda item: item[1])]
    if [types for types, _ in groups] == [(OBJECT,)]:
        return [" ".join(groups[0][1])]
    return [f"{' '.join(names)} - {union(types)}" for types, names in groups]


def union(types: tuple[str, ...]) -> str:
    """The type, or the types as `either`."""
    return word(types[0]) if len(types) == 1 else f"(either {' '.join(map(word, types))})"
