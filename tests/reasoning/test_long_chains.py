"""Flat chains of one operator are read and answered at any length, in RDDL and PDDL."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import relgym
from relgym.errors import BackendError, UnsupportedFeature
from relgym.model.rddl.expressions import If, Operation, Value
from relgym.model.rddl.traversal import walk
from relgym.read.rddl.loading import read_domain

TERMS = 3_000
"""Three times as many as Python nests calls."""

WORDS = "m : { state-fluent, int, default = 3 }; k : { state-fluent, int, default = 1 };"
TRUTHS = "u : { state-fluent, bool, default = true }; v : { state-fluent, bool, default = false };"


@lru_cache(maxsize=8)
def loaded(domain: str, problem: str) -> Any:
    """What engines are asked about; it is read once for all of them."""
    return relgym.load(domain, problem)


def reasoner(backend: str, value: str) -> Any:
    domain = f"""domain d {{ pvariables {{ x : {{ state-fluent, real, default = 1 }}; {WORDS} {TRUTHS} }};
      cpfs {{ x' = {value}; m' = m; k' = k; u' = u; v' = v; }}; reward = x; }}"""
    return relgym.Reasoner(loaded(domain, "instance i { domain = d; horizon = 5; }"), backend=backend)


def depth(value: Value) -> int:
    return 1 + max(map(depth, value.operands)) if isinstance(value, Operation) else 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (" + ".join(["m", "k"] * (TERMS // 2)), 2 * TERMS),
        ("m" + " - k + m - k - k" * (TERMS // 4), 3),
        (" * ".join(["k"] * TERMS), 1),
        (f"if ({' ^ '.join(['u', '~v'] * (TERMS // 2))}) then 7 else 5", 7),
        (f"if ({' | '.join(['v', '~u'] * (TERMS // 2))}) then 7 else 5", 5),
    ],
    ids=["sum", "difference", "product", "and", "or"],
)
@pytest.mark.never("clingo", raises=BackendError, reason="it cannot be interrupted while it grounds a long clause")
def test_long_chains_of_rddl(backend: str, value: str, expected: float) -> None:
    asked = reasoner(backend, value)
    assert asked.successor(asked.initial_state, {})["x"] == expected


def branches(count: int, condition: str = "m + k == {0} | m == {0}") -> str:
    """A chain whose first condition that holds is that of 3."""
    return "".join(f"if ({condition.format(n)}) then {n} else " for n in range(count, 0, -1)) + "0"


def test_ten_thousand_branches_are_read() -> None:
    text = (
        f"domain d {{ pvariables {{ {WORDS} }}; cpfs {{ m' = {branches(10_000, 'm == {0}')}; k' = k; }}; reward = 0; }}"
    )
    [branching, _] = read_domain(text).cpfs
    assert sum(isinstance(part, If) for part in walk(branching.value)) == 10_000


def test_the_first_of_a_thousand_branches_that_holds_decides() -> None:
    asked = reasoner("builtin", branches(1_000))
    assert asked.successor(asked.initial_state, {})["x"] == 4


@pytest.mark.parametrize(
    "condition", ["m + k == {0} | m == {0}", "m == {0}", "m > {0} + 3 - k", "~(m ~= {0})", "false"]
)
def test_long_chains_of_branches_are_what_the_first_true_condition_says(backend: str, condition: str) -> None:
    found = []
    for count in (60, 150):
        asked = reasoner(backend, branches(count, condition))
        found.append(asked.successor(asked.initial_state, {})["x"])
    assert found[0] == found[1]


def test_a_condition_behind_the_first_true_one_is_not_computed() -> None:
    chain = "".join(f"if (m == {n}) then {n} else " for n in range(300)) + "if (1 / (m - 3) > 0) then 1 else 0"
    asked = reasoner("builtin", chain)
    assert asked.successor(asked.initial_state, {})["x"] == 3


def test_chains_of_a_thousand_on_every_engine(backend: str) -> None:
    asked = reasoner(backend, " + ".join(["m", "k"] * 500))
    assert asked.successor(asked.initial_state, {})["x"] == 2000


def test_short_chains_stay_as_they_are() -> None:
    value = equation(" + ".join(["m"] * 100))
    assert depth(value) == 99


def test_a_chain_is_written_so_that_it_is_read_as_it_is() -> None:
    value = equation("m" + " - k + m - k - k" * 100)
    assert depth(value) < 15
    assert equation(str(value)) == value


def equation(text: str) -> Value:
    program = reasoner("builtin", text).program
    found: Value
    [found] = [item.value for item in program.equations if str(item.function) == "next:x"]
    return found


@settings(max_examples=30)
@given(
    st.lists(st.sampled_from(["+ m", "- k", "+ (m - k)", "- (k + m)", "+ m * k", "- 7"]), min_size=150, max_size=250)
)
def test_what_is_taken_away_stays_so(links: list[str]) -> None:
    """Whole numbers are exact, so that the order in which they are added does not matter."""
    text = " ".join(["m", *links])
    asked = reasoner("builtin", text)
    assert asked.successor(asked.initial_state, {})["x"] == eval(text, {"m": 3, "k": 1})


@pytest.mark.parametrize(
    "condition",
    [
        f"(and {'(p a) ' * TERMS})",
        f"(and {'(not (q)) ' * TERMS})",
        f"(> (+ {'(f) ' * TERMS}) 3)",
        f"(= (* {'(f) ' * TERMS}) 1)",
        f"(and {'(or (q) (p a)) ' * TERMS})",
        f"(or {'(and (q) (p a)) ' * TERMS} (p a))",
    ],
    ids=["and", "nots", "sum", "product", "and of ors", "or of ands"],
)
def test_long_chains_of_pddl(backend: str, condition: str) -> None:
    domain = f"""(define (domain d) (:requirements :adl :numeric-fluents) (:constants a)
      (:predicates (p ?x) (q)) (:functions (f)) (:action go :precondition {condition} :effect (q)))"""
    problem = "(define (problem x) (:domain d) (:init (p a) (= (f) 1)) (:goal (q)))"
    with relgym.Reasoner(loaded(domain, problem), backend) as asked:
        assert [str(action) for action in asked.valid_actions(asked.initial_state)] == ["(go)"]


def test_a_long_condition_with_parameters_is_divided_without_a_change(backend: str) -> None:
    """Its parts know the same parameters, and those that are bound after the first part, too."""
    domain = f"""(define (domain d) (:requirements :adl) (:predicates (p ?x) (near ?x ?y) (done))
      (:action go :parameters (?x ?y) :precondition (and {"(or (done) (p ?x)) " * 100} (near ?x ?y)
        {"(not (near ?y ?x)) " * 100} {"(exists (?z) (and (near ?y ?z) (not (= ?z ?x)))) " * 100}) :effect (done)))"""
    problem = """(define (problem x) (:domain d) (:objects a b c d)
      (:init (p a) (p b) (near a b) (near b c) (near c b) (near c d) (near b d)) (:goal (done)))"""
    with relgym.Reasoner(loaded(domain, problem), backend) as asked:
        assert [str(action) for action in asked.valid_actions(asked.initial_state)] == ["(go a b)"]


def test_a_comparison_of_thousands_of_different_fluents(backend: str) -> None:
    """Each is defined, and counted once."""
    names = [f"o{number}" for number in range(2_000)]
    sums = [f"(+ {' '.join(f'({f} {name})' for name in names)})" for f in "fg"]
    domain = f"""(define (domain d) (:requirements :adl :numeric-fluents) (:constants {" ".join(names)})
      (:predicates (q)) (:functions (f ?x) (g ?x))
      (:action go :precondition (< {sums[0]} (+ {sums[1]} 2)) :effect (and (q) (increase (f o3) 1)))
      (:action lose :precondition (q) :effect (assign (g o7) 1)))"""
    values = " ".join(f"(= (f {name}) {place % 7})" for place, name in enumerate(names))
    more = " ".join(f"(= (g {name}) {place % 7})" for place, name in enumerate(names) if name != "o7")
    problem = f"(define (problem x) (:domain d) (:init {values} {more}) (:goal (q)))"
    seen = []
    with relgym.Reasoner(loaded(domain, problem), backend) as asked:
        # Nothing is less than a sum of which one number is not known.
        assert asked.valid_actions(asked.initial_state) == []
    known = f"(define (problem x) (:domain d) (:init {values} {more} (= (g o7) 0)) (:goal (q)))"
    with relgym.Reasoner(loaded(domain, known), backend) as asked:
        state = asked.initial_state
        while "(go)" in (valid := [str(action) for action in asked.valid_actions(state)]):
            seen.append(valid)
            state = asked.successor(state, "(go)")
        assert len(seen) == 2
        assert [str(action) for action in asked.valid_actions(asked.successor(state, "(lose)"))] == ["(go)", "(lose)"]


def test_clingo_refuses_a_comparison_that_it_cannot_ground_in_time() -> None:
    names = [f"o{number}" for number in range(3_001)]
    domain = f"""(define (domain d) (:requirements :adl :numeric-fluents) (:constants {" ".join(names)})
      (:predicates (q)) (:functions (f ?x ?y)) (:action go :parameters (?x)
        :precondition (> (+ {" ".join(f"(f ?x {name})" for name in names)}) 3) :effect (q)))"""
    task = relgym.load(domain, "(define (problem x) (:domain d) (:init) (:goal (q)))")
    with pytest.raises(UnsupportedFeature, match=r"3,001 different fluents[^$]*at most 3,000[^$]*'builtin' or 'swipl'"):
        relgym.Reasoner(task, "clingo")
