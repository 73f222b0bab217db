"""Random well-typed RDDL processes and instances, for hypothesis: everything that the model can say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from alphabets import ASCII
from hypothesis import strategies as st

from relgym.model.rddl.domain import COMPUTED, Cpf, Declaration, Instance, ItemType, Kind, Plain, RDDLDomain, Setting
from relgym.model.rddl.expressions import (
    BOOL,
    INT,
    NUMBERS,
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
    Matrix,
    Operation,
    Slot,
    Switch,
    Value,
)
from relgym.model.terms import Object, Variable
from relgym.read.rddl.functions import AXES, DISTRIBUTIONS, DRAWN, FUNCTIONS, MATRICES, SAME, VECTORS, WHOLE

Drawn = Callable[[st.SearchStrategy], object]
Item = TypeVar("Item")
Scope = Mapping[str, Variable]

STEADY = frozenset({Kind.STATE, Kind.NON, Kind.PARAMETER})
"""What has a value before a step begins."""

# fmt: off
HOSTILE = [
    "x-1", "e5", "_a", "a_-b", "sum", "max", "case", "default", "otherwise", "then", "else", "row", "col", "reward",
    "domain", "horizon", "level", "real-1", "D1", "forall_", "non-fluents", "cpfs", "types", "objects", "discount",
    "instance", "pvariables", "Discrete_x", "state-fluent", "sum_x", "then_", "terminate-when",
]
# fmt: on

words = st.one_of(
    st.sampled_from(HOSTILE),
    st.from_regex(r"[a-zA-Z][a-zA-Z0-9_]{0,3}(-[a-z0-9]{1,2})?", fullmatch=True, alphabet=ASCII),
)
names = words.filter(
    lambda word: word not in {*DISTRIBUTIONS, *NUMBERS, "object", "true", "false", "if", "switch", "Discrete"}
)
variables = st.sampled_from(["?x", "?y", "?x-1", "?_", "?object"])
whole = st.integers(0, 10**6)
real = st.floats(0, allow_infinity=False, allow_nan=False)


@dataclass(frozen=True)
class Names:
    """What values may speak of: types with their items, and fluents, of which those in `primed` may be so.

    Where they are not to draw, KronDelta is all that is left of distributions.
    """

    types: tuple[ItemType, ...]
    items: Mapping[str, tuple[Object, ...]]
    fluents: tuple[Declaration, ...]
    primed: frozenset[str] = frozenset()
    draws: bool = True


@dataclass(frozen=True)
class Values:
    """Draws values; `names` tells what they may speak of."""

    draw: Drawn
    names: Names

    def one(self, items: Sequence[Item]) -> Item:
        return self.draw(st.sampled_from(items))

    def of(self, wanted: str, scope: Scope, depth: int) -> Value:
        """A value whose range fits the wanted one; it is of just that range, unless it is a number."""
        ways = [self.leaf]
        if depth > 0:
            ways += [self.leaf, self.conditional, self.switch, self.same]
            own = {BOOL: self.logic, INT: self.whole, REAL: self.number}.get(wanted, self.item)
            ways += [own] * 5
        value = self.one(ways)(wanted, scope, depth - 1)
        if not self.names.draws and _draws(value):
            return self.leaf(wanted, scope, depth - 1)
        return value

    def leaf(self, wanted: str, scope: Scope, depth: int) -> Value:
        found = [item for item in self.names.fluents if self.fits(item.range, wanted)]
        if found and depth > -3 and self.draw(st.booleans()):
            return self.fluent(self.one(found), scope, depth)
        match wanted:
            case "bool":
                return Constant(self.draw(st.booleans()))
            case "int":
                return Constant(self.draw(whole))
            case "real":
                return Constant(self.draw(st.one_of(real, whole)))
            case _:
                return self.entry(wanted, scope)

    def fits(self, of: str, wanted: str) -> bool:
        return of == wanted or (of in NUMBERS and wanted in NUMBERS and NUMBERS.index(of) <= NUMBERS.index(wanted))

    def over(self, of: str, scope: Scope) -> list[Variable]:
        return [variable for variable in scope.values() if variable.types == (of,)]

    def fluent(self, declared: Declaration, scope: Scope, depth: int) -> Fluent:
        primed = declared.name in self.names.primed and self.draw(st.booleans())
        return Fluent(declared.name, tuple(self.of(of, scope, depth - 1) for of in declared.parameters), primed)

    def bound(self, scope: Scope, count: int = 1, of: str | None = None) -> tuple[tuple[Variable, ...], Scope]:
        """New variables, which may hide others."""
        chosen = self.draw(st.lists(variables, min_size=count, max_size=count, unique=True))
        types = [of or self.one(list(self.names.items)) for _ in chosen]
        found = tuple(Variable(name, (each,)) for name, each in zip(chosen, types, strict=True))
        return found, {**scope, **{variable.name: variable for variable in found}}

    def conditional(self, wanted: str, scope: Scope, depth: int) -> Value:
        return If(self.of(BOOL, scope, depth), self.of(wanted, scope, depth), self.of(wanted, scope, depth))

    def switch(self, wanted: str, scope: Scope, depth: int) -> Value:
        of = self.one([BOOL, INT, *self.names.items])
        if of == INT:
            # Truth values are numbers, but no number is the label of one.
            subject: Value = Operation("+", (self.of(INT, scope, depth), self.of(INT, scope, depth)))
            labels: list[Value] = [Constant(2), Constant(0), Constant(13)]
        else:
            subject = self.of(of, scope, depth)
            labels = [Constant(True), Constant(False)] if of == BOOL else list(self.names.items[of])
        some = self.draw(st.lists(st.sampled_from(labels), min_size=1, unique=True))
        cases = tuple((label, self.of(wanted, scope, depth)) for label in some)
        return Switch(subject, cases, self.of(wanted, scope, depth))

    def same(self, wanted: str, scope: Scope, depth: int) -> Value:
        return Draw("KronDelta", (self.of(wanted, scope, depth),))

    def logic(self, _: str, scope: Scope, depth: int) -> Value:
        match self.draw(st.integers(0, 6)):
            case 0:
                return Operation("~", (self.of(BOOL, scope, depth),))
            case 1 | 2:
                return self.binary(["^", "|", "=>", "<=>"], BOOL, scope, depth)
            case 3:
                return self.binary(["==", "~=", "<", "<=", ">", ">="], REAL, scope, depth)
            case 4:
                return self.binary(["==", "~="], self.one([BOOL, *self.names.items]), scope, depth)
            case 5:
                return self.aggregate(["forall", "exists"], BOOL, scope, depth)
            case _:
                return Draw("Bernoulli", (self.of(REAL, scope, depth),))

    def whole(self, _: str, scope: Scope, depth: int) -> Value:
        match self.draw(st.integers(0, 6)):
            case 0:
                return Operation(self.one("-+"), (self.of(INT, scope, depth),))
            case 1 | 2:
                return self.binary("+-*", INT, scope, depth)
            case 3:
                return self.aggregate(["sum", "prod", "min", "max"], INT, scope, depth)
            case 4:
                same = [name for name, function in FUNCTIONS.items() if function.range in (INT, SAME)]
                return self.call(self.one(same), INT, scope, depth)
            case 5:
                return self.distributed([name for name, of in DRAWN.items() if of == INT], scope, depth)
            case _:
                return self.vector(["Multinomial"], scope)

    def number(self, _: str, scope: Scope, depth: int) -> Value:
        match self.draw(st.integers(0, 9)):
            case 0:
                return Operation(self.one("-+"), (self.of(REAL, scope, depth),))
            case 1 | 2:
                return self.binary("+-*/", REAL, scope, depth)
            case 3:
                return self.aggregate(["sum", "prod", "avg", "min", "max"], REAL, scope, depth)
            case 4:
                return self.call(self.one(list(FUNCTIONS)), REAL, scope, depth)
            case 5:
                return self.distributed([name for name in DISTRIBUTIONS if name != "KronDelta"], scope, depth)
            case 6:
                of = self.one(list(self.names.items))
                both, inner = self.bound(scope, 2, of)
                return Aggregate("det", both, self.of(REAL, inner, depth))
            case 7:
                axes, inner = self.bound(scope, 2, self.one(list(self.names.items)))
                entry = Matrix(self.one(sorted(MATRICES)), *axes, self.of(REAL, inner, depth))
                return Aggregate("sum", axes, entry)
            case 8:
                return self.vector([name for name in VECTORS if name != "Multinomial"], scope)
            case _:
                return self.external(scope)

    def item(self, wanted: str, scope: Scope, depth: int) -> Value:
        normalised = self.draw(st.booleans())
        match self.draw(st.integers(0, 2)):
            case 0:
                variables, inner = self.bound(scope, 1, wanted)
                return Aggregate(self.one(["argmin", "argmax"]), variables, self.of(REAL, inner, depth))
            case 1:
                [variable], inner = self.bound(scope, 1, wanted)
                return DrawAny(variable, self.of(REAL, inner, depth), normalised)
            case _:
                items = self.draw(st.lists(st.sampled_from(self.names.items[wanted]), min_size=1, unique=True))
                rest = self.one([*items, None]) if normalised else None
                weights = ((each, None if each is rest else self.weight(scope, depth)) for each in items)
                return DrawItem(wanted, tuple(weights), normalised)

    def weight(self, scope: Scope, depth: int) -> Value:
        """Not a number by itself, for such would have to make 1 together."""
        drawn = self.of(REAL, scope, depth)
        return Operation("+", (drawn,)) if isinstance(drawn, Constant) else drawn

    def binary(self, operators: Sequence[str], of: str, scope: Scope, depth: int) -> Value:
        return Operation(self.one(operators), (self.of(of, scope, depth), self.of(of, scope, depth)))

    def aggregate(self, operators: Sequence[str], of: str, scope: Scope, depth: int) -> Value:
        variables, inner = self.bound(scope, self.draw(st.integers(1, 2)))
        return Aggregate(self.one(operators), variables, self.of(of, inner, depth))

    def call(self, name: str, of: str, scope: Scope, depth: int) -> Value:
        return Call(name, self.arguments(name, FUNCTIONS[name].arguments, of, scope, depth))

    def distributed(self, among: Sequence[str], scope: Scope, depth: int) -> Value:
        name = self.one(among)
        return Draw(name, self.arguments(name, DISTRIBUTIONS[name], REAL, scope, depth))

    def arguments(self, name: str, parameters: str, of: str, scope: Scope, depth: int) -> tuple[Value, ...]:
        ranges = (INT if (name, parameter) in WHOLE else of for parameter in parameters.split())
        return tuple(self.of(each, scope, depth) for each in ranges)

    def vector(self, among: Sequence[str], scope: Scope) -> Value:
        """An entry of a random vector, if there are fluents to hand over, else a number."""
        name, of = self.one(among), self.one(list(self.names.items))
        slots = []
        for parameter in VECTORS[name].split():
            wanted = INT if (name, parameter) in WHOLE else REAL
            found = [
                item
                for item in self.names.fluents
                if self.fits(item.range, wanted) and item.parameters.count(of) >= AXES[parameter]
            ]
            if not found:
                return Constant(self.draw(whole))
            slots.append(self.slot(self.one(found), scope, of, AXES[parameter]))
        return DrawVector(name, (self.entry(of, scope),), tuple(slots))

    def slot(self, declared: Declaration, scope: Scope, of: str, axes: int) -> Slot:
        """A fluent with so many of its parameters of a type as axes."""
        places = [place for place, each in enumerate(declared.parameters) if each == of]
        open_ = self.draw(st.permutations(places))[:axes]
        arguments = enumerate(declared.parameters)
        return Slot(declared.name, tuple(None if at in open_ else self.entry(each, scope) for at, each in arguments))

    def entry(self, of: str, scope: Scope) -> Variable | Object:
        return self.one([*self.over(of, scope), *self.names.items[of]])

    def external(self, scope: Scope) -> Value:
        slots = []
        for declared in self.draw(st.lists(st.sampled_from(self.names.fluents), max_size=2)):
            of = self.one([*declared.parameters, ""])
            slots.append(self.slot(declared, scope, of, self.draw(st.integers(0, declared.parameters.count(of)))))
        index = tuple(self.entry(self.one(list(self.names.items)), scope) for _ in range(self.draw(st.integers(0, 2))))
        return External(self.draw(words), index, tuple(slots))


def _draws(value: Value) -> bool:
    match value:
        case Draw("KronDelta"):
            return False
        case _:
            return isinstance(value, Draw | DrawItem | DrawAny | DrawVector)


@st.composite
def plays(draw: Drawn) -> tuple[RDDLDomain, Instance]:
    """A process with cpfs of every kind, and an instance of it."""
    pool = iter(draw(st.lists(names, min_size=32, max_size=32, unique=True)))
    objects = {next(pool): tuple(Object(next(pool)) for _ in range(draw(st.integers(1, 3)))) for _ in range(2)}
    values = tuple(Object(f"@{next(pool)}") for _ in range(3))
    enumerated = ItemType(next(pool), values)
    types = (enumerated, *(ItemType(name) for name in objects))
    items = {enumerated.name: values, **objects}
    kinds = [Kind.NON, Kind.STATE, Kind.ACTION, *draw(st.lists(st.sampled_from(list(Kind)), max_size=5))]
    fluents = tuple(_declaration(draw, next(pool), kind, items) for kind in kinds)
    cpfs = _cpfs(draw, Names(types, items, fluents))
    primed = frozenset(item.name for item in fluents if item.kind is Kind.STATE)
    steady = tuple(item for item in fluents if item.kind in STEADY)
    chosen = tuple(item for item in fluents if item.kind in {*STEADY, Kind.ACTION})

    def formulas(among: tuple[Declaration, ...]) -> tuple[Value, ...]:
        source = Values(draw, Names(types, items, among, draws=False))
        return tuple(source.of(BOOL, {}, 3) for _ in range(draw(st.integers(0, 2))))

    domain = RDDLDomain(
        next(pool),
        tuple(draw(st.lists(words, max_size=3))),
        types,
        fluents,
        cpfs,
        Values(draw, Names(types, items, fluents, primed)).of(REAL, {}, 3),
        preconditions=formulas(chosen),
        constraints=formulas(chosen),
        invariants=formulas(steady),
        termination=formulas(steady),
    )
    return domain, _instance(draw, next(pool), domain, objects, items)


def _declaration(draw: Drawn, name: str, kind: Kind, items: Mapping[str, tuple[Object, ...]]) -> Declaration:
    parameters = tuple(draw(st.lists(st.sampled_from(list(items)), max_size=2)))
    of = draw(st.sampled_from([*NUMBERS, *items]))
    needed = kind is Kind.ACTION or (kind in (Kind.NON, Kind.STATE) and of not in NUMBERS)
    default = _plain(draw, of, kind, items) if needed or draw(st.booleans()) else None
    return Declaration(name, kind, parameters, of, default)


def _plain(draw: Drawn, of: str, kind: Kind, items: Mapping[str, tuple[Object, ...]]) -> Plain:
    match of:
        case "bool":
            return draw(st.booleans())
        case "int":
            return draw(st.one_of(st.integers(), st.booleans()))
        case "real":
            # Infinite numbers are limits, which do not change.
            reals = st.floats(allow_nan=False, allow_infinity=kind is Kind.NON)
            return draw(st.one_of(reals, st.integers(), st.booleans()))
        case _:
            return draw(st.sampled_from(items[of]))


def _cpfs(draw: Drawn, names: Names) -> tuple[Cpf, ...]:
    """In any order, though each reads only those that were drawn before it."""
    known = [item for item in names.fluents if item.kind in {*STEADY, Kind.ACTION}]
    primed: set[str] = set()
    found = []
    for item in draw(st.permutations([item for item in names.fluents if item.kind in COMPUTED])):
        chosen = draw(st.lists(variables, min_size=len(item.parameters), max_size=len(item.parameters), unique=True))
        head = tuple(Variable(name, (of,)) for name, of in zip(chosen, item.parameters, strict=True))
        derived = item.kind is Kind.DERIVED
        readable = tuple(other for other in known if not derived or other.kind in {*STEADY, Kind.DERIVED})
        may_be_primed = frozenset() if derived else frozenset(primed)
        source = Values(draw, Names(names.types, names.items, readable, may_be_primed, draws=not derived))
        found.append(Cpf(item.name, head, source.of(item.range, {each.name: each for each in head}, 3)))
        if item.kind is Kind.STATE:
            primed.add(item.name)
        else:
            known.append(item)
    return tuple(draw(st.permutations(found)))


def _instance(
    draw: Drawn,
    name: str,
    domain: RDDLDomain,
    objects: Mapping[str, tuple[Object, ...]],
    items: Mapping[str, tuple[Object, ...]],
) -> Instance:
    def settings(*kinds: Kind) -> tuple[Setting, ...]:
        among = [item for item in domain.fluents if item.kind in kinds]
        found: dict[tuple[str, tuple[Object, ...]], Setting] = {}
        for item in draw(st.lists(st.sampled_from(among), max_size=5)) if among else ():
            objects = tuple(draw(st.sampled_from(items[of])) for of in item.parameters)
            found[item.name, objects] = Setting(item.name, objects, _plain(draw, item.range, item.kind, items))
        return tuple(found.values())

    steady = tuple(item for item in domain.fluents if item.kind in STEADY)
    source = Values(draw, Names(domain.types, items, steady, draws=False))
    until = source.of(BOOL, {}, 3) if draw(st.booleans()) else None
    return Instance(
        name,
        domain,
        tuple(objects.items()),
        constants=settings(Kind.NON, Kind.PARAMETER),
        start=settings(Kind.STATE),
        most_actions=draw(st.one_of(st.none(), st.integers(1, 100))),
        horizon=draw(st.one_of(st.none(), st.integers(1, 100))) if until is None else None,
        discount=draw(st.floats(0, 1)),
        until=until,
    )
