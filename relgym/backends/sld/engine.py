"""The reference engine: SLD resolution, left to right and depth first, with tabling.

It reads the rules as they are. Every call (a symbol with the known arguments) is answered once per state, and its
answers are stored in a table, so that recursion ends. For every atom the first rule that derived it is stored, too,
which gives proofs. The engine is meant to be obviously correct, not fast.

Calls of one stratum may wait for each other. They are answered together: a call uses the answers that the
others have so far, and is answered again whenever a call that it has read gets more.
All lower strata are complete by then, so negation needs no special care.
"""

from __future__ import annotations

import platform
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from relgym.backends.base import Backend, Explains, Limits, Proof
from relgym.backends.evaluator import Evaluates, Evaluator
from relgym.backends.relation import Pattern, Relation
from relgym.errors import BackendError
from relgym.features import Feature
from relgym.model.arithmetic import compare
from relgym.model.bits import bits_of
from relgym.model.numeric import FluentValue, Value
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Body, Either, Goal, Literal, Program, Role, Row, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.tuning.prolog import STEPS_PER_LOOK

Bindings = dict[str, int]
"""Object numbers by the names of variables; never changed once made."""


class _Predicate:
    """A symbol with its facts, or with its rules and the names of their heads' variables.

    `level` is the stratum of a symbol that depends on itself; of all others it is none.
    """

    __slots__ = ("facts", "level", "rules", "symbol")

    def __init__(self, symbol: Symbol, facts: Relation | None = None, level: int | None = None) -> None:
        self.symbol = symbol
        self.facts = facts
        self.level = level
        self.rules: list[tuple[Rule, tuple[str, ...]]] = []


Call = tuple[_Predicate, Pattern]
Fact = tuple[_Predicate, Row]


class _Table:
    """The answers of a call, and the calls that have read them before they were complete."""

    __slots__ = ("readers", "rows", "seen")

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.seen: set[Row] = set()
        self.readers: set[Call] = set()

    def add(self, row: Row) -> None:
        if row not in self.seen:
            self.seen.add(row)
            self.rows.append(row)


class _Stratum:
    """The open calls of one stratum, and those of them that are to be answered (again)."""

    __slots__ = ("agenda", "current", "tables")

    def __init__(self, leader: Call) -> None:
        self.tables = {leader: _Table()}
        self.agenda = {leader: None}
        self.current = leader

    def read(self, call: Call) -> Collection[Row]:
        """The answers so far, and those that come while they are read; the current call is answered again for more."""
        table = self.tables.get(call)
        if table is None:
            table = self.tables[call] = _Table()
            self.agenda[call] = None
        table.readers.add(self.current)
        return table.rows


class Sld(Backend, Explains, Evaluates):
    """SLD resolution with tabling; gives proofs."""

    name = "sld"
    features = frozenset(Feature)

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._steps = 0
        self.close()

    @classmethod
    def version(cls) -> str:
        return f"Python {platform.python_version()}"

    @classmethod
    def evaluator(cls) -> type[Evaluator]:
        from relgym.backends.sld.evaluator import SldEvaluator

        return SldEvaluator

    def close(self) -> None:
        self._program = Program((), (), {}, (), {}, (), (), frozenset())
        self._vocabulary = Vocabulary(())
        self._state = State(self._vocabulary, 0)
        # The atoms among the facts, as bits, and those that a move has begun to change: they may or may not be there.
        self._bits = self._doubt = 0
        self._numbers: dict[str, int] = {}
        self._predicates: dict[Symbol, _Predicate] = {}
        self._open: dict[int, _Stratum] = {}
        self._tables: dict[Call, _Table] = {}
        self._origins: dict[Fact, tuple[Rule, Bindings]] = {}

    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        self.close()
        self._program = program
        self._vocabulary = vocabulary
        self._state = State(vocabulary, 0)
        self._numbers = {item.name: number for number, item in enumerate(program.objects)}
        for symbol, rows in (*program.facts.items(), *((symbol, ()) for symbol in program.fluents)):
            self._predicates[symbol] = _Predicate(symbol, facts=Relation(rows))
        for level, symbols in enumerate(program.strata):
            for symbol in program.recursive.intersection(symbols):
                self._predicates[symbol] = _Predicate(symbol, level=level)
        self.define(program.rules)

    def move_to(self, state: State) -> None:
        self._forget()
        self._doubt = changed = self._bits ^ state.bits | self._doubt
        for bit in bits_of(changed):
            name, row = self._vocabulary.atoms[bit]
            facts = self._predicates[Symbol(Role.FLUENT, name, len(row))].facts
            assert facts is not None
            if state.bits >> bit & 1:
                facts.add(row)
            else:
                facts.remove(row)
        self._bits, self._doubt, self._state = state.bits, 0, state

    def _forget(self) -> None:
        """Forget what was derived in a state."""
        self._tables, self._origins = {}, {}

    def define(self, rules: Sequence[Rule]) -> None:
        for rule in rules:
            symbol = rule.head.symbol
            predicate = self._predicates.get(symbol)
            if predicate is None:
                predicate = self._predicates[symbol] = _Predicate(symbol)
            names = tuple([term.name for term in rule.head.terms if isinstance(term, Variable)])
            predicate.rules.append((rule, names))

    def answers(self, symbols: Sequence[Symbol], binding: Row = ()) -> list[list[Row]]:
        with self._limited():
            return [list(self._rows(symbol, binding + (None,) * (symbol.arity - len(binding)))) for symbol in symbols]

    def proof(self, symbol: Symbol, row: Row) -> Proof | None:
        with self._limited():
            if row not in self._rows(symbol, row):
                return None
            return self._proof((self._predicates[symbol], row))

    # Resolution

    def _rows(self, symbol: Symbol, pattern: Pattern) -> Collection[Row]:
        """The rows of a symbol that agree with a pattern; inside an open stratum, those found so far."""
        predicate = self._predicates.get(symbol)
        if predicate is None:
            return ()
        if predicate.facts is not None:
            return predicate.facts.matching(pattern)
        call = (predicate, pattern)
        table = self._tables.get(call)
        if table is None:
            if predicate.level is None:
                table = _Table()
                self._answer(call, table)
                self._tables[call] = table
            elif predicate.level in self._open:
                return self._open[predicate.level].read(call)
            else:
                table = self._complete(call, predicate.level)
        return table.rows

    def _complete(self, leader: Call, level: int) -> _Table:
        """Answer a call, and all calls of its stratum that this leads to, until there are no more answers."""
        stratum = self._open[level] = _Stratum(leader)
        try:
            while stratum.agenda:
                stratum.current, _ = stratum.agenda.popitem()
                table = stratum.tables[stratum.current]
                known = len(table.rows)
                self._answer(stratum.current, table)
                if len(table.rows) > known:
                    stratum.agenda |= dict.fromkeys(table.readers)
        finally:
            del self._open[level]
        self._tables |= stratum.tables
        return stratum.tables[leader]

    def _answer(self, call: Call, table: _Table) -> None:
        predicate, pattern = call
        for rule, names in predicate.rules:
            given = {name: value for name, value in zip(names, pattern, strict=True) if value is not None}
            for bindings in self._solutions(rule.body, given):
                row = tuple([bindings[name] for name in names])
                self._origins.setdefault((predicate, row), (rule, bindings))
                table.add(row)

    def _solutions(self, body: Body, given: Bindings) -> Iterator[Bindings]:
        """Every way in which a body holds. A stack of choices, not recursion: goals may be long."""
        if not body:
            yield given
            return
        choices = [self._matches(body[0], given)]
        while choices:
            bindings = next(choices[-1], None)
            if bindings is None:
                choices.pop()
            elif len(choices) == len(body):
                yield bindings
            else:
                choices.append(self._matches(body[len(choices)], bindings))

    def _matches(self, goal: Goal, given: Bindings) -> Iterator[Bindings]:
        """Yield the bindings for every way in which one goal holds."""
        match goal:
            case Literal(symbol, terms):
                pattern = tuple([self._number(term, given) for term in terms])
                rows = self._rows(symbol, pattern)
                self._step()
                if None not in pattern:
                    if rows:
                        yield given
                    return
                for row in rows:
                    self._step()
                    unified = _unified(terms, row, given)
                    if unified is not None:
                        yield unified
            case Test():
                if self._passes(goal, given):
                    yield given
            case Without(body):
                if not self._provable(body, given):
                    yield given
            case Some(body):
                if self._provable(body, given):
                    yield given
            case Either(bodies):
                if any(self._provable(body, given) for body in bodies):
                    yield given
            case _:
                assert_never(goal)

    def _provable(self, body: Body, given: Bindings) -> bool:
        return next(self._solutions(body, given), None) is not None

    def _number(self, term: Term, given: Bindings) -> int | None:
        return given.get(term.name) if isinstance(term, Variable) else self._numbers[term.name]

    def _row(self, terms: tuple[Term, ...], given: Bindings) -> Row:
        """The numbers of terms that are all known."""
        return tuple([given[term.name] if isinstance(term, Variable) else self._numbers[term.name] for term in terms])

    def _passes(self, test: Test, given: Bindings) -> bool:
        left, right = test.left, test.right
        if isinstance(left, Variable | Object) and isinstance(right, Variable | Object):
            return (self._number(left, given) == self._number(right, given)) == (test.operator == "=")

        def lookup(fluent: FluentValue) -> Value | None:
            return self._value(fluent.function, self._row(fluent.terms, given))

        first, second = test.sides
        return compare(test.operator, first, second, lookup)

    def _value(self, function: str, row: Row) -> Value | None:
        key = (function, row)
        if key in self._program.constants:
            return self._program.constants[key]
        place = self._vocabulary.fluent_number.get(key)
        values = self._state.values
        return values[place] if place is not None and place < len(values) else None

    # Proofs

    def _proof(self, root: Fact) -> Proof:
        """The proof of what holds. The premises of its origin were found before it: no proof depends on itself."""
        done: dict[Fact, Proof] = {}
        todo = [root]
        while todo:
            fact = todo[-1]
            rule, bindings = self._origins.get(fact, (None, {}))
            premises = list(self._premises(rule.body, bindings)) if rule else []
            missing = [premise for premise in premises if premise not in done]
            if missing:
                todo += missing
            else:
                predicate, row = fact
                done[fact] = Proof(predicate.symbol, row, rule, tuple([done[premise] for premise in premises]))
                todo.pop()
        return done[root]

    def _premises(self, body: Body, bindings: Bindings) -> Iterator[Fact]:
        """Yield the positive facts of a body under bindings that make it true."""
        for goal in body:
            match goal:
                case Literal(symbol, terms):
                    yield self._predicates[symbol], self._row(terms, bindings)
                case Some(inner):
                    yield from self._premises(inner, next(self._solutions(inner, bindings)))
                case Either(bodies):
                    inner, solution = next((b, solution) for b in bodies for solution in self._solutions(b, bindings))
                    yield from self._premises(inner, solution)
                case Test() | Without():
                    pass
                case _:
                    assert_never(goal)

    # Limits

    @contextmanager
    def _limited(self) -> Iterator[None]:
        self.budget.begin()
        late = False
        try:
            yield
        except TimeoutError:
            late = True
            # The tables may be very large.
            self._forget()
        except RecursionError as error:
            raise BackendError("the rules call each other more deeply than sld can follow") from error
        if late:
            raise self.budget.error()

    def _step(self) -> None:
        self._steps += 1
        if self._steps % STEPS_PER_LOOK == 0:
            self.budget.look()


def _unified(terms: tuple[Term, ...], row: Row, given: Bindings) -> Bindings | None:
    """The bindings that make the terms the row, which agrees with all that is known; or `None`."""
    bindings = dict(given)
    for term, value in zip(terms, row, strict=True):
        if isinstance(term, Variable) and bindings.setdefault(term.name, value) != value:
            return None
    return bindings
