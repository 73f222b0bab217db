"""Static-join precomputation: fixed literals that share variables become one literal with the rows of their join.

A step then finds by one look-up the rows that it would otherwise join each time. Literals are joined only if each row
of one matches at most one row of the other; larger products are cheaper at run time, over the few rows that match.

>>> from relgym.model.program import Symbol
>>> from relgym.model.terms import Variable
>>> x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
>>> at, road, open_ = Symbol(Role.FLUENT, "at", 1), Symbol(Role.STATIC, "road", 2), Symbol(Role.STATIC, "open", 1)
>>> body = (Literal(at, (x,)), Literal(road, (x, y)), Literal(open_, (y,)))
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "go", 2), (x, y)), body)
>>> facts = {road: frozenset({(0, 1), (1, 2)}), open_: frozenset({(2,)})}
>>> folding = Folding(facts, {}, FixedTests({}, {}))
>>> goals = folding.goals(rule)
>>> [str(goal.symbol) for goal in goals], folding.facts[goals[1].symbol]
(['fluent:at/1', 'static:open road/2'], frozenset({(2, 1)}))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

from relgym.model.program import (
    STATIC_ROLES,
    Goal,
    Literal,
    Production,
    Program,
    Role,
    Row,
    Rule,
    Symbol,
    Test,
    Without,
)
from relgym.model.terms import Object, Term, Variable
from relgym.translate.analysis.fixed_tests import FixedTests
from relgym.translate.program.join_order import Sizes, is_key, reordered, size_of


def folded(
    program: Program, productions: Sequence[Production], sizes: Sizes
) -> tuple[Program, list[Production], Sizes]:
    """Return a program, productions of its rules and sizes of its symbols with static joins precomputed."""
    numbers = {item.name: number for number, item in enumerate(program.objects)}
    folding = Folding(program.facts, numbers, FixedTests(program.constants, numbers))
    goals = {id(rule): folding.goals(rule) for rule in program.rules}
    more = {symbol: size_of(rows, symbol.arity) for symbol, rows in folding.facts.items() if symbol not in sizes}
    sizes = {**sizes, **more}
    rules = {id(rule): reordered(rule, goals[id(rule)], sizes) for rule in program.rules}
    productions = [replace(each, rule=rules[id(each.rule)]) for each in productions]
    return replace(program, rules=tuple(rules.values()), facts=folding.facts), productions, sizes


class Folding:
    """Joins fixed literals; `facts` are the rows of all fixed symbols, those of joined ones too.

    Tests of numbers that never change are tables of rows as well, `tests` makes them.
    """

    def __init__(self, facts: Mapping[Symbol, frozenset[Row]], numbers: Mapping[str, int], tests: FixedTests) -> None:
        self.facts = dict(facts)
        self._numbers = numbers
        self._tests = tests

    def goals(self, rule: Rule) -> list[Goal]:
        """The goals of a rule's body, fixed ones joined where they can be."""
        others: list[Goal] = []
        joined: list[Joined] = []
        for goal in rule.body:
            table = self._fixed_table(goal)
            if table is None:
                others.append(goal)
            else:
                joined = self._with(joined, table)
        for goal in [goal for goal in others if self._is_filter(goal)]:
            for place, table in enumerate(joined):
                if goal.variables <= table.known and len(table.variables) > 1:
                    joined[place] = self._filtered(table, goal)
                    others.remove(goal)
                    break
        return [*others, *(self._literal(table) for table in joined)]

    def _fixed_table(self, goal: Goal) -> Joined | None:
        """The rows of a goal's variables for which it holds, if these are the same in all states and can be listed."""
        if _is_fixed(goal):
            assert isinstance(goal, Literal)
            return self._table(goal)
        rows = self._tests.rows(goal) if isinstance(goal, Test) else None
        return None if rows is None else Joined((goal,), rows.variables, rows.rows)

    def _with(self, joined: list[Joined], table: Joined) -> list[Joined]:
        """Tables with one more, joined with those with which it shares variables."""
        apart = []
        for other in joined:
            both = None if table.known.isdisjoint(other.known) else table.joined(other)
            if both is None:
                apart.append(other)
            else:
                table = both
        return [*apart, table]

    def _table(self, literal: Literal) -> Joined:
        """The rows of a literal's variables."""
        variables = tuple(dict.fromkeys(term for term in literal.terms if isinstance(term, Variable)))
        if variables == literal.terms:
            return Joined((literal,), variables, self.facts.get(literal.symbol, frozenset()))
        rows = set()
        for row in self.facts.get(literal.symbol, frozenset()):
            values: dict[Term, int] = {}
            if all(
                number == (self._numbers[term.name] if isinstance(term, Object) else values.setdefault(term, number))
                for term, number in zip(literal.terms, row, strict=True)
            ):
                rows.add(tuple(values[variable] for variable in variables))
        return Joined((literal,), variables, frozenset(rows))

    def _is_filter(self, goal: Goal) -> bool:
        match goal:
            case Test("=" | "!=", Variable() | Object(), Variable() | Object()):
                return True
            case Without((Literal(symbol),)):
                return symbol.role in STATIC_ROLES
            case _:
                return False

    def _filtered(self, table: Joined, goal: Goal) -> Joined:
        rows = (row for row in table.rows if self._holds(goal, dict(zip(table.variables, row, strict=True))))
        return Joined((*table.goals, goal), table.variables, frozenset(rows))

    def _holds(self, goal: Goal, values: Mapping[Term, int]) -> bool:
        def number(term: Term) -> int:
            return self._numbers[term.name] if isinstance(term, Object) else values[term]

        match goal:
            case Test(operator, Variable() | Object() as left, Variable() | Object() as right):
                return (number(left) == number(right)) is (operator == "=")
            case Without((Literal(symbol, terms),)):
                return tuple(map(number, terms)) not in self.facts.get(symbol, ())
            case _:
                raise AssertionError(f"not a filter: {goal}")

    def _literal(self, table: Joined) -> Literal:
        """A table as a literal; a table that is as it was is the literal that it was."""
        if len(table.goals) == 1 and isinstance(table.goals[0], Literal):
            return table.goals[0]
        name = " ".join(goal.symbol.name if isinstance(goal, Literal) else "only" for goal in table.goals)
        index = sum(symbol.name == name for symbol in self.facts)
        for symbol, rows in self.facts.items():
            if symbol.name == name and symbol.arity == len(table.variables) and rows == table.rows:
                return Literal(symbol, table.variables)
        symbol = Symbol(Role.STATIC, name, len(table.variables), index)
        self.facts[symbol] = table.rows
        return Literal(symbol, table.variables)


def _is_fixed(goal: Goal) -> bool:
    return (
        isinstance(goal, Literal)
        and goal.symbol.role in STATIC_ROLES
        and any(isinstance(t, Variable) for t in goal.terms)
    )


class Joined:
    """Fixed goals, their variables, and all rows of these for which they hold."""

    def __init__(self, goals: tuple[Goal, ...], variables: tuple[Variable, ...], rows: Iterable[Row]) -> None:
        self.goals = goals
        self.variables = variables
        self.known = frozenset(variables)
        self.rows = frozenset(rows)

    def joined(self, other: Joined) -> Joined | None:
        """The join of both; none if rows of either go with several of the other."""
        shared = [variable for variable in self.variables if variable in other.variables]
        mine = itemgetter(*(self.variables.index(variable) for variable in shared))
        yours = itemgetter(*(other.variables.index(variable) for variable in shared))
        new = [column for column, variable in enumerate(other.variables) if variable not in shared]
        if not is_key(yours, other.rows) and not is_key(mine, self.rows):
            return None
        by_key: dict[object, list[Row]] = {}
        for row in other.rows:
            by_key.setdefault(yours(row), []).append(tuple([row[column] for column in new]))
        rows = [row + more for row in self.rows for more in by_key.get(mine(row), ())]
        return Joined((*self.goals, *other.goals), (*self.variables, *(other.variables[c] for c in new)), rows)
