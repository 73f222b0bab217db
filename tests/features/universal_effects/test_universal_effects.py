"""`forall` over effects: for every object of the type, whether it is in any fact or not."""

from features.shown import after, atoms, changes

from relgym import Reasoner


def test_a_condition_for_each_object(r: Reasoner) -> None:
    assert changes(r.initial_state, after(r, "(carry b1 hall attic)")) == (
        {"(at b1 attic)", "(at pen attic)", "(at cup attic)"},
        {"(at b1 hall)", "(at pen hall)", "(at cup hall)"},
    )


def test_without_a_condition(r: Reasoner) -> None:
    assert atoms(after(r, "(clean-all)"), "clean") == {"(clean hall)", "(clean attic)"}


def test_over_a_union_of_types(r: Reasoner) -> None:
    moved = after(r, "(carry b1 hall attic)", "(look attic)")
    assert atoms(moved, "seen") == {"(seen b1 attic)", "(seen pen attic)", "(seen cup attic)"}


def test_a_variable_hides_a_parameter(r: Reasoner) -> None:
    assert atoms(after(r, "(empty b1)"), "in") == set()


def test_to_the_same_place(r: Reasoner) -> None:
    assert after(r, "(carry b1 hall hall)") == r.initial_state


def test_the_goal(r: Reasoner) -> None:
    assert r.goal(after(r, "(carry b1 hall attic)", "(carry b2 hall attic)"))
    assert not r.goal(after(r, "(carry b1 hall attic)", "(empty b1)", "(carry b2 hall hall)"))
