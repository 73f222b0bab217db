"""Long bodies are divided into a chain of short rules for clingo, which changes no answer."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from backends.programs import World, X, Y, Z, anything, derived, fluent, rule, where, without
from backends.test_interface_random import EFFECT, QUERY, programs, states
from backends.toy import Toy
from hypothesis import HealthCheck, given, settings

from relgym.translate.asp import program as asp
from relgym.translate.asp import rules as asp_rules

link, open_ = fluent("link", 2), fluent("open", 1)
reach, lonely = derived("reach", 2), derived("lonely", 1)


@pytest.fixture(params=["clingo"])
def backend(backend: str) -> str:
    """Only this engine."""
    return backend


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(programs(), states())
def test_rules_of_two_goals_answer_like_whole_ones(backend, drawn, visited):
    world, heads, later = drawn
    oracle = Toy()
    oracle.load(world.program, world.vocabulary)
    oracle.define(later)
    # Sums are divided when the rules are written, which is when they are asked for.
    with patch.object(asp_rules, "CLAUSE_GOALS_LIMIT", 2), patch.object(asp, "INLINE_FLUENTS_LIMIT", 0):
        engine = world.start(backend)
        engine.define(later)
        for each in (oracle, engine):
            each.move_to(world.state(visited[0], g=visited[1]))
        asked = [*heads, QUERY]
        assert world.ask_all(engine, asked) == world.ask_all(oracle, asked)
        assert world.ask(engine, EFFECT, "a") == world.ask(oracle, EFFECT, "a")
    engine.close()


def test_parts_of_a_recursive_rule_are_not_used_to_say_what_a_negation_is_called_with(start):
    """Otherwise the negation would be part of the recursion."""
    rules = [
        rule(reach(X, Y), link(X, Y)),
        rule(reach(X, Y), reach(X, Z), open_(Z), where(X, "!=", Z), link(Z, Y), without(link(Y, Z), open_(Y))),
        rule(lonely(X), anything(X), without(reach(X, Y), where(X, "!=", Y))),
    ]
    world = World("a b c d", rules, fluents=[link, open_])
    with patch.object(asp_rules, "CLAUSE_GOALS_LIMIT", 2):
        engine = start(world)
    engine.move_to(world.state("link a b, link b c, link c d, link d c, open b, open c, open d"))
    assert world.ask(engine, reach) == {"a b", "a c", "b c", "c d", "d c"}
    assert world.ask(engine, lonely) == set()
