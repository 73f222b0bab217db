"""`compare` on domains that differ in one known way."""

from __future__ import annotations

from typing import Any

import pytest

from relgym.catalogue.domains import spec
from relgym.data import compare
from relgym.data.learning import comparison
from relgym.errors import RelgymError
from relgym.planning.plan import Plan
from relgym.read.pddl.domain import read_domain
from relgym.read.source import Text

TRUE = """(define (domain walk) (:requirements :strips :negative-preconditions :probabilistic-effects)
  (:predicates (at ?x) (road ?x ?y) (wet))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)))))"""
PROBLEM = Text(
    """(define (problem p) (:domain walk) (:objects a b c)
    (:init (at a) (road a b) (road b c) (road c a)) (:goal (at c)))"""
)


def changed(old: str, new: str) -> Text:
    assert old in TRUE
    return Text(TRUE.replace(old, new))


def test_equal_domains_are_exact_whatever_their_names() -> None:
    found = compare(Text(TRUE), changed("(domain walk)", "(domain other)"), PROBLEM)
    assert found.exact
    assert (found.precision, found.recall, found.effects) == (1.0, 1.0, 1.0)
    assert (found.plans, found.carried, found.plans_back, found.carried_back) == (1, 1, 1, 1)
    assert found.differences == ()


def test_an_interrupt_keeps_the_counts_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, compared = compare(Text(TRUE), Text(TRUE), PROBLEM), comparison._compare_states

    def interrupted(*given: Any) -> None:
        compared(*given)
        if given[-1].found.problems:
            raise KeyboardInterrupt

    monkeypatch.setattr(comparison, "_compare_states", interrupted)
    found = compare(Text(TRUE), Text(TRUE), [PROBLEM, PROBLEM, PROBLEM])
    assert (found.interrupted, found.problems, found.plans) == (True, 1, whole.plans)
    assert found.states > whole.states


def test_an_interrupt_of_a_planner_ends_the_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "plan", lambda *given, **more: Plan("limit", interrupted=True))
    found = compare(Text(TRUE), Text(TRUE), [PROBLEM, PROBLEM])
    assert (found.interrupted, found.problems, found.plans) == (True, 0, 0)


def test_a_bold_domain_lacks_precision() -> None:
    found = compare(Text(TRUE), changed("(and (at ?x) (road ?x ?y))", "(at ?x)"), [PROBLEM])
    # One of three roads is there.
    assert found.precision == pytest.approx(1 / 3)
    assert (found.recall, found.effects) == (1.0, 1.0)
    assert (found.carried, found.carried_back) == (1, 0)
    assert any("does not carry over" in text for text in found.differences)


def test_a_careful_domain_lacks_recall() -> None:
    both_ways = Text(PROBLEM.replace("(road a b)", "(road a b) (road b a)"))
    found = compare(Text(TRUE), changed("(road ?x ?y)) :e", "(road ?x ?y) (road ?y ?x)) :e"), both_ways)
    assert found.precision == 1.0
    assert found.recall is not None
    assert 0 < found.recall < 1
    assert (found.plans, found.carried) == (1, 0)


def test_wrong_effects_are_seen_though_a_predicate_is_static_in_one_domain() -> None:
    found = compare(Text(TRUE), changed("(not (at ?x))", "(not (at ?x)) (wet)"), PROBLEM)
    assert (found.precision, found.recall) == (1.0, 1.0)
    # Once it is wet, both do the same.
    assert found.effects is not None
    assert 0 < found.effects < 1
    assert not found.exact


def test_probabilities_count_as_effects() -> None:
    random = changed("(and (at ?y) (not (at ?x)))", "(probabilistic 1/2 (and (at ?y) (not (at ?x))))")
    other = changed("(and (at ?y) (not (at ?x)))", "(probabilistic 1/3 (and (at ?y) (not (at ?x))))")
    assert compare(random, random, PROBLEM, plans=False).effects == 1.0
    found = compare(random, other, PROBLEM, plans=False)
    assert found.effects == 0.0
    assert found.deviation == pytest.approx(1 / 6)
    assert compare(random, other, PROBLEM, plans=False, tolerance=0.2).effects == 1.0


def test_nothing_to_compare_is_not_exact() -> None:
    never = changed("(and (at ?x) (road ?x ?y))", "(and (wet) (at ?x))")
    found = compare(never, never, PROBLEM, plans=False)
    assert (found.precision, found.recall, found.effects, found.exact) == (None, None, None, False)


def test_numeric_effects_count() -> None:
    item = spec("fuel-transport")
    first = read_domain(item.domain)
    assert compare(first, first, item.problems("train")[0], states=10, plans=False).exact


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(RelgymError, match="there are no problems"):
        compare(Text(TRUE), Text(TRUE), [])
    with pytest.raises(RelgymError, match="the second domain cannot be 7"):
        compare(Text(TRUE), 7, PROBLEM)  # type: ignore[arg-type]
    with pytest.raises(RelgymError, match="a problem cannot be 7"):
        compare(Text(TRUE), Text(TRUE), [7])  # type: ignore[list-item]
    with pytest.raises(RelgymError, match="tolerance cannot be 2"):
        compare(Text(TRUE), Text(TRUE), PROBLEM, tolerance=2)
    with pytest.raises(RelgymError, match="states cannot be 0"):
        compare(Text(TRUE), Text(TRUE), PROBLEM, states=0)
