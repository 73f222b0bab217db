"""Masked PPO learns to solve the training problems of Blocks: `python examples/ppo_masked.py`.

Needs `pip install 'relgym[learn]'` (sb3-contrib). Takes a few minutes on two cores. The agent sees the atoms
and the goal as bits and chooses among the valid actions; a learned policy is then followed greedily, one
episode a problem, and compared with choosing at random.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import gymnasium as gym
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import relgym  # noqa: F401  # makes the environments known to Gymnasium
from relgym.envs import DiscreteActions, FlatObservation

GOOD = 0.95
"""Learning ends when the greedy policy solves a greater share of the training problems."""

STRETCH = 20_480
"""Steps between two looks at how good the policy is."""

Policy = Callable[[np.ndarray, np.ndarray], int]


def make(env_id: str) -> gym.Env:
    return FlatObservation(DiscreteActions(gym.make(env_id, disable_env_checker=True)))


def success(env_id: str, policy: Policy, episodes: int) -> tuple[float, float]:
    """The share of episodes that reach the goal, the same number on every problem, and their mean length."""
    env = make(env_id)
    lengths: list[int] = []
    problems = len(env.unwrapped.problems)
    for problem in range(problems):
        for episode in range(episodes):
            observation, info = env.reset(seed=episode, options={"problem": problem})
            terminated = truncated = False
            steps = 0
            while not (terminated or truncated):
                observation, _, terminated, truncated, info = env.step(policy(observation, info["action_mask"]))
                steps += 1
            if terminated:
                lengths.append(steps)
    return len(lengths) / (problems * episodes), float(np.mean(lengths)) if lengths else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--env", default="relgym/Blocks-v0")
    parser.add_argument("--steps", type=int, default=500_000, help="environment steps to learn from at most")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    torch.set_num_threads(1)  # the networks are small: more threads only wait for each other
    rng = np.random.default_rng(options.seed)
    share, length = success(options.env, lambda _, mask: int(rng.choice(np.flatnonzero(mask))), episodes=20)
    print(f"at random: {share:.0%} of the episodes reach the goal, in {length:.1f} steps on average", flush=True)

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([lambda: make(options.env)] * 8),
        n_steps=512,
        batch_size=512,
        n_epochs=5,
        learning_rate=5e-4,
        gamma=0.99,
        gae_lambda=0.98,
        ent_coef=0.03,
        policy_kwargs={"net_arch": [256, 256]},
        seed=options.seed,
    )

    def greedy(observation: np.ndarray, mask: np.ndarray) -> int:
        return int(model.predict(observation, action_masks=mask, deterministic=True)[0])

    start = time.perf_counter()
    share = 0.0
    while share <= GOOD and model.num_timesteps < options.steps:
        model.learn(STRETCH, reset_num_timesteps=False)
        share, length = success(options.env, greedy, episodes=1)
        minutes = (time.perf_counter() - start) / 60
        print(
            f"after {model.num_timesteps} steps ({minutes:.1f} min): {share:.0%} of the problems are solved, "
            f"in {length:.1f} steps on average",
            flush=True,
        )


if __name__ == "__main__":
    main()
