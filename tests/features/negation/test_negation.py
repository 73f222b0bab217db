"""What is not known is false: the closed world."""

from features.shown import actions, after, atoms

from relgym import Reasoner


def test_a_negated_fact_of_init_is_no_fact(r: Reasoner) -> None:
    assert atoms(r.initial_state) == {"(open a)", "(painted b)"}


def test_negated_fluents(r: Reasoner) -> None:
    assert actions(r, name="knock") == ["(knock b)"]
    assert actions(r, after(r, "(knock b)"), "knock") == []


def test_negated_statics(r: Reasoner) -> None:
    assert actions(r, name="paint") == ["(paint a)"]


def test_negated_derived_atoms(r: Reasoner) -> None:
    assert atoms(r.derived(r.initial_state)) == {"(shut b)"}
    assert actions(r, name="pass") == ["(pass a)"]
    assert actions(r, after(r, "(knock b)"), "pass") == ["(pass a)", "(pass b)"]


def test_a_negated_conjunction(r: Reasoner) -> None:
    assert actions(r, name="both") == ["(both a b)", "(both b a)", "(both b b)"]


def test_a_double_negation(r: Reasoner) -> None:
    assert actions(r, name="twice") == ["(twice a)"]


def test_a_negated_goal(r: Reasoner) -> None:
    assert not r.goal(r.initial_state)
    assert r.goal(after(r, "(twice a)"))
    assert not r.goal(after(r, "(paint a)", "(twice a)"))
