"""Elevators, Mars rover, unit commitment and the recommender: policies that make sense are better than chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import mean
from typing import Any

import pytest

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.envs.rddl.catalogue import CatalogueRDDLEnv
from relgym.envs.rddl.env import RDDLEnv


def constants(env: RDDLEnv, fluent: str) -> dict[str, Any]:
    layout = env.dynamics.layout
    rows = [tuple(item.name for item in row) for row in layout.rows(fluent)]
    values = layout.start(fluent)
    return dict(zip((row[0] if len(row) == 1 else row for row in rows), values, strict=True))


def constant(env: RDDLEnv, fluent: str) -> Any:
    return env.dynamics.layout.start(fluent)


def names(env: RDDLEnv, kind: str) -> list[str]:
    return [item.name for item in env.dynamics.layout.items[kind]]


def demand(env: RDDLEnv, temperature: float) -> float:
    distance = temperature - constant(env, "MILD")
    return constant(env, "LEAST-DEMAND") + constant(env, "DEMAND-CURVE") * distance**2


def serve(env: RDDLEnv, seen: Mapping[str, Any]) -> dict[str, Any]:
    """Each lift takes those on board where they want to; if there are none, it goes to the nearest who wait."""
    floors = names(env, "floor")
    action = {}
    for lift in names(env, "lift"):
        here = next(n for n, floor in enumerate(floors) if seen[f"at___{lift}__{floor}"])
        up, shut = bool(seen[f"heading-up___{lift}"]), bool(seen[f"shut___{lift}"])
        boarding = seen[f"waiting-{'up' if up else 'down'}___{floors[here]}"]
        waiting = [
            n for n, floor in enumerate(floors) if seen[f"waiting-up___{floor}"] or seen[f"waiting-down___{floor}"]
        ]
        if not shut and boarding:
            continue
        if seen[f"riding-up___{lift}"] or seen[f"riding-down___{lift}"]:
            wanted = bool(seen[f"riding-up___{lift}"])
        elif here in waiting:
            action[f"open-{'up' if seen[f'waiting-up___{floors[here]}'] else 'down'}___{lift}"] = 1
            continue
        elif waiting:
            wanted = min(waiting, key=lambda n, here=here: abs(n - here)) > here
        else:
            continue
        if up != wanted:
            action[f"open-{'up' if wanted else 'down'}___{lift}"] = 1
        elif not shut:
            action[f"close___{lift}"] = 1
        elif here != (len(floors) - 1 if up else 0):
            action[f"move___{lift}"] = 1
    return action


def prospect(env: RDDLEnv, seen: Mapping[str, Any]) -> dict[str, Any]:
    """Each rover pushes to the nearest mineral that is left, and the first that reaches it harvests."""
    left = [mineral for mineral in names(env, "mineral") if not seen[f"harvested___{mineral}"]]
    at_x, at_y = constants(env, "MINERAL-X"), constants(env, "MINERAL-Y")
    action: dict[str, Any] = {}
    for rover in names(env, "rover"):
        ahead = {m: (at_x[m] - seen[f"x___{rover}"], at_y[m] - seen[f"y___{rover}"]) for m in left}
        if not ahead:
            break
        mineral = min(ahead, key=lambda m, ahead=ahead: math.hypot(*ahead[m]))
        if math.hypot(*ahead[mineral]) < constants(env, "RADIUS")[mineral]:
            action[f"harvest___{rover}"] = 1
            left.remove(mineral)
        power = constants(env, "POWER")[rover]
        for axis, distance in zip("xy", ahead[mineral], strict=True):
            push = 0.2 * distance - 0.5 * float(seen[f"speed-{axis}___{rover}"])
            action[f"push-{axis}___{rover}"] = max(-power, min(power, push))
    return action


def commit(env: RDDLEnv, seen: Mapping[str, Any]) -> dict[str, Any]:
    """The cheapest units first, until they make what is consumed today and would be on a day somewhat worse."""
    degrees = float(seen["temperature"])
    away = math.copysign(4, degrees - constant(env, "MILD"))
    missing = math.ceil(max(demand(env, degrees), demand(env, degrees + away)))
    action = {}
    for unit in sorted(names(env, "unit"), key=constants(env, "FUEL-COST").__getitem__):
        action[f"set-point___{unit}"] = min(missing, constants(env, "CAPACITY")[unit])
        missing -= action[f"set-point___{unit}"]
    return action


def please(env: RDDLEnv, seen: Mapping[str, Any]) -> dict[str, Any]:
    """Each consumer is shown the item nearest to their taste."""
    taste, features = constants(env, "TASTE"), names(env, "feature")
    action = {}
    for consumer in names(env, "consumer"):
        wish = [taste[consumer, feature] for feature in features]
        traits = {item: [float(seen[f"trait___{item}__{f}"]) for f in features] for item in names(env, "item")}
        action[f"recommend___{consumer}__{min(traits, key=lambda i, t=traits, w=wish: math.dist(t[i], w))}"] = 1
    return action


def idle(env: RDDLEnv, seen: Mapping[str, Any]) -> dict[str, Any]:
    return {}


def chance(env: RDDLEnv, seen: Mapping[str, Any]) -> dict[str, Any]:
    return env.action_space.sample()


Policy = Callable[[RDDLEnv, Mapping[str, Any]], dict[str, Any]]


def mean_return(name: str, policy: Policy) -> float:
    """Over three episodes of the first, and three of the fourth train problem."""
    returns = []
    for problem in (0, 3):
        env = CatalogueRDDLEnv(name, problem=problem, raise_on_invalid=True)
        env.action_space.seed(1)
        for seed in range(3):
            seen, _ = env.reset(seed=seed)
            total, over = 0.0, False
            while not over:
                seen, reward, terminated, truncated, _ = env.step(policy(env, seen))
                total += reward
                over = terminated or truncated
            returns.append(total)
    return mean(returns)


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("elevators", serve),
        ("mars-rover", prospect),
        ("unit-commitment", commit),
        ("unit-commitment-continuous", commit),
        ("recommender", please),
    ],
)
def test_a_policy_that_makes_sense_is_better_than_chance_and_than_nothing(name, policy):
    assert mean_return(name, policy) > max(mean_return(name, chance), mean_return(name, idle))


@pytest.mark.parametrize("name", ["unit-commitment", "unit-commitment-continuous"])
def test_all_units_together_can_meet_every_demand(name):
    for seed, units in ((seed, units) for seed in range(5) for units in (1, 2, 3, 10)):
        env = RDDLEnv(spec(name).domain, generate(name, seed, units=units))
        dearest = max(demand(env, degrees) for degrees in (constant(env, "COLDEST"), constant(env, "HOTTEST")))
        assert sum(constants(env, "CAPACITY").values()) > dearest > constant(env, "LEAST-DEMAND")
