"""The cost of recording, beside the same steps without it.

`python -m tests.bench.recordings` plays random episodes of some domains both ways, in turns, and prints the steps per
CPU second, their ratio, and the bytes of a recorded step.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import gymnasium as gym

import relgym.data

EPISODES = {"Blocks": (300, 100), "Sokoban": (100, 200), "Logistics": (100, 150), "SysAdmin": (200, 40)}
"""The number of episodes of each environment, and the largest number of their steps."""

ROUNDS = 3
"""The number of measurements of each way; the fastest counts."""


def plain(name: str, episodes: int, most_steps: int) -> tuple[int, float]:
    """Return the number of steps of random episodes, and their CPU seconds."""
    env: Any = gym.make(f"relgym/{name}-v0").unwrapped
    choice, steps, begun = Random(0).choice, 0, time.process_time()
    pddl = hasattr(env, "problems")
    env.action_space.seed(0)
    for episode in range(episodes):
        env.reset(seed=episode)
        for _ in range(most_steps):
            valid = env.valid_actions() if pddl else None
            if valid == []:
                break
            _, _, terminated, truncated, _ = env.step(choice(valid) if valid else env.action_space.sample())
            steps += 1
            if terminated or truncated:
                break
    return steps, time.process_time() - begun


def recorded(name: str, episodes: int, most_steps: int, path: Path) -> tuple[int, float]:
    """Return the number of recorded steps, and their CPU seconds."""
    begun = time.process_time()
    found = relgym.data.record(f"relgym/{name}-v0", "random", episodes, path=path, max_steps=most_steps)
    return found.steps, time.process_time() - begun


def main() -> None:
    """Print a line for each environment."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.jsonl"
        for name, sizes in EPISODES.items():
            rounds = [(plain(name, *sizes), recorded(name, *sizes, path)) for _ in range(ROUNDS)]
            fast, slow = (max(steps / seconds for steps, seconds in way) for way in zip(*rounds, strict=True))
            size = path.stat().st_size / rounds[-1][1][0]
            rates = f"{fast:9,.0f}/s  recorded {slow:9,.0f}/s  {fast / slow:4.1f} times"
            print(f"{name:10} {rates}  {size:5,.0f} bytes a step")


if __name__ == "__main__":
    main()
