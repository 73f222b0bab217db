"""One walker that several threads use."""

from __future__ import annotations

import random
from typing import Any

import pytest
from threads.test_environments import COUNTER, NOUGHT
from threads.threads import RUSH, THREADS, TOWN, assert_threads_agree, in_threads

import relgym


def town(remembering: bool) -> tuple[relgym.Reasoner, relgym.Simulator, list[relgym.State]]:
    """A reasoner, a walker of its own, and states of a random walk."""
    reasoner = relgym.Reasoner(relgym.load(TOWN, RUSH))
    rng, states = random.Random(0), [reasoner.initial_state]
    for _ in range(15):
        states.append(reasoner.successor(states[-1], rng.choice(reasoner.valid_actions(states[-1]))))
    walker = relgym.Simulator(reasoner)
    if not remembering:
        walker.forget()
    return reasoner, walker, states


@pytest.mark.parametrize("remembering", [True, False])
def test_what_is_seen_where_a_thread_goes(remembering: bool) -> None:
    reasoner, walker, states = town(remembering)

    def went(state: relgym.State) -> Any:
        found, goal, numbers = walker.go_to(state)
        return found, goal, [*map(str, map(walker.action, numbers))]

    def looked(state: relgym.State) -> Any:
        with walker.lock:
            walker.go_to(state)
            derived = {name: sorted(rows) for name, rows in walker.derived().items()}
            return walker.state, walker.goal(), walker.valid_actions(), derived

    assert_threads_agree(
        [
            *(lambda state=state: went(state) for state in states),
            *(lambda state=state: looked(state) for state in states),
            *(lambda state=state: reasoner.valid_actions(state) for state in states),
        ]
    )


def test_no_step_on_the_engine_is_lost() -> None:
    walker = relgym.Simulator(relgym.Reasoner(relgym.load(COUNTER, NOUGHT)))
    walker.forget()
    count = 1000

    def stepped(number: int) -> None:
        [add] = walker.actions()
        for turn in range(count):
            # By numbers and by actions.
            assert walker.apply(add) == [add] if turn % 2 else walker.step("(add)")[2] == [add]

    in_threads(stepped)
    assert [*walker.state.fluents.values()] == [THREADS * count]


@pytest.mark.parametrize("remembering", [True, False])
def test_steps_under_the_lock_are_those_of_one_thread(remembering: bool) -> None:
    reasoner, walker, _ = town(remembering)
    taken: list[relgym.Action] = []

    def stepped(number: int) -> None:
        rng = random.Random(number)
        for _ in range(200):
            with walker.lock:
                action = rng.choice(walker.valid_actions())
                taken.append(action)
                walker.step(action) if rng.random() < 0.5 else walker.apply(walker.number(action))

    in_threads(stepped)
    state = reasoner.initial_state
    for action in taken:
        state = reasoner.successor(state, action)
    assert (walker.state, walker.valid_actions()) == (state, reasoner.valid_actions(state))
