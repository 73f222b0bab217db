"""Tabular Q-learning with rewards at the goal alone, and with shaped rewards.

`python -m tests.bench.shaping` learns, writes docs/shaping.json, and the table of docs/guide/sparse-rewards.md; names
of domains choose rows, and `--report` only writes the table. Each learner plays one problem for some episodes, with the
same seeds; its figure is the share of these episodes that reach the goal.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import relgym
from relgym.envs import ShapedReward

ROOT = Path(__file__).parents[2]
JSON = ROOT / "docs" / "shaping.json"
DOCUMENT = ROOT / "docs" / "guide" / "sparse-rewards.md"

PLACE = re.compile(r"(<!-- figures: shaping -->\n).*?(<!-- end of figures -->)", re.DOTALL)

PROBLEMS = {"blocks": 9, "ferry": 5, "gripper": 5, "hanoi": 5, "sokoban": 2, "tireworld": 3}
"""The numbers of the problems, by the domains: each has some thousand states at most."""

WAYS = ("none", "goals", "relaxed-plan")

EPISODES, STEPS, SEEDS = 50, 50, 5
"""Episodes of a learner, steps of an episode at most, and learners for each figure."""

DISCOUNT, RATE, CURIOSITY = 0.95, 0.5, 0.1
"""The discount, the learning rate, and the share of random actions."""

Figures = Mapping[str, Mapping[str, Any]]


def reached(name: str, way: str, seed: int, episodes: int = EPISODES) -> float:
    """Let one learner play; returns the share of its episodes that reach the goal.

    Args:
        name: The domain.
        way: The potential of `ShapedReward`, or `none`.
        seed: The seed of the learner and of the environment.
        episodes: The number of episodes.
    """
    env: Any = relgym.make(name, problem=PROBLEMS[name], reward="goal")
    env = env if way == "none" else ShapedReward(env, way, DISCOUNT)
    random = Random(seed)
    values: defaultdict[Any, float] = defaultdict(float)
    goals = 0
    for episode in range(episodes):
        state, _ = env.reset(seed=seed if episode == 0 else None)
        for _ in range(STEPS):
            actions = env.unwrapped.valid_actions()
            if not actions:
                break
            action = random.choice(actions) if random.random() < CURIOSITY else _best(values, state, actions, random)
            after, reward, terminated, _, _ = env.step(action)
            following = [] if terminated else env.unwrapped.valid_actions()
            target = reward + DISCOUNT * max((values[after, each] for each in following), default=0.0)
            values[state, action] += RATE * (target - values[state, action])
            state = after
            if terminated:
                goals += 1
                break
    return goals / episodes


def _best(values: Mapping[Any, float], state: Any, actions: Sequence[Any], random: Random) -> Any:
    # Ties are broken by chance: at first all actions are equal.
    return max(actions, key=lambda action: (values[state, action], random.random()))


def measured(name: str) -> dict[str, float]:
    """Return the mean share of episodes that reach the goal, for each way to reward."""
    return {way: round(mean(reached(name, way, seed) for seed in range(SEEDS)), 3) for way in WAYS}


def filled(text: str, figures: Figures) -> str:
    """Return a page with the table of the figures."""
    lines = ["| domain, problem | goal alone | missing goals | relaxed plans |", "| --- | --- | --- | --- |"]
    for name, shares in figures.items():
        cells = " | ".join(f"{shares[way]:.0%}" for way in WAYS)
        lines.append(f"| {name} {PROBLEMS[name]} | {cells} |")
    return PLACE.sub(lambda match: match[1] + "\n".join(lines) + "\n" + match[2], text)


def main(words: Sequence[str]) -> None:
    """Measure the named domains, or all, and write figures and table."""
    known: dict[str, Any] = json.loads(JSON.read_text("utf-8")) if JSON.is_file() else {}
    if "--report" not in words:
        for name in [word for word in words if word in PROBLEMS] or PROBLEMS:
            known[name] = measured(name)
            print(name, known[name], flush=True)
        known = {name: known[name] for name in PROBLEMS if name in known}
        JSON.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    if DOCUMENT.is_file():
        DOCUMENT.write_text(filled(DOCUMENT.read_text("utf-8"), known), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
