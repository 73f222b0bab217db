"""State spaces as lists beside those of `relgym.explore`: the same states, transitions and figures."""

from __future__ import annotations

from collections import Counter

import pytest
from exploration.test_naive import first_problem

import relgym
from relgym.exploration.small import small_space
from relgym.limits import Limits


@pytest.mark.parametrize("name", ["blocks", "river", "tireworld", "zenotravel", "sysadmin"])
def test_a_small_space_is_that_of_explore(name):
    model = first_problem(name)
    large = relgym.explore(model)
    small = small_space(relgym.Reasoner(model), 10_000)
    assert small.to_json() == large.to_json()
    keys, theirs = ([str(space.state(number)) for number in range(len(space))] for space in (small, large))
    assert dict(zip(keys, small.distances, strict=True)) == dict(zip(theirs, large.distances.tolist(), strict=True))
    assert dict(zip(keys, small.dead_ends, strict=True)) == dict(zip(theirs, large.dead_ends.tolist(), strict=True))
    own, wanted = (
        Counter(
            (names[number], action, names[target], round(share, 9))
            for number in range(len(space))
            for action, target, share in space.transitions_of(number)
        )
        for space, names in ((small, keys), (large, theirs))
    )
    assert own == wanted


def test_a_part_has_states_that_are_not_expanded():
    reasoner = relgym.Reasoner(first_problem("blocks"))
    part = small_space(reasoner, 5)
    assert (len(part), part.stopped, part.to_json()["complete"]) == (5, "states", False)
    assert part.expanded[0] and not all(part.expanded)
    assert not any(part.dead_ends), "what is not expanded may lead to the goal"
    late = small_space(reasoner, 5, Limits(seconds=1e-9))
    assert (len(late), late.stopped, late.expanded) == (1, "seconds", [False])
