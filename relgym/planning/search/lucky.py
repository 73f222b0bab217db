"""Plans by luck: ways from a state to the goal on which each action has the outcome that helps.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = PDDLReasoner(relgym.load(domain, problem))
>>> [str(action) for action in shortest_plan(reasoner, reasoner.initial_state, 100)]
['(go a b)', '(go b c)']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from heapq import heappop, heappush

from relgym.errors import RelgymError
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.planning.search.algorithms import Parents, path
from relgym.planning.search.space import Space
from relgym.reasoning.pddl.reasoner import PDDLReasoner


class SearchLimit(RelgymError):
    """A search has expanded as many states as it may."""


def shortest_plan(reasoner: PDDLReasoner, start: State, most: int) -> list[Action] | None:
    """Find a plan with fewest steps.

    Returns:
        The plan; `None` if there is none.

    Raises:
        SearchLimit: The search has expanded `most` states without a result.
    """
    return _search(reasoner, start, most, lambda space, state: 0)


def any_plan(reasoner: PDDLReasoner, start: State, most: int) -> list[Action] | None:
    """Find a plan by greedy search; states in which more parts of the goal hold come first.

    Returns:
        The plan; `None` if there is none.

    Raises:
        SearchLimit: The search has expanded `most` states without a result.
    """
    return _search(reasoner, start, most, Space.missing)


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


def _search(
    reasoner: PDDLReasoner, start: State, most: int, order: Callable[[Space, State], int]
) -> list[Action] | None:
    """Expand states in an order; equal ones in the order of their discovery."""
    space = Space(reasoner)
    successors, action = space.successors, space.action
    if any(not schema.effect.is_certain for schema in reasoner.translation.schemas):
        successors, action = partial(_outcomes, reasoner), _itself
    parents: Parents = {_key(start): None}
    todo = [(order(space, start), 0, start)]
    while todo:
        _, _, state = heappop(todo)
        key = _key(state)
        if space.is_goal(state):
            return path(parents, key, action)
        if len(parents) > most:
            raise SearchLimit(f"no plan is known after {most} states")
        for step, after in successors(state):
            next_key = _key(after)
            if next_key not in parents:
                parents[next_key] = key, step
                heappush(todo, (order(space, after), len(parents), after))
    return None


def _outcomes(reasoner: PDDLReasoner, state: State) -> list[tuple[Action, State]]:
    return [
        (action, outcome.state)
        for action in reasoner.valid_actions(state)
        for outcome in reasoner.outcomes(state, action)
    ]


def _itself(action: Action) -> Action:
    return action


def _key(state: State) -> tuple[int, Values]:
    # States of one reasoner are equal if their bits and values are; to hash these takes less time.
    return state.bits, state.values
