"""`learn_policy`: a policy for RDDL, learned on small instances, that carries over to larger ones.

>>> import relgym
>>> domain = '''domain lamps { types { lamp : object; };
...   pvariables { lit(lamp) : { state-fluent, bool, default = false };
...     press(lamp) : { action-fluent, bool, default = false }; };
...   cpfs { lit'(?l) = lit(?l) ~= press(?l); }; reward = sum_{?l : lamp} [lit(?l)]; }'''
>>> def lamps(names):
...     return relgym.load(domain, "instance i { domain = lamps; objects { lamp : {%s}; }; horizon = 5; }" % names)
>>> policy = learn_policy(lamps("a, b"), generations=10, population=8, episodes=1)
>>> larger = lamps("a, b, c")
>>> policy.for_instance(larger)(relgym.Reasoner(larger).initial_state)
{'press___a': True, 'press___b': True, 'press___c': True}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import numpy as np

from relgym.arguments import check_whole, wrong
from relgym.data.policy_search.evolution import CMAES
from relgym.data.policy_search.heads import Head
from relgym.data.policy_search.lifted import LiftedPolicy, rddl_reasoner
from relgym.data.policy_search.playing import BatchSimulator
from relgym.data.policy_search.sampling import heads_of
from relgym.errors import ModelError, UnsupportedFeature
from relgym.limits import Limits
from relgym.model.rddl.domain import Instance
from relgym.planning.stochastic.criterion import criterion_of
from relgym.planning.stochastic.process import DecisionProcess
from relgym.progress import tracked
from relgym.reasoning.reasoner import Reasoner

POLICY_GENERATIONS = 100
"""Number of generations in which a policy is learned. Judged: returns come close to those of 300 generations, in
a third of the time."""

POLICY_POPULATION = 32
"""Number of candidates of a generation. Judged: some dozens of weights call for about 4 + 3 log(n) = 18, and returns of
few episodes are uncertain."""

POLICY_EPISODES = 4
"""Number of episodes of a candidate in an instance. Judged: with the population, arrays of 128 copies, whose steps take
little longer than those of 32."""

POLICY_STEPS = 100
"""Number of steps of an episode of an instance without a horizon. Judged: that of most domains of the catalogue."""

GENERATION_INSTANCES = 2
"""Number of instances in which a generation is played. Judged: instances take turns, so each is played as often."""

FIRST_STEP_SIZE = 0.5
"""Standard deviation of the first weights, of features with a standard deviation of 1. Judged: scores of about 1."""


def learn_policy(
    instances: Instance | Reasoner | Sequence[Instance | Reasoner],
    *,
    generations: int = POLICY_GENERATIONS,
    population: int = POLICY_POPULATION,
    episodes: int = POLICY_EPISODES,
    horizon: int | None = None,
    discount: float | None = None,
    limits: Limits | Mapping[str, float] | None = None,
    seed: int = 0,
) -> LiftedPolicy:
    """Learn a policy for an RDDL domain from episodes in some of its instances.

    The score of an action cell is linear in features of its objects (`features.py`). CMA-ES (Hansen, 2016) searches
    for the weights with the best returns. Each generation is played in two of the instances, which take turns. The same
    seed gives the same policy.

    Args:
        instances: The instance, or several of one domain, from `relgym.load`, or reasoners of them.
        generations: The number of generations.
        population: The number of candidates of a generation.
        episodes: The number of episodes of a candidate in an instance; all candidates have the same draws.
        horizon: The number of steps of an episode; by default the instance's, or 100.
        discount: The discount; by default the instance's.
        limits: `seconds` bounds the whole call; by default nothing does.
        seed: Seeds the candidates and the draws.

    Returns:
        The policy for the states of the first instance; its `for_instance` makes one for another instance. If an
        interrupt (Ctrl-C) or the limit ends learning early, the policy is that of the finished generations, and its
        `reason` says so.

    Raises:
        ModelError: The instances are not all of one domain of RDDL.
        UnsupportedFeature: The values of an action-fluent are objects of the instance, there is no action-fluent, or
            the action of all defaults is not valid in the initial state.
        SimulationError: A value of a step cannot be computed, or has more than 64 bits.
        RelgymError: Another argument is wrong.
    """
    check_whole("the number of generations", generations)
    check_whole("the population", population, 4)
    check_whole("the number of episodes", episodes, 1)
    check_whole("the seed", seed)
    if horizon is not None:
        check_whole("the horizon", horizon, 1)
    end = None if limits is None else monotonic() + Limits.of(limits).seconds
    several = instances if isinstance(instances, Sequence) and not isinstance(instances, str) else [instances]
    if not several:
        raise wrong("the instances", instances, "an Instance, or a list of some, from relgym.load(domain, instance)")
    simulators = [_simulator(each, rddl_reasoner(several[0]).instance.domain) for each in several]
    evaluators = [_Evaluator(simulator, episodes, horizon, discount) for simulator in simulators]
    heads = heads_of(simulators, max(evaluator.steps for evaluator in evaluators), seed)
    search = CMAES(sum(head.size for head in heads), seed, population, FIRST_STEP_SIZE)
    returns: list[float] = []
    reason = None
    try:
        for generation in tracked(range(generations), "learning a policy"):
            if end is not None and monotonic() > end:
                reason = f"learning stopped at its limit after {generation} generations"
                break
            weights = search.ask()
            scores = [
                evaluators[number].returns(heads, weights, (seed, generation, number))
                for number in _chosen(generation, len(evaluators))
            ]
            search.tell(sum(_standardized(each) for each in scores))
            returns.append(float(np.mean(scores)))
    except KeyboardInterrupt:
        reason = f"learning was interrupted after {len(returns)} generations"
    return LiftedPolicy(simulators[0], heads, search.mean, returns, reason, discount)


def learned(
    process: DecisionProcess,
    limits: Limits,
    seed: int,
    *,
    generations: int = POLICY_GENERATIONS,
    population: int = POLICY_POPULATION,
    episodes: int = POLICY_EPISODES,
) -> LiftedPolicy:
    """Learn a policy on the one instance for which it is, as a method of `relgym.solve`.

    Args:
        process: The process of an RDDL instance.
        limits: `seconds` bounds the learning.
        seed: Seeds the candidates and the draws.
        generations: The number of generations.
        population: The number of candidates of a generation.
        episodes: The number of episodes of a candidate.

    Raises:
        UnsupportedFeature: It is a task of PDDL, or an instance that `learn_policy` does not support.
    """
    criterion = process.criterion
    if criterion.name != "return":
        raise UnsupportedFeature(
            "the method 'learned' does not support PDDL", hint="methods that do: lrtdp, value_iteration, uct, replan"
        )
    return learn_policy(
        process.reasoner,
        generations=generations,
        population=population,
        episodes=episodes,
        horizon=criterion.horizon,
        discount=criterion.discount,
        limits=limits,
        seed=seed,
    )


class _Evaluator:
    """Evaluates candidates in an instance."""

    def __init__(self, simulator: BatchSimulator, episodes: int, horizon: int | None, discount: float | None) -> None:
        instance = simulator.reasoner.instance
        self._simulator = simulator
        # Without random numbers, all episodes of a candidate are equal.
        self._episodes = episodes if simulator.reasoner.dynamics.uniforms else 1
        self.steps = horizon or instance.horizon or POLICY_STEPS
        self._discount = criterion_of(Instance, None, discount=discount, instance=instance).discount

    def returns(self, heads: Sequence[Head], weights: Any, seed: Any) -> Any:
        """Return the mean return of each candidate."""
        simulator, copies = self._simulator, len(weights) * self._episodes
        totals = simulator.play(
            lambda state: simulator.actions(heads, weights, state, copies),
            copies,
            self._episodes,
            self.steps,
            self._discount,
            seed,
        )
        return totals.reshape(len(weights), self._episodes).mean(axis=1)


def _simulator(model: Any, domain: Any) -> BatchSimulator:
    reasoner = rddl_reasoner(model)
    instance = reasoner.instance
    if instance.domain != domain:
        raise ModelError(f"{instance!r} is not of the domain '{domain.name}'", expected="instances of one domain")
    if not reasoner.dynamics.program.actions:
        raise UnsupportedFeature(f"the domain '{domain.name}' has no action-fluents, so there is no policy to learn")
    if not reasoner.is_valid(reasoner.initial_state, {}):
        raise UnsupportedFeature(
            f"the action of all defaults is not valid in the initial state of '{instance.name}', and a learned policy "
            "starts from it"
        )
    return BatchSimulator(reasoner)


def _chosen(generation: int, count: int) -> list[int]:
    """Return the numbers of the instances of a generation."""
    drawn = min(GENERATION_INSTANCES, count)
    return [(generation * drawn + place) % count for place in range(drawn)]


def _standardized(returns: Any) -> Any:
    """Return the returns in standard deviations from their mean, so that all instances have the same weight."""
    spread = returns.std()
    return (returns - returns.mean()) / spread if spread > 0 else np.zeros_like(returns)
