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

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import assert_never

from relgym.model.program import Body, Either, Goal, Literal, Row, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.program.flatten import variables_of
from relgym.translate.python.comparisons import comparison
from relgym.translate.python.names import Names, key, variable

LOOPS = 15
"""The largest number of loops within one function; CPython compiles at most 20 nested blocks."""

ROWS = 1_000_000
"""The largest number of rows that an outermost loop and its inner loops may try between two checks of the clock."""

SHORT = 16
"""The smallest number of rows of an outermost loop between two checks of the clock; a check costs one or two rows."""

Leaf = Callable[[Sequence[str]], str]
"""Writes the statement that hands out a row that has been found."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function's name and text, the helpers it calls included."""

    name: str
    text: str


def answers(row: Sequence[str]) -> str:
    """Hand out rows as tuples, whatever their length."""
    return f"out(({row[0]},))" if len(row) == 1 else f"out({key(row)})"


def items(row: Sequence[str]) -> str:
    """Hand out rows in the form in which sets hold them."""
    return f"out({key(row)})"


class PythonWriter(Names):
    """Writes functions, and remembers the names of all that they look things up in."""

    def __init__(
        self,
        number: Callable[[str], int] | None = None,
        unwatched: int = 3,
        facts: Mapping[Symbol, Collection[Row]] | None = None,
        objects: int = 50,
    ) -> None:
        """`number` gives an object's number by its name; only rules with objects in them need it.

        `facts` are all rows of symbols that never change. Functions look at the clock before a loop inside another one
        that has more than `unwatched` variables still to bind. An outermost loop over many rows looks at it on its
        way; how many are many depends on the number of `objects`.
        """
        super().__init__(number, facts)
        self.unwatched = unwatched
        self.objects = objects

    def rule(self, rule: Rule, bound: int, leaf: Leaf) -> Function:
        """A function of `out` and the first `bound` columns that hands out every row of the rule."""
        name = f"rule_{self.helper()}_{self.symbol(rule.head.symbol)}"
        known: dict[Term, str] = {}
        columns = [variable(term, number) for number, term in enumerate(rule.head.terms)]
        known.update(zip(rule.head.terms[:bound], columns[:bound], strict=True))
        return self._function(name, ["out"], known, rule.body, rule.head.terms, leaf)

    def delta(self, rule: Rule, position: int, leaf: Leaf) -> Function:
        """Write a function of `out` and `rows` (of the literal at `position`) that hands out derived rows."""
        name = f"rule_{self.helper()}_{self.symbol(rule.head.symbol)}"
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
        function = self.test(f"holds_{self.helper()}", body, shared)
        return function, f"{function.name}({', '.join(shared.values())})"

    def test(self, name: str, body: Body, known: dict[Term, str]) -> Function:
        """A function of these variables, all of them, that says if a body holds."""
        return self._function(name, [], known, body, (), None)


def _is_ground(goal: Goal) -> bool:
    """Return True if a goal is a literal with one term or more, all of them objects."""
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
            if isinstance(goal, Either) and not goal.bodies:
                # What never holds binds no variables, so nothing can be handed out after it.
                self.line(self._leave())
                return
            if isinstance(goal, Literal) and (free := self._free(goal)):
                if self._is_single(goal, free):
                    self._bind(goal, free)
                    continue
                if self.loops >= LOOPS:
                    self._continue(body[number:])
                    return
                self.loop(goal, free, self._container(goal, free), body[number + 1 :])
                return
            if _is_ground(goal):
                # A goal may have very many of them.
                together = [*takewhile(_is_ground, body[number:])]
                self._ground(together)
                tested = number + len(together)
            else:
                self.require(self.condition(goal))
        self.found()

    def found(self) -> None:
        """Write the statement for a row for which all goals hold."""
        self.line("return True" if self.leaf is None else self.leaf([self._term(term) for term in self.row]))

    def loop(self, literal: Literal, free: Sequence[int], container: str, rest: Body) -> None:
        """Write a loop over the values of a literal's free columns, around the rest of the body."""
        unbound = variables_of((literal, *rest)) - self.known.keys()
        if len(unbound) > self.unwatched and not self.loops:
            container = self._in_parts(container, len(unbound - variables_of(literal)))
        watched = self.loops and len(unbound) > self.unwatched
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
            self.line("if clock() > deadline[0]: look()")
        self.line(f"for {', '.join(targets) if targets else '_'} in {container}:")
        self.depth += 1
        self.loops += 1
        for condition in repeated:
            self.require(condition)
        self.goals(rest)
        self.loops -= 1
        self.depth -= 1

    def _in_parts(self, container: str, inside: int) -> str:
        """The container, gone through with looks at the clock if it is large beside loops for `inside` variables."""
        step = max(SHORT, ROWS // self.writer.objects ** min(inside, self.unwatched))
        return f"({container} if len({container}) < {step} else watched({container}, {step}))"

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

    def _known_columns(self, literal: Literal, free: Sequence[int]) -> tuple[tuple[int, ...], list[str]]:
        """The columns of a literal that are not free, and what stands there."""
        known = tuple(column for column in range(literal.symbol.arity) if column not in free)
        return known, [self._term(literal.terms[column]) for column in known]

    def _container(self, literal: Literal, free: Sequence[int]) -> str:
        """Return the container with the values of a literal's free columns."""
        return self.writer.rows(literal.symbol, *self._known_columns(literal, free))

    def _is_single(self, literal: Literal, free: Sequence[int]) -> bool:
        """Return True if at most one row matches the known columns of a literal, in every state."""
        known, _ = self._known_columns(literal, free)
        return self.writer.is_single(literal.symbol, known) and len({literal.terms[c] for c in free}) == len(free)

    def _bind(self, literal: Literal, free: Sequence[int]) -> None:
        """Bind the free columns of a literal that has at most one matching row."""
        names, single = self._single(literal, free)
        if len(names) == 1:
            self.require(f"({names[0]} := {single}) is not None")
        else:
            self.require(f"(single := {single}) is not None")
            self.line(f"{', '.join(names)} = single")

    def _single(self, literal: Literal, free: Sequence[int]) -> tuple[list[str], str]:
        """New names for the free columns of such a literal, and the text of what they are."""
        text = self.writer.single(literal.symbol, *self._known_columns(literal, free))
        names = []
        for column in free:
            term = literal.terms[column]
            names.append(variable(term, len(self.known)))
            self.known[term] = names[-1]
        return names, text

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
                text, call = comparison(self.writer, goal, self.known)
                self.helpers.append(text)
                return call
            case Without((inner,)):
                return f"not ({self._exists(inner)})"
            case Some((inner,)):
                return self._exists(inner)
            case Without((Literal() as each, Without((Literal() as own,)))) if self._are_all(each, own):
                return f"{self.writer.access(each.symbol)} <= {self.writer.access(own.symbol)}"
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
        if self._is_single(goal, free):
            return f"{self.writer.single(goal.symbol, *self._known_columns(goal, free))} is not None"
        return self._container(goal, free)

    def _are_all(self, each: Literal, own: Literal) -> bool:
        """Return True if every row of one literal's symbol makes the other literal true."""
        return own.terms == each.terms and 0 < len(self._free(each)) == len({*each.terms})

    def _call(self, body: Body) -> str:
        function, call = self.writer.holds(body, self.known)
        self.helpers.append(function.text)
        return call
