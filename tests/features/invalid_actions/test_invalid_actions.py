"""Actions as text and as objects; what is not applicable, and what is not an action at all, is refused."""

import pytest
from features.shown import atoms

from relgym import Action, Reasoner
from relgym.errors import InvalidAction
from relgym.model.terms import Object


def test_text_and_objects_are_the_same(r: Reasoner) -> None:
    made = Action("unlock", (Object("iron"), Object("front")))
    assert r.action(" ( UNLOCK  iron Front ) ") == made
    assert r.is_valid(r.initial_state, made)
    assert r.successor(r.initial_state, made) == r.successor(r.initial_state, str(made))
    assert r.valid_actions(r.initial_state) == [made]


def test_not_applicable(r: Reasoner) -> None:
    for ask in (r.successor, r.outcomes):
        with pytest.raises(InvalidAction, match=r"\(unlock gold front\) is not applicable"):
            ask(r.initial_state, "(unlock gold front)")
    assert not r.is_valid(r.initial_state, "(unlock gold front)")


@pytest.mark.parametrize("text", ["(unlock iron)", "(unlock front iron)", "(lock iron front)", "(unlock iron lead)"])
def test_no_action_of_the_task(r: Reasoner, text: str) -> None:
    assert not r.is_valid(r.initial_state, text)
    with pytest.raises(InvalidAction):
        r.successor(r.initial_state, text)


def test_the_reasoner_works_on(r: Reasoner) -> None:
    with pytest.raises(InvalidAction):
        r.successor(r.initial_state, "(unlock gold back)")
    opened = r.successor(r.initial_state, "(unlock iron front)")
    assert atoms(opened, "open") == {"(open front)"}
    assert r.goal(opened)
