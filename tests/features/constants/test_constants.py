"""Constants of the domain are objects of every problem, and may stand wherever a term may."""

from features.shown import actions, after, atoms, changes

from relgym import Reasoner


def test_constants_come_first_and_once(r: Reasoner) -> None:
    assert [str(item) for item in r.task.objects] == ["top", "low", "salt", "rice"]


def test_constants_are_bound_to_parameters(r: Reasoner) -> None:
    assert actions(r) == ["(raise salt low)", "(season rice)", "(tidy)"]


def test_constants_in_preconditions_conditions_and_effects(r: Reasoner) -> None:
    seasoned = after(r, "(season rice)")
    assert changes(r.initial_state, seasoned) == ({"(seasoned rice)", "(on salt top)"}, set())
    assert r.goal(seasoned)


def test_constants_in_axioms(r: Reasoner) -> None:
    assert atoms(r.derived(r.initial_state)) == {"(reachable salt)"}
    raised = after(r, "(raise salt low)")
    assert atoms(raised) == {"(on salt top)", "(on rice top)"}
    assert atoms(r.derived(raised)) == set()
    assert actions(r, raised) == []
