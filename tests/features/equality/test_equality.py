"""Two terms are equal if they are the same object: names are unique."""

from features.shown import actions, after, atoms, rows

from relgym import Reasoner


def test_inequality_of_parameters(r: Reasoner) -> None:
    assert actions(r, name="meet") == [
        "(meet me you)",
        "(meet me them)",
        "(meet you me)",
        "(meet you them)",
        "(meet them me)",
        "(meet them you)",
    ]


def test_equality_of_parameters(r: Reasoner) -> None:
    assert actions(r, name="look") == ["(look me me)", "(look you you)", "(look them them)"]
    assert actions(r, name="chain") == ["(chain you you you)", "(chain them them them)"]


def test_equality_with_a_constant(r: Reasoner) -> None:
    assert actions(r, name="greet") == ["(greet me)"]


def test_what_is_decided_by_the_terms_alone(r: Reasoner) -> None:
    assert actions(r, name="never") == []
    assert actions(r, name="ever") == ["(ever)"]


def test_equality_in_conditions_of_effects(r: Reasoner) -> None:
    assert atoms(after(r, "(chain them them them)"), "marked") == {"(marked me)", "(marked them)"}


def test_equality_in_goals_and_queries(r: Reasoner) -> None:
    assert not r.goal(r.initial_state)
    assert r.goal(after(r, "(meet you them)"))
    assert rows(r, "(and (= ?x ?y) (not (= ?y me)))") == [("you", "you"), ("them", "them")]
    assert rows(r, "(= ?x them)") == [("them",)]
