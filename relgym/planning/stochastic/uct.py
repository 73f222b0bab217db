"""UCT: Monte-Carlo tree search for each decision (Kocsis and Szepesvari, 2006).

Each trial goes down the tree by upper confidence bounds, adds one node, and ends with a random rollout; in tasks with
goals it ends with an estimate (`goal_tree.py`). Where the actions are too many to list, a node tries more of them as
it is visited more often (progressive widening; Couetoux, Hoock, Sokolovska, Teytaud and Bonnard, 2011).
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from math import ceil, inf, log, sqrt
from random import Random
from typing import Any

from relgym.arguments import check_whole, wrong
from relgym.limits import Budget, Limits
from relgym.planning.stochastic.criterion import SURE_PLAN_COST, Criterion, check_above_zero
from relgym.planning.stochastic.generative import TaskModel, generative
from relgym.planning.stochastic.generative_model import GenerativeModel
from relgym.planning.stochastic.goal_tree import GoalTree
from relgym.planning.stochastic.policy import Policy
from relgym.planning.stochastic.process import DecisionProcess, TaskProcess
from relgym.tuning.planning import UCT_TASK_DEPTH

UCT_TRIALS = 100
"""Number of trials of a decision of UCT. Judged: a tenth of a second on the domains of the catalogue."""

UCT_DEPTH = 20
"""Number of steps that UCT looks ahead in RDDL. Judged: 20 was better than 40 on elevators, mars-rover, wildfire."""

UCT_EXPLORATION = 0.5
"""Weight of the confidence term of UCT, for returns scaled to an interval of length 1. Judged: sqrt(1/2) is what the
bound of UCB1 has in this form; less is better where trials are few."""

WIDENING_FACTOR = 2.0
"""Number of actions that a node of UCT has tried at its first visit; it grows as the square root of visits. Judged."""


def uct(
    process: DecisionProcess,
    limits: Limits,
    seed: int,
    *,
    trials: int | None = UCT_TRIALS,
    depth: int | None = None,
    exploration: float = UCT_EXPLORATION,
) -> UCT:
    """Return a policy that searches when it is asked.

    Args:
        process: The process.
        limits: Seconds and megabytes of each decision.
        seed: Together with the state and the step, it decides all that is drawn.
        trials: The number of trials for each decision; `None` for as many as the seconds allow.
        depth: The number of steps that a trial looks ahead; by default 100 for PDDL, where a trial ends at a state
            that is new, and 20 for RDDL.
        exploration: The weight of the confidence term, for returns scaled to those seen at a node.
    """
    if trials is not None:
        check_whole("the number of trials", trials, 1)
    if depth is None:
        depth = UCT_TASK_DEPTH if isinstance(process, TaskProcess) else UCT_DEPTH
    check_whole("the depth", depth, 1)
    exploration = check_above_zero("the exploration", exploration)
    if trials is None and limits.seconds > 3600:
        raise wrong("trials", trials, "a number of trials, or seconds in limits")
    return UCT(process, limits, seed, trials, depth, exploration)


class UCT(Policy):
    """A policy by Monte-Carlo tree search: a function of seed, state and step, and in tasks of the episode so far.

    Attributes:
        trials: The number of trials of the last decision.
    """

    method = "uct"

    criterion: Criterion

    def __init__(
        self,
        process: DecisionProcess,
        limits: Limits,
        seed: int,
        trials: int | None,
        depth: int,
        exploration: float,
    ) -> None:
        self.criterion = process.criterion
        self._model = generative(process)
        self._limits, self._seed = limits, seed
        self._most, self._depth, self._exploration = trials, depth, exploration
        self._last: tuple[Any, int, Any, float | None] | None = None
        self._goal_tree: GoalTree | None = None
        self.trials = 0

    def __call__(self, state: Any, step: int = 0) -> Any:
        return self._decided(state, step)[0]

    def value(self, state: Any, step: int = 0) -> float | None:
        """Return the value of the chosen action: the mean return of its trials, or its backed-up estimate."""
        value = self._decided(state, step)[1]
        return None if value is None else self.criterion.shown(value)

    def _tree(self, root: Any, rng: Random) -> Tree | GoalTree:
        graph = self._model.goal_graph if isinstance(self._model, TaskModel) else None
        if graph is not None and graph.knows(root):
            if self._goal_tree is None:
                self._goal_tree = GoalTree(graph, self._exploration)
            self._goal_tree.rng = rng
            return self._goal_tree
        return Tree(self._model, rng, self._exploration)

    def search_in(self, model: GenerativeModel, method: str) -> None:
        """Search in another model of the process, under the name of another method."""
        self._model, self.method = model, method

    def begin(self, seed: int) -> None:
        """Forget the episode before; decisions depend on the seed of `relgym.solve` alone."""
        self._last = self._goal_tree = None

    def _decided(self, state: Any, step: int) -> tuple[Any, float | None]:
        if self._last is None or self._last[1] != step or self._last[0] != state:
            self._last = (state, step, *self._search(state, step))
        return self._last[2:]

    def _search(self, state: Any, step: int) -> tuple[Any, float | None]:
        model, horizon = self._model, self.criterion.horizon
        depth = self._depth if horizon is None else min(self._depth, horizon - step)
        self.trials = 0
        root = model.inner(state)
        end = model.end_value(root)
        if end is not None or depth <= 0:
            return None, 0.0 if end is None else end
        # The form of a state is the same in every process, other than its hash.
        text = json.dumps(state.to_json(), sort_keys=True)
        rng = Random(f"{self._seed} {step} {text}")
        tree = self._tree(root, rng)
        budget = Budget("uct", self._limits, "a decision of uct")
        with budget.call():
            try:
                while self._most is None or self.trials < self._most:
                    # One trial is always done, so that there is a decision at any limit.
                    if self.trials:
                        budget.look()
                    tree.trial(root, depth)
                    self.trials += 1
            except TimeoutError:
                pass
        return tree.best(root, depth)


class DecisionNode:
    """A state at some depth: its moves, the visits of each, and the sums of their returns."""

    __slots__ = ("highest", "lowest", "moves", "open", "sums", "visits")

    def __init__(self, moves: list[Any], open_: bool) -> None:
        self.moves = moves
        self.open = open_
        self.visits = [0] * len(moves)
        self.sums = [0.0] * len(moves)
        self.lowest, self.highest = inf, -inf


class Tree:
    """A search tree; states that are met again at the same depth are one node.

    Args:
        model: Draws what follows.
        rng: Draws.
        exploration: The weight of the confidence term.
    """

    def __init__(self, model: GenerativeModel, rng: Random, exploration: float) -> None:
        self._model, self._rng, self._exploration = model, rng, exploration
        self._nodes: dict[tuple[int, Hashable], DecisionNode] = {}
        self._discount = model.criterion.discount
        self._give_up = model.criterion.give_up
        # Of equally good ways, the shortest: one that puts off the goal for nothing may never reach it.
        self._step = SURE_PLAN_COST if self._give_up is not None and self._discount == 1 else 0.0

    def trial(self, state: Any, depth: int) -> None:
        """Go down from a state, add a node, and count the return for all moves on the way."""
        model, rng = self._model, self._rng
        path: list[tuple[DecisionNode, int, float]] = []
        total = model.criterion.cut_off
        while depth > 0:
            end = model.end_value(state)
            if end is not None:
                total = end
                break
            key = depth, model.key(state)
            node = self._nodes.get(key)
            is_new = node is None
            if node is None:
                moves, complete = model.moves(state)
                node = self._nodes[key] = DecisionNode(moves, not complete)
            place = self._chosen(node, state)
            if place is None:
                total = self._give_up or 0.0
                break
            reward, state = model.step(state, node.moves[place], rng)
            path.append((node, place, reward))
            depth -= 1
            if is_new:
                total = self._rollout(state, depth)
                break
        for node, place, reward in reversed(path):
            total = reward - self._step + self._discount * total
            if self._give_up is not None and total < self._give_up:
                total = self._give_up
            node.visits[place] += 1
            node.sums[place] += total
            node.lowest = min(node.lowest, total)
            node.highest = max(node.highest, total)

    def _rollout(self, state: Any, depth: int) -> float:
        return self._model.rollout(state, depth, self._rng)

    def _chosen(self, node: DecisionNode, state: Any) -> int | None:
        """Choose a move by its upper confidence bound; an untried one first."""
        count = sum(node.visits)
        if node.open and len(node.moves) < ceil(WIDENING_FACTOR * sqrt(count + 1)):
            near = None
            if node.moves and self._rng.random() < 0.5:
                near = node.moves[self._greedy(node)]
            move = self._model.drawn(state, self._rng, near)
            if move is not None and move not in node.moves:
                node.moves.append(move)
                node.visits.append(0)
                node.sums.append(0.0)
        if not node.moves:
            return None
        untried = [place for place, visits in enumerate(node.visits) if not visits]
        if untried:
            return untried[int(self._rng.random() * len(untried))]
        width = self._exploration * (node.highest - node.lowest)
        logarithm = log(count)
        scores = [
            total / visits + width * sqrt(logarithm / visits)
            for total, visits in zip(node.sums, node.visits, strict=True)
        ]
        return scores.index(max(scores))

    @staticmethod
    def _greedy(node: DecisionNode) -> int:
        """The move with the highest mean."""
        means = [total / visits if visits else -inf for total, visits in zip(node.sums, node.visits, strict=True)]
        return means.index(max(means))

    def best(self, state: Any, depth: int) -> tuple[Any, float | None]:
        """Return the action of the root that was tried most often, of these the best, and its mean return."""
        node = self._nodes.get((depth, self._model.key(state)))
        if node is None or not node.moves:
            return None, self._give_up
        ranks = [
            (visits, total / visits if visits else -inf, -place)
            for place, (visits, total) in enumerate(zip(node.visits, node.sums, strict=True))
        ]
        visits, mean, place = max(ranks)
        return self._model.action(node.moves[-place]), mean if visits else None
