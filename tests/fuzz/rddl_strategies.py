"""Random small RDDL domains that mean something, and what is done in them.

What `write.rddl_models` draws is only to be written and read. Here most values can be computed, as `rddl_values` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from fuzz.rddl_values import REAL_EDGES, WHOLE_EDGES, Extreme, Tame
from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter
from write.rddl_models import Drawn, Names, names, variables

from relgym.model.rddl.domain import COMPUTED, Cpf, Declaration, Instance, ItemType, Kind, Plain, RDDLDomain, Setting
from relgym.model.rddl.equations import Values as Numbers
from relgym.model.rddl.expressions import (
    BOOL,
    INT,
    REAL,
    Value,
)
from relgym.model.terms import Object, Variable

GIVEN = (Kind.NON, Kind.STATE, Kind.ACTION)
KINDS = (Kind.STATE, Kind.ACTION, Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED, Kind.NON, Kind.STATE)
STEADY = frozenset({Kind.STATE, Kind.NON})


@dataclass(frozen=True)
class Play:
    """A process, an instance, and what is done in it: numbers that decide actions and draws of each step."""

    domain: RDDLDomain
    instance: Instance
    seeds: tuple[int, ...]
    extreme: bool = False

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        # The process stands in the notes of a failing test, as RDDL.
        printer.text(f"Play(seeds={self.seeds})")


@st.composite
def plays(draw: Drawn, reals: bool, extreme: bool = False) -> Play:
    """A process, an instance and three steps.

    Without `reals` there are only truth values, whole numbers and items; with `extreme` numbers are at the edges.
    """
    pool = iter(draw(st.lists(names, min_size=32, max_size=32, unique=True)))
    objects = {next(pool): tuple(Object(next(pool)) for _ in range(draw(st.integers(1, 3)))) for _ in range(2)}
    values = tuple(Object(f"@{next(pool)}") for _ in range(draw(st.integers(1, 3))))
    enumerated = ItemType(next(pool), values)
    types = (enumerated, *(ItemType(name) for name in objects))
    items = {enumerated.name: values, **objects}
    kinds = [*GIVEN, *draw(st.lists(st.sampled_from(KINDS), max_size=5))]
    ranges = (BOOL, INT, BOOL, *([REAL] * reals), *items)
    fluents = tuple(_declaration(draw, next(pool), kind, ranges, items, extreme) for kind in kinds)
    every = (Extreme if extreme else Tame)(draw, Names(types, items, fluents), reals)
    cpfs = _cpfs(every)
    primed = frozenset(item.name for item in fluents if item.kind is Kind.STATE)

    def formulas(*kinds: Kind) -> tuple[Value, ...]:
        source = _speaking(every, [item for item in fluents if item.kind in kinds], sure=True)
        return tuple(source.of(BOOL, {}, 3) for _ in range(draw(st.integers(0, 2))))

    domain = RDDLDomain(
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
        domain,
        tuple(objects.items()),
        constants=_settings(draw, fluents, Kind.NON, items, extreme),
        start=_settings(draw, fluents, Kind.STATE, items, extreme),
        most_actions=None,
        horizon=3,
        discount=1.0,
    )
    return Play(domain, instance, tuple(draw(st.integers(0, 999)) for _ in range(3)), extreme)


def actions(play: Play, items: Mapping[str, Sequence[object]], rng: Random) -> tuple[Numbers, ...]:
    """Any values for all action-fluents."""
    found: list[Numbers] = []
    for fluent in play.domain.fluents:
        if fluent.kind is Kind.ACTION:
            count = 1
            for of in fluent.parameters:
                count *= len(items[of])
            values = [_number(fluent.range, items, rng, play.extreme) for _ in range(count)]
            found.append(values if fluent.parameters else values[0])
    return tuple(found)


def _number(of: str, items: Mapping[str, Sequence[object]], rng: Random, extreme: bool) -> bool | int | float:
    match of:
        case "bool":
            return rng.random() < 0.5
        case "int" if extreme:
            return rng.choice((-1, 1)) * rng.choice(WHOLE_EDGES)
        case "real" if extreme:
            return rng.choice((-1, 1)) * rng.choice(REAL_EDGES)
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
    draw: Drawn,
    name: str,
    kind: Kind,
    ranges: Sequence[str],
    items: Mapping[str, tuple[Object, ...]],
    extreme: bool,
) -> Declaration:
    parameters = tuple(draw(st.lists(st.sampled_from(list(items)), max_size=2)))
    of = draw(st.sampled_from(ranges))
    default = None if kind in COMPUTED - {Kind.STATE} else _plain(draw, of, items, extreme)
    return Declaration(name, kind, parameters, of, default)


def _plain(draw: Drawn, of: str, items: Mapping[str, tuple[Object, ...]], extreme: bool) -> Plain:
    match of:
        case "bool":
            return draw(st.booleans())
        case "int" if extreme:
            return draw(st.sampled_from((1, -1))) * draw(st.sampled_from(WHOLE_EDGES))
        case "real" if extreme:
            return draw(st.sampled_from((1, -1))) * draw(st.sampled_from(REAL_EDGES))
        case "int":
            return draw(st.sampled_from([0, 1, 2, 3, -1]))
        case "real":
            return draw(st.sampled_from([0.0, 0.5, 1.0, -2.5, 3.0]))
        case _:
            return draw(st.sampled_from(items[of]))


def _settings(
    draw: Drawn, fluents: Sequence[Declaration], kind: Kind, items: Mapping[str, tuple[Object, ...]], extreme: bool
) -> tuple[Setting, ...]:
    found: dict[tuple[str, tuple[Object, ...]], Setting] = {}
    among = [item for item in fluents if item.kind is kind]
    for item in draw(st.lists(st.sampled_from(among), max_size=5)):
        row = tuple(draw(st.sampled_from(items[of])) for of in item.parameters)
        found[item.name, row] = Setting(item.name, row, _plain(draw, item.range, items, extreme))
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
