"""What a program means, by trying every tuple of objects: what engines are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import inf
from time import monotonic
from typing import assert_never

from relgym.errors import BackendError
from relgym.model.arithmetic import compare
from relgym.model.numeric import FluentValue, Value
from relgym.model.pddl.state import State
from relgym.model.program import Body, Either, Goal, Literal, Program, Role, Row, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable

Given = dict[Term, int]


class PerfectModel:
    """The rows of every symbol of a program, and of rules defined `later`, in a state.

    A stratum is computed when one of its symbols is asked for, until nothing is new. At the time `until`
    there is a `BackendError`, after which the model knows only a part of the rows.
    """

    def __init__(self, program: Program, later: Sequence[Rule], state: State, until: float = inf) -> None:
        self.until = until
        self.rules = [*program.rules, *later]
        self.strata = [*program.strata, *((rule.head.symbol,) for rule in later)]
        self.objects: Given = {item: number for number, item in enumerate(program.objects)}
        self.values = {**program.constants, **dict(state.own_values())}
        self.found: dict[Symbol, set[Row]] = {symbol: set(rows) for symbol, rows in program.facts.items()}
        for name, row in state.own_atoms():
            self.found.setdefault(Symbol(Role.FLUENT, name, len(row)), set()).add(row)

    def rows(self, symbol: Symbol) -> set[Row]:
        if symbol not in self.found:
            stratum = next((symbols for symbols in self.strata if symbol in symbols), (symbol,))
            self.found |= {each: set() for each in stratum}
            rules = [rule for rule in self.rules if rule.head.symbol in stratum]
            while sum(self.new_rows(rule) for rule in rules):
                pass
        return self.found[symbol]

    def new_rows(self, rule: Rule) -> int:
        """Add what a rule gives to what is known, and say how much that is."""
        known = self.found[rule.head.symbol]
        every = set(product(self.objects.values(), repeat=rule.head.symbol.arity))
        new = {row for row in every - known if self.body(rule.body, dict(zip(rule.head.terms, row, strict=True)))}
        known |= new
        return len(new)

    def body(self, body: Body, given: Given) -> bool:
        """Whether some choice of objects for the variables that are not given makes the body true."""
        if monotonic() > self.until:
            raise BackendError("trying everything takes too long")
        if not body:
            return True
        terms = body[0].terms if isinstance(body[0], Literal) else ()
        unknown = next((term for term in terms if isinstance(term, Variable) and term not in given), None)
        if unknown is not None:
            return any(self.body(body, given | {unknown: number}) for number in self.objects.values())
        return self.goal(body[0], given | self.objects) and self.body(body[1:], given)

    def goal(self, goal: Goal, given: Given) -> bool:
        match goal:
            case Literal(symbol, terms):
                return tuple(given[term] for term in terms) in self.rows(symbol)
            case Test(sign, Variable() | Object() as left, Variable() | Object() as right):
                return (given[left] == given[right]) == (sign == "=")
            case Test(sign, left, right):

                def value(fluent: FluentValue) -> Value | None:
                    return self.values.get((fluent.function, tuple(given[term] for term in fluent.terms)))

                return compare(sign, left, right, value)
            case Without(body):
                return not self.body(body, given)
            case Some(body):
                return self.body(body, given)
            case Either(bodies):
                return any(self.body(body, given) for body in bodies)
            case _:
                assert_never(goal)
