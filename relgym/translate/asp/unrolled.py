"""A task unrolled over time, as an answer set program: rules of each state, and what actions change.

The program has parts that are ground one after the other, each for a time. Histories (`history.py`) and plans
(`plans.py`) add what chooses the actions. What an action does is a walk over its effect tree.

>>> import relgym
>>> domain, problem = roads("a b", "a b", goal="b")
>>> unrolled = Unrolled(Translation(relgym.load(domain, problem)))
>>> print(unrolled.step().text)
at(X0,t+1) :- h0'(X0,t).
at(X0,t+1) :- at(X0,t), not h1'(X0,t).
>>> (go,) = unrolled.translation.schemas
>>> for line in unrolled.effect(go.effect, "done"):
...     print(line)
h0'(X1,t) :- done(X0,X1,t).
h1'(X0,t) :- done(X0,X1,t).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from relgym.errors import UnsupportedFeature
from relgym.model.program import LiftedEffect, LiftedOutcomes, Role, Row, Rule, Symbol
from relgym.model.terms import Object, Term, Variable
from relgym.translate.asp.names import AspNames
from relgym.translate.asp.numbers import (
    NumberRanges,
    functions_compared,
    functions_read,
    intervals,
    refuse,
    tests_in_rules,
)
from relgym.translate.asp.program import TIME, AspWriter
from relgym.translate.asp.rules import SafeRules, is_asked
from relgym.translate.program.dependencies import Dependencies
from relgym.translate.program.origins import Named, things
from relgym.translate.program.task import Schema, Translation


@dataclass(frozen=True, slots=True)
class ProgramPart:
    """Statements that are ground together, for each choice of the constants that are its parameters."""

    name: str
    parameters: tuple[str, ...]
    text: str


class Unrolled:
    """Writes the parts of one task that histories and plans share.

    Args:
        translation: The translation of the task.
        subject: What must not depend on numbers that change, for messages.

    Attributes:
        translation: The translation of the task.
        plain: Writes rules and atoms.
        rules: All rules, flat and safe, lower strata first.
    """

    def __init__(self, translation: Translation, subject: str = "the consequences of a history") -> None:
        self.translation = translation
        self._subject = subject
        program = translation.program
        self._safe = SafeRules(program)
        self._dependencies = Dependencies(replace(program, rules=(), strata=()))
        self._timed: dict[Symbol, bool] = {}
        self._definitions: dict[tuple[Symbol, bool], ProgramPart] = {}
        self._names = AspNames(program.objects, things(program), coded=True, wrapped=False)
        self._numbers = count()
        self._made = {symbol: (self.new(), self.new()) for symbol in program.fluents}
        """The helper predicates for the added rows and for the deleted rows of each predicate."""
        self.plain = AspWriter(program.objects, self._names, self._is_timed)
        self._counted = AspWriter(program.objects, self._names, self._is_timed, lambda _: True)
        self.rules: list[Rule] = []
        self.define(program.rules)

    def define(self, rules: Sequence[Rule], facts: Mapping[Symbol, frozenset[Row]] | None = None) -> list[Rule]:
        """Take further rules, of symbols above all others, and facts; returns the rules flat and safe."""
        self._safe.facts.update(facts or {})
        safe = self._safe.safe(rules)
        self._dependencies.add(safe)
        self.rules += safe
        return list(safe)

    @property
    def facts(self) -> Mapping[Symbol, frozenset[Row]]:
        """The rows of all that neither rules nor states define."""
        return self._safe.facts

    # -- what rules say of one state ---------------------------------------------------------

    def needed(self, symbols: Iterable[Symbol]) -> list[Symbol]:
        """Symbols and all that they depend on, but for what states hold; refuses numbers that change."""
        wanted = set(symbols)
        every = wanted.union(*map(self._dependencies.below, wanted))
        rules = [rule for symbol in every for rule in self._dependencies.rules(symbol)]
        self._check_numbers(rules)
        return sorted((s for s in every if s.role is not Role.FLUENT and not is_asked(s)), key=str)

    def _check_numbers(self, rules: list[Rule]) -> None:
        program = self.translation.program
        changing = functions_read(rules) & frozenset(program.functions)
        if changing:
            names = ", ".join(sorted(f"'{name}'" for name, _ in changing))
            raise UnsupportedFeature(
                f"{self._subject} depend on numbers that change: {names}",
                expected="numbers that no action changes, or that nothing depends on",
            )
        refuse(rules, program.constants)
        compared = functions_compared(rules)
        values = [((name, len(row)), value) for (name, row), value in program.constants.items()]
        ranges = intervals(item for item in values if item[0] in compared)
        NumberRanges(ranges).check(test for _, test in tests_in_rules(rules))

    def is_timed(self, symbol: Symbol) -> bool:
        """Return True if a symbol depends on the state."""
        timed = self._timed.get(symbol)
        if timed is None:
            below = [symbol, *self._dependencies.below(symbol)]
            timed = self._timed[symbol] = any(other.role is Role.FLUENT or is_asked(other) for other in below)
        return timed

    def _is_timed(self, thing: Named) -> bool:
        return isinstance(thing, Symbol) and self.is_timed(thing)

    def definition(self, symbol: Symbol, counted: bool) -> ProgramPart:
        """The rules or facts of a symbol; `counted` rules call `@watch` for everything that they bind."""
        definition_part = self._definitions.get((symbol, counted))
        if definition_part is None:
            definition_part = self._definitions[symbol, counted] = self._definition(symbol, counted)
        return definition_part

    def _definition(self, symbol: Symbol, counted: bool) -> ProgramPart:
        writer = self._counted if counted else self.plain
        rules = self._dependencies.rules(symbol)
        lines = [writer.rule(rule) for rule in rules]
        lines += [writer.fact(symbol, row) for row in sorted(self._safe.facts.get(symbol, ()))]
        read = functions_read(rules)
        for (name, row), value in self.translation.program.constants.items():
            if (name, len(row)) in read:
                lines.append(writer.value(name, row, value))
        kind = "counted" if counted else "plain"
        parameters = (TIME,) if self.is_timed(symbol) else ()
        return ProgramPart(f"{kind}_{self._names.predicate(symbol)}", parameters, "\n".join(lines))

    # -- from state to state -----------------------------------------------------------------

    def step(self) -> ProgramPart:
        """Write the frame axioms: an atom is true next if it is added, or if it is true and not deleted."""
        lines = []
        for symbol, (added, deleted) in self._made.items():
            columns = columns_of(symbol.arity)
            now, later = timed_call(self._names.predicate(symbol), columns), self._names.predicate(symbol)
            lines.append(f"{timed_call(later, columns, 't+1')} :- {timed_call(added, columns)}.")
            lines.append(f"{timed_call(later, columns, 't+1')} :- {now}, not {timed_call(deleted, columns)}.")
        return ProgramPart("step", (TIME,), "\n".join(lines))

    def asked(self, schema: Schema, done: str) -> list[str]:
        """Write that the conditions of an action's effects are asked for the rows of `done`."""
        columns = columns_of(len(schema.variables))
        return [
            f"{self.plain.atom(asked, columns)} :- {timed_call(done, columns)}."
            for condition in dict.fromkeys(schema.effect.conditions())
            for asked in self._safe.asked.get(condition, {}).values()
        ]

    def effect(
        self, effect: LiftedEffect, fired: str, also: Callable[[LiftedEffect, str], Iterable[str]] | None = None
    ) -> Iterator[str]:
        """Write the changes of an effect that takes place for the rows of `fired`.

        Args:
            effect: The effect.
            fired: The predicate of its rows.
            also: Writes more about this effect and about each effect inside it.
        """
        columns = columns_of(len(effect.variables))
        body = timed_call(fired, columns)
        for literals, index in ((effect.adds, 0), (effect.deletes, 1)):
            for literal in literals:
                arguments = [self._argument(term, effect.variables) for term in literal.terms]
                yield f"{timed_call(self._made[literal.symbol][index], arguments)} :- {body}."
        for inner in effect.conditional:
            assert inner.condition is not None
            name, further = self.new(), columns_of(len(inner.variables))
            yield f"{timed_call(name, further)} :- {body}, {self.plain.atom(inner.condition, further)}."
            yield from self.effect(inner, name, also)
        for outcomes in effect.probabilistic:
            yield from self._draw(outcomes, body, columns)
        if also is not None:
            yield from also(effect, fired)

    def _draw(self, outcomes: LiftedOutcomes, body: str, columns: list[str]) -> Iterator[str]:
        """One of the outcomes that have a chance, or none of them where their chances leave some."""
        possible = [outcome for share, outcome in outcomes if share > 0]
        last = len(possible) - (sum(share for share, _ in outcomes) >= 1)
        drawn = self.new()
        yield f"{{ {timed_call(drawn, [f'0..{last}', *columns])} }} = 1 :- {body}."
        for number, outcome in enumerate(possible):
            name = self.new()
            yield f"{timed_call(name, columns)} :- {timed_call(drawn, [str(number), *columns])}."
            yield from self.effect(outcome, name)

    def _argument(self, term: Term, variables: Sequence[Variable]) -> str:
        if isinstance(term, Object):
            return self._names.object(self.translation.task.number[term.name])
        return f"X{variables.index(term)}"

    def additions(self) -> Iterator[tuple[Symbol, str, int]]:
        """For each predicate that changes what holds the rows that are added to it, and with how many arguments."""
        return ((symbol, added, symbol.arity + 1) for symbol, (added, _) in self._made.items())

    def name(self, symbol: Symbol) -> str:
        """Return the name of the predicate of a symbol."""
        return self._names.predicate(symbol)

    def object(self, number: int) -> str:
        """Return the name of an object."""
        return self._names.object(number)

    def new(self) -> str:
        """Return a name for something that is no symbol of the program; no name of a symbol has an apostrophe."""
        return f"h{next(self._numbers)}'"


def columns_of(arity: int) -> list[str]:
    """Return the variables that stand for the arguments of a symbol."""
    return [f"X{column}" for column in range(arity)]


def timed_call(name: str, arguments: Sequence[str], time: str = TIME) -> str:
    """Return an atom that holds at a time.

    >>> timed_call("at", ["X0"], "t+1")
    'at(X0,t+1)'
    """
    return f"{name}({','.join([*arguments, time])})"
