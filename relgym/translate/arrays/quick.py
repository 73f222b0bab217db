"""A step of many copies in which the processor tells whether a number is infinite, or none.

A test of all numbers of a step takes as long as the step. The processor keeps flags of invalid operations, of divisions
by 0 and of numbers that run over, which NumPy reads after each operation anyway. So the quick question is asked where
these flags are errors; after an error the step is done once more by the question that tests each copy.

It also says of the states that follow whether a condition of termination holds, or an invariant does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from relgym.model.rddl.equations import Equation, Equations, Function, Part
from relgym.model.rddl.expressions import Fluent, Operation, Value
from relgym.model.rddl.traversal import rebuilt
from relgym.translate.arrays.bounds import ASSUMED
from relgym.translate.arrays.equations import ArrayEquationsWriter, ArrayQuestion
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.terms import Axis, Term
from relgym.translate.equations.clamped import Clamped

# fmt: off
_FLAGGED = frozenset({
    "abs", "add", "any", "arange", "asarray", "bool_", "broadcast_to", "ceil", "cos", "count_nonzero", "float64",
    "floor", "int16", "int32", "int64", "int8", "logical_and", "logical_not", "logical_or", "maximum", "minimum",
    "multiply", "reshape", "round", "sign", "sin", "sqrt", "take", "transpose", "where",
})
# fmt: on
"""The names of NumPy that a quick question may use: they keep the flags, or have no use for them."""

_USED = re.compile(r"\bxp\.(\w+)")

_OTHERS = re.compile(r"\bspecial\.|\brows_\(|\bexternal_|\w_\(xp|\bwrong_")
"""Calls of functions outside NumPy's own operations, which may clear the flags."""


def array_quick(program: Equations, scope: Mapping[str, Any], functions: Sequence[Function]) -> ArrayQuestion | None:
    """The question about some functions of a step, to be asked where flags are errors; None where there is none.

    Its answers are the values of the functions, and then where a condition of termination holds and where an invariant
    does not, of the states that follow; `None` for nowhere. The functions have those of all next states among them.
    """
    writer = QuickWriter(program, scope, Axis(0))
    return writer.quick(functions)


def array_quick_step(
    program: Equations, scope: Mapping[str, Any], functions: Sequence[Function]
) -> ArrayQuestion | None:
    """The question of `array_step` to one instance, to be asked where flags are errors; None where there is none."""
    writer = QuickWriter(program, scope, None)
    question = writer.step(functions)
    return question if writer.is_quick(question) else None


class QuickWriter(ArrayEquationsWriter):
    """Writes one quick question."""

    # No number is NaN here, so that a comparison is false exactly where its opposite is true.
    negates_comparisons = True

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        self._clamped = Clamped(program)

    def quick(self, functions: Sequence[Function]) -> ArrayQuestion | None:
        """The question; None where flags do not tell all that has to be known."""
        self.take_given()
        for equation in self.program.needed(functions):
            self._computed(equation)
        found = [self._some(part) for part in (Part.TERMINATION, Part.INVARIANT)]
        texts = [text for text in found if text is not None]
        wrong = self.wrong([])
        outputs = [self._whole(self._stored[function]) for function in functions]
        question = self.answering([*outputs, *texts], wrong)
        return question if len(texts) == len(found) and self.is_quick(question) else None

    def is_quick(self, question: ArrayQuestion) -> bool:
        """Tell whether flags report every infinite or NaN number of a question."""
        if not {*_USED.findall(question.text)} <= _FLAGGED or _OTHERS.search(question.text):
            return False
        constants = [np.asarray(each) for each in question.constants]
        return all(each.dtype.kind != "f" or bool(np.isfinite(each).all()) for each in constants)

    def _some(self, part: Part) -> str | None:
        """The text that tells in which copies a formula of a part ends an episode; None where it cannot be told."""
        terms: list[Term] = []
        for equation in self.program.equations:
            if equation.function.part is not part:
                continue
            value = rebuilt(equation.value, self._after)
            found = self.value(value, {}) if part is Part.TERMINATION else self._refuted(value)
            if not found.fixed:
                terms += self.alternatives(found)
            elif self.holds_somewhere(found):
                return None
        # In one order, so that two parts that are told by the same are told by one line.
        alternatives = sorted({*terms}, key=lambda term: (len(term.text), term.text))
        return self.joined("{0} | {1}", alternatives).text if terms else "None"

    def _refuted(self, value: Value) -> Term:
        """Where a formula does not hold, told by its innermost parts: others often ask for the same of these."""
        match value:
            case Operation("^", (left, right)):
                return self.either(self._refuted(left), self._refuted(right))
            case Operation("|", (left, right)):
                return self.both(self._refuted(left), self._refuted(right))
            case _:
                return self.negated(self.value(value, {}))

    def _computed(self, equation: Equation) -> Term | None:
        self._clamped.add(equation)
        return super()._computed(equation)

    def operation(self, value: Operation, terms: Terms) -> Term:
        match value:
            case Operation("<" | "<=" | ">" | ">=" as operator, (left, right)):
                # No number is NaN here, so clamped values lie within their bounds.
                always = self._clamped.comparison(operator, left, right)
                if always is not None:
                    return self.table(always)
        return super().operation(value, terms)

    def _after(self, part: Value) -> Value:
        """A part of a formula, which reads nothing but states and constants, as one on the states that follow."""
        states = {function.name for function in self.program.states}
        return replace(part, primed=True) if isinstance(part, Fluent) and part.name in states else part

    def fail_unless_finite(self, number: Term) -> None:
        if number.fixed:
            super().fail_unless_finite(number)

    def fail_unless_small(self, number: Term) -> None:
        # Of one that is none, or that is too large for 64 bits, the flags tell when it is rounded.
        self.fail(self.written("xp.abs({0}) >= {1}", *self.beside(number, self.table(float(ASSUMED)))))

    def divisor(self, term: Term) -> Term:
        if term.fixed or self.guard is None:
            # There is no division by 0, or the flags report it.
            return super().divisor(term) if term.fixed else term
        # Flags must not report branches that are not taken, so these divide by 1.
        super().divisor(term)
        return self.written("{0} + ({0} == 0)", term)

    def wrong(self, reals: Sequence[Term]) -> str:
        """The text that tells whether something has no value in some copy; nobody asks in which one."""
        for function in self.program.states + self.program.actions:
            if function in self.trusted:
                self._test_assumption(self._stored[function])
        terms = [term for term in self.fails if not term.fixed or self.holds_somewhere(term)]
        parts = [
            f"xp.any({term.text})" if term.fixed else f"xp.count_nonzero({term.text})" if term.axes else term.text
            for term in dict.fromkeys(terms)
        ]
        return " or ".join(dict.fromkeys(parts)) or "None"
