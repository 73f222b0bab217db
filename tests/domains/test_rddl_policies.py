"""In the RDDL domains where something moves, who looks at the state does better than who guesses."""

from __future__ import annotations

from collections.abc import Callable
from math import asin, atan2, cos, hypot, pi
from statistics import mean

import gymnasium as gym
import pytest
from domains.flows import COMMANDS, MOST, UAVS, Named, command, constants

import relgym  # noqa: F401  # registers the environments
from relgym.catalogue.domains import spec
from relgym.reasoning.rddl.dynamics import Dynamics

Policy = Callable[[Dynamics, Named], Named]


def fly(domain: str) -> Policy:
    """Turn to the goal, climb towards it, and slow down near it."""

    def chosen(simulator: Dynamics, seen: Named) -> Named:
        known, actions = constants(simulator), {}
        for item in simulator.layout.items["aircraft"]:
            own = {axis: float(seen[f"{axis}___{item.name}"]) for axis in ("speed", "yaw", "roll", "pitch")}
            x, y, z = (
                known[f"GOAL-{axis.upper()}___{item.name}"] - seen[f"pos-{axis}___{item.name}"] for axis in "xyz"
            )
            off = (atan2(y, x) - own["yaw"] + pi) % (2 * pi) - pi
            climb = asin(max(-0.9, min(0.9, z / max(1, hypot(x, y)))))
            speed = max(1.0, hypot(x, y, z) / 4 * max(0.2, cos(off)))
            wanted = (speed - own["speed"], max(-0.8, min(0.8, off)) - own["roll"], climb - own["pitch"])
            for fluent, missing, most in zip(COMMANDS[domain], wanted, MOST, strict=True):
                share = max(-1.0, min(1.0, missing / 0.2 / most))
                actions[f"{fluent}___{item.name}"] = command(domain, fluent, share, most)
        return actions

    return chosen


def refill(simulator: Dynamics, seen: Named) -> Named:
    """Make goods while the factory is not half full; fill warehouses up to what a step may take at most."""
    known = constants(simulator)
    actions = {"produce": known["PRODUCTION-MAX"] if seen["factory-stock"] * 2 < known["FACTORY-ROOM"] else 0}
    for item in simulator.layout.items["warehouse"]:
        missing = known[f"DEMAND-MAX___{item.name}"] + known[f"SURGE___{item.name}"] - seen[f"stock___{item.name}"]
        actions[f"ship___{item.name}"] = max(0, min(known[f"SHIPMENT-MAX___{item.name}"], missing))
    return actions


def empty_queues(simulator: Dynamics, seen: Named) -> Named:
    """Hold a phase while many queue who have green in it."""
    known, layout, actions = constants(simulator), simulator.layout, {}
    for number, item in enumerate(layout.items["intersection"]):
        phase = layout.items["phase"][int(seen[f"phase-of___{item.name}"])].name.removeprefix("@")
        served = [
            seen[f"queue___{turn.name}"]
            for turn in layout.items["turn"]
            if known[f"AT___{turn.name}"] == number and known[f"GREEN___{turn.name}__{phase}"]
        ]
        actions[f"advance___{item.name}"] = sum(served) < 2
    return actions


def returns(domain: str, policy: Policy | None) -> float:
    """The mean return of a policy, or of sampled actions."""
    found = []
    for problem in (0, 3, 6):
        env = gym.make(spec(domain).ids["train"], problem=problem, raise_on_invalid=True)
        simulator = env.unwrapped.dynamics
        observation, _ = env.reset(seed=problem)
        env.action_space.seed(problem)
        rewards, over = [], False
        while not over:
            action = env.action_space.sample() if policy is None else policy(simulator, observation)
            observation, reward, terminated, truncated, _ = env.step(action)
            rewards.append(reward)
            over = terminated or truncated
        found.append(sum(rewards))
    return mean(found)


@pytest.mark.parametrize(
    ("domain", "policy", "share"),
    [(domain, fly(domain), 0.4) for domain in UAVS] + [("traffic", empty_queues, 0.85)],
    ids=[*UAVS, "traffic"],
)
def test_who_thinks_costs_less_than_who_guesses(domain, policy, share):
    assert returns(domain, policy) > share * returns(domain, None)


def test_who_refills_makes_money():
    assert returns("supply-chain", refill) > 0 > returns("supply-chain", None)
