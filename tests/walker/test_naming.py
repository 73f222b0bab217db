"""The actions that a walker's numbers stand for, however many numbers there are, and whoever made the actions."""

from __future__ import annotations

import pytest
from walker.test_walker import ROAD, TOWN
from walker.walks import compared, walk

import relgym
from relgym import naming
from relgym.model.action import Action
from relgym.reasoner import Reasoner
from relgym.walker import Walker


@pytest.mark.parametrize("longest", [0, naming.LONGEST])
def test_actions_in_a_list_and_in_a_dict(longest: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(naming, "LONGEST", longest)
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = Walker(reasoner)
        walker.forget()
        walk(reasoner, walker, 60, 4)


@pytest.mark.parametrize("remembers", [True, False])
def test_an_action_is_known_by_what_it_is(remembers: bool):
    with Reasoner(relgym.load(ROAD, TOWN)) as reasoner:
        walker = Walker(reasoner)
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
                assert sorted(numbers) == sorted(walker.numbers())
                walker.go_to(start)
