"""Bounds on joins: never too low, whatever atoms are seen later."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from backends.programs import World, X, Y, Z, anything, derived, fluent, rule, static, where

from relgym.backends.clingo import engine as clingo
from relgym.backends.clingo.size import Most, Sizes
from relgym.model.program import Literal, Row, Rule, Symbol
from relgym.model.terms import Object, Variable

on, clear, road = fluent("on", 2), fluent("clear", 1), static("road", 2)
found, path = derived("found", 2), derived("path", 2)

RULES = [
    rule(found(X, Y), on(X, Y), clear(Y)),
    rule(found(X, Y), clear(X), on(X, Z), on(Z, Y), road(Y, X)),
    rule(found(X, Y), anything(X), anything(Y), anything(Z), where(X, "!=", Z)),
    rule(found(X, X), on(X, X), on("a", X), clear("b")),
    rule(path(X, Y), found(X, Y)),
    rule(path(X, Y), path(X, Z), found(Z, Y), road(X, Z)),
]


def bindings(item: Rule, rows: dict[Symbol, set[Row]], numbers: dict[str, int]) -> int:
    """All bindings of all beginnings of a body, counted by trying everything."""
    several: list[dict[str, int]] = [{}]
    total = 0
    for goal in item.body:
        if isinstance(goal, Literal):
            several = [
                found
                for given, row in product(several, rows[goal.symbol])
                if (found := extended(goal, row, given, numbers))
            ]
            total += len(several)
    return total


def extended(literal: Literal, row: Row, given: dict[str, int], numbers: dict[str, int]) -> dict[str, int] | None:
    known = {**given, **numbers}
    for term, value in zip(literal.terms, row, strict=True):
        assert isinstance(term, Variable | Object)
        if known.setdefault(term.name, value) != value:
            return None
    return known


@pytest.mark.parametrize("seed", range(20))
def test_a_bound_is_never_too_low(seed):
    rng = Random(seed)
    world = World("a b c d", RULES, facts={road: "a b, b a, c c, a d"}, fluents=[on, clear])
    facts = {symbol: set(rows) for symbol, rows in world.program.facts.items()}
    sizes = Sizes(Most(facts), world.program.fluents, 4, world.program.rules)
    facts |= {on.symbol: set(), clear.symbol: set(), found.symbol: set(), path.symbol: set()}
    atoms = [(on.symbol, (x, y)) for x in range(4) for y in range(4)] + [(clear.symbol, (x,)) for x in range(4)]
    rng.shuffle(atoms)
    engine = world.start("sld")
    for symbol, row in atoms:
        sizes.see([(symbol, row)])
        facts[symbol].add(row)
        every = ", ".join(
            " ".join([s.name, *(world.names[n] for n in r)]) for s in (on.symbol, clear.symbol) for r in facts[s]
        )
        engine.move_to(world.state(every))
        for derived_symbol in (found.symbol, path.symbol):
            facts[derived_symbol] = set(engine.answers([derived_symbol])[0])
        for item, bound in sizes.steps().items():
            assert bindings(item, facts, world.numbers) <= bound


def test_rules_that_are_added_count_what_was_seen():
    sizes = Sizes(Most({}), [clear.symbol], 5)
    sizes.see((clear.symbol, (place,)) for place in range(4))
    item = rule(found(X, Y), clear(X), clear(Y))
    sizes.add([item])
    assert sizes.steps()[item] == 4 + 16


def test_the_rules_that_are_watched_follow_the_atoms(monkeypatch):
    monkeypatch.setattr(clingo, "UNWATCHED_BINDINGS_LIMIT", 30)
    world = World("a b c d e", [rule(found(X, Y), clear(X), clear(Y))], fluents=[clear])
    engine = world.start("clingo")
    watched = []
    for count in range(1, 6):
        engine.move_to(world.state(", ".join(f"clear {name}" for name in world.names[:count])))
        assert len(world.ask(engine, found)) == count**2
        watched.append(len(engine._watched))
    assert watched == [0, 0, 0, 0, 1]


def test_many_rules_together_are_too_much(monkeypatch):
    """Each by itself would be grounded without looking at the clock."""
    monkeypatch.setattr(clingo, "UNWATCHED_BINDINGS_LIMIT", 50)
    several = [rule(derived(f"found {place}", 2)(X, Y), clear(X), clear(Y)) for place in range(4)]
    world = World("a b c d", several, fluents=[clear])
    engine = world.start("clingo")
    engine.move_to(world.state("clear a, clear b, clear c, clear d"))
    assert len(world.ask(engine, derived("found 3", 2))) == 16
    assert len(engine._watched) == 2
