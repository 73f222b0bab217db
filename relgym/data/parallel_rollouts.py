"""`relgym.rollouts`: episodes of an environment, played by several workers.

Each episode depends on its seed alone, so that the results are the same in whatever number of workers. The episodes of
a worker that dies are played again by the one that takes its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from time import monotonic
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec as GymnasiumSpec

from relgym.arguments import check_one_of, check_whole, wrong
from relgym.envs.wrappers.discrete import discrete_of
from relgym.errors import BackendError, RelgymError
from relgym.executors.choice import NAMES
from relgym.executors.choice import executor as started
from relgym.executors.executor import LOST, Order
from relgym.executors.sending import sendable
from relgym.planning.stochastic.policy import Policy
from relgym.progress import counting
from relgym.tuning.data import ORDER_SECONDS
from relgym.tuning.exploration import RESTARTS_LIMIT

EnvSource = str | GymnasiumSpec | Callable[[], gym.Env[Any, Any]]
"""An environment's id, its spec, or a function that makes it."""

RolloutPolicy = str | Policy | Callable[[Any, dict[str, Any]], Any]
"""`random`, a policy of `relgym.solve`, or a function of the observation and the info."""


@dataclass(frozen=True, slots=True)
class RolloutEpisode:
    """An episode.

    Attributes:
        seed: The seed of `env.reset`.
        total: The sum of the rewards.
        steps: The number of steps.
        terminated: True if the goal was reached, or a condition of termination.
        truncated: True if a limit of steps or a broken invariant has ended it.
    """

    seed: int
    total: float
    steps: int
    terminated: bool
    truncated: bool


@dataclass(frozen=True, slots=True)
class Rollouts:
    """Episodes in the order of their seeds.

    Attributes:
        episodes: The episodes.
        interrupted: True if fewer episodes than asked for were played (Ctrl-C).
    """

    episodes: tuple[RolloutEpisode, ...]
    interrupted: bool = False

    def __len__(self) -> int:
        return len(self.episodes)

    def __iter__(self) -> Iterator[RolloutEpisode]:
        return iter(self.episodes)

    @property
    def returns(self) -> tuple[float, ...]:
        """The sum of the rewards of each episode."""
        return tuple(episode.total for episode in self.episodes)

    @property
    def mean(self) -> float:
        """The mean of the returns."""
        return fmean(self.returns)

    @property
    def steps(self) -> int:
        """The number of steps of all episodes."""
        return sum(episode.steps for episode in self.episodes)


def rollouts(
    env_spec: EnvSource,
    policy: RolloutPolicy = "random",
    episodes: int = 100,
    *,
    seed: int = 0,
    horizon: int | None = None,
    workers: int = 1,
    executor: str = "processes",
) -> Rollouts:
    """Play episodes.

    Episode `k` begins with `env.reset(seed=seed + k)`. It ends when the environment says so, where the policy has no
    action (`None`), and after `horizon` steps.

    Args:
        env_spec: The id of an environment, such as `relgym/Blocks-v0`, its Gymnasium spec, or a function without
            arguments that makes it.
        policy: `random`; a policy of `relgym.solve`, which sees the whole state; or a function `policy(observation,
            info)`. With several workers, a function must not depend on earlier calls; one that has no name in a module
            which is imported, such as a `lambda`, travels by the package cloudpickle.
        episodes: The number of episodes.
        seed: The seed of the first episode.
        horizon: The largest number of steps of an episode; `None` leaves it to the environment.
        workers: The number of workers. With one, the calling process plays.
        executor: The kind of workers: `processes` of this machine, or `ray`, for a cluster.

    Returns:
        The episodes in the order of their seeds; after Ctrl-C those that were played.

    Raises:
        KeyboardInterrupt: Ctrl-C came before the end of the first episode.
        RelgymError: An argument is wrong.
        BackendError: Workers have died again and again.
    """
    check_whole("the number of episodes", episodes, 1)
    check_whole("the seed", seed)
    check_whole("workers", workers, 1)
    check_one_of("executor", executor, NAMES)
    if horizon is not None:
        check_whole("the horizon", horizon, 1)
    if not (policy == "random" or isinstance(policy, Policy) or (callable(policy) and not isinstance(policy, str))):
        raise wrong("the policy", policy, "'random', a policy of relgym.solve, or policy(observation, info)")
    if not isinstance(env_spec, str | GymnasiumSpec) and not callable(env_spec):
        raise wrong(
            "the environment", env_spec, "an id such as 'relgym/Blocks-v0', a spec, or a function that makes it"
        )
    played: dict[int, RolloutEpisode] = {}
    interrupted = False
    with counting("playing", "episodes") as show:
        try:
            if workers == 1 and executor == "processes":
                player = EpisodePlayer(env_spec, policy, horizon)
                for number in range(seed, seed + episodes):
                    played[number] = player.episode(number)
                    show(len(played))
            else:
                # Ray packs what it sends by itself.
                sent = (sendable(env_spec), sendable(policy)) if executor == "processes" else (env_spec, policy)
                _spread(played, range(seed, seed + episodes), (*sent, horizon), workers, executor, show)
        except KeyboardInterrupt:
            if not played:
                raise
            interrupted = True
    return Rollouts(tuple(played[number] for number in sorted(played)), interrupted)


def _spread(
    played: dict[int, RolloutEpisode],
    seeds: Sequence[int],
    arguments: tuple[Any, ...],
    count: int,
    kind: str,
    show: Callable[[int], None],
) -> None:
    """Play the episodes of some seeds by workers, and enter them into `found`."""
    todo = [*reversed(seeds)]
    size, restarts = 1, 0
    with started(kind, min(count, len(seeds)), episode_player, arguments) as workers:
        while todo:
            began = monotonic()
            # Towards the end all workers get a share.
            some = max(1, min(size, -(-len(todo) // workers.count)))
            given = {index: [todo.pop() for _ in range(some) if todo] for index in range(workers.count)}
            orders = {index: Order("episodes", (seeds,)) for index, seeds in given.items() if seeds}
            for index, answer in workers.call(orders).items():
                if answer is LOST:
                    restarts += 1
                    if restarts > RESTARTS_LIMIT:
                        raise BackendError(
                            f"workers have died {restarts} times",
                            hint=f"look at the episode with seed {given[index][0]}, or play with fewer workers",
                        )
                    todo += reversed(given[index])
                    workers.restart(index)
                else:
                    played |= {episode.seed: episode for episode in answer}
            show(len(played))
            if monotonic() - began < ORDER_SECONDS:
                size *= 2


def episode_player(index: int, env: EnvSource, policy: RolloutPolicy, horizon: int | None) -> EpisodePlayer:
    """Make the object of a worker."""
    return EpisodePlayer(env, policy, horizon)


class EpisodePlayer:
    """Plays episodes of one environment with one policy."""

    def __init__(self, env: EnvSource, policy: RolloutPolicy, horizon: int | None) -> None:
        """Make the environment."""
        import relgym.envs  # noqa: F401  # registers the environments of the catalogue

        self._env: gym.Env[Any, Any] = env() if callable(env) and not isinstance(env, GymnasiumSpec) else gym.make(env)
        self._policy, self._horizon = policy, horizon
        self._numbers = discrete_of(self._env)
        if isinstance(policy, Policy) and not hasattr(self._env.unwrapped, "get_state"):
            raise RelgymError(f"{self._env.unwrapped} has no state for a policy", expected="an environment of relgym")

    def episodes(self, seeds: Sequence[int]) -> list[RolloutEpisode]:
        """Play the episodes of some seeds."""
        return [self.episode(seed) for seed in seeds]

    def episode(self, seed: int) -> RolloutEpisode:
        """Play the episode of a seed."""
        env, policy = self._env, self._policy
        observation, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        if isinstance(policy, Policy):
            policy.begin(seed)
        total, steps, terminated, truncated = 0.0, 0, False, False
        while not (terminated or truncated) and (self._horizon is None or steps < self._horizon):
            action = self._action(observation, info, steps)
            if action is None:
                break
            observation, reward, terminated, truncated, info = env.step(action)
            total += float(reward)
            steps += 1
        return RolloutEpisode(seed, total, steps, bool(terminated), bool(truncated))

    def _action(self, observation: Any, info: dict[str, Any], step: int) -> Any:
        policy = self._policy
        if isinstance(policy, Policy):
            core: Any = self._env.unwrapped
            action = policy(core.get_state(), step)
            return action if action is None or self._numbers is None else self._numbers.number(action)
        return self._env.action_space.sample() if isinstance(policy, str) else policy(observation, info)
