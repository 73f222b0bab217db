"""Rules as Python functions: joins over sets and dicts of object numbers.

A symbol's rows lie in a set, one number a row for one column and tuples for more. For each pattern of
known columns that a literal meets there is an index from those to the set of the others: a list by the
number of one column, or a dict by the numbers of several. Nested bodies become functions of their own
that return a truth value.

>>> from relgym.model.program import Literal, Role, Rule, Symbol
>>> from relgym.model.terms import Variable
>>> x, y = Variable("?x"), Variable("?y")
>>> on, clear = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "clear", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "unstack", 2), (x, y)), (Literal(clear, (x,)), Literal(on, (x, y))))
>>> print(PythonWriter().rule(rule, 0, answers).text)
def rule_0_applicable_unstack_2(out):
    for X_0 in fluent_clear_1:
        for Y_1 in fluent_on_2_by_0[X_0]:
            out((X_0, Y_1))
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, takewhile
from typing import NamedTuple, assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.program import Body, Either, Goal, Literal, Row, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.flatten import variables_of

LOOPS = 15
"""Loops within one function; CPython compiles at most 20 nested blocks."""

Leaf = Callable[[Sequence[str]], str]
"""How a function hands out a row that it has found."""


class Access(NamedTuple):
    """A way of looking at a symbol: by the columns that are known; none of them is the set of all rows."""

    symbol: Symbol
    known: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """A function's name and text, the helpers it calls included."""

    name: str
    text: str


@lru_cache(10_000)
def identifier(text: str) -> str:
    """The text with everything but ASCII letters and digits as `_`, for Python folds some other letters."""
    return re.sub(r"[^0-9a-zA-Z]", "_", text)


def variable(term: Term, number: int) -> str:
    """A variable's name: in capitals, so that it meets no function's or container's."""
    stem = identifier(term.name).strip("_").upper()
    return f"{stem if stem[:1].isalpha() else 'V' + stem}_{number}"


def key(parts: Sequence[str]) -> str:
    """A row or part of a row as sets and dicts hold it: a single number bare."""
    if len(parts) == 1:
        return parts[0]
    return "(" + ", ".join(parts) + ")"


def answers(row: Sequence[str]) -> str:
    """Hand out rows as tuples, whatever their length."""
    return f"out(({row[0]},))" if len(row) == 1 else f"out({key(row)})"


def items(row: Sequence[str]) -> str:
    """Hand out rows in the form in which sets hold them."""
    return f"out({key(row)})"


class PythonWriter:
    """Writes functions, and remembers the names of all that they look things up in."""

    def __init__(self, number: Callable[[str], int] | None = None, unwatched: int = 3) -> None:
        """`number` gives an object's number by its name; only rules with objects in them need it.

        `accesses`, `functions` and `constants` are what functions find by their names.

        Functions look at the clock before a loop inside another one that has more than `unwatched`
        variables still to bind.
        """
        self.accesses: dict[Access, str] = {}
        self.functions: dict[str, str] = {}
        self.unwatched = unwatched
        self.constants: dict[str, frozenset[int | Row]] = {}
        self.number = number or (lambda name: 0)
        self._names: dict[str, Symbol | str] = {}
        self._symbols: dict[Symbol, str] = {}
        self._helpers = count()

    # -- names -------------------------------------------------------------------------------

    def symbol(self, symbol: Symbol) -> str:
        """The name of a symbol's set; different symbols never share one."""
        name = self._symbols.get(symbol)
        if name is None:
            stem = identifier(f"{symbol.role.value}_{symbol.name}_{symbol.arity}")
            name = self._symbols[symbol] = self._unique(stem, symbol)
        return name

    def access(self, symbol: Symbol, known: tuple[int, ...] = ()) -> str:
        """The name of the container that serves an access."""
        wanted = Access(symbol, known if len(known) < symbol.arity else ())
        name = self.accesses.get(wanted)
        if name is None:
            tail = "_by_" + "_".join(map(str, wanted.known)) if wanted.known else ""
            name = self.accesses[wanted] = self.symbol(symbol) + tail
        return name

    def rows(self, symbol: Symbol, known: tuple[int, ...], texts: Sequence[str]) -> str:
        """The text of what the other columns may be where some are known."""
        name = self.access(symbol, known)
        match len(known):
            case 0:
                return name
            case 1:
                return f"{name}[{texts[0]}]"
            case _:
                return f"{name}.get({key(texts)}, EMPTY)"

    def foresee(self, body: Body, known: Collection[Term]) -> None:
        """Name what literals, negated ones and tests will be looked up in, where these variables are known."""
        bound = set(known)
        for goal in body:
            match goal:
                case Literal(symbol, terms):
                    self.access(symbol, tuple(c for c, t in enumerate(terms) if isinstance(t, Object) or t in bound))
                    bound |= variables_of(goal)
                case Without((Literal(symbol),)):
                    self.access(symbol)
                case _:
                    pass

    def values(self, function: str) -> str:
        """The name of the dict of a numeric function's values."""
        name = self.functions.get(function)
        if name is None:
            name = self.functions[function] = self._unique(identifier(f"value_{function}"), function)
        return name

    def _unique(self, stem: str, thing: Symbol | str) -> str:
        name = stem
        while self._names.setdefault(name, thing) is not thing:
            name = f"{stem}_{len(self._names)}"
        return name

    # -- functions ---------------------------------------------------------------------------

    def rule(self, rule: Rule, bound: int, leaf: Leaf) -> Function:
        """A function of `out` and the first `bound` columns that hands out every row of the rule."""
        name = f"rule_{next(self._helpers)}_{self.symbol(rule.head.symbol)}"
        known: dict[Term, str] = {}
        columns = [variable(term, number) for number, term in enumerate(rule.head.terms)]
        known.update(zip(rule.head.terms[:bound], columns[:bound], strict=True))
        return self._function(name, ["out"], known, rule.body, rule.head.terms, leaf)

    def delta(self, rule: Rule, position: int, leaf: Leaf) -> Function:
        """A function of `out` and `rows` (of the literal at `position`) that hands out what follows from them."""
        name = f"rule_{next(self._helpers)}_{self.symbol(rule.head.symbol)}"
        pinned = rule.body[position]
        assert isinstance(pinned, Literal)
        rest = rule.body[:position] + rule.body[position + 1 :]
        writer = BodyWriter(self, name, ["out", "rows"], {}, rule.head.terms, leaf)
        writer.loop(pinned, list(range(pinned.symbol.arity)), "rows", (*rest,))
        return writer.function()

    def _function(
        self,
        name: str,
        parameters: list[str],
        known: dict[Term, str],
        body: Body,
        row: tuple[Term, ...],
        leaf: Leaf | None,
    ) -> Function:
        writer = BodyWriter(self, name, [*parameters, *known.values()], known, row, leaf)
        writer.goals(body)
        return writer.function()

    def holds(self, body: Body, known: dict[Term, str]) -> tuple[Function, str]:
        """A function that says if a body holds, and the call of it for these variables."""
        inside = frozenset().union(*(variables_of(goal) for goal in body))
        shared: dict[Term, str] = {term: name for term, name in known.items() if term in inside}
        function = self._function(f"holds_{next(self._helpers)}", [], shared, body, (), None)
        return function, f"{function.name}({', '.join(shared.values())})"

    def term(self, term: Term, known: dict[Term, str]) -> str:
        return str(self.number(term.name)) if isinstance(term, Object) else known[term]

    def constant(self, rows: Iterable[Row]) -> str:
        """The name of a set of rows."""
        name = f"rows_of_{next(self._helpers)}"
        self.constants[name] = frozenset(row[0] if len(row) == 1 else row for row in rows)
        return name

    def helper(self) -> int:
        return next(self._helpers)

    # -- numbers -----------------------------------------------------------------------------

    def comparison(self, test: Test, known: dict[Term, str]) -> tuple[Function, str]:
        """A function that compares two expressions, false if a side is undefined."""
        assert isinstance(test.left, Expression) and isinstance(test.right, Expression)
        inside = variables_of(test)
        shared: dict[Term, str] = {term: name for term, name in known.items() if term in inside}
        name = f"compare_{next(self._helpers)}"
        lines = [f"def {name}({', '.join(shared.values())}):"]
        numbers = count()
        left = self._expression(test.left, shared, lines, numbers)
        right = self._expression(test.right, shared, lines, numbers)
        operator = "==" if test.operator == "=" else test.operator
        lines.append(f"    return {left} {operator} {right}")
        return Function(name, "\n".join(lines) + "\n"), f"{name}({', '.join(shared.values())})"

    def _expression(
        self, expression: Expression, known: dict[Term, str], lines: list[str], numbers: Iterator[int]
    ) -> str:
        match expression:
            case Number(value):
                return (
                    repr(value)
                    if isinstance(value, int | float)
                    else f"Fraction({value.numerator}, {value.denominator})"
                )
            case FluentValue(function, terms):
                name = f"n{next(numbers)}"
                place = key([self.term(term, known) for term in terms]) if terms else "()"
                lines.append(f"    {name} = {self.values(function)}.get({place})")
                lines.append(f"    if {name} is None: return False")
                return name
            case Arithmetic(operator, operands):
                parts = [self._expression(operand, known, lines, numbers) for operand in operands]
                if operator == "-" and len(parts) == 1:
                    return f"(-{parts[0]})"
                if operator != "/":
                    return "(" + f" {operator} ".join(parts) + ")"
                result = parts[0]
                for divisor in parts[1:]:
                    name = f"n{next(numbers)}"
                    lines.append(f"    if {divisor} == 0: return False")
                    lines.append(f"    {name} = divide({result}, {divisor})")
                    result = name
                return result
            case _:
                assert_never(expression)


def _is_ground(goal: Goal) -> bool:
    """Whether a goal is a literal whose terms are objects, one at least."""
    return isinstance(goal, Literal) and bool(goal.terms) and all(isinstance(term, Object) for term in goal.terms)


class BodyWriter:
    """One function while it is being written."""

    def __init__(
        self,
        writer: PythonWriter,
        name: str,
        parameters: list[str],
        known: dict[Term, str],
        row: tuple[Term, ...],
        leaf: Leaf | None,
    ) -> None:
        self.writer = writer
        self.name = name
        self.known = dict(known)
        self.row = row
        self.leaf = leaf
        self.helpers: list[str] = []
        self.lines = [f"def {name}({', '.join(parameters)}):"]
        self.depth = 0
        self.loops = 0
        self.unwatched: float = writer.unwatched

    def function(self) -> Function:
        if self.leaf is None:
            self.lines.append("    return False")
        return Function(self.name, "".join(self.helpers) + "\n".join(self.lines) + "\n")

    def line(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)

    def require(self, condition: str) -> None:
        """Go on only if the condition holds."""
        self.line(f"if not ({condition}): {self._leave()}")

    def _leave(self) -> str:
        return "continue" if self.depth else "return" if self.leaf else "return False"

    def goals(self, body: Body) -> None:
        tested = 0
        for number, goal in enumerate(body):
            if number < tested:
                continue
            if goal == Either(()):
                # What never holds binds no variables, so nothing can be handed out after it.
                self.line(self._leave())
                return
            if isinstance(goal, Literal) and (free := self._free(goal)):
                known = tuple(c for c in range(goal.symbol.arity) if c not in free)
                if self.loops >= LOOPS:
                    self._continue(body[number:])
                    return
                container = self.writer.rows(goal.symbol, known, [self._term(goal.terms[c]) for c in known])
                self.loop(goal, free, container, body[number + 1 :])
                return
            if _is_ground(goal):
                # A goal may have very many of them.
                together = [*takewhile(_is_ground, body[number:])]
                self._ground(together)
                tested = number + len(together)
            else:
                self.require(self.condition(goal))
        self.line("return True" if self.leaf is None else self.leaf([self._term(term) for term in self.row]))

    def loop(self, literal: Literal, free: list[int], container: str, rest: Body) -> None:
        """A loop over what the free columns of a literal may be, around the rest of the body."""
        watched = self.loops and len(variables_of((literal, *rest)) - self.known.keys()) > self.unwatched
        targets: list[str] = []
        repeated: list[str] = []
        for column in free:
            term = literal.terms[column]
            name = variable(term, len(self.known))
            if term in self.known or isinstance(term, Object):
                name = f"again_{self.loops}_{column}"
                repeated.append(f"{name} == {self._term(term)}")
            else:
                self.known[term] = name
            targets.append(name)
        if watched:
            self.line("if clock() > deadline[0]: raise TimeoutError")
        self.line(f"for {', '.join(targets) if targets else '_'} in {container}:")
        self.depth += 1
        self.loops += 1
        for condition in repeated:
            self.require(condition)
        self.goals(rest)
        self.loops -= 1
        self.depth -= 1

    def _ground(self, literals: Iterable[Goal]) -> None:
        """Go on only if literals without variables hold."""
        rows: dict[Symbol, list[Row]] = {}
        for literal in literals:
            assert isinstance(literal, Literal)
            rows.setdefault(literal.symbol, []).append(tuple(self.writer.number(term.name) for term in literal.terms))
        for symbol, own in rows.items():
            if len(own) == 1:
                self.require(f"{key([str(number) for number in own[0]])} in {self.writer.access(symbol)}")
            else:
                self.require(f"{self.writer.constant(own)} <= {self.writer.access(symbol)}")

    def _continue(self, body: Body) -> None:
        """Go on in a function of its own, for CPython's sake."""
        name = f"{self.name}_{self.writer.helper()}"
        needed = frozenset().union(*(variables_of(goal) for goal in body)) | set(self.row)
        known = {term: text for term, text in self.known.items() if term in needed}
        first = [] if self.leaf is None else ["out"]
        inner = BodyWriter(self.writer, name, [*first, *known.values()], known, self.row, self.leaf)
        inner.goals(body)
        self.helpers.append(inner.function().text)
        call = f"{name}({', '.join([*first, *known.values()])})"
        self.line(call if self.leaf is not None else f"if {call}: return True")

    def _free(self, literal: Literal) -> list[int]:
        return [c for c, term in enumerate(literal.terms) if isinstance(term, Variable) and term not in self.known]

    def _term(self, term: Term) -> str:
        return self.writer.term(term, self.known)

    def condition(self, goal: Goal) -> str:
        """An expression that is true where a goal holds that binds nothing."""
        match goal:
            case Literal(symbol, terms):
                if not terms:
                    return self.writer.access(symbol)
                return f"{key([self._term(term) for term in terms])} in {self.writer.access(symbol)}"
            case Test(operator, left, right):
                if isinstance(left, Variable | Object) and isinstance(right, Variable | Object):
                    return f"{self._term(left)} {'==' if operator == '=' else '!='} {self._term(right)}"
                function, call = self.writer.comparison(goal, self.known)
                self.helpers.append(function.text)
                return call
            case Without((inner,)):
                return f"not ({self._exists(inner)})"
            case Some((inner,)):
                return self._exists(inner)
            case Without(body):
                return f"not {self._call(body)}"
            case Some(body):
                return self._call(body)
            case Either(bodies):
                ways = [self._exists(body[0]) if len(body) == 1 else self._call(body) for body in bodies]
                return " or ".join(ways) or "False"
            case _:
                assert_never(goal)

    def _exists(self, goal: Goal) -> str:
        """An expression that is true where a goal holds for some value of the variables still free."""
        if not isinstance(goal, Literal):
            return self.condition(goal) if not variables_of(goal) - set(self.known) else self._call((goal,))
        free = self._free(goal)
        if not free:
            return self.condition(goal)
        if len({goal.terms[column] for column in free}) < len(free):
            return self._call((goal,))
        known = tuple(column for column in range(goal.symbol.arity) if column not in free)
        return self.writer.rows(goal.symbol, known, [self._term(goal.terms[c]) for c in known])

    def _call(self, body: Body) -> str:
        function, call = self.writer.holds(body, self.known)
        self.helpers.append(function.text)
        return call
