"""The default engine for RDDL: each question becomes a Python function, generated when it is first asked.

Small questions compute the items one by one; large ones are programs over arrays, where NumPy is installed. Where an
expression has no value, a program over arrays stops, and the question is answered one by one instead.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from typing import Any

from relgym.backends.base import Limits
from relgym.backends.builtin.instructions import instructions
from relgym.backends.evaluator import Evaluator, Externals
from relgym.errors import SimulationError
from relgym.features import Feature
from relgym.libraries import has_numpy
from relgym.model.rddl.equations import Equation, Equations, Function, Values
from relgym.runtime.scope import scope_of
from relgym.translate.python_equations.program import PythonEquationsWriter
from relgym.tuning.arrays import ARRAY_ELEMENTS_LIMIT

Question = Callable[[Sequence[Values], Sequence[Values], Sequence[float]], list[Values]]


class BuiltinEvaluator(Evaluator):
    """Generated Python."""

    name = "builtin"
    features = frozenset(Feature)

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._program: Equations | None = None
        self._externals: Externals = {}
        # None while it writes: one that an exception has broken off writes nothing more.
        self._writer: PythonEquationsWriter | None = None
        self._scope: dict[str, Any] = {}
        self._more: list[Equation] = []
        # To hash functions often costs more than the answer, so a question is found by the identity of the sequence
        # that asked it first, which the entry keeps alive. Another sequence of the same functions asks the same.
        self._questions: dict[int, tuple[Sequence[Function], Question]] = {}
        self._questions_by_content: dict[tuple[Function, ...], Question] = {}
        self._in_lists: set[tuple[Function, ...]] = set()

    @classmethod
    def version(cls) -> str:
        return f"Python {platform.python_version()}"

    def load(self, program: Equations, externals: Externals) -> None:
        self.close()
        self._program, self._externals = program, externals
        self._new_writer()

    @property
    def _loaded(self) -> Equations:
        assert self._program is not None, "no program is loaded"
        return self._program

    def _new_writer(self) -> PythonEquationsWriter:
        """Make a writer with a scope of its own."""
        scope = {**scope_of(self._externals), **self.budget.scope()}
        writer = PythonEquationsWriter(self._loaded, scope)
        self._scope, self._writer = scope, writer
        return writer

    def values(
        self,
        functions: Sequence[Function],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> list[Values]:
        known = self._questions.get(id(functions))
        self.budget.begin()
        try:
            question = known[1] if known is not None and known[0] is functions else self._compiled(functions)
            return question(state, action, uniforms)
        except TimeoutError:
            # The error is raised outside the handler, whose frames would keep alive the objects of the call.
            pass
        except (ArithmeticError, ValueError) as error:
            raise SimulationError(str(error)) from error
        raise self.budget.error()

    def define(self, equations: Sequence[Equation]) -> None:
        self._more += equations

    def close(self) -> None:
        self._program, self._scope, self._writer, self._more, self._in_lists = None, {}, None, [], set()
        self._questions, self._questions_by_content = {}, {}

    def prefers_arrays(self, functions: Sequence[Function]) -> bool:
        """Tell whether arrays answer a question faster; callers that hold arrays then need not make lists."""
        if not has_numpy():
            return False
        from relgym.backends.builtin.array_questions import compiled
        from relgym.backends.builtin.array_work import arrays_pay, values_at_most
        from relgym.translate.arrays.builder import TooManyOperations

        program = self._loaded
        needed = program.needed(functions, self._more)
        try:
            if not arrays_pay(program, needed):
                return False
            if values_at_most(program, needed) > ARRAY_ELEMENTS_LIMIT:
                compiled(program, self._externals, functions, self._more, copies=False)
        except TooManyOperations:
            return False
        return True

    def counted_share(
        self,
        functions: Sequence[Function],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float],
    ) -> float:
        """Estimate the time of a question in lists divided by that by arrays, from the instructions it executes."""
        from relgym.backends.builtin.array_work import counted_share

        program = self._loaded

        def counted(limit: int) -> int | None:
            self.use_lists(functions)
            try:
                return instructions(self._compiled(functions), state, action, uniforms, limit=limit)
            except (ArithmeticError, ValueError):
                return None

        return counted_share(program, program.needed(functions, self._more), counted)

    def use_lists(self, functions: Sequence[Function]) -> None:
        """Answer a question in lists from now on, whatever its size."""
        if tuple(functions) not in self._in_lists:
            self._keep(functions, self._one_by_one(functions))
            self._in_lists.add(tuple(functions))

    def _compiled(self, functions: Sequence[Function]) -> Question:
        question = self._questions_by_content.get(tuple(functions))
        if question is None:
            arrays = self.prefers_arrays(functions)
            question = self._arrays(self._loaded, functions) if arrays else self._one_by_one(functions)
            self._keep(functions, question)
        return question

    def _keep(self, functions: Sequence[Function], question: Question) -> None:
        self._questions_by_content[tuple(functions)] = question
        first = next((each for each, _ in self._questions.values() if tuple(each) == tuple(functions)), functions)
        self._questions[id(first)] = first, question

    def _one_by_one(self, functions: Sequence[Function]) -> Question:
        writer = self._writer or self._new_writer()
        self._writer = None
        text = writer.question("question", functions, self._more)
        self._writer = writer
        exec(compile(text, "<relgym question>", "exec"), self._scope)
        question: Question = self._scope["question"]
        return question

    def _arrays(self, program: Equations, functions: Sequence[Function]) -> Question:
        """Return a question by arrays, answered one by one where an expression has no value."""
        from relgym.backends.builtin.array_questions import Listed, compiled

        lists: list[Question] = []
        listed = Listed(
            program, compiled(program, self._externals, functions, self._more, copies=False, budget=self.budget)
        )

        def question(state: Sequence[Values], action: Sequence[Values], uniforms: Sequence[float]) -> list[Values]:
            try:
                return listed(state, action, uniforms)
            except (ArithmeticError, ValueError):
                one_by_one = lists[0] if lists else self._one_by_one(functions)
                lists[:] = [one_by_one]
                return one_by_one(state, action, uniforms)

        return question
