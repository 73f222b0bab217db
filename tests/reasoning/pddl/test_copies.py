"""Copies and pickles of reasoners have engines of their own, and answer as the originals do."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

import relgym

ROAD = """(define (domain road) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
TOWN = """(define (problem town) (:domain road) (:objects a b c)
  (:init (at a) (road a b) (road b a) (road b c)) (:goal (at c)))"""
LAMP = """domain lamp {
  pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
  cpfs { lit' = lit ~= press; };
  reward = lit';
  action-preconditions { press => ~lit; };
}"""
DARK = "instance dark { domain = lamp; horizon = 5; }"


def pickled(reasoner: Any) -> Any:
    return pickle.loads(pickle.dumps(reasoner))


copies = pytest.mark.parametrize("copied", [copy, deepcopy, pickled])


@copies
def test_each_stands_where_it_was_asked(backend: str, copied: Callable[[Any], Any]) -> None:
    limits = relgym.Limits(seconds=77)
    with relgym.Reasoner(relgym.load(ROAD, TOWN), backend, limits) as reasoner:
        start = reasoner.initial_state
        after = reasoner.successor(start, "(go a b)")
        assert reasoner.holds(after, "(at b)")
        with copied(reasoner) as other:
            assert (other.engine.name, other.engine.limits) == (backend, limits)
            for _ in range(2):
                assert [*map(str, other.valid_actions(start))] == ["(go a b)"]
                assert [*map(str, reasoner.valid_actions(after))] == ["(go b a)", "(go b c)"]
        assert [*map(str, reasoner.valid_actions(start))] == ["(go a b)"]


@copies
def test_reasoners_of_rddl(backend: str, copied: Callable[[Any], Any]) -> None:
    with relgym.Reasoner(relgym.load(LAMP, DARK), backend=backend) as reasoner:
        start = reasoner.initial_state
        after = reasoner.successor(start, {"press": True})
        with copied(reasoner) as other:
            assert other.valid_actions(start) == [{}, {"press": True}]
            assert other.valid_actions(after) == [{}]
            assert other.successor(start, {"press": True}) == after
        assert reasoner.valid_actions(after) == [{}]
