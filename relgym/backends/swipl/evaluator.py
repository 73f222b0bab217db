"""The engine SWI-Prolog for RDDL: equations as clauses, in a module of their own.

A question is one call, in which Prolog asks for the values that it reads, and leaves those of the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import c_void_p
from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import ClassVar

from relgym.backends.base import Limits
from relgym.backends.evaluator import Evaluator, Externals
from relgym.backends.swipl import library as libswipl
from relgym.backends.swipl.equations import Get, Put, exchange
from relgym.backends.swipl.module import Module
from relgym.caching import Cache
from relgym.errors import BackendError, RelgymError
from relgym.features import Feature
from relgym.model.rddl.equations import Equation, Equations, Function, Values
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.translate.prolog.equations.lower import PrologEquationsWriter
from relgym.tuning.prolog import LOADED_FACTS_LIMIT, NUMBER_BYTES, QUESTION_CACHE_LIMIT


@dataclass(frozen=True, slots=True)
class KnownQuestion:
    """A question that Prolog knows: `functions` are kept alive, for they are known by identity."""

    functions: Sequence[Function]
    predicate: c_void_p
    states: tuple[int, ...]
    actions: tuple[int, ...]
    draws: bool
    puts: tuple[Put, ...]
    gets: tuple[Get, ...]


class SwiplEvaluator(Evaluator):
    """Resolution in SWI-Prolog, inside this process; reals are doubles there, too."""

    name: ClassVar[str] = "swipl"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.VECTORS, Feature.EXTERNALS}

    _program: Equations
    _writer: PrologEquationsWriter

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._prolog = libswipl.start()
        self._exchange = exchange()
        self._module: Module | None = None
        # Whether Prolog may hold a part of the program only, since a signal has ended a call half-way.
        self._torn = False
        self._forget()

    @classmethod
    def version(cls) -> str:
        return libswipl.version()

    def close(self) -> None:
        self._torn = False
        if self._module is not None:
            self._module.close()
        self._module = None
        self._forget()

    def _forget(self) -> None:
        self._numbered = 0
        self._more: Sequence[Equation] = ()
        self._questions: dict[tuple[Function, ...], KnownQuestion] = {}
        self._remembered: Cache[int, KnownQuestion] = Cache(QUESTION_CACHE_LIMIT)

    def load(self, program: Equations, externals: Externals) -> None:
        self._take(program, ())

    def _take(self, program: Equations, queries: Sequence[Equation]) -> None:
        """Load a program and equations for queries in place of all that was loaded."""
        self.close()
        self._program, self._more, self._torn = program, queries, True
        self._module = Module(self._prolog, self.limits)
        self._writer = PrologEquationsWriter(program)
        self._add(self._writer.facts())
        self._add(line for equation in (*program.equations, *queries) for line in self._writer.equation(equation))
        self._torn = False

    def define(self, equations: Sequence[Equation]) -> None:
        self._loaded()
        self._torn = True
        self._add(line for equation in equations for line in self._writer.equation(equation))
        self._more, self._torn = (*self._more, *equations), False

    def values(
        self,
        functions: Sequence[Function],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> list[Values]:
        if not functions:
            return []
        if self._torn:
            self._take(self._program, self._more)
        asked = self._remembered.get(id(functions))
        if asked is None or asked.functions is not functions:
            asked = self._question(functions)
        given: list[Values] = [state[place] for place in asked.states]
        given += [action[place] for place in asked.actions]
        if asked.draws:
            given.append(list(uniforms))
        prolog, predicate, limits = self._prolog, asked.predicate, self.limits
        seconds = self.budget.seconds_left()
        with prolog.lock:
            return self._exchange.ask(
                lambda: prolog.call(predicate, b"", seconds, limits), asked.puts, given, asked.gets
            )

    def _question(self, functions: Sequence[Function]) -> KnownQuestion:
        key = tuple(functions)
        known = self._questions.get(key)
        if known is None:
            try:
                known = self._questions[key] = self._new_question(key)
            except RelgymError:
                raise
            except BaseException:
                # The writer does not write again what Prolog may not have read.
                self._torn = True
                raise
        if isinstance(functions, tuple):
            known = self._remembered.keep(id(functions), replace(known, functions=functions))
        return known

    def _new_question(self, functions: tuple[Function, ...]) -> KnownQuestion:
        program = self._program
        # A number is used once: clauses of a question that could not be loaded whole may stay.
        number = self._numbered = self._numbered + 1
        question = self._writer.question(number, functions, self._more)
        self._check_room([*question.given, *functions], program.uniforms if question.draws else 0)
        self._add(question.clauses)
        puts = [self._put(function) for function in question.given]
        if question.draws:
            puts.append(self._exchange.put_all(self._exchange.put_float))
        return KnownQuestion(
            functions,
            self._loaded().predicate(f"ask_{number}"),
            tuple(index for index, function in enumerate(program.states) if function in question.given),
            tuple(index for index, function in enumerate(program.actions) if function in question.given),
            question.draws,
            tuple(puts),
            tuple(map(self._get, functions)),
        )

    def _check_room(self, functions: Iterable[Function], draws: int) -> None:
        """Raise `BackendError` for a question whose numbers cannot fit into Prolog's stacks, before they are drawn."""
        reals = (function for function in functions if function.range == REAL)
        numbers = draws + sum(prod(self._program.sizes(function)) for function in reals)
        room = libswipl.stack_bytes(self.limits.memory) // NUMBER_BYTES
        if numbers > room:
            raise BackendError(
                f"a question of {numbers:,} numbers is too large for SWI-Prolog",
                expected=f"at most {room:,} reals and draws in one question, which its stacks have room for",
                hint="raise memory: Limits(memory=...), or --memory MB on the command line; or take the engine builtin",
            )

    def _put(self, function: Function) -> Put:
        """Return the function that passes the values of a function to Prolog."""
        way = self._exchange
        if self._writer.is_coded(function):
            return way.put_codes if function.range == BOOL else way.put_items
        single = {BOOL: way.put_int, INT: way.put_int, REAL: way.put_float}.get(function.range, way.put_item)
        return way.put_all(single) if function.parameters else single

    def _get(self, function: Function) -> Get:
        """Return the function that reads the values of a function from Prolog."""
        way = self._exchange
        if self._writer.is_coded(function):
            return way.get_bools if function.range == BOOL else way.get_items
        ways: dict[str, Get] = {BOOL: way.get_bool, INT: way.get_int, REAL: way.get_float}
        single = ways.get(function.range, way.get_item)
        return way.get_all(single, prod(self._program.sizes(function))) if function.parameters else single

    def _add(self, clauses: Iterable[str]) -> None:
        module = self._loaded()
        waiting = iter(clauses)
        while some := list(islice(waiting, LOADED_FACTS_LIMIT)):
            module.load(some)

    def _loaded(self) -> Module:
        if self._module is None:
            raise BackendError("the engine holds no program", hint="load one; after close() nothing can be asked")
        return self._module
