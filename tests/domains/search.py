"""Searches over the states of a task, for tests."""

from __future__ import annotations

import heapq
from collections import deque

from relgym.model.formulas import And
from relgym.model.state import State
from relgym.reasoner import Reasoner


def shortest(reasoner: Reasoner, limit: int) -> int | None:
    """The length of a shortest way to the goal of a task without chance; None if there is none.

    Fails if that is not known after `limit` states.
    """
    start = reasoner.initial_state
    steps, todo = {key(start): 0}, deque([start])
    while todo:
        state = todo.popleft()
        if reasoner.goal(state):
            return steps[key(state)]
        assert len(steps) <= limit
        for action in reasoner.valid_actions(state):
            other = reasoner.successor(state, action)
            if key(other) not in steps:
                steps[key(other)] = steps[key(state)] + 1
                todo.append(other)
    return None


def reachable_goal(reasoner: Reasoner, limit: int) -> bool:
    """Whether the goal can be reached, by looking first where most of its parts hold; fails after `limit` states."""
    goal = reasoner.task.problem.goal
    parts = goal.parts if isinstance(goal, And) else (goal,)

    def missing(state: State) -> int:
        return sum(not reasoner.holds(state, part) for part in parts)

    start = reasoner.initial_state
    seen = {key(start)}
    todo = [(missing(start), 0, start)]
    while todo:
        _, _, state = heapq.heappop(todo)
        if reasoner.goal(state):
            return True
        assert len(seen) <= limit
        actions = reasoner.valid_actions(state)
        for other in (outcome.state for action in actions for outcome in reasoner.outcomes(state, action)):
            if key(other) not in seen:
                seen.add(key(other))
                heapq.heappush(todo, (missing(other), len(seen), other))
    return False


def surest(reasoner: Reasoner, rounds: int) -> float:
    """The greatest probability with which the goal can be reached, from below, by iteration over all states."""
    start = reasoner.initial_state
    states, todo = {key(start): start}, [start]
    choices: dict[object, list[list[tuple[float, object]]]] = {}
    while todo:
        state = todo.pop()
        outcomes = [reasoner.outcomes(state, action) for action in reasoner.valid_actions(state)]
        choices[key(state)] = [[(float(o.probability), key(o.state)) for o in each] for each in outcomes]
        for other in (o.state for each in outcomes for o in each):
            if key(other) not in states:
                states[key(other)] = other
                todo.append(other)
    value = {name: float(reasoner.goal(state)) for name, state in states.items()}
    for _ in range(rounds):
        for name, actions in choices.items():
            if value[name] < 1:
                value[name] = max((sum(p * value[other] for p, other in each) for each in actions), default=0.0)
    return value[key(start)]


def key(state: State) -> object:
    """What tells the states of one reasoner apart."""
    return state.bits, state.values
