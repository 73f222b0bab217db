"""The engine clingo for RDDL: equations become clauses, which it grounds once a question.

Truth values, items and whole numbers of 32 bits are clingo's; all other numbers, and what is drawn, are Python's, which
clingo calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from relgym.backends.base import Limits
from relgym.backends.clingo.equations import GroundQuestion
from relgym.backends.clingo.library import library
from relgym.backends.evaluator import Evaluator, Externals
from relgym.errors import BackendError
from relgym.features import Feature
from relgym.model.rddl.equations import Equation, Equations, Function, Values
from relgym.model.rddl.traversal import walk
from relgym.runtime.scope import scope_of
from relgym.tuning.clingo import EXPRESSION_PARTS_LIMIT


class ClingoEvaluator(Evaluator):
    """Grounding with clingo."""

    name = "clingo"
    features = frozenset(Feature) - {Feature.VECTORS, Feature.EXTERNALS}

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        library()
        self._program: Equations | None = None
        self._scope: dict[str, Any] = {}
        self._more: list[Equation] = []
        # Keys are identities; the values keep their objects alive.
        self._questions: dict[int, tuple[Sequence[Function], GroundQuestion]] = {}

    @classmethod
    def version(cls) -> str:
        return str(library().__version__)

    def load(self, program: Equations, externals: Externals) -> None:
        self.close()
        self._program = program
        self._scope = scope_of(externals)

    def values(
        self,
        functions: Sequence[Function],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> list[Values]:
        known = self._questions.get(id(functions))
        question = known[1] if known is not None and known[0] is functions else self._question(functions)
        return question.answer(state, action, uniforms)

    def define(self, equations: Sequence[Equation]) -> None:
        self._more += equations

    def close(self) -> None:
        self._program, self._scope, self._more, self._questions = None, {}, [], {}

    def _question(self, functions: Sequence[Function]) -> GroundQuestion:
        assert self._program is not None, "no program is loaded"
        for equation in self._program.needed(functions, self._more):
            count = sum(1 for _ in walk(equation.value))
            if count > EXPRESSION_PARTS_LIMIT:
                raise BackendError(
                    f"an expression of {count:,} parts takes clingo too long, for it cannot be interrupted there",
                    span=equation.span,
                    expected=f"at most {EXPRESSION_PARTS_LIMIT:,} parts in one expression",
                    hint="compute parts of it as interm-fluents, or take the engine builtin, sld or swipl",
                )
        make = self.budget.keeping(GroundQuestion)
        question = make(self._program, functions, self._more, self._scope, self.budget)
        self._questions[id(functions)] = functions, question
        return question
