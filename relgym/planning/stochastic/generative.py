"""The generative model of a PDDL task, and the choice of the model of a process."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from random import Random
from typing import Any

from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.stochastic.generative_model import GenerativeModel
from relgym.planning.stochastic.goal_estimates import goal_estimates
from relgym.planning.stochastic.goal_tree import GoalGraph
from relgym.planning.stochastic.process import DecisionProcess, TaskProcess
from relgym.simulate.pddl import PDDLSimulator


class TaskModel(GenerativeModel):
    """The generative model of a PDDL task, on a simulator."""

    def __init__(self, process: TaskProcess) -> None:
        self.criterion = process.criterion
        self._process = process
        self._simulator = PDDLSimulator(process.reasoner)
        self._has_metric = process.costs.expression is not None

    @cached_property
    def goal_graph(self) -> GoalGraph | None:
        """The states with estimates; `None` if the task has too many actions for estimates, or rewards."""
        if self.criterion.give_up is None:
            return None
        estimates = goal_estimates(self._process)
        return None if estimates is None else GoalGraph(self._process, estimates)

    def inner(self, state: State) -> State:
        return self._process.canonical(state)

    def key(self, state: State) -> Hashable:
        return state.bits, state.values

    def end_value(self, state: State) -> float | None:
        _, goal, ids = self._simulator.go_to(state)
        if goal:
            return self.criterion.at_goal
        return None if ids else self.criterion.give_up or 0.0

    def moves(self, state: State) -> tuple[list[Any], bool]:
        _, _, ids = self._simulator.go_to(state)
        if not self._simulator.chooses:
            return [*ids], True
        # The ids of a simulator are those of bindings, also of ambiguous ones, which random rollouts may take.
        return [self._simulator.number(action) for action in self._simulator.valid_actions()], True

    def drawn(self, state: State, rng: Random, near: Any = None) -> Any:
        moves, _ = self.moves(state)
        return rng.choice(moves) if moves else None

    def step(self, state: State, move: Any, rng: Random) -> tuple[float, State]:
        simulator = self._simulator
        simulator.go_to(state)
        simulator.apply(move, rng)
        after = simulator.state
        return self._process.reward(state, after), self._process.canonical(after)

    def rollout(self, state: State, depth: int, rng: Random) -> float:
        simulator, criterion = self._simulator, self.criterion
        by_steps = criterion.name == "cost" and not self._has_metric
        _, goal, ids = simulator.go_to(state)
        total, weight = 0.0, 1.0
        for _ in range(depth):
            if goal:
                return total + weight * criterion.at_goal
            if not ids:
                break
            if by_steps:
                ids = simulator.apply(ids[int(rng.random() * len(ids))], rng)
                total -= 1.0
                goal = simulator.goal()
            else:
                before = simulator.state
                ids = simulator.apply(ids[int(rng.random() * len(ids))], rng)
                total += weight * self._process.reward(before, simulator.state)
                weight *= criterion.discount
                goal = simulator.goal()
        if goal:
            return total + weight * criterion.at_goal
        if criterion.give_up is None:
            return total
        # Cut off: nobody knows; a state without actions is a dead end.
        return max(total + weight * (criterion.cut_off if ids else criterion.give_up), -criterion.penalty)

    def action(self, move: Any) -> Action:
        return self._simulator.action(move)


def generative(process: DecisionProcess) -> GenerativeModel:
    """Return the generative model of a process."""
    if isinstance(process, TaskProcess):
        return TaskModel(process)
    # The parts of RDDL take a while to import.
    from relgym.planning.stochastic.generative_rddl import InstanceModel

    return InstanceModel(process)
