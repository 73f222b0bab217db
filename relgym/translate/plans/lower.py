"""Lowering: the body of a rule as a plan. It decides on access paths, single-row look-ups and guards.

Goals are tried in the order of the body. A literal whose variables are bound becomes a condition, and so does one whose
new variables nothing else needs. Nested bodies of several goals become helper functions.

>>> from relgym.model.program import Role
>>> x, y = Variable("?x"), Variable("?y")
>>> on, clear = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "clear", 1)
>>> lowering = BodyLowering(Indexes(), {x: "A0"}, lambda low: (plan.Return(),))
>>> [filtered] = lowering.block((Literal(clear, (x,)), Literal(on, (x, y))))
>>> [type(condition).__name__ for condition in filtered.conditions], filtered.body
(['Member', 'ExistenceCheck'], (Return(value=None, frozen=False),))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import assert_never

from relgym.model import plan
from relgym.model.numeric import fluents_in
from relgym.model.plan import AccessPath, Block, Condition, EmitKind, Filter, Key, Lookup, Operand, Procedure, Scan
from relgym.model.program import Body, Either, Goal, Literal, Row, Rule, Some, Symbol, Test, Without, variables_of
from relgym.model.terms import Object, Term, Variable
from relgym.translate.plans.clock import clocked, work_of
from relgym.translate.plans.indexes import Indexes, Known
from relgym.translate.plans.outline import outlined

SHALLOW_LITERALS = 5
"""The largest number of literals with new variables whose plan is never too deep for one function."""

Found = Callable[["BodyLowering"], Block]
"""Returns the operations for a row that has been found; all its terms are known then."""

ScanHook = Callable[["BodyLowering", Literal, Body], Block]
"""Lowers a body that begins with a literal whose rows are scanned."""


@lru_cache(10_000)
def identifier(text: str) -> str:
    """Return the text with everything but ASCII letters and digits as `_`, for Python folds some other letters."""
    return re.sub(r"[^0-9a-zA-Z]", "_", text)


@lru_cache(10_000)
def _stem(name: str) -> str:
    stem = identifier(name).strip("_").upper()
    return stem if stem[:1].isalpha() else f"V{stem}"


def variable(term: Term, number: int) -> str:
    """Return the name of a variable, in capitals, so that it differs from every function and container."""
    return f"{_stem(term.name)}_{number}"


def arguments(count: int) -> tuple[str, ...]:
    """Return the names of the columns of a row that is passed to a function."""
    return tuple([f"A{column}" for column in range(count)])


def filtered(conditions: Sequence[Condition], block: Block) -> Block:
    """Return a block under conditions."""
    return (Filter(tuple(conditions), block),) if conditions and block else block


class BodyLowering:
    """Lowers the body of one function.

    Attributes:
        known: The operands of the terms that are bound at the current point.
        helpers: The functions that the plan calls.
        work: By the name of a helper, an upper bound of the rows that it tries.
    """

    def __init__(
        self,
        indexes: Indexes,
        known: Known,
        innermost: Found,
        needed: Sequence[Term] = (),
        growing: Collection[Symbol] = (),
        scan: ScanHook | None = None,
    ) -> None:
        """`found` handles rows, and needs the terms `needed`.

        While rows are found, it may insert rows of the symbols `growing`. `scan` replaces `self.scan`.
        """
        self.indexes = indexes
        self.known: dict[Term, Operand] = dict(known)
        self.helpers: list[Procedure | plan.Comparison] = []
        self._found = innermost
        self._needed = needed
        self._growing = growing
        self._scan = scan
        self.work: dict[str, int] = {}
        # The number of literals that bind variables.
        self._nesting = 0

    def block(self, body: Body) -> Block:
        """Return the plan of a body."""
        conditions: list[Condition] = []
        ground = 0
        for place, goal in enumerate(body):
            if place < ground:
                continue
            if isinstance(goal, Literal):
                free = self.free(goal)
                if free:
                    rest = body[place + 1 :]
                    new = {goal.terms[column] for column in free}
                    needed = not new.isdisjoint(self._needed) or not new.isdisjoint(variables_of(rest))
                    if needed or len(new) < len(free):
                        return filtered(conditions, self._binding(goal, free, rest))
                    conditions.append(plan.ExistenceCheck(*self._path(goal, free)))
                elif goal.terms and not goal.variables:
                    # A goal may have very many of them.
                    together = [*takewhile(_is_ground, body[place:])]
                    conditions += self._ground(together)
                    ground = place + len(together)
                else:
                    conditions.append(self.condition(goal))
            elif isinstance(goal, Either) and not goal.bodies:
                # It never holds and binds no variables, so nothing can be found after it.
                return ()
            else:
                conditions.append(self.condition(goal))
        return filtered(conditions, self._found(self))

    def row(self, terms: Sequence[Term]) -> Key:
        """Return the operands of known terms."""
        known, number = self.known, self.indexes.number
        return tuple([number(term.name) if isinstance(term, Object) else known[term] for term in terms])

    def found_row(self) -> Key:
        """Return the operands of the terms that `found` needs."""
        return self.row(self._needed)

    def operand(self, term: Term) -> Operand:
        """Return the operand of an object, or of a variable that is known."""
        return self.indexes.operand(term, self.known)

    def procedure(self, name: str, parameters: tuple[str, ...], block: Block, test: bool = False) -> Procedure:
        """Return the function of a plan, with checks of the clock, in parts if it is too deep."""
        block = self.split(clocked(block, self.work), name)
        return Procedure(name, parameters, block, tuple(self.helpers), test)

    def split(self, block: Block, name: str) -> Block:
        """Return a plan whose innermost part is in helpers if it is too deep for one function."""
        if self._nesting > SHALLOW_LITERALS:
            block, parts = outlined(block, f"{name}_part", self.indexes.helper)
            self.helpers += parts
        return block

    def clocked(self, block: Block) -> Block:
        """Return a plan that stands in a loop, with checks of the clock."""
        return clocked(block, self.work, True)

    # -- literals that bind variables --------------------------------------------------------

    def _binding(self, literal: Literal, free: Sequence[int], rest: Body) -> Block:
        """Return the plan of a literal that binds variables, and of the rest of the body."""
        self._nesting += 1
        access, key = self._path(literal, free)
        if not access.single:
            return self._scan(self, literal, rest) if self._scan else self._loop(literal, free, access, key, rest)
        targets = tuple([self._bind(literal.terms[column]) for column in free])
        block = self.block(rest)
        return (Lookup(access, key, targets, block),) if block else ()

    def scan(self, literal: Literal, rest: Body, most: int | None = None) -> Block:
        """Return the loop over the rows of a literal, at most `most` for each binding, around the rest of a body."""
        free = self.free(literal)
        return self._loop(literal, free, *self._path(literal, free), rest, most)

    def _loop(
        self, literal: Literal, free: Sequence[int], access: AccessPath, key: Key, rest: Body, most: int | None = None
    ) -> Block:
        """Return the loop over the rows of an access path, as `scan` does."""
        if most is None:
            most = self.indexes.objects ** len(free)
        targets, conditions = self.targets(literal, free)
        block = filtered(conditions, self.block(rest))
        growing = not access.known and literal.symbol in self._growing
        work = most * max(1, work_of(block, self.work))
        return (Scan(access, key, targets, block, work, 0, growing),) if block else ()

    def targets(self, literal: Literal, columns: Sequence[int]) -> tuple[tuple[str, ...], list[Condition]]:
        """Return variables for some columns of a literal, and the conditions for terms that are known by then."""
        targets: list[str] = []
        conditions: list[Condition] = []
        for column in columns:
            term = literal.terms[column]
            if term in self.known or isinstance(term, Object):
                targets.append(f"again_{len(self.known)}_{column}")
                conditions.append(plan.CompareRows("==", (targets[-1],), (self.operand(term),)))
            else:
                targets.append(self._bind(term))
        return tuple(targets), conditions

    def _bind(self, term: Term) -> str:
        name = variable(term, len(self.known))
        self.known[term] = name
        return name

    def free(self, literal: Literal) -> list[int]:
        """Return the columns of a literal whose variables are not known."""
        return [c for c, term in enumerate(literal.terms) if isinstance(term, Variable) and term not in self.known]

    def _path(self, literal: Literal, free: Sequence[int]) -> tuple[AccessPath, Key]:
        """Return the access path of a literal with some free columns, and its key."""
        terms, count = literal.terms, len(free)
        known: tuple[int, ...] = ()
        key: Key = ()
        if count < len(terms):
            known = tuple([column for column in range(len(terms)) if column not in free])
            key = self.row([terms[column] for column in known])
        unique = count == 1 or len({terms[column] for column in free}) == count
        return self.indexes.path(literal.symbol, known, unique), key

    # -- conditions --------------------------------------------------------------------------

    def condition(self, goal: Goal) -> Condition:
        """Return the condition that is true where a goal holds that binds nothing."""
        match goal:
            case Literal(symbol, ()):
                return plan.ExistenceCheck(self.indexes.access(symbol))
            case Literal(symbol, terms):
                return plan.Member(self.indexes.access(symbol), self.row(terms))
            case Test(operator, Variable() | Object() as left, Variable() | Object() as right):
                return plan.CompareRows(
                    "==" if operator == "=" else "!=", (self.operand(left),), (self.operand(right),)
                )
            case Test():
                return self._comparison(goal)
            case Without((inner,)):
                return plan.Negation(self.exists(inner))
            case Some((inner,)):
                return self.exists(inner)
            case Without((Literal() as each, Without((Literal() as own,)))) if self._are_all(each, own):
                return plan.Subset(self.indexes.access(each.symbol), self.indexes.access(own.symbol))
            case Without(body):
                return plan.Negation(self.call(body))
            case Some(body):
                return self.call(body)
            case Either(bodies):
                return plan.Any(tuple(self.exists(body[0]) if len(body) == 1 else self.call(body) for body in bodies))
            case _:
                assert_never(goal)

    def call(self, body: Body) -> Condition:
        """Return the call of a helper that tests whether a body holds."""
        name = f"holds_{self.indexes.helper()}"
        inside = variables_of(body)
        known: dict[Term, Operand] = {term: operand for term, operand in self.known.items() if term in inside}
        inner = BodyLowering(self.indexes, known, _return)
        block = inner.block(body)
        names = _names(known)
        self.helpers.append(inner.procedure(name, names, block, True))
        self.work[name] = work_of(block, inner.work)
        return plan.ProcedureCall(name, names)

    def _comparison(self, test: Test) -> Condition:
        name = f"compare_{self.indexes.helper()}"
        terms = dict.fromkeys(term for side in test.sides for fluent in fluents_in(side) for term in fluent.terms)
        known = {term: self.operand(term) for term in terms}
        self.helpers.append(plan.Comparison(name, test, tuple(known.items())))
        return plan.ProcedureCall(name, _names(known))

    def exists(self, goal: Goal) -> Condition:
        """Return the condition that a goal holds for some value of the variables that are still free."""
        if not isinstance(goal, Literal):
            return self.condition(goal) if goal.variables <= self.known.keys() else self.call((goal,))
        free = self.free(goal)
        if not free:
            return self.condition(goal)
        if len({goal.terms[column] for column in free}) < len(free):
            return self.call((goal,))
        return plan.ExistenceCheck(*self._path(goal, free))

    def _are_all(self, each: Literal, inner: Literal) -> bool:
        """Return True if every row of one literal's symbol makes the other literal true."""
        return inner.terms == each.terms and 0 < len(self.free(each)) == len({*each.terms})

    def _ground(self, literals: Sequence[Goal]) -> list[Condition]:
        """Return the conditions that literals without variables hold."""
        rows: dict[Symbol, list[Row]] = {}
        for literal in literals:
            assert isinstance(literal, Literal)
            rows.setdefault(literal.symbol, []).append(
                tuple([self.indexes.number(term.name) for term in literal.terms])
            )
        return [
            plan.Member(self.indexes.access(symbol), patterns[0])
            if len(patterns) == 1
            else plan.Subset(tuple(patterns), self.indexes.access(symbol))
            for symbol, patterns in rows.items()
        ]


def _is_ground(goal: Goal) -> bool:
    """Return True if a goal is a literal with one term or more, all of them objects."""
    return isinstance(goal, Literal) and bool(goal.terms) and not goal.variables


def _return(lowering: BodyLowering) -> Block:
    return (plan.Return(),)


def _names(known: Mapping[Term, Operand]) -> tuple[str, ...]:
    return tuple([operand for operand in known.values() if isinstance(operand, str)])


# -- functions -------------------------------------------------------------------------------


def lowered_test(indexes: Indexes, name: str, body: Body, known: Known) -> Procedure:
    """Lower a function of all variables in `known` that returns whether a body holds."""
    lowering = BodyLowering(indexes, known, _return)
    return lowering.procedure(name, _names(known), lowering.block(body), True)


def lowered_rule(indexes: Indexes, rule: Rule, bound: int, action: EmitKind) -> Procedure:
    """Lower a function of `out` and the first `bound` columns that emits every row of a rule."""
    head = rule.head.terms
    known = {term: variable(term, number) for number, term in enumerate(head[:bound])}
    lowering = _emitting(indexes, rule, known, action)
    return lowering.procedure(_name(indexes, rule), ("out", *known.values()), lowering.block(rule.body))


def lowered_delta(indexes: Indexes, rule: Rule, position: int, action: EmitKind) -> Procedure:
    """Lower a function of `out` and `rows` of the literal at `position` that emits the rows derived from them."""
    pinned = rule.body[position]
    assert isinstance(pinned, Literal)
    lowering = _emitting(indexes, rule, {}, action)
    targets, conditions = lowering.targets(pinned, range(pinned.symbol.arity))
    block = filtered(conditions, lowering.block(rule.body[:position] + rule.body[position + 1 :]))
    work = indexes.objects ** len(pinned.variables) * max(1, work_of(block, lowering.work))
    scan = Scan("rows", (), targets, block, work)
    return lowering.procedure(_name(indexes, rule), ("out", "rows"), (scan,))


def _emitting(indexes: Indexes, rule: Rule, known: Known, action: EmitKind) -> BodyLowering:
    return BodyLowering(indexes, known, lambda low: (plan.Emit(action, "out", low.found_row()),), rule.head.terms)


def _name(indexes: Indexes, rule: Rule) -> str:
    symbol = rule.head.symbol
    return identifier(f"rule_{indexes.helper()}_{symbol.role}_{symbol.name}_{symbol.arity}")
