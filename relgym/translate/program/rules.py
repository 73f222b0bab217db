"""A task's meaning as rules: the one place where formulas become logic.

`forall` becomes `Without(types, Without ...)`, `imply` and `or` become `Either`, `exists` becomes `Some`
or, where how often it holds is no matter, part of the conjunction. Types are written only where the
possible arguments of the positive literals do not already imply them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import assert_never

from relgym.model.pddl.formulas import (
    And,
    Atom,
    Compare,
    Equal,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Truth,
)
from relgym.model.pddl.traversal import subformulas
from relgym.model.program import Body, Either, Goal, Literal, Role, Rule, Some, Symbol, Test, Without, variables_of
from relgym.model.span import Span
from relgym.model.terms import Object, Variable
from relgym.translate.program.join_order import ordered
from relgym.translate.program.normalize import Normalizer, free_variables, negate, substitute
from relgym.translate.program.symbols import Symbols
from relgym.tuning.translation import DISJUNCTS_LIMIT

FAIL: Body = (Either(()),)
"""A body that never holds."""

Way = tuple[list[Variable], list[Formula]]
"""Variables and a conjunction over them."""


class RuleBuilder:
    """Writes formulas as rules over the symbols of one task.

    `recursive` names the derived predicates of the component being written: they must end up as
    plain literals of a body (see `model/program.py`), for which auxiliary symbols are made.
    """

    def __init__(self, symbols: Symbols, normalizer: Normalizer) -> None:
        self.symbols = symbols
        self.normalizer = normalizer
        self._auxiliaries: Iterator[int] = count()

    def rule(
        self, symbol: Symbol, head: tuple[Variable, ...], formula: Formula, bound: int = 0, span: Span | None = None
    ) -> Rule:
        """The rule `symbol(head) :- formula`, the formula being in normal form.

        The answers are the bindings of `head`, each found once; the first `bound` come bound.
        """
        body = self._body(_parts(formula), frozenset(head[:bound]), frozenset(head))
        return Rule(Literal(symbol, head), body, bound, span)

    def axiom(
        self,
        symbol: Symbol,
        head: tuple[Variable, ...],
        formula: Formula,
        recursive: Collection[str] = (),
        span: Span | None = None,
    ) -> list[Rule]:
        """The rules of one axiom in normal form: one for each way the formula can hold."""
        rules: list[Rule] = []
        for variables, parts in _ways(formula):
            kept: list[Formula] = []
            for part in parts:
                kept.extend(self._plain(symbol, part, recursive, span, rules))
            ranged = frozenset(head) | frozenset(variables)
            rules.append(Rule(Literal(symbol, head), self._body(kept, frozenset(), ranged), 0, span))
        return rules

    # -- recursion ---------------------------------------------------------------------------

    def _plain(
        self, symbol: Symbol, part: Formula, recursive: Collection[str], span: Span | None, rules: list[Rule]
    ) -> list[Formula]:
        """The part with every atom of `recursive` in it as a conjunct of its own."""
        if isinstance(part, Atom) or not _mentions(part, recursive):
            return [part]
        match part:
            case And(parts):
                return [rule for inner in parts for rule in self._plain(symbol, inner, recursive, span, rules)]
            case Forall(variables, body):
                every = [substitute(body, dict(zip(variables, row, strict=True))) for row in self._rows(variables)]
                return [
                    way
                    for inner in every
                    for way in self._plain(symbol, self.normalizer.normal(inner), recursive, span, rules)
                ]
            case Or() | Exists():
                shared = free_variables(part)
                auxiliary = Symbol(Role.AUX, str(symbol), len(shared), next(self._auxiliaries))
                name = self.symbols.auxiliary(auxiliary, shared)
                rules.extend(self.axiom(auxiliary, shared, part, recursive, span))
                return [Atom(name, shared)]
            case Truth() | Equal() | Compare() | Not() | Imply():
                raise AssertionError(f"{part} holds no recursive atom positively")
            case _:
                assert_never(part)

    def _rows(self, variables: tuple[Variable, ...]) -> Iterable[tuple[Object, ...]]:
        rows: list[tuple[Object, ...]] = [()]
        for variable in variables:
            objects = [self.symbols.task.objects[n] for n in sorted(self.symbols.task.ranged(variable.types))]
            rows = [(*row, item) for row in rows for item in objects]
        return rows

    # -- bodies ------------------------------------------------------------------------------

    def _body(self, parts: Sequence[Formula], bound: frozenset[Variable], ranged: frozenset[Variable]) -> Body:
        """The conjunction of `parts`; `ranged` are all variables that it must bind, `bound` those it need not."""
        if any(part == Truth(False) for part in parts):
            return FAIL
        goals: list[Goal] = []
        needs: dict[int, frozenset[Variable]] = {}
        implied: set[Variable] = set(bound)
        for part in parts:
            match part:
                case Atom(predicate, terms):
                    symbol = self.symbols.of(predicate)
                    implied |= self.symbols.implied(symbol, terms)
                    goals.append(Literal(symbol, terms))
                case Truth():
                    continue
                case _:
                    goals.append(self._nested(part, ranged))
            needs[len(goals) - 1] = variables_of(goals[-1]) & ranged
        for variable in sorted(ranged - implied, key=lambda v: v.name):
            goals.append(self.symbols.guard(variable))
            needs[len(goals) - 1] = frozenset((variable,))
        return ordered(goals, bound, needs, self.symbols.sizes)

    def _nested(self, part: Formula, ranged: frozenset[Variable]) -> Goal:
        """A goal that binds nothing: all variables in `ranged` that it needs are bound when it is tried."""
        match part:
            case Equal(left, right):
                return Test("=", left, right)
            case Not(Equal(left, right)):
                return Test("!=", left, right)
            case Compare(operator, first, second):
                return Test(operator, first, second)
            case Not(Compare(operator, first, second)):
                return Without((Test(operator, first, second),))
            case Not(Atom(predicate, terms)):
                return Without((Literal(self.symbols.of(predicate), terms),))
            case Or(parts):
                return Either(tuple(self._inner(inner, ranged) for inner in parts))
            case Exists():
                return Some(self._inner(part, ranged))
            case Forall():
                return Without(self._inner(negate(part), ranged))
            case Atom() | Truth() | Not() | And() | Imply():
                raise AssertionError(f"not a part of a normal form: {part}")
            case _:
                assert_never(part)

    def _inner(self, formula: Formula, outer: frozenset[Variable]) -> Body:
        """The body of a nested goal, whose outer variables are all bound."""
        variables, parts = _joined(formula)
        return self._body(parts, outer, outer | frozenset(variables))


def _parts(formula: Formula) -> tuple[Formula, ...]:
    return formula.parts if isinstance(formula, And) else (formula,)


def _joined(formula: Formula) -> Way:
    """A formula as variables and conjuncts: outer `exists` become part of the conjunction."""
    variables: list[Variable] = []
    conjuncts: list[Formula] = []
    todo = [formula]
    while todo:
        part = todo.pop(0)
        match part:
            case And(parts):
                todo = [*parts, *todo]
            case Exists(inner, body):
                variables.extend(inner)
                todo.insert(0, body)
            case _:
                conjuncts.append(part)
    return variables, conjuncts


def _ways(formula: Formula) -> list[Way]:
    """The ways in which a formula can hold, each as in `_joined`: its disjunctive normal form.

    Where there would be more than `DISJUNCTS_LIMIT`, disjunctions stay whole, each a conjunct of its own.
    """
    match formula:
        case Or(parts):
            return [way for part in parts for way in _ways(part)]
        case Exists(variables, body):
            return [([*variables, *more], parts) for more, parts in _ways(body)]
        case And(parts):
            ways_so_far: list[Way] = [([], [])]
            for part in parts:
                ways = _ways(part)
                if len(ways_so_far) * len(ways) > DISJUNCTS_LIMIT:
                    ways = [_joined(part)]
                ways_so_far = [(v + more, p + other) for v, p in ways_so_far for more, other in ways]
            return ways_so_far
        case _:
            return [([], [formula])]


def _mentions(formula: Formula, names: Collection[str]) -> bool:
    return any(isinstance(part, Atom) and part.predicate in names for part in subformulas(formula))
