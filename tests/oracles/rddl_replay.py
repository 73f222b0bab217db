"""Plays actions in pyRDDLGym with every draw at the same quantile: a program, for that package prints as it works."""

from __future__ import annotations

import contextlib
import json
import math
import sys
from typing import Any

import numpy as np
import pyRDDLGym
from scipy import stats


class Quantile:
    """In the place of a random generator: what it draws is the quantile of the distribution."""

    def __init__(self, u: float) -> None:
        self.u = u

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        drawn = np.asarray(low, float) + (np.asarray(high, float) - np.asarray(low, float)) * self.u
        return drawn if size is None else np.full(size, drawn)

    def random(self, size: Any = None) -> Any:
        return np.full(size, self.u)

    def normal(self, loc: Any, scale: Any) -> Any:
        return loc + np.asarray(scale) * stats.norm.ppf(self.u)

    def exponential(self, scale: Any) -> Any:
        return -np.asarray(scale) * math.log(1 - self.u)

    def poisson(self, lam: Any) -> Any:
        return np.where(np.asarray(lam) > 0, stats.poisson.ppf(self.u, np.maximum(lam, 1e-300)), 0).astype(int)

    def weibull(self, a: Any) -> Any:
        return (-math.log(1 - self.u)) ** (1 / np.asarray(a))

    def gamma(self, shape: Any, scale: Any) -> Any:
        return stats.gamma.ppf(self.u, shape, scale=scale)


def replay(asked: dict[str, Any]) -> list[dict[str, Any]]:
    env = pyRDDLGym.make(asked["domain"], asked["instance"], enforce_action_constraints=False)
    sampler, model = env.sampler, env.model
    sampler.rng = Quantile(asked["u"])
    sampler.reset()
    steps = []
    for given in asked["actions"]:
        action = dict(env._noop_actions)
        for name, value in given.items():
            fluent = name.split("___", maxsplit=1)[0]
            of = model.action_ranges[fluent]
            action[name] = model.type_to_objects[of][int(value)] if of in model.type_to_objects else value
            if of == "bool":
                action[name] = bool(value)
        _, reward, done = sampler.step(sampler.prepare_actions_for_sim(action))
        state = {name: np.asarray(sampler.subs[name]).ravel().tolist() for name in model.state_fluents}
        steps.append({"state": state, "reward": float(reward), "done": bool(done)})
    return steps


if __name__ == "__main__":
    with contextlib.redirect_stdout(sys.stderr):
        found = replay(json.load(sys.stdin))
    print(json.dumps(found))
