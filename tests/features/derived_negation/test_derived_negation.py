"""Stratified negation: what is negated is worked out whole before it is negated, in whatever order it is written."""

from features.shown import actions, after, atoms

from relgym import Reasoner


def derived(r: Reasoner, *plan: str) -> set[str]:
    return atoms(r.derived(after(r, *plan)))


def test_all_strata(r: Reasoner) -> None:
    assert derived(r) == {
        *("(reached a)", "(reached b)", "(reached c)"),
        *("(safe b)", "(safe c)"),
        *("(won a)", "(won b)", "(won c)"),
    }


def test_upper_strata_follow_lower_ones(r: Reasoner) -> None:
    assert derived(r, "(cut a b)") == {"(reached a)", "(isolated b)", "(isolated c)", "(some-isolated)"}
    assert derived(r, "(cut b c)") == {
        *("(reached a)", "(reached b)", "(isolated c)", "(some-isolated)"),
        *("(safe b)", "(won a)", "(won b)"),
    }


def test_in_preconditions_conditions_and_goals(r: Reasoner) -> None:
    assert actions(r) == ["(cut a b)", "(cut b c)"]
    cut = after(r, "(cut a b)")
    assert r.goal(cut)
    assert actions(r, cut) == ["(tap b)", "(tap c)"]
    # From b on the way leads to c, which is reached then, and safe.
    tapped = r.successor(cut, "(tap b)")
    assert atoms(tapped, "moved") == set()
    assert atoms(r.derived(tapped), "won", "safe", "isolated") == {"(won b)", "(safe c)", "(won c)"}
