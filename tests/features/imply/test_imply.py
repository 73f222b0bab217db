"""An implication is false only where its premise holds and its conclusion does not."""

from features.shown import actions, after

from relgym import Reasoner


def test_an_implication(r: Reasoner) -> None:
    assert actions(r, name="walk") == ["(walk a)", "(walk c)"]


def test_a_negated_implication(r: Reasoner) -> None:
    assert actions(r, name="strict") == ["(strict b)"]


def test_an_implication_in_an_implication(r: Reasoner) -> None:
    # a: rain and umbrella, but not dry.
    assert actions(r, name="chained") == ["(chained b)", "(chained c)"]
    assert actions(r, after(r, "(walk a)"), "chained") == ["(chained a)", "(chained b)", "(chained c)"]


def test_an_implication_under_a_universal_quantifier(r: Reasoner) -> None:
    # a is near b, who has no umbrella; b is near a, who has one; c is near itself.
    assert actions(r, name="tour") == ["(tour b)"]


def test_an_implication_in_the_goal(r: Reasoner) -> None:
    assert not r.goal(after(r, "(walk a)"))
    assert r.goal(after(r, "(walk a)", "(tour b)"))
