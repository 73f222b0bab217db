"""Many environments at once: steps per CPU second of one core, beside Gymnasium's vectors of single environments.

- `step + mask`: of 1,024 environments, the effects of a valid action in each, whether the goal holds, and every valid
  action after it;
- `and pick`: the same, each action being a random one of the valid ones, which are found on the way;
- `make_vec`: of 256 whole environments, observations, masks, infos and new episodes, by random valid actions;
- `sync`: the same of Gymnasium's `SyncVectorEnv`, whose environments give states and get actions as they are;
- `sync, flat`: the same with `DiscreteActions` and `FlatObservation`, which give what `make_vec` gives.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np

import relgym
from relgym.batched.batch import Batch
from relgym.batched.ground import ground
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.envs import DiscreteActions, FlatObservation
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.vector.pddl import PDDLVectorEnv
from relgym.read.pddl.free import with_free
from tests.bench.rounds import Budget

MANY, FEW = 1024, 256
"""Environments in a batch, and where whole environments are compared."""

WALK, FEWER = 20, 4
"""Steps that are made at a time, and of environments one by one, which take longer."""

COLUMNS = ("step + mask", "and pick", "make_vec", "sync", "sync, flat")

Walk = Callable[[], None]


@dataclass(frozen=True)
class Instance:
    """A problem of the catalogue's generators; the agent chooses what the domain says, or all parameters."""

    name: str
    domain: str
    parameters: dict[str, int]
    all_free: bool = False

    def texts(self) -> tuple[Any, str]:
        own = spec(self.domain)
        return own.domain, generate(own, 1, **self.parameters)

    def options(self) -> dict[str, Any]:
        own = spec(self.domain)
        return {"axioms": own.axiom_files(), "free": {} if self.all_free else own.free}

    def task(self) -> relgym.Task:
        task = relgym.load(*self.texts(), axioms=spec(self.domain).axiom_files())
        return relgym.Task(with_free(task.domain, self.options()["free"]), task.problem)


INSTANCES = (
    Instance("Blocks-5", "blocks", {"blocks": 5}),
    Instance("Sokoban 6x6, 2 boxes", "sokoban", {"rows": 6, "columns": 6, "boxes": 2}, all_free=True),
    Instance("the same by directions", "sokoban", {"rows": 6, "columns": 6, "boxes": 2}),
    Instance("Ferry, 4 places, 4 cars", "ferry", {"locations": 4, "cars": 4}, all_free=True),
    Instance("Blocks-20", "blocks", {"blocks": 20}),
    Instance("Towers of 5, derived", "blocks-above", {"blocks": 5}),
    Instance("Tireworld, by chance", "tireworld", {"side": 4}),
)


def table(budget: Budget, names: list[str]) -> dict[str, dict[str, Any]]:
    """By problem and column the median rates, and the sizes."""
    chosen = [instance for instance in INSTANCES if not names or instance.name in names]
    return {instance.name: _row(instance, budget) for instance in chosen[: budget.rows]}


def _row(instance: Instance, budget: Budget) -> dict[str, Any]:
    task = ground([instance.task()])
    batch = Batch(task, MANY, 1)
    # With each the steps that it makes.
    walks: dict[str, tuple[Walk, int]] = {
        "step + mask": (known_actions(batch), WALK * MANY),
        "and pick": (picked_actions(Batch(task, MANY, 1)), WALK * MANY),
        "make_vec": (whole(instance), WALK * FEW),
        "sync": (single(instance, flat=False), FEWER * FEW),
        "sync, flat": (single(instance, flat=True), FEWER * FEW),
    }
    rates: dict[str, list[float]] = {name: [] for name in walks}
    gc.collect()
    for _ in range(budget.runs):
        for name, (walk, steps) in walks.items():
            rates[name].append(_rate(walk, steps, budget.seconds / budget.runs))
    return {
        "atoms": len(task.atoms[0]),
        "actions": task.size,
        # More digits than four are noise.
        **{name: float(f"{statistics.median(found):.4g}") for name, found in rates.items()},
    }


def _rate(walk: Walk, steps: int, seconds: float) -> float:
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        walk()
        done += steps
    return done / spent


def known_actions(batch: Batch) -> Walk:
    """A walk by actions that are known beforehand; each time from the start, with the same chance."""
    picking = np.random.default_rng(2)
    actions = []
    batch.rng = np.random.default_rng(1)
    batch.reset()
    for _ in range(WALK):
        actions.append(batch.pick(picking.random(batch.count)))
        batch.step(actions[-1])

    def walk() -> None:
        batch.rng = np.random.default_rng(1)
        batch.reset()
        for chosen in actions:
            batch.step(chosen)
            _ = batch.goal, batch.valid

    return walk


def picked_actions(batch: Batch) -> Walk:
    """A walk by actions that are picked on the way."""

    def walk() -> None:
        batch.reset()
        for _ in range(WALK):
            batch.step(batch.pick())
            _ = batch.goal, batch.valid

    return walk


def whole(instance: Instance) -> Walk:
    """A walk of whole environments at once."""
    envs = PDDLVectorEnv(*instance.texts(), FEW, max_episode_steps=100, **instance.options())
    envs.reset(seed=1)

    def walk() -> None:
        for _ in range(WALK):
            envs.step(envs.action_space.sample())

    return walk


def single(instance: Instance, flat: bool) -> Walk:
    """A walk of whole environments one by one."""

    def make() -> gym.Env[Any, Any]:
        env: gym.Env[Any, Any] = PDDLEnv(*instance.texts(), **instance.options())
        env = gym.wrappers.TimeLimit(env, 100)
        return FlatObservation(DiscreteActions(env)) if flat else env

    envs = gym.vector.SyncVectorEnv([make] * FEW)
    envs.reset(seed=1)
    draw = random.Random(1).random

    def walk() -> None:
        for _ in range(FEWER):
            chosen = []
            for env in envs.envs:
                valid = env.unwrapped.valid_actions()
                if valid:
                    action = valid[int(draw() * len(valid))]
                    chosen.append(env.get_wrapper_attr("number")(action) if flat else action)
                else:
                    # At a dead end an episode goes on until its time is over.
                    chosen.append(0 if flat else env.unwrapped.action_space.sample())
            envs.step(np.array(chosen) if flat else tuple(chosen))

    return walk


# NumPy's own threads would add their time to that of the process.
os.environ.setdefault("OMP_NUM_THREADS", "1")
