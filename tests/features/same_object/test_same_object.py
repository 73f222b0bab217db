"""Different parameters may be bound to the same object."""

from features.shown import actions, after, atoms, rows

from relgym import Reasoner


def test_actions_on_one_object_twice(r: Reasoner) -> None:
    assert actions(r) == ["(link a a)", "(link a b)", "(link b a)", "(link b b)"]
    assert r.goal(after(r, "(link a a)"))


def test_an_atom_with_one_variable_twice(r: Reasoner) -> None:
    state = after(r, "(link a b)", "(link b b)")
    assert atoms(state) == {"(linked a b)", "(linked b b)"}
    assert actions(r, state, "loop") == ["(loop b)"]
    assert rows(r, "(linked ?x ?x)", state) == [("b",)]


def test_joins_over_one_object(r: Reasoner) -> None:
    state = after(r, "(link a b)", "(link b b)")
    assert actions(r, state, "triple") == ["(triple a b b)", "(triple b b b)"]
