"""Rules as clauses of Prolog: nested bodies in place, recursive rules as rules that push.

>>> from relgym.model.program import Program, Role
>>> from relgym.translate.prolog.names import PrologNames
>>> x, y = Variable("?x"), Variable("?y")
>>> on, clear, can = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "clear", 1), Symbol(Role.APPLICABLE, "lift", 2)
>>> rule = Rule(Literal(can, (x, y)), (Literal(on, (x, y)), Without((Literal(clear, (y,)),)), Test("!=", x, y)))
>>> names = PrologNames(Program((), (), {}, (), {}, (rule,), (), frozenset()))
>>> print(PrologWriter((), names).rule(rule))
applicable(lift(X, Y)) :- on(X, Y), \\+ clear(Y), X \\== Y.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.program import Body, Either, Goal, Literal, Row, Rule, Some, Symbol, Test, Without, variables_of
from relgym.model.terms import Object, Term, Variable
from relgym.translate.analysis.consequences import steps
from relgym.translate.program.join_order import Sizes
from relgym.translate.program.origins import Named
from relgym.translate.prolog.names import PrologNames, number_text, operand


class PrologWriter:
    """Writes rules and facts as clauses; `names` spells predicates and objects.

    `repeating` are symbols that may hold for the same row in several ways: one is enough where a row is only tested.
    A clause of more than `width` characters has each of its goals on a line of its own.
    """

    def __init__(self, objects: Sequence[Object], names: PrologNames, width: int | None = None) -> None:
        self.names = names
        self.width = width
        self.repeating: set[Symbol] = set()
        self._texts = names.objects(objects)
        self._numbers = {item.name: number for number, item in enumerate(objects)}

    def atom(self, thing: Named, arguments: Sequence[str], prefix: str = "") -> str:
        return self.names.atom(thing, arguments, prefix)

    def indicator(self, thing: Named) -> str:
        return self.names.indicator(thing)

    def fact(self, symbol: Symbol, row: Row) -> str:
        return self.atom(symbol, [self._texts[number] for number in row]) + "."

    def value(self, name: str, row: Row, value: Value) -> str:
        return self.atom((name, len(row)), [*(self._texts[number] for number in row), number_text(value)]) + "."

    def rule(self, rule: Rule) -> str:
        """The clause of a rule that is run as it stands."""
        clause = _ClauseText(self, rule.head)
        head = clause.literal(rule.head)
        if not rule.body:
            return f"{head}."
        goals = clause.goals(rule.body)
        line = f"{head} :- {', '.join(goals)}."
        if self.width is None or len(line) <= self.width:
            return line
        return f"{head} :-\n    " + ",\n    ".join(goals) + "."

    def inline(self, rule: Rule, given: Sequence[str], taken: Collection[str]) -> tuple[list[str], list[str]]:
        """The goals of a rule's body, and what its head's variables are called there: the first of them are `given`.

        The others have names by the order in which they come, none that is `taken`: bodies that begin alike read alike.
        """
        clause = _Ordered(self, rule.head, taken={*given, *taken})
        head = [term for term in rule.head.terms if isinstance(term, Variable)]
        clause.variables.update(zip(head, given, strict=False))
        goals = clause.goals(rule.body)
        return goals, [clause.variables[variable] for variable in head]

    def stratum(self, number: int, symbols: Sequence[Symbol], rules: Sequence[Rule], sizes: Sizes) -> Iterator[str]:
        """The clauses that compute the rows of a stratum that is kept: `derive_NUMBER` does it.

        `store_P` adds a row that is new and succeeds once for each row that follows at the end of a chain:
        callers backtrack into it until it fails.
        """
        derive = f"derive_{number}"
        for symbol in symbols:
            yield f"{derive} :- retractall({self.atom(symbol, ['_'] * symbol.arity)}), fail."
        for rule in rules:
            if not any(isinstance(goal, Literal) and goal.symbol in symbols for goal in rule.body):
                clause = _ClauseText(self, rule.head)
                added = clause.literal(rule.head, "store_")
                yield f"{derive} :- {clause.body(rule.body)}, {added}, fail."
        yield f"{derive}."
        pushes: dict[Symbol, list[str]] = {symbol: [] for symbol in symbols}
        for rule in rules:
            for step in steps(rule, symbols, sizes):
                clause = _ClauseText(self, step.head, bound=variables_of(step.found))
                derived = clause.literal(step.found, "after_")
                goals = [clause.body(step.rest)] if step.rest else []
                pushes[step.found.symbol].append(
                    f"{derived} :- {', '.join([*goals, clause.literal(step.head, 'store_')])}."
                )
        for symbol, clauses in pushes.items():
            columns = [f"X{column}" for column in range(symbol.arity)]
            fact, store, after = (self.atom(symbol, columns, prefix) for prefix in ("", "store_", "after_"))
            yield f"{store} :- \\+ {fact}, assertz({fact}), {after}."
            yield from clauses or [f"{after} :- fail."]

    def term(self, term: Term, variables: dict[Variable, str]) -> str:
        return variables[term] if isinstance(term, Variable) else self._texts[self._numbers[term.name]]


class _ClauseText:
    """One clause on its way to text: which variable is called what, and which have a value by now."""

    def __init__(
        self,
        writer: PrologWriter,
        head: Literal,
        bound: frozenset[Variable] = frozenset(),
        taken: Collection[str] = (),
    ) -> None:
        self.variables: dict[Variable, str] = {}
        self._writer = writer
        self._head = variables_of(head)
        self._bound = bound
        self._used = set(taken)
        # For each stem the number of the next variable that is called after it.
        self._numbered: dict[str, int] = {}
        # The variables of numeric fluents that have been read by now.
        self._values: dict[FluentValue, str] = {}

    def literal(self, literal: Literal, prefix: str = "") -> str:
        return self._writer.atom(literal.symbol, [self._term(term) for term in literal.terms], prefix)

    def body(self, body: Body) -> str:
        return ", ".join(self.goals(body))

    def goals(self, body: Body) -> list[str]:
        return [self._goal(goal) for goal in body] or ["true"]

    def _nested(self, body: Body) -> str:
        """A body within this one: the variables that it shares with the head have values when it is tried."""
        bound, values = self._bound, self._values
        self._bound |= self._head
        self._values = dict(values)
        text = self.body(body)
        self._bound, self._values = bound, values
        return text

    def _positive(self, literal: Literal) -> str:
        variables = variables_of(literal)
        text = self.literal(literal)
        if literal.symbol in self._writer.repeating and variables <= self._bound:
            return f"( {text} -> true )"
        self._bound |= variables
        return text

    def _goal(self, goal: Goal) -> str:
        match goal:
            case Literal():
                return self._positive(goal)
            case Test(operator, Variable() | Object() as left, Variable() | Object() as right):
                sign = "==" if operator == "=" else _DIFFERENT
                return f"{operand(self._term(left))} {sign} {operand(self._term(right))}"
            case Test():
                return self._comparison(goal)
            case Without((Literal() as literal,)):
                return f"\\+ {self.literal(literal)}"
            case Without(body):
                return f"\\+ ({self._nested(body)})"
            case Some(body):
                return f"\\+ \\+ ({self._nested(body)})"
            case Either(()):
                return "fail"
            case Either(bodies):
                return "( " + " ; ".join(f"{self._nested(body)} -> true" for body in bodies) + " )"
            case _:
                assert_never(goal)

    def _comparison(self, test: Test) -> str:
        goals: list[str] = []
        left, right = (self._number(side, goals) for side in test.sides)
        return ", ".join([*goals, f"{left} {_COMPARISONS[test.operator]} {right}"])

    def _number(self, side: Expression, goals: list[str]) -> str:
        """An arithmetic term; `goals` are to come first, and fail where it is undefined."""
        match side:
            case Number(value):
                return number_text(value) if value >= 0 else f"({number_text(value)})"
            case FluentValue(function, terms):
                if side not in self._values:
                    variable = self._values[side] = self._fresh(_capital(function, "N"))
                    arguments = [*(self._term(term) for term in terms), variable]
                    goals.append(self._writer.atom((function, len(terms)), arguments))
                return self._values[side]
            case Arithmetic("-", (operand,)):
                return f"(- {self._number(operand, goals)})"
            case Arithmetic("/", operands):
                quotient = self._number(operands[0], goals)
                for operand in operands[1:]:
                    divisor, dividend, quotient = self._number(operand, goals), quotient, self._fresh("N")
                    goals.append(f"divide({dividend}, {divisor}, {quotient})")
                return quotient
            case Arithmetic(operator, operands):
                return f"({f' {operator} '.join(self._number(operand, goals) for operand in operands)})"
            case _:
                assert_never(side)

    def _term(self, term: Term) -> str:
        if isinstance(term, Variable) and term not in self.variables:
            self.variables[term] = self._fresh(self._stem(term))
        return self._writer.term(term, self.variables)

    def _stem(self, variable: Variable) -> str:
        return _capital(variable.name.partition("#")[0].lstrip("?"), "V")

    def _fresh(self, stem: str) -> str:
        name, number = stem, self._numbered.get(stem, 2)
        while name in self._used:
            name, number = f"{stem}_{number}", number + 1
        self._used.add(name)
        self._numbered[stem] = number
        return name


class _Ordered(_ClauseText):
    """A clause whose variables are called by the order in which they come."""

    def _stem(self, variable: Variable) -> str:
        return "X"


def _capital(name: str, otherwise: str) -> str:
    """A name as the name of a variable, which begins with `otherwise` if the name begins with no letter.

    >>> _capital("total-cost", "N"), _capital("1st", "N")
    ('Total_cost', 'N1st')
    """
    letters = re.sub("[^0-9a-zA-Z]+", "_", name).strip("_")
    return letters[:1].upper() + letters[1:] if letters[:1].isalpha() else f"{otherwise}{letters}"


_DIFFERENT = "\\=="
_COMPARISONS = {"=": "=:=", "<": "<", "<=": "=<", ">": ">", ">=": ">="}
