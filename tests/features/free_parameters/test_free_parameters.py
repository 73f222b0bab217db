"""The agent chooses some parameters; the precondition must bind the others in exactly one way."""

import pytest
from features.shown import actions, after, atoms, changes

from relgym import Reasoner
from relgym.errors import AmbiguousAction, InvalidAction, RelgymWarning


def test_actions_are_printed_with_what_is_chosen(r: Reasoner) -> None:
    assert actions(r) == ["(call f2)", "(board ann)"]
    assert [schema.free for schema in r.task.domain.actions] == [("?to",), ("?p",), ()]


def test_action_predicates_are_no_part_of_the_state(r: Reasoner) -> None:
    assert atoms(r.initial_state) == {"(at red f1)", "(waits ann f1)", "(waits bob f2)"}


def test_the_others_are_bound_by_the_precondition(r: Reasoner) -> None:
    assert changes(r.initial_state, after(r, "(call f2)")) == ({"(at red f2)"}, {"(at red f1)"})
    # Conditions of effects know the binding too.
    assert changes(r.initial_state, after(r, "(board ann)")) == (
        {"(inside ann red)", "(doors blue)"},
        {"(waits ann f1)"},
    )
    assert r.goal(after(r, "(call f2)", "(board bob)"))


def test_nothing_chosen_at_all(r: Reasoner) -> None:
    state = r.state(["(inside ann red)", "(inside bob blue)"])
    assert actions(r, state, "swap") == ["(swap)"]
    assert atoms(r.successor(state, "(swap)"), "inside") == {"(inside ann blue)", "(inside bob red)"}


def test_two_bindings_are_ambiguous(r: Reasoner) -> None:
    two = r.state(["(at red f1)", "(at blue f1)", "(waits ann f1)"])
    for ask in (r.successor, r.outcomes):
        with pytest.raises(AmbiguousAction, match=r"\?c = red.* or .*\?c = blue"):
            ask(two, "(board ann)")
    assert not r.is_valid(two, "(board ann)")


def test_ambiguous_actions_hide_no_others(r: Reasoner) -> None:
    two = r.state(["(at red f1)", "(at blue f1)", "(waits ann f1)", "(inside ann red)", "(inside bob blue)"])
    with pytest.warns(RelgymWarning, match=r"the precondition of 'board' leaves more than one binding of \?c"):
        assert actions(r, two) == ["(swap)"]


def test_no_binding_is_invalid(r: Reasoner) -> None:
    assert not r.is_valid(r.initial_state, "(call f1)")
    with pytest.raises(InvalidAction, match="not applicable"):
        r.successor(r.initial_state, "(call f1)")


def test_bound_parameters_are_not_given(r: Reasoner) -> None:
    with pytest.raises(InvalidAction, match="takes 1 argument, not 3"):
        r.action("(call red f1 f2)")
