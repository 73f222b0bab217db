"""Programs as answer set programs for clingo; `asp/listing.py` makes a readable text of them.

The rules are those of `asp.rules.SafeRules`, one clause each. Numeric fluents become predicates with their
value as the last argument, so that a comparison with an undefined one is false. Names are those of
`names.AspNames`.

>>> from relgym.model.program import Role
>>> x, y = Variable("?x"), Variable("?y")
>>> on, clear, can = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "clear", 1), Symbol(Role.APPLICABLE, "lift", 2)
>>> rule = Rule(Literal(can, (x, y)), (Literal(on, (x, y)), Without((Literal(clear, (y,)),)), Test("!=", x, y)))
>>> print(AspWriter((), AspNames(())).rule(rule))
applicable(lift(X,Y)) :- on(X,Y), not clear(Y), X != Y.
>>> print(AspWriter((), AspNames((), wrapped=False), timed=lambda symbol: True).rule(rule))
lift(X,Y,t) :- on(X,Y,t), not clear(Y,t), X != Y.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.program import Goal, Literal, Role, Row, Rule, Symbol, Test, Without, variables_of
from relgym.model.terms import Object, Term, Variable
from relgym.translate.asp.names import AspNames, fresh
from relgym.translate.asp.numbers import fits
from relgym.translate.program.origins import Named
from relgym.tuning.clingo import INLINE_FLUENTS_LIMIT

TIME = "t"
"""The parameter that tells states apart, in programs that are grounded once a state."""

TOTAL = "Total"
"""The value of a long expression in the clause that computes it."""


class AspWriter:
    """Writes safe rules and facts as clauses.

    Symbols that are `timed` have the state's number as their last argument; every variable of a
    rule that is `watched` is handed to the function `@watch` as soon as it is bound.
    """

    def __init__(
        self,
        objects: Sequence[Object],
        names: AspNames,
        timed: Callable[[Named], bool] = lambda _: False,
        watched: Callable[[Rule], bool] = lambda _: False,
    ) -> None:
        self.names = names
        self._timed = timed
        self._watched = watched
        self._numbers = {item.name: number for number, item in enumerate(objects)}

    def atom(self, thing: Named, arguments: Sequence[str]) -> str:
        timed = [TIME] if self._timed(thing) else []
        return self.names.atom(thing, [*arguments, *timed])

    def fact(self, symbol: Symbol, row: Row) -> str:
        return self.atom(symbol, [self.names.object(number) for number in row]) + "."

    def value(self, name: str, row: Row, value: Value) -> str:
        """The fact of a numeric value; one that clingo does not have, and nothing compares, is a string."""
        text = str(value) if fits(value) else f'"{value}"'
        return self.atom((name, len(row)), [*(self.names.object(number) for number in row), text]) + "."

    def rule(self, rule: Rule) -> str:
        """The clause of a safe rule, behind those of the long parts of its comparisons."""
        return _RuleText(self, rule).text(self._watched(rule))

    def timed(self, expression: Expression) -> bool:
        """Return True if the value of an expression depends on the state."""
        return any(self._timed((fluent.function, len(fluent.terms))) for fluent in _fluents(expression))

    def called(self, thing: Named, number: int) -> str:
        """The clause that takes the rows of a symbol, or a function, from `@facts` with a number."""
        columns = _columns(thing)
        return f"{self.atom(thing, columns)} :- {_tuple(columns)} = @facts({number})."

    def choice(self, symbol: Symbol, number: int) -> str:
        """The statement that the rows from `@facts` with a number may be true or false."""
        columns = _columns(symbol)
        return f"{{ {self.atom(symbol, columns)} }} :- {_tuple(columns)} = @facts({number})."

    def reported(self, symbol: Symbol, number: int) -> str:
        """The clause that gives every row of a symbol to `@answer`, with a number.

        A constraint that no result of the function lets through: a head would be found but once.
        """
        if symbol.arity == 0:
            # Without a variable to wait for, the function would be called before the symbol is looked at.
            head = f"r{number}'({{}},{TIME})"
            return f"{head.format(number)} :- {self.atom(symbol, ())}. :- {head.format('X')}, _ = @answer(X, ())."
        columns = _columns(symbol)
        return f":- {self.atom(symbol, columns)}, _ = @answer({number}, {_tuple(columns)})."

    def term(self, term: Term, variables: dict[Variable, str]) -> str:
        return variables[term] if isinstance(term, Variable) else self.names.object(self._numbers[term.name])


def _columns(thing: Named) -> list[str]:
    arity = thing.arity if isinstance(thing, Symbol) else thing[1] + 1
    return [f"X{column}" for column in range(arity)]


def _tuple(columns: list[str]) -> str:
    return columns[0] if len(columns) == 1 else f"({','.join(columns)})"


class _RuleText:
    """One rule on its way to text."""

    def __init__(self, writer: AspWriter, rule: Rule) -> None:
        self._writer = writer
        self._rule = rule
        self._variables = writer.names.variables(_in_order(rule))
        # The variables that stand for the values of fluents, and of long expressions, which have clauses of their own.
        self._values: dict[FluentValue | Arithmetic, str] = {}
        self._parts: list[str] = []

    def text(self, watched: bool) -> str:
        head = self._literal(self._rule.head)
        goals = [text for goal in self._rule.body for text in self._goal(goal)]
        if watched:
            goals += [f"0 = @watch({name})" for name in self._variables.values()]
        clause = f"{head} :- {', '.join(goals)}." if goals else f"{head}."
        return "\n".join([*self._parts, clause])

    def _literal(self, literal: Literal) -> str:
        return self._writer.atom(literal.symbol, [self._writer.term(term, self._variables) for term in literal.terms])

    def _goal(self, goal: Goal) -> list[str]:
        match goal:
            case Literal():
                return [self._literal(goal)]
            case Test() if goal.sides:
                return self._comparison(goal)
            case Test(operator, left, right):
                return [f"{self._side(left)} {operator} {self._side(right)}"]
            case Without((Literal() as literal,)):
                return [f"not {self._literal(literal)}"]
            case Without((Test(operator, left, right),)):
                return [f"{self._side(left)} {'!=' if operator == '=' else '='} {self._side(right)}"]
            case _:
                raise AssertionError(f"not a goal of a safe rule: {goal}")

    def _comparison(self, test: Test) -> list[str]:
        known = len(self._values)
        left, right = self._side(test.left), self._side(test.right)
        reads = [self._value(fluent) for fluent in list(self._values)[known:]]
        # As tuples, for the grounder would turn bounds of plain numbers into ranges, and go through all of them; and
        # it would solve an equation for a variable, with intermediate numbers that nobody has bounded.
        operators = ("<=", ">=") if test.operator == "=" else (test.operator,)
        return [*reads, *(f"({left},) {operator} ({right},)" for operator in operators)]

    def _value(self, fluent: FluentValue | Arithmetic, keys: dict[str, str] | None = None) -> str:
        """The atom that gives a fluent, or a long expression, its value.

        With `keys`, variables stand for objects: clingo looks rows up by what variables have, but goes through all of
        them for each object that stands in the atom itself.
        """
        if isinstance(fluent, Arithmetic):
            return self._part(fluent, self._values[fluent])
        arguments = [self._writer.term(term, self._variables) for term in fluent.terms]
        if keys is not None:
            arguments = [keys.setdefault(item, f"Item{len(keys)}") for item in arguments]
        return self._writer.atom((fluent.function, len(fluent.terms)), [*arguments, self._values[fluent]])

    def _side(self, side: Term | Expression) -> str:
        match side:
            case Variable() | Object():
                return self._writer.term(side, self._variables)
            case Number(value):
                return str(value) if value >= 0 else f"({value})"
            case FluentValue():
                return self._values.get(side) or self._new_value(side)
            case Arithmetic() if _is_long(side):
                return self._values.get(side) or self._new_value(side)
            case Arithmetic():
                return self._computed(side)
            case _:
                assert_never(side)

    def _computed(self, expression: Arithmetic) -> str:
        operands = [*map(self._side, expression.operands)]
        return f"(-{operands[0]})" if len(operands) == 1 else f"({f' {expression.operator} '.join(operands)})"

    def _part(self, expression: Arithmetic, value: str) -> str:
        """The atom that gives a long expression its value, which gets a clause of its own.

        The time in which clingo grounds a clause grows with the square of the number of its variables. What is equal
        within the clauses of one symbol has one predicate.
        """
        symbol = self._rule.head.symbol
        index = int.from_bytes(sha256(str(expression).encode()).digest()[:8])
        part = Symbol(Role.AUX, f"part of {symbol}", 1, index)
        inner = _RuleText(self._writer, Rule(Literal(symbol, ()), ()))
        total = inner._computed(expression)
        keys: dict[str, str] = {}
        goals = [inner._value(each, keys) for each in list(inner._values)]
        goals[:0] = [f"{key} = {item}" for item, key in keys.items()]
        timed = [TIME] if self._writer.timed(expression) else []
        head = self._writer.names.atom(part, [TOTAL, *timed])
        self._parts += [*inner._parts, f"{head} :- {', '.join(goals)}, {TOTAL} = {total}."]
        return self._writer.names.atom(part, [value, *timed])

    def _new_value(self, fluent: FluentValue | Arithmetic) -> str:
        name = fresh("N", {*self._variables.values(), *self._values.values()})
        self._values[fluent] = name
        return name


def _is_long(expression: Arithmetic) -> bool:
    """Return True if an expression has no variables and reads too many fluents to stand in the clause that uses it."""
    fluents = _fluents(expression)
    return len(fluents) > INLINE_FLUENTS_LIMIT and not any(
        isinstance(term, Variable) for each in fluents for term in each.terms
    )


def _fluents(expression: Expression) -> set[FluentValue]:
    fluents: set[FluentValue] = set()
    waiting = [expression]
    while waiting:
        each = waiting.pop()
        if isinstance(each, FluentValue):
            fluents.add(each)
        elif isinstance(each, Arithmetic):
            waiting += each.operands
    return fluents


def _in_order(rule: Rule) -> list[Variable]:
    """The variables of a rule as they come in its text, head first."""
    goals = (rule.head, *rule.body)
    return list(dict.fromkeys(v for goal in goals for v in sorted(variables_of(goal), key=_terms(goal).index)))


def _terms(goal: Goal) -> list[Term]:
    """The variables of a goal of a safe rule, in its order."""
    match goal:
        case Literal(_, terms) | Without((Literal(_, terms),)):
            return list(terms)
        case _:
            return sorted(variables_of(goal), key=lambda variable: variable.name)
