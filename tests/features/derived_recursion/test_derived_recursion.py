"""Recursive axioms have their least model: what follows from the rules in finitely many steps, and nothing else."""

from features.shown import actions, after, atoms

from relgym import Reasoner


def test_transitive_closure(r: Reasoner) -> None:
    assert atoms(r.derived(r.initial_state), "path") == {"(path a b)", "(path b c)", "(path a c)"}


def test_it_grows_and_shrinks_with_the_state(r: Reasoner) -> None:
    cycle = after(r, "(build c a)")
    everything = {f"(path {x} {y})" for x in "abc" for y in "abc"}
    assert atoms(r.derived(cycle), "path", "cyclic") == {*everything, "(cyclic)"}
    broken = r.successor(cycle, "(break a b)")
    assert atoms(r.derived(broken), "path", "cyclic") == {"(path b c)", "(path c a)", "(path b a)"}


def test_no_cycle_of_reasons_supports_itself(r: Reasoner) -> None:
    ring = r.state(["(edge b c)", "(edge c b)", "(at a)"])
    assert atoms(r.derived(ring), "even", "odd") == {"(even a)"}


def test_mutual_recursion(r: Reasoner) -> None:
    assert atoms(r.derived(r.initial_state), "even", "odd") == {"(even a)", "(odd b)", "(even c)"}
    assert atoms(r.derived(after(r, "(build c a)")), "even", "odd") == {
        f"({kind} {x})" for kind in ("even", "odd") for x in "abc"
    }


def test_recursion_on_both_sides_over_objects_in_no_fact(r: Reasoner) -> None:
    joined = {f"(joined {x} {y})" for x in "abc" for y in "abc"} | {"(joined d d)"}
    assert atoms(r.derived(r.initial_state), "joined") == joined


def test_in_preconditions_conditions_and_goals(r: Reasoner) -> None:
    assert actions(r, name="go") == ["(go a b)", "(go a c)"]
    assert atoms(after(r, "(go a c)"), "visited") == {"(visited b)"}
    plan = ["(build c a)", "(build c d)", "(go a d)"]
    assert not r.goal(after(r, *plan[:2]))
    assert r.goal(after(r, *plan))
