"""UCT for tasks with goals: estimates in place of rollouts, and Bellman backups in place of means.

Each trial goes down by upper confidence bounds, expands one state, whose successors get estimates by relaxed plans, and
backs up best values with the probabilities of outcomes (DP-UCT; Keller and Helmert, 2013). A state is one node at all
depths, so a way round in a circle is worth less each time; where it costs nothing, its states become one (`traps.py`).
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from relgym.caching import Cache
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.stochastic.criterion import SURE_PLAN_COST
from relgym.planning.stochastic.goal_estimates import GoalEstimates
from relgym.planning.stochastic.process import Branch, TaskProcess, drawn_branch
from relgym.planning.stochastic.traps import ValueEntry, merge_traps
from relgym.tuning.planning import EXPANDED_STATES_LIMIT


class GoalGraph:
    """The states of a task with actions, outcomes and estimates; they are the same for all decisions.

    Args:
        process: The process.
        estimates: Estimates of what states are worth.
    """

    def __init__(self, process: TaskProcess, estimates: GoalEstimates) -> None:
        self._process, self._estimates = process, estimates
        self.criterion = process.criterion
        self._expanded: Cache[State, tuple[list[Action], list[list[Branch]]]] = Cache(EXPANDED_STATES_LIMIT)
        self._over: Cache[State, bool] = Cache(EXPANDED_STATES_LIMIT)

    def knows(self, state: State) -> bool:
        """Return True if there are estimates for what follows from a state."""
        return self._estimates.knows(state)

    def worth(self, state: State) -> tuple[float, bool]:
        """Return what a state is worth, and True if that is exact: at the goal, and where the goal is out of reach."""
        over = self._over.get(state)
        if over is None:
            over = self._over.keep(state, self._process.is_over(state))
        return (self.criterion.at_goal, True) if over else self._estimates.worth(state)

    def expanded(self, state: State) -> tuple[list[Action], list[list[Branch]]]:
        """Return the actions of a state and the outcomes of each."""
        node = self._expanded.get(state)
        if node is None:
            actions = [*self._process.actions(state)]
            branches = [[*self._process.outcomes(state, action)] for action in actions]
            node = self._expanded.keep(state, (actions, branches))
        return node


class GoalTree:
    """The search of an episode: what a decision has learned, the next ones know.

    Without that, an agent goes to and fro where estimates are too good for many steps (Korf, 1990).

    Args:
        graph: The states of the task.
        exploration: The weight of the confidence term.

    Attributes:
        rng: Draws; of each decision another one.
    """

    def __init__(self, graph: GoalGraph, exploration: float) -> None:
        self._graph, self._exploration = graph, exploration
        self.rng = Random(0)
        self._nodes: dict[State, ValueEntry] = {}
        self._discount = graph.criterion.discount
        # Of equally likely ways, the shortest: one that puts off the goal may never reach it.
        self._step = -SURE_PLAN_COST if graph.criterion.name == "probability" else 0.0
        assert graph.criterion.give_up is not None
        self._give_up = graph.criterion.give_up

    def trial(self, state: State, depth: int) -> None:
        """Go down from a state, expand a state, and update the values on the way."""
        path: list[tuple[ValueEntry, int]] = []
        root = state
        while depth > 0 and (node := self._nodes.get(state)) is not None and node.actions:
            place = self._chosen(node)
            path.append((node, place))
            state = drawn_branch(self.rng, node.branches[place]).state
            depth -= 1
        if state not in self._nodes and not self._graph.worth(state)[1]:
            self._expand(state)
        for node, place in reversed(path):
            node.visits[place] += 1
            node.values[place] = self._backup(node.branches[place])
            self._update(node)
        if depth == 0:
            self._leave_traps(root)

    def _update(self, node: ValueEntry) -> None:
        best = max(node.values, default=self._give_up)
        node.value, node.greedy = (best, node.values.index(best)) if best > self._give_up else (self._give_up, -1)

    def _leave_traps(self, root: State) -> None:
        """Make one node of states between which the best actions go round for nothing."""
        while merged := merge_traps(self._nodes, root, self._give_up):
            for node in merged:
                node.values = [*map(self._backup, node.branches)]
                node.visits = [1] * len(node.values)
                self._update(node)

    def _expand(self, state: State) -> None:
        if len(self._nodes) >= EXPANDED_STATES_LIMIT:
            self._nodes.clear()
        actions, branches = self._graph.expanded(state)
        values = [self._backup(each) for each in branches]
        node = ValueEntry([state], self._give_up, False, actions, branches, [state] * len(actions))
        node.values, node.visits = values, [1] * len(values)
        self._update(node)
        self._nodes[state] = node

    def _backup(self, branches: list[Branch]) -> float:
        total = self._step
        for probability, reward, after in branches:
            node = self._nodes.get(after)
            value = self._graph.worth(after)[0] if node is None else node.value
            total += probability * (reward + self._discount * value)
        return total

    def _chosen(self, node: ValueEntry) -> int:
        """Choose an action by its upper confidence bound."""
        values = node.values
        width = self._exploration * (max(values) - min(values))
        logarithm = log(sum(node.visits))
        scores = [value + width * sqrt(logarithm / visits) for value, visits in zip(values, node.visits, strict=True)]
        return scores.index(max(scores))

    def best(self, state: State, depth: int) -> tuple[Any, float | None]:
        """Return the best action of the root, of equally good ones that tried most often, and its value.

        There is none where the goal is out of reach.
        """
        worth, exact = self._graph.worth(state)
        if exact:
            return None, worth
        if state not in self._nodes:
            self._expand(state)
        self._leave_traps(state)
        node = self._nodes[state]
        if not node.actions:
            return None, self._give_up
        value, _, place = max(zip(node.values, node.visits, range(0, -len(node.values), -1), strict=True))
        node.greedy = -place
        return dict(node.decisions())[state], value
