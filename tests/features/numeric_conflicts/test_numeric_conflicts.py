"""Two different values for one fluent, or a value beside an increase, make an action invalid; increases add up."""

import numpy as np
import pytest
from features.conftest import Open
from features.shown import after, values

import relgym
from relgym import Reasoner
from relgym.errors import InvalidAction


def test_two_different_values(r: Reasoner) -> None:
    assert not r.is_valid(r.initial_state, "(two-values a b)")
    with pytest.raises(InvalidAction, match="or its numeric effects cannot be carried out"):
        after(r, "(two-values a b)")
    why = r.explain(r.initial_state, "(two-values a b)")
    assert "(count) is changed in two ways: one effect assigns 2, another assigns 3" in str(why)


def test_the_same_value_twice_is_no_conflict(r: Reasoner) -> None:
    assert values(after(r, "(two-values a c)"))["(count)"] == 2
    assert values(after(r, "(two-values b b)"))["(count)"] == 3
    valid = {str(action) for action in r.valid_actions(r.initial_state) if action.name == "two-values"}
    assert valid == {f"(two-values {v} {w})" for v, w in ("aa", "ac", "ca", "cc", "bb")}


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("(value-and-increase)", "one effect assigns 1, another adds 1"),
        ("(factor-and-increase)", "one effect multiplies by 2, another adds 1"),
    ],
)
def test_different_kinds_of_effects_on_one_fluent(r: Reasoner, action: str, reason: str) -> None:
    assert action not in map(str, r.valid_actions(r.initial_state))
    with pytest.raises(InvalidAction):
        after(r, action)
    with pytest.raises(InvalidAction):
        r.outcomes(r.initial_state, action)
    assert reason in str(r.explain(r.initial_state, action))


def test_only_effects_that_fire_can_conflict(r: Reasoner) -> None:
    with pytest.raises(InvalidAction):
        after(r, "(last)")
    assert "one effect assigns 2, another assigns 3" in str(r.explain(r.initial_state, "(last)"))
    assert values(after(r, "(against a)", "(last)"))["(count)"] == 3


def test_increases_add_up(r: Reasoner) -> None:
    tally = after(r, "(tally)")
    assert values(tally)["(count)"] == 15
    assert r.goal(tally)


def test_the_reasoner_works_on_after_an_error(r: Reasoner) -> None:
    with pytest.raises(InvalidAction):
        after(r, "(value-and-increase)")
    assert values(after(r, "(against b)", "(tally)"))["(count)"] == 12


HEAD = """(define (domain d) (:requirements :adl :typing :fluents :probabilistic-effects) (:types t)
  (:predicates (p ?x - t)) (:functions (f ?x - t) (n))"""
PROBLEM = """(define (problem q) (:domain d) (:objects a b - t)
  (:init (p a) (= (f a) 1) (= (f b) 7) (= (n) 0)) (:goal (p b)))"""


@pytest.mark.parametrize(
    ("effect", "valid"),
    [
        ("(and (assign (f ?x) 1) (assign (f ?y) 2))", ["a b", "b a"]),
        ("(and (assign (f ?x) 1) (assign (f ?y) 1))", ["a a", "a b", "b a", "b b"]),
        ("(and (assign (f ?x) (+ (f ?x) 1)) (assign (f ?y) (+ (f ?y) 1)))", ["a a", "a b", "b a", "b b"]),
        ("(and (when (p ?x) (assign (n) 1)) (when (not (p ?x)) (assign (n) 2)))", ["a a", "a b", "b a", "b b"]),
        ("(and (when (p ?x) (assign (n) 1)) (when (p ?y) (increase (n) 2)))", ["a b", "b a", "b b"]),
        ("(and (assign (n) (f ?x)) (forall (?z - t) (when (p ?z) (assign (n) (f ?z)))))", ["a a", "a b"]),
        ("(and (forall (?z - t) (assign (f ?z) 3)) (assign (f ?x) (f ?y)))", []),
        ("(forall (?z - t) (assign (f ?z) (f ?x)))", ["a a", "a b", "b a", "b b"]),
        ("(forall (?z - t) (assign (f ?x) (f ?z)))", []),
        ("(forall (?x - t) (when (exists (?x - t) (p ?x)) (assign (n) (f ?y))))", ["a a", "a b", "b a", "b b"]),
        ("(probabilistic 1/2 (assign (n) 1) 1/2 (assign (n) 2))", ["a a", "a b", "b a", "b b"]),
        ("(and (probabilistic 1/2 (assign (n) 1)) (probabilistic 1/2 (assign (n) 2)))", []),
        ("(and (probabilistic 1/2 (assign (n) 1) 0 (assign (n) 3)) (assign (n) 1))", ["a a", "a b", "b a", "b b"]),
        ("(forall (?z - t) (probabilistic 1/2 (assign (n) 1) 1/2 (assign (n) 2)))", []),
        ("(forall (?z - t) (probabilistic 1/2 (assign (f ?z) 1) 1/2 (assign (f ?z) 2)))", ["a a", "a b", "b a", "b b"]),
    ],
)
def test_where_effects_contradict_each_other(open_reasoner: Open, effect: str, valid: list[str]) -> None:
    """They do in any outcome that may happen, on the same objects, where all conditions hold, with different values."""
    domain = f"{HEAD} (:action go :parameters (?x ?y - t) :effect {effect}))"
    r = open_reasoner(PROBLEM, domain)
    state = r.initial_state
    assert [str(action) for action in r.valid_actions(state)] == [f"(go {names})" for names in valid]
    for names in ("a a", "a b", "b a", "b b"):
        action = f"(go {names})"
        assert r.explain(state, action).holds is (names in valid)
        if names in valid:
            assert sum(outcome.probability for outcome in r.outcomes(state, action)) == pytest.approx(1)


def test_walkers_and_batches_say_the_same() -> None:
    domain = f"""{HEAD}
      (:action go :parameters (?x ?y - t) :effect (and (assign (n) (f ?x)) (when (p ?y) (assign (n) (f ?y)))))
      (:action turn :parameters (?x - t) :effect (and (p ?x) (assign (f ?x) (+ (f ?x) 6)))))"""
    task = relgym.load(domain, PROBLEM)
    reasoner, walker, batch = Reasoner(task), relgym.Simulator(Reasoner(task)), relgym.batch(task, 1)
    state = reasoner.initial_state
    names = batch.task.actions[0]
    for action in ("(turn a)", "(turn b)", "(go b b)", "(turn a)"):
        valid = [str(each) for each in reasoner.valid_actions(state)]
        assert [str(each) for each in walker.valid_actions()] == valid
        assert {str(names[number]) for number in np.flatnonzero(batch.valid[:, 0]).tolist()} == {*valid}
        state = reasoner.successor(state, action)
        walker.step(action)
        batch.step([next(number for number, each in names.items() if str(each) == action)])
