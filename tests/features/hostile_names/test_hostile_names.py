"""Any name that the language allows works in every engine, beside any other."""

from features.shown import actions, after, atoms, rows

from relgym import Reasoner


def test_objects_keep_apart(r: Reasoner) -> None:
    names = ["_", "a-b", "x.1", "a_b", "über", "is", "x{0}", "0", "42"]
    assert [str(item) for item in r.task.objects] == names
    assert rows(r, "(= ?x ?y)") == [(name, name) for name in names]


def test_predicates_keep_apart(r: Reasoner) -> None:
    assert rows(r, "(a-b ?x)") == [("a-b",), ("a_b",), ("42",)]
    assert rows(r, "(a_b ?x)") == [("a_b",), ("is",)]
    assert rows(r, "(is ?not ?is)") == [("42", "0")]
    assert atoms(r.derived(r.initial_state)) == {"(mod a-b)", "(mod 42)", "(count a-b)", "(count 42)", "(count 0)"}


def test_actions_keep_apart(r: Reasoner) -> None:
    assert actions(r) == [
        "(not-a a-b a_b)",
        "(not-a a-b is)",
        "(not-a a_b a_b)",
        "(not-a a_b is)",
        "(not-a 42 a_b)",
        "(not-a 42 is)",
        "(is _)",
        "(is is)",
        "(is x{0})",
        "(is 0)",
        "(is 42)",
        "(a-b a-b)",
        "(a-b x.1)",
        "(a_b a_b)",
        "(a_b über)",
    ]


def test_effects(r: Reasoner) -> None:
    assert atoms(after(r, "(is _)"), "true", "x.y", "\\+") == {"(true)", "(x.y _)", "(\\+ _)"}
    linked = after(r, "(not-a 42 is)")
    assert atoms(linked, "is", "größe", "it's") == {"(is 42 0)", "(is 42 is)", "(größe is)"}
    assert "(count is)" in atoms(r.derived(linked))
    assert atoms(r.successor(linked, "(not-a 42 is)"), "it's") == {"(it's 42)"}
    assert r.goal(after(r, "(not-a 42 is)", "(not-a 42 is)", "(is 0)"))
