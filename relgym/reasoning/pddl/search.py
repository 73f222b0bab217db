"""Searches for plans: ways from a state to the goal, luck included where chance decides.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = PDDLReasoner(relgym.load(domain, problem))
>>> [str(action) for action in shortest_plan(reasoner, reasoner.initial_state, 100)]
['(go a b)', '(go b c)']
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

from relgym.errors import RelgymError
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import And
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.pddl.reasoner import PDDLReasoner

Key = tuple[int, Values]


class SearchLimit(RelgymError):
    """A search has expanded as many states as it may."""


def shortest_plan(reasoner: PDDLReasoner, start: State, most: int) -> list[Action] | None:
    """Find a plan with fewest steps.

    Args:
        reasoner: The reasoner of the task.
        start: The state to begin with.
        most: The largest number of states to expand.

    Returns:
        The plan; `None` if there is none.

    Raises:
        SearchLimit: The search has expanded `most` states without a result.
    """
    return _search(reasoner, start, most, lambda state: 0)


def any_plan(reasoner: PDDLReasoner, start: State, most: int) -> list[Action] | None:
    """Find a plan by greedy search; states in which more parts of the goal hold come first.

    Args:
        reasoner: The reasoner of the task.
        start: The state to begin with.
        most: The largest number of states to expand.

    Returns:
        The plan; `None` if there is none.

    Raises:
        SearchLimit: The search has expanded `most` states without a result.
    """
    goal = reasoner.task.problem.goal
    parts = goal.parts if isinstance(goal, And) else (goal,)
    return _search(reasoner, start, most, lambda state: sum(not reasoner.holds(state, part) for part in parts))


def leads_to_goal(reasoner: PDDLReasoner, start: State, plan: Sequence[Action]) -> bool:
    """Return True if a plan can reach the goal: every step is valid, and some outcome of every step leads there.

    >>> import relgym
    >>> domain = "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))"
    >>> reasoner = PDDLReasoner(relgym.load(domain, "(define (problem dark) (:domain lamp) (:init) (:goal (on)))"))
    >>> leads_to_goal(reasoner, reasoner.initial_state, [reasoner.action("(press)")])
    True
    """
    states = {_key(start): start}
    for action in plan:
        outcomes = (
            outcome
            for state in states.values()
            if action in reasoner.valid_actions(state)
            for outcome in reasoner.outcomes(state, action)
        )
        states = {_key(outcome.state): outcome.state for outcome in outcomes}
    return any(map(reasoner.goal, states.values()))


def _search(reasoner: PDDLReasoner, start: State, most: int, missing: Callable[[State], int]) -> list[Action] | None:
    """Expand states in the order of missing goal parts; equal ones in the order of their discovery."""
    before: dict[Key, tuple[State, Action] | None] = {_key(start): None}
    todo = [(missing(start), 0, start)]
    while todo:
        _, _, state = heapq.heappop(todo)
        if reasoner.goal(state):
            return _way(before, state)
        if len(before) > most:
            raise SearchLimit(f"no plan is known after {most} states")
        for action in reasoner.valid_actions(state):
            for outcome in reasoner.outcomes(state, action):
                key = _key(outcome.state)
                if key not in before:
                    before[key] = state, action
                    heapq.heappush(todo, (missing(outcome.state), len(before), outcome.state))
    return None


def _way(before: dict[Key, tuple[State, Action] | None], state: State) -> list[Action]:
    found = []
    step = before[_key(state)]
    while step is not None:
        state, action = step
        found.append(action)
        step = before[_key(state)]
    return found[::-1]


def _key(state: State) -> Key:
    # States of one reasoner are equal if their bits and values are; to hash these takes less time.
    return state.bits, state.values
