"""Objects, :init, goal and metric of a problem."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from relgym.errors import ModelError, RelgymWarning, UnsupportedFeature
from relgym.model.numeric import Arithmetic, FluentValue, Number
from relgym.model.pddl.domain import Typed
from relgym.model.pddl.effects import NO_CHANGE, Add, All, Assign, Probabilistic
from relgym.model.pddl.formulas import FALSE, TRUE, ground
from relgym.model.pddl.problem import Metric, Problem
from relgym.model.terms import Object
from relgym.read.loading import load
from relgym.read.pddl.loading import read_domain, read_problem

pytestmark = pytest.mark.filterwarnings("error::relgym.errors.RelgymWarning")

DOMAIN = """(define (domain d)
  (:requirements :adl :numeric-fluents :derived-predicates :mdp)
  (:types a b - u v)
  (:constants k - a)
  (:predicates (p) (q ?x - u) (r ?x - u ?y) (d ?x))
  (:functions (f ?x - u) (g) (total-cost))
  (:derived (d ?x) (r ?x ?x)))"""


def problem(*sections: str, init: str = "(:init)", goal: str = "(:goal (p))") -> Problem:
    text = f"(define (problem one) (:domain d) {' '.join(sections)} {init} {goal})"
    return read_problem(text, read_domain(DOMAIN))


def test_objects_of_several_types_and_none() -> None:
    with pytest.warns(RelgymWarning, match="'x' is declared with the unrelated types a and v"):
        read = problem("(:objects x y - a z - (either a v) x - v w)")
    assert read.objects == (
        Typed(Object("x"), ("a",)),
        Typed(Object("y"), ("a",)),
        Typed(Object("z"), ("a", "v")),
        Typed(Object("x"), ("v",)),
        Typed(Object("w"), ("object",)),
    )


def test_an_object_declared_twice_is_of_all_its_types() -> None:
    with pytest.warns(RelgymWarning, match="unrelated types v and a"):
        read = problem("(:objects x - v x - a)", init="(:init (q x))")
    assert read.init == (ground("q", "x"),)


def test_sections_in_any_order() -> None:
    read = read_problem(
        "(define (problem one) (:goal (q x)) (:init (q x)) (:objects x - a) (:domain D) (:requirements :typing))",
        read_domain(DOMAIN),
    )
    assert (read.init, read.goal, read.requirements) == ((ground("q", "x"),), ground("q", "x"), (":typing",))


def test_init_holds_each_atom_once_in_order() -> None:
    read = problem("(:objects X - a)", init="(:init (q x) (p) (Q K) (q X) (r x k))")
    assert read.init == (ground("q", "x"), ground("p"), ground("q", "k"), ground("r", "x", "k"))


def test_init_may_be_wrapped_in_and() -> None:
    assert problem(init="(:init (and (p) (q k)))").init == (ground("p"), ground("q", "k"))


def test_a_negation_in_init_is_no_fact_but_is_checked() -> None:
    assert problem(init="(:init (not (p)) (not (q k)))").init == ()
    with pytest.raises(ModelError, match="unknown object 'kk'"):
        problem(init="(:init (not (q kk)))")


def test_values() -> None:
    read = problem(init="(:init (= (f k) 2.50) (= g -3) (= (total-cost) 0))")
    assert read.values == (
        (FluentValue("f", (Object("k"),)), Fraction(5, 2)),
        (FluentValue("g"), -3),
        (FluentValue("total-cost"), 0),
    )


def test_chances() -> None:
    half = Fraction(1, 2)
    read = problem(
        init="(:init (p) (probabilistic 0.5 (and (q k) (= (g) 1)) 0.25 (not (q k)))"
        " (probabilistic 0.5 (probabilistic 0.5 (q k))))"
    )
    assert read.init == (ground("p"),)
    assert read.chances == (
        Probabilistic(
            (
                (half, All((Add(ground("q", "k")), Assign("assign", FluentValue("g"), Number(1))))),
                (Fraction(1, 4), NO_CHANGE),
            )
        ),
        Probabilistic(((half, Probabilistic(((half, Add(ground("q", "k"))),))),)),
    )


def test_oneof_in_init() -> None:
    with pytest.warns(RelgymWarning) as caught:
        read = problem(init="(:init (oneof (p) (q k)))")
    assert "equally likely" in str(caught[0].message)
    assert read.chances == (
        Probabilistic(((Fraction(1, 2), Add(ground("p"))), (Fraction(1, 2), Add(ground("q", "k"))))),
    )


@pytest.mark.parametrize("fact", ["(d k)", "(probabilistic 0.5 (d k))", "(not (d k))"])
def test_derived_atoms_are_refused_everywhere_in_init(fact: str) -> None:
    with pytest.raises(ModelError, match="derived"):
        problem(init=f"(:init {fact})")


@pytest.mark.parametrize("fact", ["(at 5 (p))", "(at 0.5 (not (p)))", "(unknown (p))", "(or (p) (q k))"])
def test_unsupported_facts(fact: str) -> None:
    with pytest.raises(UnsupportedFeature):
        problem(init=f"(:init {fact})")


def test_goal_of_every_kind() -> None:
    assert str(problem(goal="(:goal (forall (?x - a) (or (q ?x) (d ?x) (> (f ?x) 1))))").goal) == (
        "(forall (?x - a) (or (q ?x) (d ?x) (> (f ?x) 1)))"
    )
    assert problem(goal="(:goal ())").goal == problem(goal="(:goal (and))").goal == TRUE


def test_a_missing_goal_is_never_reached() -> None:
    with pytest.warns(RelgymWarning, match="no :goal"):
        assert problem(goal="").goal == FALSE


def test_a_missing_domain_is_warned_of() -> None:
    with pytest.warns(RelgymWarning, match="does not name its domain"):
        read = read_problem("(define (problem one) (:init) (:goal (p)))", read_domain(DOMAIN))
    assert read.domain == "d"


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("minimize (total-time)", Metric("minimize", FluentValue("total-time"))),
        ("maximize reward", Metric("maximize", FluentValue("reward"))),
        ("maximize (goal-achieved)", Metric("maximize", FluentValue("goal-achieved"))),
        (
            "minimize (+ (* 2 (total-time)) (g))",
            Metric(
                "minimize",
                Arithmetic("+", (Arithmetic("*", (Number(2), FluentValue("total-time"))), FluentValue("g"))),
            ),
        ),
    ],
)
def test_metric(text: str, metric: Metric) -> None:
    assert problem(f"(:metric {text})").metric == metric


def test_what_a_metric_speaks_of_is_known_to_it_alone() -> None:
    with pytest.raises(ModelError, match="unknown function 'total-time'"):
        problem("(:metric minimize (total-time))", goal="(:goal (> (total-time) 3))")


def test_goal_reward() -> None:
    assert problem("(:goal-reward 100)").goal_reward == Number(100)


def test_the_length_of_pddl_1_2_is_passed_over() -> None:
    assert problem("(:length (:serial 3) (:parallel 2))") == problem()


def test_requirements_of_the_domain_count_for_the_problem() -> None:
    domain = read_domain("(define (domain d) (:requirements :strips) (:predicates (p)))")
    text = "(define (problem one) (:domain d) {} (:init) (:goal (not (p))))"
    read_problem(text.format("(:requirements :negative-preconditions)"), domain)
    with pytest.warns(RelgymWarning, match=":negative-preconditions"):
        read_problem(text.format(""), domain)


def test_the_model_has_nothing_of_the_reader_in_it() -> None:
    text = (
        "(define (problem one) (:domain d) (:objects x - a)"
        " (:init (q x) (r x x) (= (f x) 1) (probabilistic 0.5 (p)))"
        " (:goal (q x)) (:metric minimize (+ (total-time) (g))))"
    )
    assert b"relgym.read" not in pickle.dumps(load(DOMAIN, text))
