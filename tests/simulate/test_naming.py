"""The actions that a walker's numbers stand for, however many numbers there are, and whoever made the actions."""

from __future__ import annotations

import pytest
from simulate.test_walker import ROAD, TOWN
from simulate.walks import compared, walk

import relgym
from relgym.errors import InvalidAction
from relgym.model.pddl.action import Action
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate import naming
from relgym.simulate.pddl import PDDLSimulator


@pytest.mark.parametrize("longest", [0, naming.LISTED_IDS_LIMIT])
def test_actions_in_a_list_and_in_a_dict(longest: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(naming, "LISTED_IDS_LIMIT", longest)
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.forget()
        walk(reasoner, walker, 60, 4)


@pytest.mark.parametrize("remembers", [True, False])
def test_an_action_is_known_by_what_it_is(remembers: bool):
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = PDDLSimulator(reasoner)
        if not remembers:
            walker.forget()
        start = reasoner.initial_state
        for _ in range(3):
            [own, _] = walker.valid_actions()
            for action in (own, Action(own.name, own.terms), str(own)):
                state, goal, numbers = walker.step(action)
                compared(walker, reasoner, state)
                assert state == reasoner.successor(start, own)
                assert not goal
                assert sorted(numbers) == sorted(walker.actions())
                walker.go_to(start)


@pytest.mark.parametrize("remembers", [True, False])
def test_what_is_no_action_is_refused(remembers: bool):
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = PDDLSimulator(reasoner)
        if not remembers:
            walker.forget()
        for action in (["(go a b)"], 0, None, {}):
            with pytest.raises(InvalidAction, match="is not an action"):
                walker.step(action)  # type: ignore[arg-type]


def test_a_bounded_number_of_actions_is_known(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(naming, "STEP_CACHE_LIMIT", 3)
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = PDDLSimulator(reasoner)
        for turn in range(40):
            if turn == 20:
                walker.forget()
            action = walker.valid_actions()[turn % len(walker.valid_actions())]
            expected = reasoner.successor(walker.state, action)
            assert walker.step(Action(action.name, action.terms))[0] == expected
            assert len(walker._mode.known.steps) <= 5
            assert len(walker._mode.known._alive) <= 5
