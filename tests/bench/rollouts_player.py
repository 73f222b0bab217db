"""Plays rollouts of many copies with one library: `python rollouts_player.py relgym` or `... pyRDDLGym-jax`.

It has one core, or, with `device` as a second argument, all of the machine and the device that JAX finds.

A line of JSON in, a line of JSON out.

- `{"make": [domain, instance], "copies": N, "steps": k}`: makes the environment, and compiles what is to be compiled;
- `{"play": seconds, "way": "rollout"}`: steps of single copies per CPU second, by rollouts of `k` steps from the start
  each; relgym has the ways `compiled` and `step`, too;
- `{"wall": seconds, "way": "rollout"}`: the same per second of wall-clock time, for devices beside the processor;
- `{"agree": seed}` (relgym): whether compiled rollouts end as those over NumPy do, and the largest difference of their
  rewards, as a part of the larger one.

Both get actions that are given beforehand, and give rewards and ends of episodes. pyRDDLGym-jax has the same actions
for all copies, 32-bit numbers, checks neither actions nor invariants, and goes on with episodes that have ended.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

Roll = Callable[..., Any]


def of_relgym(domain: str, instance: str, copies: int, steps: int) -> dict[str, Roll]:
    import numpy as np

    from relgym.envs.vector.rddl import RDDLVectorEnv

    env = RDDLVectorEnv(domain, instance, copies, form="arrays")
    compiled = RDDLVectorEnv(domain, instance, copies, form="arrays", rollouts="jax")
    for each in (env, compiled):
        each.reset(seed=0)
    env.action_space.seed(0)
    sampled = [env.action_space.sample() for _ in range(steps)]
    actions = {name: np.stack([each[name] for each in sampled]) for name in sampled[0]}

    def rollout(env: RDDLVectorEnv = env) -> None:
        env.rollout(actions, returns=["rewards", "terminated", "truncated"])

    def by_steps() -> None:
        for each in sampled:
            env.step(each)

    def agree(seed: int) -> dict[str, Any]:
        both = []
        for each in (env, compiled):
            each.reset(seed=seed)
            both.append(each.rollout(actions, returns=["rewards", "terminated", "truncated"]))
        own, other = both
        ends = all(np.array_equal(getattr(own, name), getattr(other, name)) for name in ("terminated", "truncated"))
        least = np.finfo(float).tiny
        scale = np.maximum(np.maximum(np.abs(own.rewards), np.abs(other.rewards)), least)
        return {"ends": ends, "rewards": float((np.abs(own.rewards - other.rewards) / scale).max())}

    return {"rollout": rollout, "compiled": lambda: rollout(compiled), "step": by_steps, "agree": agree}


def one_core() -> None:
    """Give this process one core, as all others have; to be called before JAX is imported.

    On several, XLA carries programs out in threads beside the one that waits for them, and both take processor time.
    """
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def of_jax(domain: str, instance: str, copies: int, steps: int) -> dict[str, Roll]:
    import jax
    import numpy as np
    from pyRDDLGym.core.env import RDDLEnv
    from pyRDDLGym_jax.core.compiler import JaxRDDLCompiler

    model = RDDLEnv(domain, instance, vectorized=True).model
    compiler = JaxRDDLCompiler(model)
    compiler.compile()
    rng = np.random.default_rng(0)
    plan = {name: _plan(rng, name, model, compiler, steps) for name in model.action_fluents}

    def policy(key: Any, params: Any, hyperparams: Any, step: Any, fluents: Any, history: Any) -> Any:
        return {name: params[name][step] for name in params}

    sample = compiler.compile_rollouts(policy=policy, n_steps=steps, n_batch=copies, check_constraints=True)
    fluents, constants = compiler.split_fluent_nonfluent(compiler.init_values)
    fluents = {name: np.repeat(np.asarray(value)[None], copies, axis=0) for name, value in fluents.items()}
    for state, after in model.next_state.items():
        fluents[after] = fluents[state]

    def rewards_and_ends(key: Any, plan: Any) -> Any:
        log, _ = sample(key, plan, {}, fluents, constants, compiler.model_aux["params"])
        return log["reward"], log["termination"]

    compiled = jax.jit(rewards_and_ends)
    keys = iter(range(10**9))

    def rollout() -> None:
        jax.block_until_ready(compiled(jax.random.PRNGKey(next(keys)), plan))

    return {"rollout": rollout}


def _plan(rng: Any, name: str, model: Any, compiler: Any, steps: int) -> Any:
    """Values of an action-fluent for each step."""
    import numpy as np

    shape = (steps, *np.shape(compiler.init_values[name]))
    match model.action_ranges[name]:
        case "real":
            return (0.05 * rng.random(shape)).astype(np.float32)
        case "bool" | "int" as of:
            return (rng.random(shape) < 0.3).astype(np.int32 if of == "int" else bool)
        case kind:
            return rng.integers(len(model.type_to_objects[kind]), size=shape, dtype=np.int32)


MAKERS: dict[str, Callable[[str, str, int, int], dict[str, Roll]]] = {"relgym": of_relgym, "pyRDDLGym-jax": of_jax}


def rate(roll: Roll, steps: int, seconds: float, clock: Callable[[], float]) -> float:
    done, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        roll()
        done += steps
    return done / spent


def main() -> None:
    warnings.simplefilter("ignore")
    if "device" not in sys.argv:
        one_core()
    ways: dict[str, Roll] = {}
    size = 0
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        answer: Any
        match json.loads(line):
            case {"make": [domain, instance], "copies": copies, "steps": steps}:
                begun = time.process_time()
                ways = MAKERS[sys.argv[1]](domain, instance, copies, steps)
                size = copies * steps
                for name, roll in ways.items():
                    if name != "agree":
                        roll()
                answer = time.process_time() - begun
            case {"play": seconds, "way": way}:
                answer = rate(ways[way], size, seconds, time.process_time)
            case {"wall": seconds, "way": way}:
                answer = rate(ways[way], size, seconds, time.perf_counter)
            case {"agree": seed}:
                answer = ways["agree"](seed)
            case other:
                raise ValueError(f"not understood: {other}")
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
