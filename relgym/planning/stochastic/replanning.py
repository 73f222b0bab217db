"""FF-Replan: plan without chance, and plan again where the outcome differs (Yoon, Fern and Givan, 2007).

For RDDL, each draw has its likeliest outcome, and a tree search looks for actions in the instance without chance.
"""

from __future__ import annotations

from random import Random
from typing import Any

from relgym.arguments import check_one_of
from relgym.errors import ModelError, UnsupportedFeature
from relgym.limits import Limits
from relgym.model.pddl.action import Action
from relgym.planning.plan import Plan
from relgym.planning.planning import plan
from relgym.planning.registry import planner_class
from relgym.planning.stochastic.determinisation import OUTCOMES, Outcomes, determinised
from relgym.planning.stochastic.policy import Policy
from relgym.planning.stochastic.process import DecisionProcess, TaskProcess, check_goal
from relgym.planning.stochastic.uct import UCT, uct
from relgym.reasoning.pddl.reasoner import PDDLReasoner


def replan(
    process: DecisionProcess,
    limits: Limits,
    seed: int,
    *,
    outcomes: Outcomes = "all_outcomes",
    planner: str | None = None,
    trials: int | None = None,
) -> Policy:
    """Return a policy that plans in the determinised task.

    Args:
        process: The process.
        limits: Seconds and megabytes of each plan.
        seed: RDDL only; decides what the search draws.
        outcomes: PDDL only. `all_outcomes` lets the planner choose outcomes, `most_likely` keeps the likeliest.
        planner: PDDL only. The name of a planner, as for `relgym.plan`.
        trials: RDDL only. The number of trials of each search.

    Raises:
        UnsupportedFeature: RDDL; a draw has infinitely many results.
    """
    if isinstance(process, TaskProcess):
        check_goal(process, "replan")
        check_one_of("determinisation", outcomes, OUTCOMES)
        if planner is not None:
            planner_class(planner)
        return ReplanPolicy(process, limits, outcomes, planner)
    return _likeliest_search(process, limits, seed, trials)


class ReplanPolicy(Policy):
    """A policy that follows a plan, and plans again in states that are on no plan.

    In an episode, a state that comes again has the action of the first plan through it. The plan of a state is kept for
    further episodes, which so are functions of their seeds.

    Attributes:
        plans: The number of plans that were made.
        last: The last plan; `None` before the first.
    """

    method = "replan"

    def __init__(self, process: TaskProcess, limits: Limits, outcomes: Outcomes, planner: str | None) -> None:
        self.criterion = process.criterion
        self._process, self._limits, self._planner = process, limits, planner
        self._determinised = determinised(process.reasoner.task, outcomes)
        self._actions: dict[Any, Action | None] = {}
        self._plans: dict[Any, dict[Any, Action | None]] = {}
        self.plans = 0
        self.last: Plan | None = None

    def __call__(self, state: Any, step: int = 0) -> Any:
        canonical = self._process.canonical(state)
        if canonical not in self._actions:
            if canonical not in self._plans:
                self._plans[canonical] = self._plan(canonical)
            self._actions = self._plans[canonical] | self._actions
        return self._actions[canonical]

    def begin(self, seed: int) -> None:
        """Forget the plans of the episode before; nothing is drawn."""
        self._actions = {}

    def _plan(self, state: Any) -> dict[Any, Action | None]:
        """Return the actions of a plan by the states on it; `None` in a state without a plan, and at the goal."""
        reasoner = self._process.reasoner
        chosen: dict[Any, Action | None] = {state: None}
        if reasoner.goal(state):
            return chosen
        without_chance = PDDLReasoner(self._determinised.started(state), reasoner.engine.name)
        with without_chance:
            self.last = actions = plan(without_chance, self._planner, limits=self._limits)
            if actions.interrupted:
                # The planner has kept the interrupt to itself. Without a plan, this state would pass for a dead end.
                raise KeyboardInterrupt
            self.plans += 1
            now = without_chance.initial_state
            for action in actions:
                assert isinstance(action, Action)
                here = self._process.canonical(reasoner.state(now.atoms, dict(now.fluents.items())))
                # Of a state that a plan meets twice, the last action leads on.
                chosen[here] = Action(self._determinised.names[action.name], action.terms)
                now = without_chance.successor(now, action)
        return chosen


def _likeliest_search(process: DecisionProcess, limits: Limits, seed: int, trials: int | None) -> UCT:
    from relgym.planning.stochastic.generative_rddl import LikeliestModel

    model = LikeliestModel(process)
    try:
        start = process.reasoner.dynamics.start
        model.step(start, process.reasoner.dynamics.idle, Random(0))
    except ModelError as error:
        raise UnsupportedFeature(
            f"the method 'replan' does not support draws with infinitely many results: {error.message}",
            hint="the method 'uct' supports them",
        ) from None
    options = {} if trials is None else {"trials": trials}
    policy = uct(process, limits, seed, **options)
    policy.search_in(model, "replan")
    return policy
