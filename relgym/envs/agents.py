"""Agents that plan in an episode: for demonstrations, baselines, and tests of environments.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> env = relgym.make(domain, problem)
>>> agent = PlannerAgent(env, planner="search")
>>> [demonstration] = agent.demonstrations(1, seed=0)
>>> demonstration.actions, demonstration.rewards, demonstration.terminated
([Action(go a b), Action(go b c)], [0.0, 1.0], True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym

from relgym.arguments import check_whole
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.wrappers.discrete import discrete_of
from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.planning.stochastic.policy import Policy
from relgym.planning.stochastic.solving import method_named, options_of, solve
from relgym.progress import tracked


@dataclass(slots=True)
class Demonstration:
    """An episode as it was played.

    Attributes:
        observations: The observations, one more than actions.
        actions: The actions as the environment takes them.
        rewards: The reward of each action.
        infos: The infos, one more than actions.
        terminated: True if the goal was reached, or a condition of termination.
        truncated: True if a limit of steps or a broken invariant has ended it.
    """

    observations: list[Any] = field(default_factory=list)
    actions: list[Any] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    infos: list[dict[str, Any]] = field(default_factory=list)
    terminated: bool = False
    truncated: bool = False


class PlannerAgent:
    """Plays an environment by plans or by a policy; it sees the whole state, whatever the environment shows.

    For PDDL it follows a plan, and plans again where the outcome of an action differs from the plan. For RDDL it
    searches at each step. Where an environment changes its problem at a reset, the agent begins anew.

    Args:
        env: The environment, with wrappers or without; one of `DiscreteActions` gets numbers.
        planner: PDDL only. The name of a planner, as for `relgym.plan`.
        method: The method, as for `relgym.solve`; by default `replan` for PDDL and `uct` for RDDL.
        limits: Seconds and megabytes of each plan or decision, as `Limits` or a mapping.
        seed: Seeds what the method draws.
        options: Further options of `relgym.solve`.

    Attributes:
        policy: The policy of the present problem; `None` before the first action.

    Raises:
        RelgymError: It is not an environment of relgym, or an argument is wrong.
    """

    policy: Policy | None

    def __init__(
        self,
        env: gym.Env[Any, Any],
        planner: str | None = None,
        *,
        method: str | None = None,
        limits: Limits | Mapping[str, float] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        core = env.unwrapped if isinstance(env, gym.Env) else env
        if not isinstance(core, PDDLEnv | RDDLEnv):
            raise RelgymError(f"{core} is not a relational environment", expected="one made by relgym.make")
        if planner is not None:
            options["planner"] = planner
        self._env, self._core = env, core
        self._method = method or ("replan" if isinstance(core, PDDLEnv) else "uct")
        # A mistake in a name is told before an episode begins.
        options_of(self._method, method_named(self._method), options)
        self._limits, self._seed, self._options = limits, seed, options
        self._reasoner: Any = None
        self._numbers = discrete_of(env)
        self.policy = None

    def act(self, step: int = 0) -> Any:
        """Choose an action in the present state of the environment.

        Args:
            step: The number of steps taken before in the episode, which matters for RDDL with a horizon.

        Returns:
            The action as the environment takes it; `None` if there is no plan, at the goal, and in dead ends.

        Raises:
            ResetNeeded: There was no `reset` yet (Gymnasium's error).
        """
        state = self._core.get_state()
        reasoner = self._core.reasoner
        if reasoner is not self._reasoner:
            self.policy = solve(reasoner, self._method, limits=self._limits, seed=self._seed, **self._options)
            self._reasoner = reasoner
        assert self.policy is not None
        action = self.policy(state, step)
        return action if action is None or self._numbers is None else self._numbers.number(action)

    def play(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Demonstration:
        """Play an episode until it ends, or the agent has no action.

        Args:
            seed: The seed of `env.reset`.
            options: The options of `env.reset`.

        Returns:
            The episode.
        """
        observation, info = self._env.reset(seed=seed, options=options)
        if self.policy is not None:
            self.policy.begin(0 if seed is None else seed)
        demonstration = Demonstration([observation], infos=[info])
        while not (demonstration.terminated or demonstration.truncated):
            action = self.act(len(demonstration.actions))
            if action is None:
                break
            observation, reward, demonstration.terminated, demonstration.truncated, info = self._env.step(action)
            demonstration.observations.append(observation)
            demonstration.actions.append(action)
            demonstration.rewards.append(float(reward))
            demonstration.infos.append(info)
        return demonstration

    def demonstrations(self, episodes: int, *, seed: int = 0) -> Iterator[Demonstration]:
        """Play episodes one after the other; episode `k` begins with `env.reset(seed=seed + k)`.

        Args:
            episodes: The number of episodes.
            seed: The seed of the first.

        Yields:
            The episodes.

        Raises:
            RelgymError: An argument is wrong.
        """
        check_whole("the number of episodes", episodes, 1)
        check_whole("the seed", seed)
        for episode in tracked(range(episodes), "playing episodes"):
            yield self.play(seed=seed + episode)
