"""What is true of all states of a task, for tests."""

from __future__ import annotations

from relgym.model.pddl.state import State
from relgym.reasoning.reasoner import Reasoner


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
