"""Effects within effects: inner conditions may speak of outer variables, and all read the old state."""

from features.shown import after, changes

from relgym import Reasoner


def test_one_step_at_a_time(r: Reasoner) -> None:
    once = after(r, "(spread)")
    assert changes(r.initial_state, once) == ({"(alarm)", "(warned a b)", "(ill b)"}, set())
    assert changes(once, r.successor(once, "(spread)")) == ({"(warned b a)", "(warned b c)", "(ill c)"}, set())


def test_the_innermost_condition_alone_may_fail(r: Reasoner) -> None:
    guarded = after(r, "(guard b)")
    assert changes(r.initial_state, guarded) == ({"(guarded b)"}, {"(guarded d)"})
    assert changes(guarded, r.successor(guarded, "(spread)")) == ({"(alarm)", "(warned a b)"}, set())


def test_the_outermost_condition_may_fail(r: Reasoner) -> None:
    # No road leads to d from an ill town, so d's being guarded is no reason to guard nothing else.
    assert changes(r.initial_state, after(r, "(guard c)")) == ({"(guarded c)"}, set())
    healthy = r.state(["(guarded d)"])
    assert r.successor(healthy, "(spread)") == healthy
