"""The engine clingo, a grounder and solver for answer set programming.

There are two ways to the same answers. `Snapshots` grounds each state separately: it works for any state, and for
large programs. `GroundChoices` grounds once, over the atoms seen so far, and switches them on and off: it is fast if
few atoms are reached, the usual case. A question starts with the first way; after a few states the second one is
tried, and kept if it is faster. A state with an unseen atom is answered by the first way, and when such states have
cost as much time as the grounding did, the program is ground again. If the reachable atoms are known and not too many,
the program is ground over all of them.

Only the asked symbols and their dependencies are computed. Numbers are 32-bit integers: other models are
refused, and a state whose numbers might overflow is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate
from typing import ClassVar

from relgym.backends.base import Anticipates, Backend, Limits, Reached
from relgym.backends.clingo.choices import GroundChoices, TooManyBindings
from relgym.backends.clingo.facts import ClingoFacts
from relgym.backends.clingo.library import library
from relgym.backends.clingo.question import ClingoQuestion, Rows
from relgym.backends.clingo.size import Most, Sizes
from relgym.backends.clingo.snapshots import Snapshots
from relgym.backends.evaluator import Evaluates, Evaluator
from relgym.caching import Cache
from relgym.features import Feature
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key, Vocabulary
from relgym.model.program import Program, Role, Row, Rule, Symbol
from relgym.translate.asp.names import AspNames
from relgym.translate.asp.numbers import NumberRanges, functions_read, intervals, refuse
from relgym.translate.asp.program import AspWriter
from relgym.translate.asp.rules import SafeRules, is_asked
from relgym.translate.program.dependencies import Dependencies
from relgym.translate.program.origins import Named, things
from relgym.tuning.clingo import (
    ANTICIPATED_ROWS_LIMIT,
    GROUND_PROGRAMS_LIMIT,
    QUESTION_CACHE_LIMIT,
    UNCOUNTED_BINDINGS_LIMIT,
    UNWATCHED_BINDINGS_LIMIT,
)

Atom = tuple[Symbol, Row]

Plan = list[tuple[Symbol, ClingoQuestion | None, int]]
"""For each symbol of a question, the part of the question that answers it and its index there; None without rules."""


class Clingo(Backend, Anticipates, Evaluates):
    """Grounding and answer set solving with clingo."""

    name: ClassVar[str] = "clingo"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.FRACTIONS}

    _program: Program
    _vocabulary: Vocabulary
    _facts: ClingoFacts
    _safe: SafeRules
    _sizes: Sizes

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        library()
        self.close()

    @classmethod
    def version(cls) -> str:
        return str(library().__version__)

    @classmethod
    def evaluator(cls) -> type[Evaluator]:
        from relgym.backends.clingo.evaluator import ClingoEvaluator

        return ClingoEvaluator

    def close(self) -> None:
        self.load(Program((), (), {}, (), {}, (), (), frozenset()), Vocabulary(()))

    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        refuse(program.rules, program.constants)
        self.anticipate(lambda: None)
        self._state = State(vocabulary, 0)
        self._take(program, vocabulary)

    def anticipate(self, reached: Callable[[], Reached | None]) -> None:
        self._reached = cache(reached)

    def move_to(self, state: State) -> None:
        self._state = state

    def define(self, rules: Sequence[Rule]) -> None:
        refuse(rules, self._program.constants)
        program = replace(self._program, rules=(*self._program.rules, *rules))
        self._whole = False
        if self._safe.calls_asked(rules):
            # A symbol computed only for the arguments of questions must now be computed completely.
            self._take(program, self._vocabulary)
            return
        safe = self._safe.safe(rules)
        self._add(safe)
        self._sizes.add(safe)
        self._program, self._whole = program, True

    def answers(self, symbols: Sequence[Symbol], binding: Row = ()) -> list[list[Row]]:
        if not self._whole:
            # A signal has broken `define` off.
            self._take(self._program, self._vocabulary)
        self._facts.move_to(self._state)
        answered: Rows = []
        for symbol, question, place in self._plan(symbols):
            rows = self._facts.rows(symbol) if question is None else self._rows(question, binding)[place]
            if binding:
                length = len(binding)
                answered.append([row for row in rows if row[:length] == binding])
            else:
                answered.append(list(rows))
        return answered

    # Programs

    def _take(self, program: Program, vocabulary: Vocabulary) -> None:
        self._program = program
        self._vocabulary = vocabulary
        self._whole = False
        self._safe = SafeRules(program)
        self._facts = ClingoFacts(program, vocabulary, self._safe.facts)
        self._rules: tuple[Rule, ...] = ()
        self._dependencies = Dependencies(replace(program, rules=(), strata=()))
        self._timed: dict[Named, bool] = {}
        self._plans: Cache[int, tuple[Sequence[Symbol], Plan]] = Cache(QUESTION_CACHE_LIMIT)
        self._questions: dict[tuple[Symbol, ...], ClingoQuestion] = {}
        self._grounded: Cache[ClingoQuestion, ClingoQuestion] = Cache(GROUND_PROGRAMS_LIMIT, drop=ClingoQuestion.forget)
        self._names = AspNames(program.objects, things(program), coded=True, wrapped=False)
        self._add(self._safe.safe(program.rules))
        self._most = Most(self._safe.facts)
        self._sizes = self._new_sizes(self._rules)
        self._seen = 0
        self._watched: set[Rule] = set()
        self._snapshots = self._new_snapshots()
        self._whole = True

    def _add(self, rules: tuple[Rule, ...]) -> None:
        self._rules += rules
        self._dependencies.add(rules)
        self._plans.forget()

    def _new_sizes(self, rules: Sequence[Rule]) -> Sizes:
        return Sizes(self._most, self._program.fluents, len(self._program.objects), rules)

    def _new_snapshots(self) -> Snapshots:
        writer = AspWriter(self._program.objects, self._names, self._is_timed, self._watched.__contains__)
        return Snapshots(writer, self._dependencies.rules, self._is_timed, self._facts, self.budget)

    def _watch(self) -> None:
        """Have the rules watched whose joins may be large, by all atoms that have been seen by now."""
        atoms = self._vocabulary.atoms
        if self._seen < len(atoms):
            self._sizes.see(map(self._atom, atoms[self._seen :]))
            self._seen = len(atoms)
        steps = self._sizes.steps()
        most = UNWATCHED_BINDINGS_LIMIT * min(1.0, self.limits.seconds)
        smallest = sorted(steps, key=steps.__getitem__)
        watched = {
            rule
            for rule, total in zip(smallest, accumulate(map(steps.__getitem__, smallest)), strict=True)
            if total > most
        }
        if watched != self._watched:
            self._watched = watched
            self._snapshots = self._new_snapshots()

    def _atom(self, key: Key) -> Atom:
        name, row = key
        return self._facts.fluents[name, len(row)], row

    def _is_timed(self, thing: Named) -> bool:
        """Return True if a symbol or function depends on the state, or on the arguments of a question."""
        if not isinstance(thing, Symbol):
            return thing in self._program.functions
        timed = self._timed.get(thing)
        if timed is None:
            timed = self._timed[thing] = self._changes([thing, *self._dependencies.below(thing)])
        return timed

    def _changes(self, symbols: Sequence[Symbol]) -> bool:
        if any(symbol.role is Role.FLUENT or is_asked(symbol) for symbol in symbols):
            return True
        read = functions_read(rule for symbol in symbols for rule in self._dependencies.rules(symbol))
        return not read.isdisjoint(self._program.functions)

    # Questions

    def _plan(self, symbols: Sequence[Symbol]) -> Plan:
        known = self._plans.get(id(symbols))
        if known is not None and known[0] is symbols:
            return known[1]
        ruled = [symbol for symbol in dict.fromkeys(symbols) if self._dependencies.rules(symbol)]
        bound = tuple(symbol for symbol in ruled if symbol in self._safe.asked)
        free = tuple(symbol for symbol in ruled if symbol not in self._safe.asked)
        places: dict[Symbol, tuple[ClingoQuestion, int]] = {}
        for group in (bound, free):
            if group:
                question = self._question(group)
                places |= {symbol: (question, index) for index, symbol in enumerate(question.symbols)}
        plan: Plan = [(symbol, *places.get(symbol, (None, 0))) for symbol in symbols]
        if isinstance(symbols, tuple):
            self._plans.keep(id(symbols), (symbols, plan))
        return plan

    def _question(self, symbols: tuple[Symbol, ...]) -> ClingoQuestion:
        question = self._questions.get(symbols)
        if question is None:
            needed = {*symbols}.union(*map(self._dependencies.below, symbols))
            rules = [rule for rule in self._rules if rule.head.symbol in needed]
            read = functions_read(rules)
            once = read.isdisjoint(self._program.functions) and not any(map(is_asked, needed))
            asked = {a: bound for symbol in symbols for bound, a in self._safe.asked.get(symbol, {}).items()}
            question = self._questions[symbols] = ClingoQuestion(symbols, [*needed, *sorted(read)], rules, asked, once)
        return question

    def _rows(self, question: ClingoQuestion, binding: Row) -> Rows:
        given = binding[: question.bound]
        if question.answered is not self._state or question.given != given:
            self._check_numbers(question)
            self._facts.asked = {symbol: binding[:bound] for symbol, bound in question.asked.items()}
            snapshot, ground = partial(self._snapshot, question), partial(self._ground, question)
            question.rows = question.answer(self._state, snapshot, ground)
            question.answered, question.given = self._state, given
        return question.rows

    def _snapshot(self, question: ClingoQuestion) -> Rows:
        self._watch()
        row = self._facts.row
        return [[row(term) for term in terms] for terms in self._snapshots.answers(question.symbols, question.needed)]

    def _ground(self, question: ClingoQuestion) -> GroundChoices | None:
        """A ground program for a question, or none if it would be too large."""
        self._grounded.withdraw(question)
        fluents = {thing for thing in question.needed if isinstance(thing, Symbol) and thing.role is Role.FLUENT}
        seen = {atom for atom in map(self._atom, self._vocabulary.atoms) if atom[0] in fluents}
        choices = None
        if question.anticipating:
            coming = self._coming(question)
            choices = None if coming is None else self._choices(question, seen | coming)
            question.anticipating = choices is not None
        if choices is None:
            choices = self._choices(question, seen)
        if choices is not None:
            self._grounded.keep(question, question)
        return choices

    def _coming(self, question: ClingoQuestion) -> set[Atom] | None:
        """The atoms that a question depends on and that may ever be true; none if it is not known, or too much."""
        reached = self._reached()
        if reached is None:
            return None
        rows = {thing: reached.get(thing, ()) for thing in question.needed if isinstance(thing, Symbol)}
        if sum(map(len, rows.values())) > ANTICIPATED_ROWS_LIMIT:
            return None
        return {(symbol, row) for symbol, instances in rows.items() if symbol.role is Role.FLUENT for row in instances}

    def _choices(self, question: ClingoQuestion, atoms: Collection[Atom]) -> GroundChoices | None:
        """The ground program for a question over these atoms, or none if it would be too large."""
        # The bound may be far too high, but where it is, bindings are counted.
        size = self._size(question, atoms)
        writer = AspWriter(self._program.objects, self._names, watched=lambda _: size > UNCOUNTED_BINDINGS_LIMIT)
        rules = self._dependencies.rules
        try:
            return GroundChoices(question.symbols, question.needed, rules, writer, self._facts, self._vocabulary, atoms)
        except TooManyBindings:
            return None

    def _size(self, question: ClingoQuestion, atoms: Collection[Atom]) -> float:
        """The bindings that the rules of a question may have over these atoms."""
        sizes = self._new_sizes(question.rules)
        sizes.see(atoms)
        return sum(sizes.steps().values())

    def _check_numbers(self, question: ClingoQuestion) -> None:
        """Raise `BackendError` if a comparison that a question depends on may run over in the state."""
        if question.tests:
            every = [*self._state.own_values(), *self._program.constants.items()]
            values = [((name, len(row)), value) for (name, row), value in every]
            compared = (item for item in values if item[0] in question.compared)
            NumberRanges(intervals(compared)).check(question.tests)
