"""PPO learns to balance the cart-pole of RDDL, and plays others unseen: `python examples/ppo_jax_rddl.py`.

Needs `pip install 'relgym[jax]'`. The algorithm is that of ppo_jax.py; only the environment and the policy differ.
The agent trains on one cart-pole. Other carts and poles have other masses, lengths and forces, and longer episodes.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from ppo_jax import Weights, learn

import relgym.jax

WIDTHS = (64, 64)

Array = Any


class Numbered(relgym.jax.Wrapper):
    """Observations as vectors of 32 bits, and one fluent as the action: its number."""

    def __init__(self, env: relgym.jax.Environment) -> None:
        super().__init__(relgym.jax.FlattenObservation(env))
        [(self.fluent, self.action_space)] = env.action_space.items()

    def observe(self, state: Any) -> Array:
        return self.env.observe(state).astype(np.float32)

    def action_mask(self, state: Any) -> Array:
        return jnp.ones(self.action_space.n, bool)

    def step_from(self, state: Any, action: Array, numbers: Array) -> Any:
        state, reward, terminated, truncated = self.env.step_from(state, {self.fluent: action}, numbers)
        return state, reward.astype(np.float32), terminated, truncated


def first_weights(inputs: int, actions: int, seed: int) -> Weights:
    rng = np.random.default_rng(seed)
    sizes = (inputs, *WIDTHS)
    shapes = {f"{name} {n}": sizes[n : n + 2] for name in ("actor", "critic") for n in range(len(WIDTHS))}
    shapes |= {"scores": (WIDTHS[-1], actions), "value": (WIDTHS[-1], 1)}
    weights = {name: rng.normal(size=shape) / shape[0] ** 0.5 for name, shape in shapes.items()}
    weights["scores"] *= 0.1
    return {name: jnp.asarray(array, np.float32) for name, array in weights.items()}


def dense(weights: Weights, observation: Array) -> tuple[Array, Array]:
    """The policy: a network of dense layers for the scores, and one for the value."""
    actor = critic = observation
    for n in range(len(WIDTHS)):
        actor = jnp.tanh(actor @ weights[f"actor {n}"])
        critic = jnp.tanh(critic @ weights[f"critic {n}"])
    # A return of 1 for each step is about 1 / (1 - DISCOUNT).
    return actor @ weights["scores"], 30 * (critic @ weights["value"])[:, 0]


def total(env: relgym.jax.Environment, weights: Weights, steps: int) -> float:
    """The return of an episode of the most likely actions."""

    @jax.jit
    def play(weights: Weights, key: Array) -> Array:
        def turn(carried: Any, key: Array) -> tuple[Any, Array]:
            state, going = carried
            scores, _ = dense(weights, env.observe(state)[None])
            state, reward, terminated, truncated = env.step(state, scores[0].argmax(), key)
            return (state, going & ~(terminated | truncated)), reward * going

        to_start, to_play = jax.random.split(key)
        return jax.lax.scan(turn, (env.init(to_start), True), jax.random.split(to_play, steps))[1].sum()

    return float(play(weights, jax.random.key(0)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copies", type=int, default=64, help="environments that are played at once")
    parser.add_argument("--updates", type=int, default=100, help="updates, each after 32 steps of each copy")
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate, which falls to 0")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    jax.config.update("jax_enable_x64", True)  # the real numbers of RDDL
    start = time.perf_counter()
    env = Numbered(relgym.jax.make("relgym/CartPole-v0", problem=0))
    weights = first_weights(env.observation_space.shape[0], env.action_space.n, options.seed)
    weights = learn(env, dense, weights, options)
    print(f"return: {total(env, weights, 200):.0f} of 200; all this in {time.perf_counter() - start:.0f} s", flush=True)
    for problem in range(4):
        other = Numbered(relgym.jax.make("relgym/CartPoleTest-v0", problem=problem))
        print(f"unseen, problem {problem}: {total(other, weights, 500):.0f} of 500", flush=True)


if __name__ == "__main__":
    main()
