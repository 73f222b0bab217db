"""Over a type without objects `forall` is true and `exists` is false; without any object, too."""

from features.conftest import Open
from features.shown import actions, after, atoms, holds

from relgym import Reasoner


def test_preconditions(r: Reasoner) -> None:
    assert actions(r) == ["(sleep ann)", "(either-way ann)"]


def test_effects(r: Reasoner) -> None:
    assert atoms(after(r, "(sleep ann)")) == {"(asleep ann)"}


def test_axioms(r: Reasoner) -> None:
    assert atoms(r.derived(r.initial_state)) == {"(calm)"}


def test_goals_and_queries(r: Reasoner) -> None:
    assert not r.goal(r.initial_state)
    assert r.goal(after(r, "(sleep ann)"))
    assert holds(r, "(forall (?g - ghost) (haunts ?g ann))")
    assert not holds(r, "(exists (?g - ghost) (not (haunts ?g ann)))")
    assert not holds(r, "(exists (?g - ghost) (and))")


def test_no_object_at_all(open_reasoner: Open) -> None:
    r = open_reasoner("nobody.pddl")
    assert actions(r) == []
    assert atoms(r.derived(r.initial_state)) == {"(calm)"}
    assert not r.goal(r.initial_state)
    assert holds(r, "(forall (?h - being) (asleep ?h))")
    assert not holds(r, "(asleep ?h)")
