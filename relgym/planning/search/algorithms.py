"""Searches over the states of a task.

>>> import relgym
>>> from relgym.limits import Budget, Limits
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> for search in (cheapest, widest):
...     plan = search(Space(reasoner), reasoner.initial_state, Counted(Budget("search", Limits()), lambda number: None))
...     [str(action) for action in plan]
['(go a b)', '(go b c)']
['(go a b)', '(go b c)']
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from relgym.errors import UnsupportedFeature
from relgym.limits import Budget
from relgym.model.numeric import Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.search.space import Key, Space
from relgym.tuning.planning import EXPANSIONS_PER_LOOK

Parents = dict[Key, tuple[Key, Any] | None]
"""By the key of a state: the key of the state before it, and the action between them."""


class Counted:
    """The work of a search: it counts, looks at the clock now and then, and shows progress.

    Args:
        budget: The limits.
        show: Called now and then with the number of expanded states.

    Attributes:
        expanded: The number of expanded states.
        generated: The number of different states that were met.
        bound: A lower bound of the cost of all plans, if the search knows one.
    """

    def __init__(self, budget: Budget, show: Callable[[int], None]) -> None:
        self._budget, self._show = budget, show
        self.expanded = self.generated = 0
        self.bound: Value | None = None

    def expand(self, generated: int) -> None:
        """Count an expansion; raises `TimeoutError` at a limit."""
        self.expanded += 1
        if self.expanded % EXPANSIONS_PER_LOOK == 1:
            self.generated = generated
            self._budget.look()
            self._show(self.expanded)


def cheapest(space: Space, start: State, counted: Counted) -> list[Action] | None:
    """Find a plan of lowest cost: breadth-first search, or uniform-cost search (Dijkstra, 1959) with action costs.

    Args:
        space: The states.
        start: The state to begin with.
        counted: Counts the work; gets the bound.

    Returns:
        The plan; `None` if there is none.

    Raises:
        UnsupportedFeature: An action lowers the metric.
        TimeoutError: A limit was passed.
    """
    return _uniform_cost(space, start, counted) if space.has_costs else _breadth_first(space, start, counted)


def _breadth_first(space: Space, start: State, counted: Counted) -> list[Action] | None:
    if space.is_goal(start):
        counted.bound = 0
        return []
    first = space.key(start)
    parents: Parents = {first: None}
    layer = [(first, start)]
    key_of, successors, is_goal = space.key, space.successors, space.is_goal
    depth = 0
    while layer:
        counted.bound = depth = depth + 1
        following: list[tuple[Key, State]] = []
        for key, state in layer:
            counted.expand(len(parents))
            for action, after in successors(state):
                next_key = key_of(after)
                if next_key not in parents:
                    parents[next_key] = key, action
                    if is_goal(after):
                        counted.generated = len(parents)
                        return path(parents, next_key, space.action)
                    following.append((next_key, after))
        layer = following
    counted.generated = len(parents)
    counted.bound = None
    return None


def _uniform_cost(space: Space, start: State, counted: Counted) -> list[Action] | None:
    first = space.key(start)
    parents: Parents = {first: None}
    costs: dict[Key, Value] = {first: space.cost(start)}
    queue: list[tuple[Value, int, Key, State]] = [(costs[first], 0, first, start)]
    done: set[Key] = set()
    number = 0
    while queue:
        cost, _, key, state = heappop(queue)
        if key in done:
            continue
        counted.bound = cost
        if space.is_goal(state):
            counted.generated = len(parents)
            return path(parents, key, space.action)
        done.add(key)
        counted.expand(len(parents))
        for action, after in space.successors(state):
            next_key, total = space.key(after), space.cost(after)
            if total < cost:
                lowering = space.action(action)
                raise UnsupportedFeature(
                    f"the search for a cheapest plan does not support: an action that lowers the metric, {lowering}",
                    hint="ask for any plan, without optimal",
                )
            known = costs.get(next_key)
            if known is None or total < known:
                number += 1
                costs[next_key] = total
                parents[next_key] = key, action
                heappush(queue, (total, number, next_key, after))
    counted.generated = len(parents)
    counted.bound = None
    return None


def widest(space: Space, start: State, counted: Counted) -> list[Action] | None:
    """Find any plan by best-first width search (Lipovetzky and Geffner, 2017).

    States with a new atom come first, among those with as few missing goal parts as they have; of these, states with
    fewer missing goal parts, then those found first. Each state is expanded once, so the search is complete.

    Args:
        space: The states.
        start: The state to begin with.
        counted: Counts the work.

    Returns:
        The plan; `None` if there is none.

    Raises:
        TimeoutError: A limit was passed.
    """
    first = space.key(start)
    parents: Parents = {first: None}
    missing = space.missing(start)
    seen: dict[int, int] = {missing: start.bits}
    queue: list[tuple[int, int, int, Key, State]] = [(0, missing, 0, first, start)]
    if space.is_goal(start):
        return []
    number = 0
    while queue:
        _, _, _, key, state = heappop(queue)
        counted.expand(len(parents))
        for action, after in space.successors(state):
            next_key = space.key(after)
            if next_key in parents:
                continue
            parents[next_key] = key, action
            missing = space.missing(after)
            if missing == 0 and space.is_goal(after):
                counted.generated = len(parents)
                return path(parents, next_key, space.action)
            met = seen.get(missing, 0)
            novelty = 1 if after.bits & ~met else 2
            seen[missing] = met | after.bits
            number += 1
            heappush(queue, (novelty, missing, number, next_key, after))
    counted.generated = len(parents)
    return None


def path(parents: Parents, key: Key, action: Callable[[Any], Action]) -> list[Action]:
    """Return the actions that lead to a state.

    Args:
        parents: The step to each state that was met.
        key: The key of the state.
        action: Returns the action of a step.
    """
    actions: list[Action] = []
    step = parents[key]
    while step is not None:
        key, last = step
        actions.append(action(last))
        step = parents[key]
    return actions[::-1]
