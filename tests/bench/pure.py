"""Pure functions for JAX: the time until they are there, and steps per CPU second of one core, beside `relgym.batch`.

- `first call`: CPU seconds to read and ground a problem, and to compile a start and a step with observation and mask;
- `relgym.jax`: of 4,096 copies, a random valid action in each, the state after it and new episodes, 50 steps in a call;
- `batch`: the same by `relgym.batch`, without new episodes.

Each problem has a process of its own: `python -m tests.bench.pure NAME` measures one.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.bench.batches import INSTANCES, Instance, picked_actions
from tests.bench.rounds import Budget

Walk = Callable[[], None]

COPIES, STEPS = 4096, 50

WALK = 20
"""How many steps `relgym.batch` makes at a time."""

COLUMNS = ("relgym.jax", "batch")

FIRST_CALL = 20.0
"""The CPU seconds that the first call may take."""


def table(budget: Budget, names: list[str]) -> dict[str, dict[str, Any]]:
    """By problem the sizes, the seconds of the first call, and the median rates."""
    chosen = [instance.name for instance in INSTANCES if not names or instance.name in names]
    return {name: _measured_alone(name, budget) for name in chosen[: budget.rows]}


def _measured_alone(name: str, budget: Budget) -> dict[str, Any]:
    arguments = [sys.executable, "-W", "ignore", "-m", "tests.bench.pure", name, str(budget.runs), str(budget.seconds)]
    # One core, as for `relgym.batch`: XLA takes all that it is allowed.
    single = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    result = subprocess.run(arguments, check=True, capture_output=True, text=True, env={**os.environ, **single})
    row: dict[str, Any] = json.loads(result.stdout)
    return row


def walk_of(env: Any, copies: int) -> tuple[Walk, int]:
    """Return a walk of many copies with random actions and new episodes, and the bytes of the state of one copy."""
    import jax

    import relgym.jax

    envs = relgym.jax.Vmap(relgym.jax.AutoReset(env), copies)

    def walk(states: Any, key: Any) -> Any:
        def turn(states: Any, key: Any) -> Any:
            pick, outcome = jax.random.split(key)
            states, rewards, *_ = envs.step(states, envs.sample(states, pick), outcome)
            return states, rewards.sum()

        return jax.lax.scan(turn, states, jax.random.split(key, STEPS))

    # The states stay on the device: each call goes on from the states of the last one.
    states, compiled = jax.jit(envs.init)(jax.random.key(0)), jax.jit(walk, donate_argnums=0)
    octets = sum(leaf.nbytes for leaf in jax.tree.leaves(states)) // copies

    def walked() -> None:
        nonlocal states
        states, rewards = compiled(states, jax.random.key(1))
        jax.block_until_ready(rewards)

    return walked, octets


def rate_of(walk: Walk, steps: int, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Return the steps per second of a walk that makes `steps` steps in a call."""
    done, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        walk()
        done += steps
    return done / spent


def _row(instance: Instance, runs: int, seconds: float) -> dict[str, Any]:
    import jax

    import relgym.jax
    from relgym.batched.batch import Batch
    from relgym.batched.ground import ground

    begun = time.process_time()
    domain, problem = instance.texts()
    env = relgym.jax.make(domain, [problem], max_episode_steps=100, **instance.options())

    def first(key: Any) -> Any:
        start, pick, outcome = jax.random.split(key, 3)
        state = env.init(start)
        return env.observe(state), env.action_mask(state), env.step(state, env.sample(state, pick), outcome)

    jax.block_until_ready(jax.jit(first)(jax.random.key(0)))
    first_call = time.process_time() - begun
    walked, _ = walk_of(env, COPIES)
    task = ground([instance.task()])
    walks = {"relgym.jax": (walked, STEPS * COPIES), "batch": (picked_actions(Batch(task, COPIES, 1)), WALK * COPIES)}
    rates: dict[str, list[float]] = {name: [] for name in walks}
    for play, _ in walks.values():
        play()
    for _ in range(runs):
        for name, (play, steps) in walks.items():
            rates[name].append(rate_of(play, steps, seconds / runs))
    medians = {name: float(f"{statistics.median(each):.4g}") for name, each in rates.items()}
    return {"atoms": len(task.atoms[0]), "actions": task.size, "first call": round(first_call, 1), **medians}


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    which, how_many, how_long = sys.argv[1:]
    [one] = [instance for instance in INSTANCES if instance.name == which]
    print(json.dumps(_row(one, int(how_many), float(how_long))))
