"""A variable ranges over the objects of its type and of every type below it, and over no others."""

import pytest
from features.shown import actions, after, rows

from relgym import Reasoner
from relgym.errors import InvalidAction


def test_a_parameter_takes_objects_of_every_type_below_its_own(r: Reasoner) -> None:
    assert actions(r, name="sail") == ["(sail t1 q1 q1)", "(sail t1 q1 q2)"]
    assert actions(r, name="lift") == ["(lift c1 c1 q2)", "(lift c1 x1 q2)"]
    assert actions(r, name="rest") == ["(rest t1)", "(rest f1)", "(rest b1)", "(rest c1)"]


def test_what_is_above_or_beside_the_type_is_refused(r: Reasoner) -> None:
    for text in ("(sail c1 q2 q1)", "(sail x1 q2 q1)", "(rest x1)", "(sail t1 t1 q1)"):
        assert not r.is_valid(r.initial_state, text)
        with pytest.raises(InvalidAction):
            r.action(text)


def test_quantifiers_range_over_their_type(r: Reasoner) -> None:
    assert rows(r, "(at ?x - machine ?q)") == [("t1", "q1"), ("c1", "q2")]
    assert rows(r, "(at ?x - boat ?q)") == [("t1", "q1")]
    assert r.holds(r.initial_state, "(forall (?b - boat) (imply (at ?b q2) (= ?b f1)))")
    assert not r.holds(r.initial_state, "(forall (?t - thing) (imply (at ?t q2) (= ?t x1)))")


def test_the_goal_is_reached(r: Reasoner) -> None:
    assert not r.goal(r.initial_state)
    assert r.goal(after(r, "(sail t1 q1 q2)"))
