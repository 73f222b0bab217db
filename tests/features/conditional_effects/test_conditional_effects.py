"""`when`: its condition is about the state before the action."""

from features.shown import after, atoms, changes

from relgym import Reasoner


def test_exactly_one_of_two_opposite_conditions_fires(r: Reasoner) -> None:
    assert changes(r.initial_state, after(r, "(toggle a)")) == (set(), {"(lit a)"})
    assert changes(r.initial_state, after(r, "(toggle b)")) == ({"(lit b)"}, set())
    assert after(r, "(toggle b)", "(toggle b)") == r.initial_state


def test_conditions_do_not_see_what_the_action_does(r: Reasoner) -> None:
    # (lit a) is deleted, and still its being true counts; (lit b) is added, and does not count yet.
    assert changes(r.initial_state, after(r, "(shift a b)")) == ({"(lit b)"}, {"(lit a)"})


def test_conditions_may_rest_on_axioms(r: Reasoner) -> None:
    assert atoms(after(r, "(overload b)"), "lit", "broken") == {"(lit a)", "(lit b)"}
    two = after(r, "(overload b)")
    # Now it is bright. (lit c) is both deleted and added, so it is true.
    assert changes(two, r.successor(two, "(overload c)")) == ({"(lit c)", "(broken c)"}, set())


def test_a_condition_in_a_condition(r: Reasoner) -> None:
    assert atoms(after(r, "(both a)"), "broken") == {"(broken a)"}
    assert after(r, "(both b)") == r.initial_state


def test_a_goal_reached_through_conditions(r: Reasoner) -> None:
    assert r.goal(after(r, "(shift a b)", "(shift b c)"))
