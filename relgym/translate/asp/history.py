"""Histories of actions and observations as answer set programs, in which everything unknown is a free choice.

Each answer set is a possible history. The program has parts that are ground one after the other, each for a time:
time 0 has the common facts of all starts, time 1 is a start, time 2 is the state after one action.

>>> import relgym
>>> domain = '''(define (domain lamp) (:requirements :probabilistic-effects) (:predicates (lit) (whole))
...   (:action press :parameters () :precondition (whole) :effect (probabilistic 1/2 (lit))))'''
>>> problem = "(define (problem p) (:domain lamp) (:init (probabilistic 1/3 (whole))) (:goal (lit)))"
>>> writer = HistoryWriter(Translation(relgym.load(domain, problem)), {})
>>> print(writer.action(writer.translation.schemas[0]).text)
h4(t) :- c0(t).
:- not h4(t).
{ h5(0..1,t) } = 1 :- h4(t).
h6(t) :- h5(0,t).
h0(t) :- h6(t).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import NamedTuple

from relgym.errors import UnsupportedFeature
from relgym.model.program import LiftedEffect, LiftedOutcomes, Role, Row, Rule, Symbol
from relgym.model.terms import Object, Term, Variable
from relgym.translate.asp.names import Codes
from relgym.translate.asp.numbers import NumberRanges, functions_read, intervals, numeric_tests, refuse
from relgym.translate.asp.program import TIME, AspWriter
from relgym.translate.asp.rules import SafeRules, is_asked
from relgym.translate.program.dependencies import Dependencies
from relgym.translate.program.origins import Named
from relgym.translate.program.task import Schema, Translation

PRESENT = "now"
"""Holds for the time that is asked about."""


class Wanted(NamedTuple):
    """The first `kept` arguments for which a symbol holds; with `unique`, those with one row of the other arguments."""

    symbol: Symbol
    kept: int
    unique: bool = False


@dataclass(frozen=True, slots=True)
class ProgramPart:
    """Statements that are ground together, for each choice of the constants that are its parameters."""

    name: str
    parameters: tuple[str, ...]
    text: str


class HistoryWriter:
    """Writes the parts for one task; `sensed` has the derived predicate that says where a predicate is seen."""

    def __init__(self, translation: Translation, sensed: Mapping[str, str]) -> None:
        self.translation = translation
        program = translation.program
        self._sensed = {translation.symbol(name): translation.symbol(rule) for name, rule in sensed.items()}
        self._safe = SafeRules(program)
        self._dependencies = Dependencies(replace(program, rules=(), strata=()))
        self._timed: dict[Symbol, bool] = {}
        self._definitions: dict[tuple[Symbol, bool], ProgramPart] = {}
        self._names = Codes()
        self._numbers = count()
        self._made = {symbol: (self._new(), self._new()) for symbol in program.fluents}
        """The helper predicates for the added rows and for the deleted rows of each predicate."""
        self._seen = {symbol: self._new() for symbol in self._sensed}
        self._plain = AspWriter(program.objects, self._names, self._is_timed)
        self._counted = AspWriter(program.objects, self._names, self._is_timed, lambda _: True)
        self.rules: list[Rule] = []
        """All rules, flat and safe, lower strata first."""
        self.define(program.rules)

    def define(self, rules: Sequence[Rule]) -> list[Rule]:
        """Take further rules, of symbols above all others; returns them flat and safe."""
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
        """Symbols and all that they rest on, but for what states hold; `UnsupportedFeature` for numbers that change."""
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
                f"the consequences of a history depend on numbers that change: {names}",
                expected="numbers that no action changes, or that nothing depends on",
            )
        refuse(rules, program.constants)
        read = functions_read(rules)
        values = [((name, len(row)), value) for (name, row), value in program.constants.items()]
        found = intervals(item for item in values if item[0] in read)
        NumberRanges(found).check(test for _, test in numeric_tests(rules))

    def is_timed(self, symbol: Symbol) -> bool:
        """Return True if a symbol depends on the state."""
        found = self._timed.get(symbol)
        if found is None:
            below = [symbol, *self._dependencies.below(symbol)]
            found = self._timed[symbol] = any(other.role is Role.FLUENT or is_asked(other) for other in below)
        return found

    def _is_timed(self, thing: Named) -> bool:
        return isinstance(thing, Symbol) and self.is_timed(thing)

    def definition(self, symbol: Symbol, counted: bool) -> ProgramPart:
        """The rules or facts of a symbol; `counted` rules call `@watch` for everything that they bind."""
        found = self._definitions.get((symbol, counted))
        if found is None:
            found = self._definitions[symbol, counted] = self._definition(symbol, counted)
        return found

    def _definition(self, symbol: Symbol, counted: bool) -> ProgramPart:
        writer = self._counted if counted else self._plain
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

    def start(self) -> ProgramPart:
        """Write the common facts of all starts, and the random draws of the start."""
        fluents = {symbol.name: symbol for symbol in self.translation.program.fluents}
        lines = ["#show.", "start(t)."]
        lines += [self._plain.fact(fluents[name], row) for name, row in self.translation.start_atoms]
        return ProgramPart("start", (TIME,), "\n".join([*lines, *self._effect(self.translation.chance, "start")]))

    def step(self) -> ProgramPart:
        """Write the frame axioms: an atom is true next if it is added, or if it is true and not deleted."""
        lines = []
        for symbol, (added, deleted) in self._made.items():
            columns = _columns(symbol.arity)
            now, later = _call(self._names.predicate(symbol), columns), self._names.predicate(symbol)
            lines.append(f"{_call(later, columns, 't+1')} :- {_call(added, columns)}.")
            lines.append(f"{_call(later, columns, 't+1')} :- {now}, not {_call(deleted, columns)}.")
        return ProgramPart("step", (TIME,), "\n".join(lines))

    def action(self, schema: Schema) -> ProgramPart:
        """Write the effects of an action that was valid; the part's parameters are the time and the chosen objects."""
        columns = _columns(len(schema.variables))
        chosen = _objects(schema)
        done = self._new()
        can = self._plain.atom(schema.symbol, columns)
        equal = [f"{column} = {item}" for column, item in zip(columns, chosen, strict=False)]
        lines = [f"{_call(done, columns)} :- {', '.join([can, *equal])}."]
        if len(chosen) == len(columns):
            lines.append(f":- not {_call(done, chosen)}.")
        else:
            lines.append(f":- #count {{ {','.join(columns)} : {_call(done, columns)} }} != 1.")
        lines += [
            f"{self._plain.atom(asked, columns)} :- {_call(done, columns)}."
            for condition in dict.fromkeys(schema.effect.conditions())
            for asked in self._safe.asked.get(condition, {}).values()
        ]
        lines += self._effect(schema.effect, done)
        return ProgramPart(f"action_{self._names.predicate(schema.symbol)}", (TIME, *chosen), "\n".join(lines))

    def refusal(self, schema: Schema) -> ProgramPart:
        """An action, given as for `action`, was not valid."""
        chosen = _objects(schema)
        others = _columns(len(schema.variables))[len(chosen) :]
        can = self._plain.atom(schema.symbol, [*chosen, *others])
        # An action is also invalid if several bindings of the other parameters are left.
        text = f":- #count {{ {','.join(others)} : {can} }} = 1." if others else f":- {can}."
        return ProgramPart(f"refusal_{self._names.predicate(schema.symbol)}", (TIME, *chosen), text)

    def _effect(self, effect: LiftedEffect, fired: str) -> Iterator[str]:
        """The changes of an effect that takes place for the rows of `fired`."""
        columns = _columns(len(effect.variables))
        body = _call(fired, columns)
        for literals, index in ((effect.adds, 0), (effect.deletes, 1)):
            for literal in literals:
                arguments = [self._argument(term, effect.variables) for term in literal.terms]
                yield f"{_call(self._made[literal.symbol][index], arguments)} :- {body}."
        for inner in effect.conditional:
            assert inner.condition is not None
            name, further = self._new(), _columns(len(inner.variables))
            yield f"{_call(name, further)} :- {body}, {self._plain.atom(inner.condition, further)}."
            yield from self._effect(inner, name)
        for outcomes in effect.probabilistic:
            yield from self._draw(outcomes, body, columns)

    def _draw(self, outcomes: LiftedOutcomes, body: str, columns: list[str]) -> Iterator[str]:
        """One of the outcomes that have a chance, or none of them where their chances leave some."""
        possible = [outcome for share, outcome in outcomes if share > 0]
        last = len(possible) - (sum(share for share, _ in outcomes) >= 1)
        drawn = self._new()
        yield f"{{ {_call(drawn, [f'0..{last}', *columns])} }} = 1 :- {body}."
        for number, outcome in enumerate(possible):
            name = self._new()
            yield f"{_call(name, columns)} :- {_call(drawn, [str(number), *columns])}."
            yield from self._effect(outcome, name)

    def _argument(self, term: Term, variables: Sequence[Variable]) -> str:
        if isinstance(term, Object):
            return self._names.object(self.translation.task.number[term.name])
        return f"X{variables.index(term)}"

    def additions(self) -> Iterator[tuple[Symbol, str, int]]:
        """For each predicate that changes what holds the rows that are added to it, and with how many arguments."""
        return ((symbol, added, symbol.arity + 1) for symbol, (added, _) in self._made.items())

    # -- observations and questions ----------------------------------------------------------

    @property
    def senses(self) -> list[Symbol]:
        """The symbols on which observations rest."""
        return list(chain.from_iterable(self._sensed.items()))

    def sight(self) -> ProgramPart:
        """Write the rules for the observed atoms."""
        lines = []
        for symbol, rule in self._sensed.items():
            columns = _columns(symbol.arity)
            body = f"{self._plain.atom(symbol, columns)}, {self._plain.atom(rule, columns)}"
            lines.append(f"{_call(self._seen[symbol], columns)} :- {body}.")
        return ProgramPart("sight", (TIME,), "\n".join(lines))

    def observation(self, number: int, rows: Mapping[Symbol, Iterable[Row]]) -> ProgramPart:
        """These atoms are seen, and no others; `number` tells the observations of one program apart."""
        lines = []
        for symbol, seen in self._seen.items():
            columns, given = _columns(symbol.arity), f"given_{seen}"
            for row in sorted(rows.get(symbol, ())):
                arguments = [self._names.object(item) for item in row]
                lines += [f"{_call(given, arguments)}.", f":- not {_call(seen, arguments)}."]
            lines.append(f":- {_call(seen, columns)}, not {_call(given, columns)}.")
        return ProgramPart(f"observation{number}", (TIME,), "\n".join(lines))

    def present(self) -> ProgramPart:
        """A time that may be the one that is asked about."""
        return ProgramPart("present", (TIME,), f"#external {_call(PRESENT, ())}.")

    def shown(self, wanted: Wanted) -> tuple[ProgramPart, str]:
        """The statements that show the arguments that are wanted, and under which name."""
        symbol, kept = wanted.symbol, wanted.kept
        columns = _columns(symbol.arity)
        body = f"{self._plain.atom(symbol, columns)}, {_call(PRESENT, ())}"
        name = f"shown{kept}_{self._names.predicate(symbol)}"
        if wanted.unique and kept < symbol.arity:
            name = f"unique{kept}_{self._names.predicate(symbol)}"
            others = [f"Y{column}" for column in range(kept, symbol.arity)]
            each = self._plain.atom(symbol, [*columns[:kept], *others])
            body += f", #count {{ {','.join(others)} : {each} }} = 1"
        text = f"{_call(name, columns[:kept])} :- {body}.\n#show {name}/{kept + 1}."
        return ProgramPart(name, (TIME,), text), name

    def _new(self) -> str:
        """A name for something that is no symbol of the program."""
        return f"h{next(self._numbers)}"


def _columns(arity: int) -> list[str]:
    return [f"X{column}" for column in range(arity)]


def _objects(schema: Schema) -> list[str]:
    return [f"o{number}" for number in range(schema.free)]


def _call(name: str, arguments: Sequence[str], time: str = TIME) -> str:
    return f"{name}({','.join([*arguments, time])})"
