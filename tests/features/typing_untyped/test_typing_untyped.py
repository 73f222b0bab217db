"""Without types everything is of type `object`, which is above every other type."""

from features.conftest import Open
from features.shown import actions, after, rows

from relgym import Reasoner


def test_untyped_variables_range_over_everything(r: Reasoner) -> None:
    assert actions(r) == ["(put b a)", "(put b b)"]
    assert r.goal(after(r, "(put b a)"))


def test_object_is_the_root_however_it_is_written(open_reasoner: Open) -> None:
    r = open_reasoner("mixed-problem.pddl", "mixed.pddl")
    assert actions(r) == ["(put s s)", "(put s b)", "(put s o)"]
    assert rows(r, "(shiny ?x)") == [("s",), ("b",), ("o",)]
    assert rows(r, "(shiny ?x - stone)") == [("s",)]
