"""`or` holds if a part does; an action that is valid for several reasons is still one action."""

from features.shown import actions, after

from relgym import Reasoner


def test_one_part_is_enough_and_two_are_no_more(r: Reasoner) -> None:
    assert actions(r, name="open") == ["(open a)", "(open b)"]


def test_disjunctions_among_conjunctions(r: Reasoner) -> None:
    # a has a key; b's is forged, and c's is not forged; lent between a-b and b-c, either way round.
    assert actions(r, name="ask") == ["(ask a b)", "(ask b c)"]


def test_variables_that_a_part_does_not_mention_range_over_everything(r: Reasoner) -> None:
    assert actions(r, name="anyone") == [
        "(anyone a a)",
        "(anyone a b)",
        "(anyone a c)",
        "(anyone b a)",
        "(anyone c a)",
    ]


def test_empty_and_single(r: Reasoner) -> None:
    assert actions(r, name="nothing") == []
    assert actions(r, name="everything") == ["(everything)"]
    assert actions(r, name="single") == ["(single)"]


def test_a_disjunctive_goal(r: Reasoner) -> None:
    assert not r.goal(after(r, "(open a)"))
    assert r.goal(after(r, "(open a)", "(open b)"))
    assert r.goal(after(r, "(ask b c)"))
