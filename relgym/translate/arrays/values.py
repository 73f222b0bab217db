"""Plain values as arrays: all items at once, with an axis for each variable in scope.

Both branches of a conditional are computed, and then one is selected. Where a value cannot be computed, the array holds
an arbitrary number, and the failure is recorded (`fails`) unless the branch is not taken. A failure may also be
recorded for a value that is not needed, such as the rest of a conjunction. So a failure means that the copy must be
computed again by lazy evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

import numpy as np

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import (
    BOOL,
    INT,
    REAL,
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Fluent,
    If,
    Item,
    Matrix,
    Operation,
    Switch,
    Value,
)
from relgym.model.terms import Object, Variable
from relgym.translate.arrays.bounds import ASSUMED, EXACT, MOST
from relgym.translate.arrays.functions import FAILS, NOT_FINITE, ROUNDS, TEMPLATES, UNBOUNDED
from relgym.translate.arrays.products import ProductWriter
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.terms import Axis, Term
from relgym.translate.equations.finiteness import may_be_infinite, takes_tested

COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "~="})
"""The operators that compare two numbers, or two items."""

_OPERATORS = {"^": "&", "|": "|", "<=>": "==", "~=": "!="}

_TYPES = {BOOL: "xp.bool_", INT: "xp.int64", REAL: "xp.float64"}


_BEYOND = "xp.logical_not(xp.abs({}) <= {:.1f})"
"""The condition that the double of a number is beyond a limit or NaN."""

_QUIET = frozenset({"abs", "sgn", "min", "max"})
"""Functions that return a finite number for finite arguments."""


class ArrayValueWriter(ProductWriter):
    """Writes the values of one program, all but sums and draws."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        self._tested = False
        # Truth values as whole numbers, by their texts.
        self._truths: dict[str, Term] = {}

    def value(self, value: Value, terms: Terms) -> Term:
        """Write a value for all items of the variables in scope that it depends on."""
        tested = self._tested
        self._tested = tested and _hands_on(value)
        found = self._plain(value, terms)
        self._tested = tested
        if not tested and _may_be_infinite(value) and (found.fixed or not self.always_finite(value, terms)):
            self.fail_unless_finite(found)
        return replace(found, truth=True) if self.range_of(value) == BOOL else found

    def tested(self, value: Value, terms: Terms) -> Term:
        """Write a value that is tested later for being finite, so that parts that pass infinity on need no test."""
        before, self._tested = self._tested, True
        found = self.value(value, terms)
        self._tested = before
        return found

    def finite(self, value: Value, terms: Terms) -> Term:
        """Write a value that is compared or passed to a function; an infinite or NaN real number is a failure."""
        if not may_be_infinite(value, self.program):
            return self.value(value, terms)
        found = self.tested(value, terms)
        if found.fixed or not self.always_finite(value, terms):
            self.fail_unless_finite(found)
        return found

    def compared(self, value: Value, terms: Terms) -> Term:
        """Write a number for the search of the least or the largest."""
        term = self.finite(value, terms)
        return self.cast(term, INT) if self.range_of(value) == BOOL else term

    def test_size(self, value: Value, text: str, *parts: Term, most: int = MOST) -> None:
        """Record where a whole number is too large for an array; `text` computes it from doubles."""
        if not self.fits(value, most):
            self.fail(self.written(_BEYOND.format(text, float(most)), *parts))

    def _plain(self, value: Value, terms: Terms) -> Term:
        match value:
            case Constant(constant):
                if isinstance(constant, int) and not -MOST <= constant <= MOST:
                    self.fail(self.table(True))
                return self.table(constant)
            case Variable() | Item():
                return self.place(value, terms)
            case Fluent(name, arguments, primed):
                function = self.program.functions[name, primed]
                stored = self._stored[function]
                if function in self.too_large:
                    self.fail(self.table(True))
                return self.read(stored, [self.value(part, terms) for part in arguments])
            case Operation():
                return self.operation(value, terms)
            case Aggregate():
                return self.aggregate(value, terms)
            case If(condition, then, otherwise):
                return self._chosen([(self.value(condition, terms), then)], otherwise, terms, self.range_of(value))
            case Switch(subject, cases, default):
                table = self.switched(value, terms)
                if table is not None:
                    return table
                of = self.value(subject, terms)
                branches = [(self.written("{0} == {1}", of, self.value(label, terms)), part) for label, part in cases]
                # Where there is no default every value has a case, so the last one needs no test.
                last = branches.pop()[1] if default is None else default
                return self._chosen(branches, last, terms, self.range_of(value))
            case Call():
                return self._call(value, terms)
            case Draw("Bernoulli"):
                return self.draw(value, terms)
            case Draw() | DrawItem() | DrawAny() | DrawVector():
                return self._loudly(self.draw(value, terms))
            case Matrix() | External():
                return self._loudly(self.entry(value, terms))
            case Object():
                raise AssertionError(f"not plain: {value}")
            case _:
                assert_never(value)

    def _loudly(self, found: Term) -> Term:
        self.loud.add(found.text)
        return found

    def aggregate(self, value: Aggregate, terms: Terms) -> Term:
        raise NotImplementedError

    def draw(self, value: Draw | DrawItem | DrawAny | DrawVector, terms: Terms) -> Term:
        raise NotImplementedError

    def entry(self, value: Matrix | External, terms: Terms) -> Term:
        raise NotImplementedError

    def number(self, value: Value, terms: Terms) -> Term:
        """Write a value as a number, with truth values as 0 and 1."""
        term = self.value(value, terms)
        return self.cast(term, INT) if self.range_of(value) == BOOL else term

    def real(self, value: Value, terms: Terms) -> Term:
        term = self.value(value, terms)
        return term if self.range_of(value) == REAL else self.cast(term, REAL)

    def cast(self, term: Term, of: str) -> Term:
        """Convert a term to an array of a range."""
        truth = self._truths.get(term.text)
        if of == REAL and truth is not None and truth.axes == term.axes:
            # At once, not by way of whole numbers.
            term = truth
        found = self.written(f"xp.asarray({{0}}, dtype={_TYPES.get(of, _TYPES[INT])})", term)
        if of == INT and term.truth:
            self._truths[found.text] = term
        return found

    def guarded(self, value: Value, condition: Term, terms: Terms, of: str = "") -> Term:
        """Write a value whose failures count only where a condition holds; `of` is the range of a later conversion."""
        before = self.guard
        self.guard = condition if before is None else self.written("{0} & {1}", before, condition)
        found = self.value(value, terms)
        if of == REAL:
            self.exact(value, found)
        self.guard = before
        return found

    def fail(self, where: Term) -> None:
        """Record where a wanted value cannot be computed."""
        if where.fixed and not self.holds_somewhere(where):
            return
        if self.guard is not None:
            where = self.written("{0} & {1}", where, self.guard)
        if where not in self.fails and (not where.fixed or self.holds_somewhere(where)):
            self.fails.append(where)

    def fail_unless_finite(self, number: Term) -> None:
        """Record where a wanted number is infinite or NaN."""
        if number.fixed or self.guard is not None:
            self.fail(self.written(NOT_FINITE, number))
        elif number not in self.reals:
            # All of these are added up, and the sum is tested.
            self.reals.append(number)

    def fail_unless_small(self, number: Term) -> None:
        """Record where a rounded real number is NaN or larger than assumed."""
        self.fail(self.written("xp.logical_not(xp.abs({0}) < {1})", *self.beside(number, self.table(float(ASSUMED)))))

    def divisor(self, term: Term) -> Term:
        """Return the divisor, and record where it is 0."""
        self.fail(self.written("{0} == 0", term))
        return term

    def holds_somewhere(self, term: Term) -> bool:
        return bool(np.any(self.known(term)))

    def _chosen(self, branches: Sequence[tuple[Term, Value]], otherwise: Value, terms: Terms, of: str) -> Term:
        """Write the branch of the first condition that holds, as a value of the common range `of`."""
        if not branches:
            return self._fitted(otherwise, self.value(otherwise, terms), of)
        (condition, branch), *others = branches
        if condition.fixed:
            found = self.known(condition)
            if np.all(found):
                return self._fitted(branch, self.value(branch, terms), of)
            if not np.any(found):
                return self._chosen(others, otherwise, terms, of)
        before = self.guard
        yes = self.guarded(branch, condition, terms, of)
        unless = self.negated(condition)
        self.guard = unless if before is None else self.written("{0} & {1}", before, unless)
        no = self._chosen(others, otherwise, terms, of)
        self.guard = before
        if yes.truth and no.truth:
            match yes.text, no.text:
                case "True", _:
                    return replace(self.either(condition, no), truth=True)
                case "False", _:
                    return replace(self.both(unless, no), truth=True)
        selected = self.selected(condition, yes, no, of)
        if selected is not None:
            return replace(selected, truth=of == BOOL)
        if yes.truth and no.truth:
            if not others:
                found = self.decided(condition, (branch, otherwise), (yes, no), terms)
                return replace(found, truth=True)
            return replace(self._either_truth(condition, yes, no), truth=True)
        if self.copies is None or yes.fixed:
            yes = self._fitted(branch, yes, of)
        product = self.zero_or(condition, yes, no, of) if of in (INT, REAL) else None
        return self.where(condition, yes, no) if product is None else product

    def _fitted(self, branch: Value, term: Term, of: str) -> Term:
        """Convert the term of a branch to a number of the range of all branches, if its own range differs."""
        if of not in (INT, REAL) or self.range_of(branch) == of:
            return term
        self.exact(branch, term)
        return self.cast(term, of)

    def decided(self, condition: Term, branches: tuple[Value, Value], drawn: tuple[Term, Term], terms: Terms) -> Term:
        """Write the one of two truth values that a condition selects; `drawn` are the terms of both."""
        (one, other), (yes, no) = branches, drawn
        if self._implies(other, one, terms):
            return self.written("{2} | ({0} & {1})", condition, yes, no)
        if self._implies(one, other, terms):
            return self.written("{1} | ({0} & {2})", self.negated(condition), yes, no)
        return self._either_truth(condition, yes, no)

    def _either_truth(self, condition: Term, yes: Term, no: Term) -> Term:
        # The same as `where`, without a jump for each entry.
        return self.written("{2} ^ ({0} & ({1} ^ {2}))", condition, yes, no)

    def _implies(self, one: Value, other: Value, terms: Terms) -> bool:
        """Tell whether one draw certainly implies the other, by the same number and a probability no larger."""
        match one, other:
            case Draw("Bernoulli", (low,)), Draw("Bernoulli", (high,)) if one.uniform == other.uniform:
                bounds, others = self.bounds(low, terms), self.bounds(high, terms)
                if bounds is None or others is None:
                    return False
                return bool(np.all(self.known(self.written("{0} <= {1}", bounds.high, others.low))))
            case _:
                return False

    def operation(self, value: Operation, terms: Terms) -> Term:
        """Write an operation."""
        match value.operator, value.operands:
            case "~", (part,):
                return self.negated(self.value(part, terms))
            case "+" | "-" as sign, (part,):
                term = self.number(part, terms)
                if sign == "+":
                    return term
                if self.range_of(value) == INT:
                    self.test_size(value, "1.0 * {0}", term)
                return self.written("-{0}", term)
            case "^" | "|" | "=>" as operator, (left, right):
                first = self.value(left, terms)
                unless = self.negated(first)
                second = self.guarded(right, unless if operator == "|" else first, terms)
                if operator == "^":
                    return self.both(first, second)
                return self.either(unless if operator == "=>" else first, second)
            case "/", (left, right):
                dividend, divisor = self.scalars(self.value(left, terms), self.finite(right, terms))
                for part, term in ((left, dividend), (right, divisor)):
                    self.exact(part, term)
                if not self.never_zero(right, terms):
                    divisor = self.divisor(divisor)
                return self.heard(self.written("{0} / {1}", dividend, divisor), value, terms, dividend, divisor)
            case "*", _ if (product := self.product(value, terms)) is not None:
                return product
            case "+" | "-" | "*" as operator, (left, right):
                parts = self._operands(operator, left, right, terms)
                if self.range_of(value) == REAL:
                    parts = self.as_reals((left, right), parts)
                parts = self.scalars(*parts)
                if self.range_of(value) == INT:
                    self.test_size(value, f"1.0 * {{0}} {operator} {{1}}", *parts)
                if operator == "*" and (same := self.times_one(value, *parts)) is not None:
                    return same
                return self.heard(self.written(f"{{0}} {operator} {{1}}", *parts), value, terms, *parts)
            case operator, (left, right):
                text = f"{{0}} {_OPERATORS.get(operator, operator)} {{1}}"
                parts = self.finite(left, terms), self.finite(right, terms)
                if {self.range_of(left), self.range_of(right)} == {INT, REAL}:
                    for part, term in zip((left, right), parts, strict=True):
                        self.exact(part, term)
                    parts = self.as_reals((left, right), parts)
                if operator in COMPARISONS:
                    return self.comparison(_OPERATORS.get(operator, operator), *self.scalars(*parts))
                return self.written(text, *self.scalars(*parts))
        raise AssertionError(f"no operation: {value}")

    def _operands(self, operator: str, left: Value, right: Value, terms: Terms) -> tuple[Term, Term]:
        """Write the operands of `+`, `-` or `*` as numbers; a truth value beside a number counts as a number."""
        taken = self.number if self.range_of(right) == BOOL else self.value
        for truth, other in ((left, right), (right, left)):
            if operator == "*" and self.is_truth(truth):
                condition = self.truth(truth, terms)
                number = self.beside_truth(other, condition, terms)
                return (condition, number) if truth is left else (number, condition)
        return taken(left, terms), self.value(right, terms)

    def exact(self, value: Value, term: Term) -> None:
        """Record where no double holds a whole number: arrays compare and divide doubles, Python the exact numbers."""
        if self.range_of(value) == INT:
            self.test_size(value, "1.0 * {0}", term, most=EXACT)

    def _call(self, value: Call, terms: Terms) -> Term:
        name = value.function
        match name, value.arguments:
            # The square and the root are what these are most often asked for, and much faster.
            case "pow", (base, Constant(2 | 2.0)):
                return self._loudly(self.written("{0} * {0}", self.real(base, terms)))
            case "pow", (base, Constant(0.5)):
                name, arguments = "sqrt", [self.real(base, terms)]
            case _:
                arguments = [self._argument(part, value, terms) for part in value.arguments]
        found = self.written(TEMPLATES[name], *self.beside(*arguments))
        if name in ROUNDS:
            if not self.stays_small(value.arguments[0]):
                self.fail_unless_small(arguments[0])
        elif name in FAILS:
            text, place = FAILS[name]
            self.fail(self.written(text, arguments[place]))
        if name in ("abs", "div") and self.range_of(value) == INT:
            # The absolute value of the least number of 64 bits is none of them.
            self.test_size(value, "1.0 * {0}", arguments[0])
        return found if name in _QUIET else self._loudly(found)

    def _argument(self, part: Value, call: Call, terms: Terms) -> Term:
        """Write an argument of a function, in the range of the computation."""
        term = self.finite(part, terms) if takes_tested(call) else self.value(part, terms)
        of = self.range_of(part)
        if self.range_of(call) != REAL:
            return self.cast(term, INT) if of == BOOL else term
        if call.function in ("min", "max"):
            self.exact(part, term)
        return term if of == REAL else self.cast(term, REAL)


def _may_be_infinite(value: Value) -> bool:
    """Tell whether a value fails where its computed result is not finite."""
    return isinstance(value, Draw) or (isinstance(value, Call) and value.function in UNBOUNDED)


def _hands_on(value: Value) -> bool:
    """Tell whether a value is not finite wherever a part of it is not finite."""
    match value:
        case Operation("+" | "-" | "*") | Aggregate("sum" | "avg") | Call("abs" | "sqrt"):
            return True
        case Call("pow", (_, Constant(2 | 2.0 | 0.5))):
            return True
        case _:
            return False
