"""Questions that come while a task is at work: `holds` and `answers`, in PDDL or as formulas."""

import pytest
from features.shown import after, holds, rows

from relgym import Reasoner
from relgym.errors import InvalidAction, ModelError, ParseError
from relgym.model.pddl.formulas import And, Atom, Exists, Not, ground
from relgym.model.terms import Object, Variable


def test_closed_formulas(r: Reasoner) -> None:
    assert holds(r, "(in ann lab)")
    assert not holds(r, "(in ann gym)")
    assert holds(r, "(and)")
    assert not holds(r, "(or)")
    assert holds(r, "(not (exists (?p - person) (and (in ?p gym) (in ?p lab))))")
    assert holds(r, "(forall (?t - teacher) (exists (?p - pupil) (or (likes ?t ?p) (= ?t head))))")
    assert len(r.answers(r.initial_state, "(in ann lab)")) == 1


def test_free_variables_in_order_of_first_occurrence(r: Reasoner) -> None:
    found = r.answers(r.initial_state, "(and (likes ?y ?x) (in ?y ?r))")
    assert found.variables == ("?y", "?x", "?r")
    # Objects in the order of their declaration: head tom ann bob lab gym.
    assert rows(r, "(and (likes ?y ?x) (in ?y ?r))") == [("ann", "tom", "lab"), ("bob", "bob", "gym")]


def test_an_open_formula_holds_if_it_has_an_answer(r: Reasoner) -> None:
    assert holds(r, "(in ?p gym)")
    assert not holds(r, "(and (in ?p gym) (in ?p lab))")


def test_each_answer_once(r: Reasoner) -> None:
    assert rows(r, "(or (in ?p lab) (likes ?p tom) (liked ?p))") == [("head",), ("tom",), ("ann",), ("bob",)]
    assert rows(r, "(exists (?q) (or (likes ?p ?q) (likes ?q ?p)))") == [("tom",), ("ann",), ("bob",)]


def test_negation_ranges_over_all_objects_or_those_of_a_type(r: Reasoner) -> None:
    assert rows(r, "(not (in ?p lab))") == [("tom",), ("bob",), ("lab",), ("gym",)]
    assert rows(r, "(not (in ?p - person lab))") == [("tom",), ("bob",)]
    assert rows(r, "(not (in ?p - pupil lab))") == [("bob",)]


def test_types_of_variables(r: Reasoner) -> None:
    assert rows(r, "(likes ?p - pupil ?q - teacher)") == [("ann", "tom")]
    assert rows(r, "(exists (?x - (either teacher room)) (or (likes ?x ?p) (in ?p ?x)))") == [
        *(("head",), ("ann",), ("bob",))
    ]


def test_a_free_variable_and_a_quantified_one_of_the_same_name(r: Reasoner) -> None:
    assert rows(r, "(and (in ?p lab) (exists (?p - pupil) (in ?p gym)))") == [("head",), ("ann",)]


def test_derived_predicates(r: Reasoner) -> None:
    assert rows(r, "(liked ?p)") == [("tom",), ("ann",), ("bob",)]
    assert rows(r, "(and (in ?p - person ?r) (not (liked ?p)))") == [("head", "lab")]


def test_numbers(r: Reasoner) -> None:
    assert rows(r, "(> (age ?p) 12)") == [("head",), ("tom",)]
    assert rows(r, "(and (likes ?p ?q) (< (age ?p) (age ?q)))") == [("ann", "tom")]
    # The age of bob is undefined: he is neither above 12 nor not.
    assert rows(r, "(not (> (age ?p - person) 12))") == [("ann",)]
    assert holds(r, "(= (+ (age tom) (* 2 (age ann))) 54)")


def test_the_same_question_in_another_state(r: Reasoner) -> None:
    question = "(and (in ?p lab) (not (liked ?p)))"
    assert rows(r, question) == [("head",)]
    moved = after(r, "(enter tom lab)", "(enter bob lab)")
    assert rows(r, "(in ?p lab)", moved) == [("head",), ("tom",), ("ann",), ("bob",)]
    assert rows(r, question, moved) == [("head",)]
    assert rows(r, "(in ?p lab)") == [("head",), ("ann",)]


def test_formulas_as_objects(r: Reasoner) -> None:
    p, q = Variable("?p", ("person",)), Variable("?q", ("pupil",))
    assert r.holds(r.initial_state, And((ground("in", "ann", "lab"), Not(ground("in", "bob", "lab")))))
    assert r.holds(r.initial_state, Exists((q,), Atom("likes", (q, Object("tom")))))
    answers = r.answers(r.initial_state, Exists((q,), And((Atom("likes", (p, q)),))))
    assert [str(row[0]) for row in answers] == ["tom", "bob"]


def test_mistakes_in_questions(r: Reasoner) -> None:
    for text in ("(in ann)", "(at ann lab)", "(in ann nowhere)", "(in lab ann)"):
        with pytest.raises(ModelError):
            holds(r, text)
    for text in ("", "in ann lab", "(in ann lab) (in bob gym)", "(not)"):
        with pytest.raises(ParseError):
            holds(r, text)
    with pytest.raises(InvalidAction):
        r.action("(leave ann lab)")
