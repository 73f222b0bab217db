"""Random small RDDL domains that mean something: most of their values can be computed, and stay small.

What `write.rddl_models` draws is only to be written and read. Here probabilities are such, numbers are kept near 0 from
step to step, and whatever is divided by may be 0 only now and then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter
from write.rddl_models import Drawn, Names, Scope, Values, names, variables

from relgym.model.equations import Values as Numbers
from relgym.model.rddl import COMPUTED, Cpf, Declaration, Instance, ItemType, Kind, Plain, Process, Setting
from relgym.model.rddl_expressions import (
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
from relgym.model.terms import Object, Variable
from relgym.read.rddl_functions import DISTRIBUTIONS, DRAWN, MATRICES, WHOLE

LARGEST = 20
"""What is further from 0 does not go on from step to step."""

GIVEN = (Kind.NON, Kind.STATE, Kind.ACTION)
KINDS = (Kind.STATE, Kind.ACTION, Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED, Kind.NON, Kind.STATE)
STEADY = frozenset({Kind.STATE, Kind.NON})
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
class Play:
    """A process, an instance, and what is done in it: numbers that decide actions and draws of each step."""

    process: Process
    instance: Instance
    seeds: tuple[int, ...]

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        # The process stands in the notes of a failing test, as RDDL.
        printer.text(f"Play(seeds={self.seeds})")


@st.composite
def plays(draw: Drawn, reals: bool) -> Play:
    """A process, an instance and three steps; without `reals` there are only truth values, whole numbers and items."""
    pool = iter(draw(st.lists(names, min_size=32, max_size=32, unique=True)))
    objects = {next(pool): tuple(Object(next(pool)) for _ in range(draw(st.integers(1, 3)))) for _ in range(2)}
    values = tuple(Object(f"@{next(pool)}") for _ in range(draw(st.integers(1, 3))))
    enumerated = ItemType(next(pool), values)
    types = (enumerated, *(ItemType(name) for name in objects))
    items = {enumerated.name: values, **objects}
    kinds = [*GIVEN, *draw(st.lists(st.sampled_from(KINDS), max_size=5))]
    ranges = (BOOL, INT, BOOL, *([REAL] * reals), *items)
    fluents = tuple(_declaration(draw, next(pool), kind, ranges, items) for kind in kinds)
    every = Tame(draw, Names(types, items, fluents), reals)
    cpfs = _cpfs(every)
    primed = frozenset(item.name for item in fluents if item.kind is Kind.STATE)

    def formulas(*kinds: Kind) -> tuple[Value, ...]:
        source = _speaking(every, [item for item in fluents if item.kind in kinds], sure=True)
        return tuple(source.of(BOOL, {}, 3) for _ in range(draw(st.integers(0, 2))))

    process = Process(
        next(pool),
        (),
        types,
        fluents,
        cpfs,
        _speaking(every, fluents, primed).of(REAL if reals else INT, {}, 3),
        preconditions=formulas(*GIVEN),
        constraints=formulas(*GIVEN),
        invariants=formulas(*STEADY),
        termination=formulas(*STEADY),
    )
    instance = Instance(
        next(pool),
        process.name,
        tuple(objects.items()),
        constants=_settings(draw, fluents, Kind.NON, items),
        start=_settings(draw, fluents, Kind.STATE, items),
        most_actions=None,
        horizon=3,
        discount=1.0,
    )
    return Play(process, instance, tuple(draw(st.integers(0, 999)) for _ in range(3)))


def actions(play: Play, items: Mapping[str, Sequence[object]], rng: Random) -> tuple[Numbers, ...]:
    """Any values for all action-fluents."""
    found: list[Numbers] = []
    for fluent in play.process.fluents:
        if fluent.kind is Kind.ACTION:
            count = 1
            for of in fluent.parameters:
                count *= len(items[of])
            values = [_number(fluent.range, items, rng) for _ in range(count)]
            found.append(values if fluent.parameters else values[0])
    return tuple(found)


def _number(of: str, items: Mapping[str, Sequence[object]], rng: Random) -> bool | int | float:
    match of:
        case "bool":
            return rng.random() < 0.5
        case "int":
            return rng.randint(-3, 5)
        case "real":
            return rng.choice((0.0, 1.0, -0.5, rng.uniform(-3, 5)))
        case _:
            return rng.randrange(len(items[of]))


def uniforms(count: int, rng: Random) -> list[float]:
    """Numbers in [0, 1), and every now and then one where a share begins."""
    return [rng.choice((rng.random(), rng.random(), 0.0, 0.25, 0.5, 0.75)) for _ in range(count)]


def _declaration(
    draw: Drawn, name: str, kind: Kind, ranges: Sequence[str], items: Mapping[str, tuple[Object, ...]]
) -> Declaration:
    parameters = tuple(draw(st.lists(st.sampled_from(list(items)), max_size=2)))
    of = draw(st.sampled_from(ranges))
    default = None if kind in COMPUTED - {Kind.STATE} else _plain(draw, of, items)
    return Declaration(name, kind, parameters, of, default)


def _plain(draw: Drawn, of: str, items: Mapping[str, tuple[Object, ...]]) -> Plain:
    match of:
        case "bool":
            return draw(st.booleans())
        case "int":
            return draw(st.sampled_from([0, 1, 2, 3, -1]))
        case "real":
            return draw(st.sampled_from([0.0, 0.5, 1.0, -2.5, 3.0]))
        case _:
            return draw(st.sampled_from(items[of]))


def _settings(
    draw: Drawn, fluents: Sequence[Declaration], kind: Kind, items: Mapping[str, tuple[Object, ...]]
) -> tuple[Setting, ...]:
    found: dict[tuple[str, tuple[Object, ...]], Setting] = {}
    among = [item for item in fluents if item.kind is kind]
    for item in draw(st.lists(st.sampled_from(among), max_size=5)):
        row = tuple(draw(st.sampled_from(items[of])) for of in item.parameters)
        found[item.name, row] = Setting(item.name, row, _plain(draw, item.range, items))
    return tuple(found.values())


def _speaking(
    source: Tame, fluents: Sequence[Declaration], primed: frozenset[str] = frozenset(), sure: bool = False
) -> Tame:
    """The same, speaking of other fluents."""
    return replace(source, names=replace(source.names, fluents=tuple(fluents), primed=primed), sure=sure)


def _cpfs(every: Tame) -> tuple[Cpf, ...]:
    """In any order, though each reads only those that were drawn before it."""
    draw, fluents = every.draw, every.names.fluents
    known = [item for item in fluents if item.kind in GIVEN]
    primed: set[str] = set()
    found = []
    for item in draw(st.permutations([item for item in fluents if item.kind in COMPUTED])):
        count = len(item.parameters)
        chosen = draw(st.lists(variables, min_size=count, max_size=count, unique=True))
        head = tuple(Variable(name, (of,)) for name, of in zip(chosen, item.parameters, strict=True))
        derived = item.kind is Kind.DERIVED
        readable = [other for other in known if not derived or other.kind in {*STEADY, Kind.DERIVED}]
        source = _speaking(every, readable, frozenset() if derived else frozenset(primed), sure=derived)
        value = source.of(item.range, {each.name: each for each in head}, 3)
        found.append(Cpf(item.name, head, source.within(value, item.range)))
        if item.kind is Kind.STATE:
            primed.add(item.name)
        else:
            known.append(item)
    return tuple(draw(st.permutations(found)))
