"""A step by arrays: a quick question where the processor's flags suffice, otherwise one that tests each number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from relgym.backends.builtin.array_questions import Compiled, compiled_quick, compiled_step
from relgym.backends.evaluator import Externals
from relgym.model.rddl.equations import Equations, Function
from relgym.tuning.envs import QUICK_FAILURES_LIMIT


class StepQuestion:
    """The question about the next states, the observations and the reward of a step; compiled when first asked."""

    def __init__(self, program: Equations, externals: Externals, functions: Sequence[Function]) -> None:
        self._given = program, externals, functions
        self._quick: Callable[..., Any] | None = self._first_quick
        self._careful: Callable[..., Any] = self._first_careful
        self._failures = 0

    def asked(self, state: Any, action: Any, uniforms: Any) -> Any:
        """Return the answer in the form of `compiled_step`; None where an expression has no value."""
        if self._quick is not None:
            try:
                answers, wrong = self._quick(state, action, uniforms)
                if wrong is None or not wrong:
                    return answers
            except (ArithmeticError, ValueError):
                pass
            self._failures += 1
            if self._failures >= QUICK_FAILURES_LIMIT:
                # A quick question that often fails costs more than it saves.
                self._quick = None
        try:
            answers, wrong = self._careful(state, action, uniforms)
        except (ArithmeticError, ValueError):
            return None
        return None if wrong is not None and wrong else answers

    def _first_quick(self, state: Any, action: Any, uniforms: Any) -> Any:
        question: Compiled | None = compiled_quick(*self._given, copies=False)
        self._quick = None if question is None else question.ask
        ask = self._careful if question is None else question.ask
        return ask(state, action, uniforms)

    def _first_careful(self, state: Any, action: Any, uniforms: Any) -> Any:
        self._careful = compiled_step(*self._given).ask
        return self._careful(state, action, uniforms)
