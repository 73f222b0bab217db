"""Cheaper plans near a plan: plan neighborhood graph search (Nakhost and Mueller, 2010).

The states of a plan are expanded, and then those around them, breadth first. A cheapest path in the graph of all these
is the next plan, around which the search goes on; without a better one the neighborhood doubles, until it is the whole
space.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from relgym.errors import UnsupportedFeature
from relgym.model.numeric import Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.search.algorithms import Counted, Parents, path
from relgym.planning.search.space import Key, Space

NEIGHBORHOOD_STATES = 256
"""Number of states around a plan in which a cheaper one is looked for first; it doubles where there is none."""

Step = tuple[Any, Key, State, Value]
"""An action, the state after it with its key, and the cost."""


def cheaper_plans(space: Space, start: State, actions: Sequence[Action], counted: Counted) -> Iterator[list[Action]]:
    """Yield plans each of which costs less than the one before. If they end, the last one is a cheapest one.

    Args:
        space: The states.
        start: The state to begin with.
        actions: A plan.
        counted: Counts the work.

    Raises:
        UnsupportedFeature: An action lowers the metric.
        TimeoutError: A limit was passed.
    """
    graph = _Graph(space, counted)
    states, most = _states_of(space, start, actions), NEIGHBORHOOD_STATES
    cost = graph.cost_along(states)
    while True:
        whole = graph.grow(states, most)
        cheapest = graph.cheapest(start)
        if cheapest is not None and cheapest[0] < cost:
            cost, plan = cheapest
            states = _states_of(space, start, plan)
            yield plan
        elif whole:
            return
        else:
            most *= 2


def _states_of(space: Space, start: State, actions: Sequence[Action]) -> list[State]:
    states = [start]
    for action in actions:
        states.append(next(after for one, after in space.successors(states[-1]) if space.action(one) == action))
    return states


class _Graph:
    """The states that were expanded, with the steps from each."""

    def __init__(self, space: Space, counted: Counted) -> None:
        self._space, self._counted = space, counted
        self._steps: dict[Key, list[Step]] = {}

    def _step_cost(self, before: State, after: State) -> Value:
        if not self._space.has_costs:
            return 1
        cost = self._space.cost(after) - self._space.cost(before)
        if cost < 0:
            raise UnsupportedFeature("a plan cannot be improved where an action lowers the metric")
        return cost

    def cost_along(self, states: Sequence[State]) -> Value:
        """Return the cost of the steps between states."""
        return sum((self._step_cost(*pair) for pair in pairwise(states)), 0)

    def _expanded(self, key: Key, state: State) -> list[Step]:
        steps = self._steps.get(key)
        if steps is None:
            self._counted.expand(len(self._steps))
            space = self._space
            steps = self._steps[key] = [
                (action, space.key(after), after, self._step_cost(state, after))
                for action, after in space.successors(state)
            ]
        return steps

    def grow(self, states: Sequence[State], most: int) -> bool:
        """Expand up to a number of states around some; return True if no other state can be reached."""
        todo = deque((self._space.key(state), state) for state in states)
        seen = {key for key, _ in todo}
        count = 0
        while todo:
            key, state = todo.popleft()
            if self._space.is_goal(state):
                continue
            count += 1
            if count > most + len(states):
                return False
            for _, next_key, after, _ in self._expanded(key, state):
                if next_key not in seen:
                    seen.add(next_key)
                    todo.append((next_key, after))
        return True

    def cheapest(self, start: State) -> tuple[Value, list[Action]] | None:
        """Return the cheapest plan in the graph with its cost (Dijkstra, 1959)."""
        first = self._space.key(start)
        parents: Parents = {first: None}
        costs: dict[Key, Value] = {first: 0}
        queue: list[tuple[Value, int, Key, State]] = [(0, 0, first, start)]
        number = 0
        while queue:
            cost, _, key, state = heappop(queue)
            if cost > costs[key]:
                continue
            if self._space.is_goal(state):
                return cost, path(parents, key, self._space.action)
            for action, next_key, after, step in self._steps.get(key, ()):
                if next_key not in costs or cost + step < costs[next_key]:
                    number += 1
                    costs[next_key], parents[next_key] = cost + step, (key, action)
                    heappush(queue, (cost + step, number, next_key, after))
        return None
