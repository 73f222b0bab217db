"""Plays one game of many copies on JAX: `python games_player.py LIBRARY`, one of `LIBRARIES` or pyRDDLGym-jax.

A line of JSON in, a line of JSON out, on one core.

- `{"make": NAME, "copies": N, "steps": k}`: makes the game, and compiles a walk of `k` steps;
- `{"play": seconds}`: steps of single copies per CPU second.

All arrays stay on the device. In the games of gymnax and Jumanji, an episode that has ended begins anew, and actions
are drawn within the walk: relgym draws valid ones, the others any. Beside pyRDDLGym-jax, actions are given beforehand,
and no episode begins anew.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rollouts_player import of_jax, one_core, rate

Start = Callable[[Any], Any]
Turn = Callable[[Any, Any], tuple[Any, Any]]
"""The state of all copies and a key; returns the state after a step, and rewards that must be computed."""

DOMAINS = Path(__file__).parents[2] / "domains"

LIMITS = {"CartPole": 500, "MountainCar": 200, "Sokoban": 120, "Sliding tiles": 500}
"""The steps of an episode, as the others have them."""

NAMES = {"CartPole": "cart-pole", "MountainCar": "mountain-car"}
"""The domains of RDDL that have other names here."""

SIZES = {
    "Sokoban": ("sokoban", {"rows": 8, "columns": 8, "boxes": 4}),
    "Sliding tiles": ("slide-tile", {"rows": 3, "columns": 3, "moves": 100}),
}
"""The domains of PDDL, and problems that are as large as those of the others."""


def of_relgym(name: str, copies: int, dtype: str = "float64") -> tuple[Start, Turn]:
    import jax

    import relgym.jax
    from relgym.catalogue.domains import spec
    from relgym.catalogue.generate import generate

    jax.config.update("jax_enable_x64", True)
    limit = LIMITS.get(name)
    if name in SIZES:
        domain, sizes = SIZES[name]
        own = spec(domain)
        env = relgym.jax.make(own.domain, [generate(own, 1, **sizes)], max_episode_steps=limit, free=own.free)
    else:
        env = relgym.jax.make(NAMES.get(name, name), max_episode_steps=limit, dtype=dtype)
    envs = relgym.jax.Vmap(relgym.jax.AutoReset(env), copies)

    def turn(states: Any, key: Any) -> tuple[Any, Any]:
        pick, outcome = jax.random.split(key)
        states, rewards, *_ = envs.step(states, envs.sample(states, pick), outcome)
        return states, rewards

    return envs.init, turn


def of_steps(name: str, copies: int, dtype: str = "float64") -> tuple[Start, Turn]:
    """relgym with actions that are given beforehand and no new episodes, as pyRDDLGym-jax plays."""
    import jax

    import relgym.jax

    jax.config.update("jax_enable_x64", True)
    envs = relgym.jax.Vmap(relgym.jax.make(name, dtype=dtype), copies)
    actions = envs.sample(jax.jit(envs.init)(jax.random.key(0)), jax.random.key(1))

    def turn(states: Any, key: Any) -> tuple[Any, Any]:
        states, rewards, *_ = envs.step(states, actions, key)
        return states, rewards

    return envs.init, turn


def of_gymnax(name: str, copies: int) -> tuple[Start, Turn]:
    import gymnax
    import jax

    env, params = gymnax.make({"CartPole": "CartPole-v1", "MountainCar": "MountainCar-v0"}[name])

    def start(key: Any) -> Any:
        return jax.vmap(env.reset, (0, None))(jax.random.split(key, copies), params)[1]

    def turn(states: Any, key: Any) -> tuple[Any, Any]:
        pick, outcome = jax.random.split(key)
        actions = jax.random.randint(pick, (copies,), 0, env.num_actions)
        _, states, rewards, *_ = jax.vmap(env.step, (0, 0, 0, None))(
            jax.random.split(outcome, copies), states, actions, params
        )
        return states, rewards

    return start, turn


def of_jumanji(name: str, copies: int) -> tuple[Start, Turn]:
    import jax
    from jumanji.environments import SlidingTilePuzzle, Sokoban
    from jumanji.environments.logic.sliding_tile_puzzle.generator import RandomWalkGenerator
    from jumanji.environments.routing.sokoban.generator import SimpleSolveGenerator
    from jumanji.wrappers import VmapAutoResetWrapper

    match name:
        case "Sokoban":
            env: Any = Sokoban(generator=SimpleSolveGenerator(), time_limit=LIMITS[name])
        case _:
            env = SlidingTilePuzzle(generator=RandomWalkGenerator(3, 100), time_limit=LIMITS[name])
    envs = VmapAutoResetWrapper(env)

    def start(key: Any) -> Any:
        return envs.reset(jax.random.split(key, copies))[0]

    def turn(states: Any, key: Any) -> tuple[Any, Any]:
        states, timestep = envs.step(states, jax.random.randint(key, (copies,), 0, 4))
        return states, timestep.reward

    return start, turn


LIBRARIES: dict[str, Callable[[str, int], tuple[Start, Turn]]] = {
    "relgym": of_relgym,
    "relgym, float32": partial(of_relgym, dtype="float32"),
    "relgym, steps": of_steps,
    "relgym, steps, float32": partial(of_steps, dtype="float32"),
    "gymnax": of_gymnax,
    "Jumanji": of_jumanji,
}


def walk_of(library: str, name: str, copies: int, steps: int) -> Callable[[], None]:
    """Return a walk, compiled; each call goes on from the states of the last one."""
    if library == "pyRDDLGym-jax":
        folder = DOMAINS / name
        instance = min((folder / "problems" / "train").glob("*.rddl"))
        rollout: Callable[[], None] = of_jax(str(folder / "domain.rddl"), str(instance), copies, steps)["rollout"]
        return rollout
    import jax

    start, turn = LIBRARIES[library](name, copies)

    def walked(states: Any, key: Any) -> Any:
        def one(states: Any, key: Any) -> Any:
            states, rewards = turn(states, key)
            return states, rewards.sum()

        return jax.lax.scan(one, states, jax.random.split(key, steps))

    states, compiled, keys = jax.jit(start)(jax.random.key(0)), jax.jit(walked, donate_argnums=0), iter(range(10**9))

    def walk() -> None:
        nonlocal states
        states, rewards = compiled(states, jax.random.key(next(keys)))
        jax.block_until_ready(rewards)

    return walk


def main() -> None:
    warnings.simplefilter("ignore")
    one_core()
    walk: Callable[[], None]
    size = 0
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        answer: float
        match json.loads(line):
            case {"make": name, "copies": copies, "steps": steps}:
                begun = time.process_time()
                walk = walk_of(sys.argv[1], name, copies, steps)
                # The second call may be compiled anew: the types of a start need not be those after a step.
                for _ in range(2):
                    walk()
                size = copies * steps
                answer = time.process_time() - begun
            case {"play": seconds}:
                answer = rate(walk, size, seconds, time.process_time)
            case other:
                raise ValueError(f"not understood: {other}")
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
