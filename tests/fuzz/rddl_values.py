"""Random RDDL expressions that mean something: most of their values can be computed, and stay small.

Probabilities are such, numbers are kept near 0 from step to step, and what is divided by is seldom 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from write.rddl_models import Scope, Values

from relgym.model.rddl.domain import Kind
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
    Fluent,
    If,
    Matrix,
    Operation,
    Value,
)
from relgym.read.rddl.functions import DISTRIBUTIONS, DRAWN, MATRICES, WHOLE

LARGEST = 20
"""What is further from 0 does not go on from step to step."""

WHOLE_EDGES = (0, 1, 3, 2**31, 2**53, 2**53 + 1, 3037000500, 2**62, 2**63 - 1, 2**63, 2**64)
REAL_EDGES = (0.0, 0.5, 1.0, 2.0**53, 1e-300, 1e300, 1.7e308)
"""Numbers at the edges of what 53 bits, 64 bits and doubles hold."""

CHANCES = (0.0, 0.25, 0.5, 0.75, 1.0)
SHARES = {1: ((1.0,),), 2: ((0.25, 0.75), (1.0, 0.0)), 3: ((0.25, 0.5, 0.25), (0.0, 0.5, 0.5))}


@dataclass(frozen=True)
class Tame(Values):
    """Draws values that can be computed.

    Only where `reals` are wanted are there functions and distributions of them; what is `sure` draws nothing.
    """

    reals: bool = True
    sure: bool = False

    def chance(self, out_of: int) -> bool:
        """True once in so many times; false is what a case is simplified to."""
        return self.draw(st.integers(0, out_of - 1)) == out_of - 1

    def constant(self, wanted: str) -> Value:
        if wanted == REAL and self.reals and self.draw(st.booleans()):
            return Constant(self.one((0.5, 0.25, 1.0, 2.5)))
        return Constant(self.one((0, 1, 2, 3)))

    def leaf(self, wanted: str, scope: Scope, depth: int) -> Value:
        drawn = super().leaf(wanted, scope, depth)
        return self.constant(wanted) if isinstance(drawn, Constant) and wanted != BOOL else drawn

    def logic(self, wanted: str, scope: Scope, depth: int) -> Value:
        drawn = super().logic(wanted, scope, depth)
        if isinstance(drawn, Draw):
            return self.leaf(BOOL, scope, depth) if self.sure else Draw("Bernoulli", (self.probability(scope, depth),))
        return drawn

    def same(self, wanted: str, scope: Scope, depth: int) -> Value:
        return self.leaf(wanted, scope, depth) if self.sure else super().same(wanted, scope, depth)

    def probability(self, scope: Scope, depth: int) -> Value:
        match self.draw(st.integers(0, 4)):
            case 0 | 1:
                return Constant(self.one(CHANCES))
            case 2:
                return If(self.of(BOOL, scope, depth), Constant(self.one(CHANCES)), Constant(self.one(CHANCES)))
            case 3:
                return Operation("/", (Call("mod", (self.of(INT, scope, depth), Constant(5))), Constant(4)))
            case _:
                return self.of(BOOL if self.chance(2) else INT, scope, depth)

    def whole(self, _: str, scope: Scope, depth: int) -> Value:
        match self.draw(st.integers(0, 6 if self.reals and not self.sure else 5)):
            case 0:
                return Operation(self.one("-+"), (self.of(INT, scope, depth),))
            case 1:
                return self.binary("+-", INT, scope, depth)
            case 2:
                return Operation("*", (self.leaf(INT, scope, depth), self.leaf(INT, scope, depth)))
            case 3:
                return self.aggregate(["sum", "min", "max"], INT, scope, depth)
            case 4:
                return self.few(scope, depth)
            case 5:
                return self.whole_call(scope, depth)
            case _:
                return self.distributed([name for name, of in DRAWN.items() if of == INT], scope, depth)

    def aggregate(self, operators: Sequence[str], of: str, scope: Scope, depth: int) -> Value:
        variables, inner = self.bound(scope, self.draw(st.integers(1, 2)))
        operator, body = self.one(operators), self.of(of, inner, depth)
        if self.draw(st.booleans()):
            body = self.conditioned(operator, body, inner, depth)
        return Aggregate(operator, variables, body)

    def conditioned(self, operator: str, body: Value, scope: Scope, depth: int) -> Value:
        """A body that matters for some items alone, always the same: an engine may know them beforehand."""
        condition = self.fixed(scope)
        if self.chance(3):
            condition = Operation("^", (condition, self.of(BOOL, scope, depth)))
        match operator:
            case "forall":
                return Operation("=>", (condition, body))
            case "exists":
                return Operation("^", self.turned(condition, body))
            case "sum" if self.draw(st.booleans()):
                return Operation("*", self.turned(condition, body))
            case _:
                return If(condition, body, Constant(0))

    def turned(self, first: Value, second: Value) -> tuple[Value, Value]:
        return (second, first) if self.chance(3) else (first, second)

    def fixed(self, scope: Scope) -> Value:
        """A truth value that depends on the variables alone."""
        known = [item for item in self.names.fluents if item.kind is Kind.NON and item.range == BOOL]
        if known and self.draw(st.booleans()):
            chosen = self.one(known)
            return Fluent(chosen.name, tuple(self.entry(of, scope) for of in chosen.parameters))
        variable = self.one(list(scope.values()))
        return Operation(self.one(("==", "~=")), (variable, self.entry(variable.types[0], scope)))

    def few(self, scope: Scope, depth: int) -> Value:
        """A product that is not large however many items there are."""
        variables, inner = self.bound(scope, self.draw(st.integers(1, 2)))
        return Aggregate("prod", variables, If(self.of(BOOL, inner, depth), Constant(2), self.of(BOOL, inner, depth)))

    def whole_call(self, scope: Scope, depth: int) -> Value:
        name = self.one(["abs", "sgn", "min", "max", "div", "mod", *(["round", "floor", "ceil"] * self.reals)])
        first = self.of(REAL if name in ("round", "floor", "ceil") else INT, scope, depth)
        match name:
            case "min" | "max":
                return Call(name, (first, self.of(INT, scope, depth)))
            case "div" | "mod":
                return Call(name, (first, self.divisor(INT, scope, depth)))
            case _:
                return Call(name, (first,))

    def divisor(self, of: str, scope: Scope, depth: int) -> Value:
        if self.chance(6):
            return self.of(of, scope, depth)
        divisor = Constant(self.one((2, 1, 3)))
        return Operation("-", (divisor,)) if self.chance(3) else divisor

    def number(self, _: str, scope: Scope, depth: int) -> Value:
        if not self.reals:
            return self.whole(INT, scope, depth)
        match self.draw(st.integers(0, 7 if self.sure else 9)):
            case 0:
                return Operation(self.one("-+"), (self.of(REAL, scope, depth),))
            case 1:
                return self.binary("+-", REAL, scope, depth)
            case 2:
                return Operation("*", (self.leaf(REAL, scope, depth), self.leaf(REAL, scope, depth)))
            case 3:
                return Operation("/", (self.of(REAL, scope, depth), self.divisor(REAL, scope, depth)))
            case 4:
                return self.aggregate(["sum", "avg", "min", "max"], REAL, scope, depth)
            case 5 | 6:
                return self.real_call(scope, depth)
            case 7:
                return self.matrix(scope, depth)
            case _:
                return self.distributed([*DISTRIBUTIONS][1:], scope, depth)

    def real_call(self, scope: Scope, depth: int) -> Value:
        first = self.of(REAL, scope, depth)
        above = Operation("+", (Call("abs", (first,)), Constant(0.5)))
        within = Call("max", (Operation("-", (Constant(3),)), Call("min", (first, Constant(3)))))
        match self.draw(st.integers(0, 6)):
            case 0:
                return Call(self.one(["sqrt", "ln", "lngamma"]), (above,))
            case 1:
                return Call(self.one(["exp", "sinh", "cosh", "tanh", "sin", "cos", "tan", "atan"]), (within,))
            case 2:
                return Call(self.one(["asin", "acos"]), (Call("sin", (first,)),))
            case 3:
                return Call("pow", (above, within))
            case 4:
                return Call("log", (above, Constant(self.one((2, 10)))))
            case 5:
                return Call("fmod", (first, self.divisor(REAL, scope, depth)))
            case _:
                return Call(self.one(["hypot", "min", "max"]), (first, self.of(REAL, scope, depth)))

    def distributed(self, among: Sequence[str], scope: Scope, depth: int) -> Value:
        name = self.one(among)
        found: list[Value] = []
        for parameter in DISTRIBUTIONS[name].split():
            match parameter:
                case "value":
                    found.append(self.of(REAL, scope, depth))
                case "mean" | "low":
                    found.append(self.leaf(REAL, scope, depth))
                case "high":
                    found.append(Operation("+", (found[0], self.constant(REAL))))
                case "probability":
                    found.append(Constant(self.one((0.25, 0.5, 1.0))))
                case _ if (name, parameter) in WHOLE:
                    found.append(Constant(self.one((1, 2, 3))))
                case _:
                    found.append(Constant(self.one((0.5, 1, 2.0))))
        return Draw(name, tuple(found))

    def matrix(self, scope: Scope, depth: int) -> Value:
        """Of a matrix that mostly has an inverse."""
        both, inner = self.bound(scope, 2, self.one(list(self.names.items)))
        same = Operation("*", (Constant(3), Operation("==", both)))
        entry = Operation("+", (same, self.of(BOOL, inner, depth)))
        if self.draw(st.booleans()):
            return Aggregate("det", both, entry)
        return Aggregate("sum", both, Matrix(self.one(sorted(MATRICES)), *both, entry))

    def item(self, wanted: str, scope: Scope, depth: int) -> Value:
        items = self.names.items[wanted]
        match self.draw(st.integers(0, 0 if self.sure else 4)):
            case 0:
                variables, inner = self.bound(scope, 1, wanted)
                of = self.one([INT, BOOL, REAL])
                return Aggregate(self.one(["argmin", "argmax"]), variables, self.of(of, inner, depth))
            case 1:
                [variable], inner = self.bound(scope, 1, wanted)
                return DrawAny(variable, Operation("==", (variable, self.entry(wanted, inner))), True)
            case 2:
                [variable], inner = self.bound(scope, 1, wanted)
                weight = Operation("+", (self.of(BOOL, inner, depth), Constant(self.one((1, 0)))))
                return DrawAny(variable, weight, False)
            case 3:
                some = self.draw(st.lists(st.sampled_from(items), min_size=1, unique=True))
                shares = [Constant(share) for share in self.one(SHARES[len(some)])]
                rest = self.one([*range(len(some)), None])
                weights = zip(some, (None if n == rest else share for n, share in enumerate(shares)), strict=True)
                return DrawItem(wanted, tuple(weights))
            case _:
                some = self.draw(st.lists(st.sampled_from(items), min_size=1, unique=True))
                one = Operation("+", (self.of(BOOL, scope, depth), Constant(1)))
                rest = (Call("abs", (self.leaf(INT, scope, depth),)) for _ in some[1:])
                return DrawItem(wanted, tuple(zip(some, (one, *rest), strict=True)), False)

    def within(self, value: Value, of: str) -> Value:
        """A number kept near 0; a sign is an operation, so that the text means the same."""
        if of not in (INT, REAL) or isinstance(value, Constant):
            return value
        return Call("max", (Operation("-", (Constant(LARGEST),)), Call("min", (value, Constant(LARGEST)))))


@dataclass(frozen=True)
class Extreme(Tame):
    """Draws values of numbers at the edges, which go on from step to step as they are."""

    def constant(self, wanted: str) -> Value:
        if wanted == REAL and self.reals and self.draw(st.booleans()):
            return Constant(self.one(REAL_EDGES))
        return Constant(self.one(WHOLE_EDGES))

    def probability(self, scope: Scope, depth: int) -> Value:
        return Constant(self.one((1e-21, 1e-300, 0.5, 1.0)))

    def within(self, value: Value, of: str) -> Value:
        return value if self.draw(st.booleans()) else super().within(value, of)
