"""Explanations word for word, on every engine."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest

from relgym import Action, Reasoner, State, Task, load
from relgym.errors import InvalidAction, ModelError, ParseError, RelgymError
from relgym.explain import PDDLExplanation
from relgym.model.pddl.formulas import Not, ground

DOMAIN = """
(define (domain stacks)
  (:requirements :adl :derived-predicates)
  (:types block)
  (:predicates (on ?x ?y - block) (table ?x - block) (clear ?x - block) (held ?x - block) (red ?x - block)
               (free) (above ?x ?y - block) (pure ?x - block))
  (:derived (above ?x ?y - block) (on ?x ?y))
  (:derived (above ?x ?y - block) (exists (?z - block) (and (on ?x ?z) (above ?z ?y))))
  (:derived (pure ?x - block) (forall (?y - block) (imply (above ?x ?y) (red ?y))))
  (:action lift :parameters (?x - block)
    :precondition (and (clear ?x) (table ?x) (free))
    :effect (and (held ?x) (not (clear ?x)) (not (table ?x)) (not (free))))
  (:action stack :parameters (?x ?y - block)
    :precondition (and (held ?x) (clear ?y) (not (= ?x ?y)) (not (red ?x)))
    :effect (and (on ?x ?y) (clear ?x) (free) (not (held ?x)) (not (clear ?y))))
  (:action rest :parameters () :effect (and)))
"""

PROBLEM = """
(define (problem three) (:domain stacks)
  (:objects a b c - block)
  (:init (table a) (table b) (on c b) (clear a) (clear c) (free) (red b))
  (:goal (and (on a c) (above a b))))
"""


def task() -> Task:
    return load(DOMAIN, PROBLEM)


EXPECTED = {
    "(clear a)": "(clear a) is true: a fact",
    "(red b)": "(red b) is true: a fact that no action changes",
    "(clear b)": "(clear b) is false: no such fact",
    "(red c)": "(red c) is false: no such fact, and no action changes 'red'",
    "(not (clear b))": "(not (clear b)) is true: no such fact",
    "(not (clear a))": "(not (clear a)) is false: (clear a) is a fact",
    "(= a b)": "(= a b) is false: different objects",
    "(not (= a b))": "(not (= a b)) is true: different objects",
    "(and)": "(and) is true: always",
    "(or)": "(or) is false: always",
    "(and (free) (clear b) (table c))": """\
        (and (free) (clear b) (table c)) is false: 2 of 3 conditions fail
          (clear b) is false: no such fact
          (table c) is false: no such fact""",
    "(or (clear b) (table c))": """\
        (or (clear b) (table c)) is false: none of 2 alternatives holds
          (clear b) is false: no such fact
          (table c) is false: no such fact""",
    "(or (clear b) (table a) (table b))": """\
        (or (clear b) (table a) (table b)) is true
          (table a) is true: a fact""",
    "(imply (clear b) (free))": """\
        (imply (clear b) (free)) is true: its premise is false
          (clear b) is false: no such fact""",
    "(imply (clear a) (clear b))": """\
        (imply (clear a) (clear b)) is false: its premise is true, its conclusion is not
          (clear a) is true: a fact
          (clear b) is false: no such fact""",
    "(forall (?x - block) (or (clear ?x) (red ?x)))": """\
        (forall (?x - block) (or (clear ?x) (red ?x))) is true: all 3 instances are
          (or (clear a) (red a)) is true
            (clear a) is true: a fact
          (or (clear b) (red b)) is true
            (red b) is true: a fact that no action changes
          (or (clear c) (red c)) is true
            (clear c) is true: a fact""",
    "(forall (?x - block) (clear ?x))": """\
        (forall (?x - block) (clear ?x)) is false: 1 of 3 instances is false
          (clear b) is false: no such fact""",
    "(exists (?x - block) (and (clear ?x) (not (table ?x))))": """\
        (exists (?x - block) (and (clear ?x) (not (table ?x)))) is true: with ?x = c
          (clear c) is true: a fact
          (not (table c)) is true: no such fact""",
    "(exists (?x - block) (held ?x))": "(exists (?x - block) (held ?x)) is false: for no ?x",
    "(exists (?x - block) (and (clear ?x) (red ?x)))": """\
        (exists (?x - block) (and (clear ?x) (red ?x))) is false: for no ?x; all conditions but one hold
          (clear b) is false: with ?x = b; no such fact
          (red a) is false: with ?x = a; no such fact, and no action changes 'red'
          (red c) is false: with ?x = c; no such fact, and no action changes 'red'""",
    "(on c ?x)": """\
        (exists (?x) (on c ?x)) is true: with ?x = b
          (on c b) is true: a fact""",
    "(above c b)": """\
        (above c b) is true: by the axiom at <domain>:7:3
          (on c b) is true: a fact""",
    "(above a b)": """\
        (above a b) is false: none of 2 axioms derives it
          (on a b) is false: no such fact
          (exists (?z - block) (and (on a ?z) (above ?z b))) is false: for no ?z; all conditions but one hold
            (on a c) is false: with ?z = c; no such fact""",
    "(not (pure c))": """\
        (not (pure c)) is false
          (pure c) is true: by the axiom at <domain>:9:3
            (forall (?y - block) (imply (above c ?y) (red ?y))) is true: all 3 instances are
              (imply (above c a) (red a)) is true: its premise is false
                (above c a) is false: none of 2 axioms derives it
                  (on c a) is false: no such fact
                  (exists (?z - block) (and (on c ?z) (above ?z a))) is false: for no ?z; all conditions but one hold
                    (above b a) is false: with ?z = b; none of 2 axioms derives it
                      (on b a) is false: no such fact
                      (exists (?z - block) (and (on b ?z) (above ?z a))) is false: for no ?z; not even the first condition holds
                        (exists (?z - block) (on b ?z)) is false: for no ?z
              (imply (above c b) (red b)) is true: its conclusion is true
                (red b) is true: a fact that no action changes
              (imply (above c c) (red c)) is true: its premise is false
                (above c c) is false: none of 2 axioms derives it
                  (on c c) is false: no such fact
                  (exists (?z - block) (and (on c ?z) (above ?z c))) is false: for no ?z; all conditions but one hold
                    (above b c) is false: with ?z = b; none of 2 axioms derives it
                      (on b c) is false: no such fact
                      (exists (?z - block) (and (on b ?z) (above ?z c))) is false: for no ?z; not even the first condition holds
                        (exists (?z - block) (on b ?z)) is false: for no ?z""",  # noqa: E501  # as it is printed
    "(lift a)": """\
        (lift a) is applicable: all 3 conditions hold
          (clear a) is true: a fact
          (table a) is true: a fact
          (free) is true: a fact""",
    "(stack b b)": """\
        (stack b b) is not applicable: 4 of 4 conditions fail
          (held b) is false: no such fact
          (clear b) is false: no such fact
          (not (= b b)) is false: the same object
          (not (red b)) is false: (red b) is a fact that no action changes""",
    "(stack a c)": """\
        (stack a c) is not applicable: 1 of 4 conditions fails
          (held a) is false: no such fact
          (clear c) is true: a fact
          (not (= a c)) is true: different objects
          (not (red a)) is true: no such fact, and no action changes 'red'""",
    "(rest)": "(rest) is applicable: it has no precondition",
    "goal": """\
        (and (on a c) (above a b)) is false: 2 of 2 conditions fail
          (on a c) is false: no such fact
          (above a b) is false: none of 2 axioms derives it
            (on a b) is false: no such fact
            (exists (?z - block) (and (on a ?z) (above ?z b))) is false: for no ?z; all conditions but one hold
              (on a c) is false: with ?z = c; no such fact""",
}


@pytest.mark.parametrize("subject", EXPECTED)
def test_words(backend: str, subject: str) -> None:
    with Reasoner(task(), backend) as r:
        assert str(r.explain(r.initial_state, subject)) == dedent(EXPECTED[subject])


def test_history(backend: str) -> None:
    with Reasoner(task(), backend) as r:
        history: list[tuple[Action | None, State]] = [(None, r.initial_state)]
        for text in ("(rest)", "(lift a)", "(stack a c)", "(rest)"):
            history.append((r.action(text), r.successor(history[-1][1], text)))
        state = history[-1][1]
        assert str(r.explain(state, "(clear c)", history=history)) == (
            "(clear c) is false: no such fact; it became false at step 3, (stack a c)"
        )
        assert str(r.explain(state, "(clear a)", history=history)) == (
            "(clear a) is true: a fact; it became true at step 3, (stack a c)"
        )
        assert str(r.explain(state, "(red b)", history=history)) == "(red b) is true: a fact that no action changes"
        assert str(r.explain(state, "(above a b)", history=history)) == dedent("""\
            (above a b) is true: by the axiom at <domain>:8:3; it became true at step 3, (stack a c)
              (exists (?z - block) (and (on a ?z) (above ?z b))) is true: with ?z = c
                (on a c) is true: a fact; it became true at step 3, (stack a c)
                (above c b) is true: by the axiom at <domain>:7:3
                  (on c b) is true: a fact""")
        assert r.explain(state, "(lift a)", history=history).children[1] == PDDLExplanation(
            "(table a)", False, "no such fact; it became false at step 2, (lift a)"
        )
        with pytest.raises(ModelError, match="history does not end in the state"):
            r.explain(r.initial_state, "(clear c)", history=history)
        with pytest.raises(ModelError, match="history does not end in the state"):
            r.explain(r.initial_state, "(clear c)", history=[])


def test_states_alone_are_a_history() -> None:
    r = Reasoner(task())
    after = r.successor(r.initial_state, "(lift a)")
    found = r.explain(after, "(clear a)", history=[(None, r.initial_state), (None, after)])
    assert str(found) == "(clear a) is false: no such fact; it became false at step 1"


def test_model_objects_are_explained_as_their_texts() -> None:
    r = Reasoner(task())
    s = r.initial_state
    assert r.explain(s, ground("clear", "b")) == r.explain(s, "(clear b)")
    assert r.explain(s, Not(ground("clear", "b"))) == r.explain(s, "(not (clear b))")
    assert r.explain(s, r.action("(lift a)")) == r.explain(s, "(lift a)") == r.explain(s, "( LIFT  A )")


@pytest.mark.parametrize(
    ("subject", "error", "words"),
    [
        ("(lift d)", InvalidAction, "unknown object 'd'"),
        ("(lift a b)", InvalidAction, "takes 1 argument, not 2"),
        ("(lfit a)", InvalidAction, "did you mean 'lift'"),
        ("(abov a b)", ModelError, "did you mean 'above'"),
        ("(on a)", ModelError, "takes 2 arguments, not 1"),
        ("(on a d)", ModelError, "unknown object 'd'"),
        ("", ParseError, "empty"),
        ("clear", ParseError, "no parentheses"),
        ("((", ParseError, "not closed"),
        ("(forall (?x) (clear", ParseError, "not closed"),
    ],
)
def test_what_the_task_does_not_have(subject: str, error: type[RelgymError], words: str) -> None:
    r = Reasoner(task())
    with pytest.raises(error, match=words):
        r.explain(r.initial_state, subject)


def test_json() -> None:
    r = Reasoner(task())
    found = r.explain(r.initial_state, "(and (free) (clear b))").to_json()
    assert json.loads(json.dumps(found)) == {
        "statement": "(and (free) (clear b))",
        "holds": False,
        "reason": "1 of 2 conditions fails",
        "children": [
            {"statement": "(clear b)", "holds": False, "reason": "no such fact", "children": [], "omitted": 0},
        ],
        "omitted": 0,
    }


def test_one_name_for_an_action_and_a_predicate() -> None:
    domain = """(define (domain d) (:predicates (p ?x ?y) (q ?x))
      (:action p :parameters (?x) :precondition (q ?x) :effect (p ?x ?x))
      (:action q :parameters (?x) :precondition (q ?x) :effect (and)))"""
    problem = "(define (problem x) (:domain d) (:objects a) (:init (q a)) (:goal (p a a)))"
    r = Reasoner(load(domain, problem))
    s = r.initial_state
    assert str(r.explain(s, "(p a a)")) == "(p a a) is false: no such fact"
    assert str(r.explain(s, "(q a)")).startswith("(q a) is applicable")
    assert str(r.explain(s, ground("q", "a"))).startswith("(q a) is true")
    with pytest.raises(InvalidAction):
        r.explain(s, "(p a a a)")
