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

A numeric test of what never changes becomes rows as well: a static literal, which joins can look up.

>>> from relgym.model.numeric import FluentValue, Number
>>> test = Test("<=", FluentValue("size", (Variable("?x"),)), Number(2))
>>> tests = FixedTests({("size", (0,)): 1, ("size", (1,)): 3}, {"a": 0, "b": 1})
>>> tests.rows(test).rows
frozenset({(0,)})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from relgym.model.arithmetic import compare
from relgym.model.numeric import FluentValue, Value, fluents_in
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
from relgym.translate.program.join_order import Sizes, is_key, reordered, size_of
from relgym.tuning.translation import FIXED_TEST_ROWS_LIMIT


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


@dataclass(frozen=True, slots=True)
class HeldRows:
    """The rows of a test's variables for which it holds."""

    variables: tuple[Variable, ...]
    rows: frozenset[Row]


class FixedTests:
    """Lists the rows of tests whose functions all have values that never change."""

    def __init__(self, constants: Mapping[tuple[str, Row], Value], numbers: Mapping[str, int]) -> None:
        """`constants` are the values by function and arguments, `numbers` those of the objects by name."""
        self._constants = constants
        self._numbers = numbers
        self._rows: dict[str, list[Row]] = {}
        for name, row in constants:
            self._rows.setdefault(name, []).append(row)

    def rows(self, test: Test) -> HeldRows | None:
        """List the rows for which a test holds.

        Returns:
            `None` for a test of terms, of numbers that change, without variables, or with too many rows to try.
        """
        if not test.sides or not test.variables:
            return None
        left, right = test.sides
        read = list(dict.fromkeys((*fluents_in(left), *fluents_in(right))))
        bindings: list[dict[Term, int]] = [{}]
        for fluent in read:
            rows = self._rows.get(fluent.function)
            if rows is None or len(rows) * len(bindings) > FIXED_TEST_ROWS_LIMIT:
                return None
            # A comparison with an undefined number is false, so only defined ones need be tried.
            tried = [self._extended(binding, fluent, row) for binding in bindings for row in rows]
            bindings = [binding for binding in tried if binding is not None]
        variables = tuple(dict.fromkeys(t for fluent in read for t in fluent.terms if isinstance(t, Variable)))
        held = (
            binding
            for binding in bindings
            if compare(test.operator, left, right, _Lookup(self._constants, self._numbers, binding))
        )
        return HeldRows(variables, frozenset(tuple(binding[v] for v in variables) for binding in held))

    def _extended(self, binding: dict[Term, int], fluent: FluentValue, row: Row) -> dict[Term, int] | None:
        """A binding that makes the arguments of a fluent a row as well, if there is one."""
        extended = dict(binding)
        for term, number in zip(fluent.terms, row, strict=True):
            bound = self._numbers[term.name] if isinstance(term, Object) else extended.setdefault(term, number)
            if bound != number:
                return None
        return extended


@dataclass(frozen=True, slots=True)
class _Lookup:
    """The values of fluents whose variables are bound."""

    constants: Mapping[tuple[str, Row], Value]
    numbers: Mapping[str, int]
    binding: Mapping[Term, int]

    def __call__(self, fluent: FluentValue) -> Value | None:
        row = tuple(self.numbers[t.name] if isinstance(t, Object) else self.binding[t] for t in fluent.terms)
        return self.constants.get((fluent.function, row))
