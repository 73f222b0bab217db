"""The engine SWI-Prolog: a program's clauses in a module of their own, and its state as dynamic facts.

A question is one call: the difference to the last state goes in as a list of commands, and the rows
of all symbols come out. Rows of recursive symbols, and of some others, are stored as facts, too; they are derived
when a question depends on them and their own dependencies have changed.

A signal, such as that of Ctrl-C, may end any call half-way. If a question was being asked, the next one gives Prolog
the whole state again; if rules were being added, it loads the whole program again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from time import monotonic
from typing import ClassVar

from relgym.backends.base import Backend, Limits
from relgym.backends.evaluator import Evaluates, Evaluator
from relgym.backends.swipl import library as libswipl
from relgym.backends.swipl.answer import CODES, NEVER, ROW, Answer, Packed, Sought, Spelled, columns
from relgym.backends.swipl.codes import refuse, text_of
from relgym.backends.swipl.columns import ranged, without_following
from relgym.backends.swipl.commands import Commands
from relgym.backends.swipl.module import Module
from relgym.backends.swipl.question import PrologQuestion, clauses, given
from relgym.caching import Cache
from relgym.errors import BackendError
from relgym.features import Feature
from relgym.model.bits import bits_of
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values, Vocabulary
from relgym.model.program import Literal, Program, Row, Rule, Symbol, variables_of
from relgym.translate.program.dependencies import Dependencies, goals_in
from relgym.translate.program.origins import Named, columns_of
from relgym.translate.prolog.clauses import PrologWriter
from relgym.translate.prolog.names import PrologNames
from relgym.translate.prolog.program import ProgramText, functions_in
from relgym.tuning.limits import BLOCK_VALUES
from relgym.tuning.prolog import LOADED_FACTS_LIMIT, QUESTION_CACHE_LIMIT, RETRACTED_FACTS_LIMIT


class Swipl(Backend, Evaluates):
    """Resolution in SWI-Prolog, inside this process."""

    name: ClassVar[str] = "swipl"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    _vocabulary: Vocabulary
    _program: Program
    _dependencies: Dependencies
    _writer: PrologWriter
    _commands: Commands
    _queries: Sequence[Rule]
    _target: State

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._prolog = libswipl.start()
        self._module: Module | None = None
        # Whether Prolog may hold a part of the program only.
        self._torn = False
        self._forget()

    @classmethod
    def version(cls) -> str:
        return libswipl.version()

    @classmethod
    def evaluator(cls) -> type[Evaluator]:
        from relgym.backends.swipl.evaluator import SwiplEvaluator

        return SwiplEvaluator

    def close(self) -> None:
        self._torn = False
        if self._module is not None:
            self._module.close()
        self._module = None
        self._forget()

    def _forget(self) -> None:
        self._numbered = 0
        self._questions: dict[tuple[tuple[Symbol, ...], int], PrologQuestion] = {}
        self._remembered: Cache[tuple[int, int], PrologQuestion] = Cache(QUESTION_CACHE_LIMIT)
        self._garbage = 0
        self._lost = False
        self._bits = 0
        self._values: Values = ()

    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        refuse(len(program.objects))
        self._target = State(vocabulary, 0)
        self._take(program, vocabulary, ())

    def _take(self, program: Program, vocabulary: Vocabulary, queries: Sequence[Rule]) -> None:
        """Load a program and rules for queries in place of all that was loaded."""
        self.close()
        self._vocabulary, self._program, self._queries, self._torn = vocabulary, program, queries, True
        self._module = module = Module(self._prolog, self.limits)
        self._dependencies = Dependencies(program)
        self._writer = PrologWriter(program.objects, PrologNames(program, coded=True))
        text = ProgramText(program, self._writer)
        self._layers = text.layers
        self._kept = text.kept
        self._stale = self._all_layers = (1 << len(text.layers)) - 1
        self._known: set[Symbol] = {rule.head.symbol for rule in program.rules}
        self._commands = Commands(self._writer, vocabulary, self._stale_bits())
        self._derive = [self._commands.command(f"derive_{number}").encode() for number in range(len(text.layers))]
        self._collect = self._commands.command("garbage_collect_clauses").encode()
        for symbol in (*program.fluents, *program.facts):
            self._commands.know_facts(symbol)
        functions = [function for function in text.dynamic() if function in program.functions]
        self._clear = self._commands.command(self._forgetting([*program.fluents, *functions])).encode()
        module.load([*text.declarations(), *text.arithmetic(), *text.rules(), *text.strata()])
        self._known.update(thing for thing in text.dynamic() if isinstance(thing, Symbol))
        self._read(program.rules)
        self._load_facts(self._commands.fact(symbol, row) for symbol, rows in program.facts.items() for row in rows)
        self._add(queries)
        self._torn = False

    def move_to(self, state: State) -> None:
        if state.vocabulary is not self._vocabulary:
            raise BackendError("the state is not one of the task that the engine has loaded")
        self._target = state

    def answers(self, symbols: Sequence[Symbol], binding: Row = ()) -> list[list[Row]]:
        if self._torn:
            self._take(self._program, self._vocabulary, self._queries)
        question = self._remembered.get((id(symbols), len(binding)))
        if question is None or question.symbols is not symbols:
            question = self._question(symbols, len(binding))
        prolog, budget, begun = self._prolog, self.budget, monotonic()
        with prolog.lock:
            try:
                text = self._catch_up(question.strata)
                if binding:
                    text = text_of(binding).encode() + text
                answer = prolog.call(question.predicate, text, budget.seconds_left(), self.limits)
            except BaseException:
                self._lost = True
                raise
        if len(answer) > BLOCK_VALUES:
            # Decoding takes as long as answering, and so it goes on with the same clock.
            budget.begin(begun)
        rows = question.answer.rows(answer, budget)
        return question.told(rows, binding) if binding or question.repeats else rows

    def define(self, rules: Sequence[Rule]) -> None:
        self._loaded()
        self._torn = True
        self._add(rules)
        self._queries, self._torn = (*self._queries, *rules), False

    def _add(self, rules: Sequence[Rule]) -> None:
        """Add rules for queries."""
        if not rules:
            return
        module = self._loaded()
        self._dependencies.add(rules)
        used = {goal.symbol for rule in rules for goal in goals_in(rule.body) if isinstance(goal, Literal)}
        heads = {rule.head.symbol for rule in rules}
        self._declare(used - heads)
        self._known |= heads
        self._writer.repeating |= heads
        module.load(self._writer.rule(rule) for rule in rules)
        self._read(rules)

    # -- what Prolog holds -------------------------------------------------------------------

    def _catch_up(self, strata: int) -> bytes:
        """The commands that bring Prolog to the target state, with the rows of `strata`, given as bits."""
        state = self._target
        text = b""
        if self._lost:
            self._lost, self._bits, self._values, self._stale = False, 0, (), self._all_layers
            text = self._clear
        if state.bits != self._bits:
            difference = self._commands.atoms(self._bits, state.bits)
            self._bits = state.bits
            text += difference.text
            self._stale |= difference.stale
            self._garbage += difference.gone
        if state.values is not self._values and self._commands.functions:
            difference = self._commands.values(self._values, state.values)
            self._values = state.values
            text += difference.text
            self._stale |= difference.stale
            self._garbage += difference.gone
        derive = self._stale & strata
        if derive:
            self._stale ^= derive
            text += b"".join(self._derive[number] for number in bits_of(derive))
        if derive or self._garbage > RETRACTED_FACTS_LIMIT:
            self._garbage = 0
            text += self._collect
        return text

    def _forgetting(self, things: Iterable[Named]) -> str:
        """The goals that take every fact of some symbols and functions away."""
        every = (self._writer.atom(thing, ["_"] * columns_of(thing)) for thing in things)
        return ", ".join(f"retractall({fact})" for fact in every) or "true"

    def _stale_bits(self) -> dict[Named, int]:
        """For each symbol and function the strata that depend on it, as bits."""
        stale: dict[Named, int] = {}
        for number, layer in enumerate(self._layers):
            below = self._dependencies.below(layer[0])
            rules = (rule for symbol in below.union(layer) for rule in self._dependencies.rules(symbol))
            things: set[Named] = {*below, *functions_in(rules)}
            for thing in things:
                stale[thing] = stale.get(thing, 0) | 1 << number
        return stale

    def _read(self, rules: Iterable[Rule]) -> None:
        """Let Prolog have the values of all functions that the rules read."""
        new = functions_in(rules) - self._commands.functions
        for function in new:
            self._commands.know_values(function)
        # Without this, a function without values would be unknown to Prolog, and a question about it an error.
        self._loaded().load(f":- dynamic {self._writer.indicator(function)}." for function in new)
        self._loaded().load(self._commands.clauses)
        self._commands.clauses = []
        values = zip(self._vocabulary.fluents, self._values, strict=False)
        every = [*self._program.constants.items(), *((key, value) for key, value in values if value is not None)]
        known = ((key, value) for key, value in every if (key[0], len(key[1])) in new)
        self._load_facts(self._commands.value(name, row, value) for (name, row), value in known)

    def _load_facts(self, commands: Iterable[str]) -> None:
        waiting = iter(commands)
        predicate = self._loaded().predicate("load_facts")
        while some := "".join(islice(waiting, LOADED_FACTS_LIMIT)):
            with self._prolog.lock:
                self._prolog.call(predicate, some.encode(), self.limits.seconds, self.limits)

    def _declare(self, symbols: Iterable[Symbol]) -> None:
        """Let symbols that nothing defines have no rows, instead of being unknown to Prolog."""
        new = set(symbols) - self._known
        self._loaded().load(f":- dynamic {self._writer.indicator(symbol)}." for symbol in new)
        self._known |= new

    def _loaded(self) -> Module:
        if self._module is None:
            raise BackendError("the engine holds no program", hint="load one; after close() nothing can be asked")
        return self._module

    # -- questions ---------------------------------------------------------------------------

    def _question(self, symbols: Sequence[Symbol], bound: int) -> PrologQuestion:
        key = (tuple(symbols), bound)
        question = self._questions.get(key)
        if question is None:
            question = self._questions[key] = self._new_question(*key)
        if isinstance(symbols, tuple):
            question = self._remembered.keep((id(symbols), bound), replace(question, symbols=symbols))
        return question

    def _new_question(self, symbols: tuple[Symbol, ...], bound: int) -> PrologQuestion:
        module = self._loaded()
        self._declare(symbols)
        # A number is used once: clauses of a question that could not be loaded whole may stay.
        number = self._numbered = self._numbered + 1
        answer = self._answer(symbols, bound)
        module.load(clauses(answer, number, bound, [self._sought(symbol, bound) for symbol in symbols]))
        strata = 0
        for index, layer in enumerate(self._layers):
            if any(s in layer or not self._dependencies.below(s).isdisjoint(layer) for s in symbols):
                strata |= 1 << index
        repeats = tuple(index for index, symbol in enumerate(symbols) if not self._is_unique(symbol))
        return PrologQuestion(symbols, module.predicate(f"ask_{number}"), strata, answer, repeats)

    def _answer(self, symbols: Sequence[Symbol], bound: int) -> Answer:
        """Choose the encoding of answered rows with the fewest codes."""
        facts, every = self._program.facts, range(len(self._program.objects))
        rules = [self._dependencies.rules(symbol) for symbol in symbols]
        widths = [symbol.arity - bound for symbol in symbols]
        forms = [ranged(rules_of, facts, every, bound, width) for rules_of, width in zip(rules, widths, strict=True)]
        if not Packed.fits(forms):
            forms = [
                without_following(each, rules_of[0], facts, bound) if len(rules_of) == 1 else each
                for each, rules_of in zip(forms, rules, strict=True)
            ]
        return Packed(forms) if Packed.fits(forms) else Spelled(widths)

    def _sought(self, symbol: Symbol, bound: int) -> Sought:
        """Return the goals for a symbol's rows: the body of its only rule, to save calls, or else the symbol."""
        names = columns(symbol.arity - bound)
        rules = self._dependencies.rules(symbol)
        if len(rules) != 1 or symbol in self._kept:
            return Sought((self._writer.atom(symbol, given(bound) + names),), tuple(names))
        [rule] = rules
        variables = {v for goal in rule.body if isinstance(goal, Literal) for v in variables_of(goal)}
        if not variables.issuperset(rule.head.terms[bound:]):
            # Such a rule is safe only because its body never holds.
            return Sought((NEVER,), tuple(names))
        goals, called = self._writer.inline(rule, given(bound), taken=(ROW, CODES))
        return Sought(tuple(goals), tuple(called[bound:]))

    def _is_unique(self, symbol: Symbol) -> bool:
        """Return True if Prolog finds each row of a symbol only once."""
        if symbol in self._kept:
            return True
        rules = self._dependencies.rules(symbol)
        if not rules:
            return True
        [head, body] = rules[0].head, rules[0].body
        literals = [goal for goal in body if isinstance(goal, Literal)]
        return len(rules) == 1 and all(
            variables_of(literal) <= set(head.terms) and self._is_unique(literal.symbol) for literal in literals
        )
