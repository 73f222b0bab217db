"""A comparison with an undefined value does not hold, and neither does its negation (PDDL 2.1, definition 9).

An effect that would read such a value makes the action invalid.
"""

import pytest
from features.conftest import Open
from features.shown import actions, after, rows, values

from relgym import Reasoner
from relgym.errors import InvalidAction, UnsupportedFeature

division = pytest.mark.never("clingo", raises=UnsupportedFeature, reason="a division need not give an integer")


@division
def test_comparisons_are_false(r: Reasoner) -> None:
    assert actions(r, name="compare") == ["(compare a)"]
    assert actions(r, name="self") == ["(self a)"]
    assert not r.goal(r.initial_state)
    assert r.goal(after(r, "(write b)"))


@division
def test_negated_comparisons_are_false_too(r: Reasoner) -> None:
    assert actions(r, name="negated") == []
    assert actions(r, name="opposed") == ["(opposed a)"]
    assert actions(r, name="implied") == ["(implied a)"]
    # What else is in the formula may decide it.
    assert actions(r, name="excluded") == ["(excluded a)", "(excluded b)"]
    assert actions(r, name="all-small") == []
    written = after(r, "(write b)")
    assert actions(r, written, "opposed") == ["(opposed a)", "(opposed b)"]
    assert actions(r, written, "implied") == ["(implied a)"]
    assert actions(r, after(r, "(look b)"), "implied") == ["(implied a)", "(implied b)"]
    assert actions(r, after(r, "(look b)"), "excluded") == ["(excluded a)"]


@division
def test_a_condition_over_an_undefined_value_does_not_fire(r: Reasoner) -> None:
    assert values(after(r, "(look a)"))["(reading a)"] == 2
    assert values(after(r, "(look b)")) == {"(reading a)": 1, "(factor)": 4}


@division
def test_explanations_name_the_value(r: Reasoner) -> None:
    missing = "(reading b) has no value; a comparison over a number without a value does not hold"
    assert missing in str(r.explain(r.initial_state, "(negated b)"))
    assert missing in str(r.explain(r.initial_state, "(opposed b)"))
    assert "its conclusion is not true; a comparison over a number" in str(r.explain(r.initial_state, "(implied b)"))
    whole = r.explain(r.initial_state, "(forall (?m - meter) (not (> (reading ?m) 5)))")
    assert not whole.holds and missing in str(whole)


@division
def test_a_value_may_become_defined(r: Reasoner) -> None:
    assert values(r.initial_state) == {"(reading a)": 1, "(factor)": 4}
    assert values(after(r, "(write b)")) == {"(reading a)": 1, "(reading b)": 7, "(factor)": 4}


@division
def test_effects_that_read_undefined_values_make_the_action_invalid(r: Reasoner) -> None:
    assert actions(r, name="copy") == ["(copy a a)", "(copy b a)"]
    assert actions(r, name="count") == ["(count a)"]
    with pytest.raises(InvalidAction):
        r.successor(r.initial_state, "(count b)")
    assert values(after(r, "(copy b a)"))["(reading b)"] == 1


@division
def test_only_effects_that_fire_read(r: Reasoner) -> None:
    assert actions(r, name="count-if-seen") == ["(count-if-seen a)", "(count-if-seen b)"]
    assert actions(r, name="count-all-seen") == ["(count-all-seen)"]
    both_seen = after(r, "(look b)")
    assert actions(r, both_seen, "count-if-seen") == ["(count-if-seen a)"]
    assert actions(r, both_seen, "count-all-seen") == []


@division
def test_a_division_by_zero_is_undefined(r: Reasoner) -> None:
    assert actions(r, name="divide") == ["(divide a)"]
    assert actions(r, name="by-zero") == ["(by-zero a)", "(by-zero b)"]
    assert values(after(r, "(divide a)"))["(reading a)"] == 3
    zero = after(r, "(reset)")
    assert actions(r, zero, "divide") == []
    assert actions(r, zero, "by-zero") == []


@division
def test_a_function_without_any_value(r: Reasoner) -> None:
    assert actions(r, name="with-never") == ["(with-never a)"]
    assert rows(r, "(not (< (never ?m - meter) 1))") == []


def test_without_divisions(open_reasoner: Open) -> None:
    r = open_reasoner(domain="integers.pddl")
    assert actions(r) == [
        *("(compare a)", "(opposed a)", "(implied a)", "(excluded a)", "(excluded b)", "(look a)", "(look b)"),
        *("(write a)", "(write b)", "(copy a a)", "(copy b a)", "(count-all-seen)"),
    ]
    assert actions(r, after(r, "(look b)"))[-1] == "(copy b a)"
    assert r.goal(after(r, "(write b)", "(count-all-seen)"))
