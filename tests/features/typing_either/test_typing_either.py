"""`either` is the union of types; a type declared twice has both supertypes, an object both types."""

from features.shown import actions, after, atoms, rows

from relgym import Reasoner


def test_either_ranges_over_both_types(r: Reasoner) -> None:
    assert actions(r, name="oil") == ["(oil s)", "(oil d)", "(oil both)"]


def test_a_type_declared_twice_has_both_supertypes(r: Reasoner) -> None:
    assert actions(r, name="lock-away") == ["(lock-away s)", "(lock-away both)"]


def test_an_object_declared_twice_has_both_types_and_counts_once(r: Reasoner) -> None:
    assert [str(item) for item in r.task.objects] == ["s", "d", "g", "both"]
    everything_else = after(r, "(oil s)", "(oil d)")
    assert actions(r, everything_else, "all-oiled") == []
    assert actions(r, r.successor(everything_else, "(oil both)"), "all-oiled") == ["(all-oiled)"]


def test_either_in_universal_effects_and_goals(r: Reasoner) -> None:
    oiled = after(r, "(oil s)", "(oil d)", "(oil both)")
    assert not r.goal(oiled)
    used = r.successor(oiled, "(all-oiled)")
    assert atoms(used, "used") == {"(used d)", "(used g)", "(used both)"}
    assert r.goal(used)


def test_either_in_queries_that_come_later(r: Reasoner) -> None:
    state = after(r, "(oil both)")
    assert rows(r, "(exists (?y - (either sharp glue)) (and (= ?y ?x) (not (oiled both))))", state) == []
    assert rows(r, "(exists (?y - (either sharp glue)) (= ?y ?x))", state) == [("s",), ("g",), ("both",)]
    assert r.holds(state, "(forall (?y - (either drill sharp)) (or (oiled ?y) (= ?y s) (= ?y d)))")
