"""The actions that can make a false condition true."""

from __future__ import annotations

import pytest

import relgym

DOMAIN = """(define (domain d) (:requirements :adl :probabilistic-effects :numeric-fluents :derived-predicates)
  (:types place) (:constants shed - place)
  (:predicates (at ?p - place) (road ?p ?q - place) (lit ?p - place) (dry) (key) (far ?p - place) (gone) (both))
  (:functions (fuel))
  (:derived (far ?p - place) (not (at ?p)))
  (:action go :parameters (?p ?q - place) :precondition (and (at ?p) (road ?p ?q))
    :effect (and (not (at ?p)) (at ?q)))
  (:action flash :parameters (?p - place) :effect (forall (?p - place) (when (road ?p shed) (lit ?p))))
  (:action light :parameters (?p - place) :precondition (key) :effect (lit ?p))
  (:action rain :effect (probabilistic 1/4 (not (dry))))
  (:action find :parameters (?p - place) :precondition (and (at ?p) (not (key))) :effect (probabilistic 1 (key)))
  (:action burn :precondition (>= (fuel) 9) :effect (gone))
  (:action spend :effect (and (gone) (decrease (spare) 1)))
  (:action swap :effect (and (not (both)) (both))))""".replace("(fuel))", "(fuel) (spare))")
PROBLEM = """(define (problem p) (:domain d) (:objects a b c - place)
  (:init (at a) (road a b) (road b c) (road c shed) (dry) (both) (= (fuel) 0)) (:goal (at c)))"""


@pytest.fixture(scope="module")
def reasoner() -> relgym.Reasoner:
    return relgym.Reasoner(relgym.load(DOMAIN, PROBLEM))


@pytest.mark.parametrize(
    ("condition", "lines"),
    [
        ("(at b)", ["made true by (go a b), which is applicable"]),
        ("(at c)", ["made true by (go b c), once (at b) is true"]),
        ("(at a)", ["no action comes near to making it true"]),
        ("(not (at a))", ["made true by (go a b), which is applicable"]),
        # The variable of the effect hides the parameter: any flash lights c.
        (
            "(lit c)",
            [
                *(f"made true by (flash {place}), which is applicable" for place in ("shed", "a", "b", "c")),
                "made true by (light c), once (key) is true",
            ],
        ),
        ("(lit b)", ["made true by (light b), once (key) is true"]),
        ("(not (dry))", ["made true by (rain) by luck, which is applicable"]),
        ("(key)", ["made true by (find a), which is applicable"]),
        # The effect of spend reads a number that has no value.
        ("(gone)", ["made true by (burn), once (>= (fuel) 9) is true"]),
        # What is deleted and added is true.
        ("(not (both))", ["no action comes near to making it true"]),
    ],
)
def test_achievers(reasoner: relgym.Reasoner, condition: str, lines: list[str]) -> None:
    state = reasoner.initial_state
    if condition == "(at a)":
        state = reasoner.successor(state, "(go a b)")
    found = reasoner.explain(state, condition, achievers=True)
    assert [line.strip() for line in str(found).splitlines()[1:]] == lines


def test_achievers_that_are_applicable_achieve(reasoner: relgym.Reasoner) -> None:
    """Each applicable achiever has an outcome in which the condition holds, and no other action has one."""
    state = reasoner.initial_state
    for condition in ("(at b)", "(lit c)", "(lit b)", "(not (dry))", "(key)", "(gone)", "(not (at a))", "(not (both))"):
        found = reasoner.explain(state, condition, achievers=True).to_json()["achievers"]
        achieving = {
            str(action)
            for action in reasoner.valid_actions(state)
            if any(reasoner.holds(outcome.state, condition) for outcome in reasoner.outcomes(state, action))
        }
        assert {each["action"] for each in found if each["valid"]} == achieving, condition


@pytest.mark.parametrize("condition", ["(road b a)", "(far a)", "(> (fuel) 3)"])
def test_other_conditions_have_none(reasoner: relgym.Reasoner, condition: str) -> None:
    found = reasoner.explain(reasoner.initial_state, condition, achievers=True)
    assert "made true" not in str(found).splitlines()[0]
    assert "achievers" not in found.to_json()


def test_a_failing_precondition_leads_to_its_achievers(reasoner: relgym.Reasoner) -> None:
    text = str(reasoner.explain(reasoner.initial_state, "(go b c)", achievers=True))
    assert "    made true by (go a b), which is applicable" in text.splitlines()
    assert "made true by (go a b)" in reasoner.explain(reasoner.initial_state, "(at b)", achievers=True)._repr_html_()
