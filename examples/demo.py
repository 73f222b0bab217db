"""Sokoban on every engine: one solved problem as pictures, and one seeded walk that all engines must agree on.

Run it with `make demo`, which installs relgym first, or with `python examples/demo.py`.
"""

from __future__ import annotations

import random
import time
from collections import deque
from itertools import zip_longest
from pathlib import Path

import gymnasium as gym
from rich.console import Console
from rich.table import Table

import relgym
from relgym.backends import registry
from relgym.errors import BackendError

ENV = "relgym/Sokoban-v0"
SEED = 2026
STEPS = 300
"""Steps of the walk on which the engines are compared; the slowest engine makes some hundred a second."""
SECONDS = 0.5
"""How long each engine's speed is measured."""


def solve(reasoner: relgym.Reasoner) -> list[relgym.Action]:
    """A shortest plan, by breadth-first search."""
    start = reasoner.initial_state
    ways: dict[relgym.State, list[relgym.Action]] = {start: []}
    todo = deque([start])
    while todo:
        state = todo.popleft()
        if reasoner.goal(state):
            return ways[state]
        for action in reasoner.valid_actions(state):
            after = reasoner.successor(state, action)
            if after not in ways:
                ways[after] = [*ways[state], action]
                todo.append(after)
    raise ValueError("the problem has no solution")


def show_solution(console: Console) -> None:
    """Solve a problem on the builtin engine, play the plan in the environment, and print what it looks like."""
    env = gym.make(ENV, backend="builtin", render_mode="ansi")
    _, info = env.reset(seed=SEED, options={"problem": 6})
    began = time.perf_counter()
    plan = solve(env.unwrapped.reasoner)
    took = time.perf_counter() - began
    name = Path(info["problem_file"]).name
    console.print(f"{ENV}, {name}: solved on builtin in {len(plan)} steps, found in {took:.1f} s\n")
    frames = [("start", env.render())]
    for number, action in enumerate(plan, 1):
        _, reward, terminated, _, _ = env.step(action)
        frames.append((f"{number} {action}", env.render()))
    assert terminated and reward == 1.0
    env.close()
    middle = len(frames) // 2
    show_beside(console, [frames[0], frames[middle], frames[-2], frames[-1]])


def show_beside(console: Console, frames: list[tuple[str, str]]) -> None:
    """Print frames side by side, the first and the last at least and the others as far as the line has room."""
    columns = [[title, *picture.splitlines()] for title, picture in frames]
    widths = [max(map(len, column)) + 3 for column in columns]
    while sum(widths) > console.width and len(columns) > 2:
        del columns[1], widths[1]
    for row in zip_longest(*columns, fillvalue=""):
        console.print("".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
    console.print()


def walk(engine: str) -> list[tuple[object, ...]]:
    """A seeded random walk over the problems: every state, and the valid actions in it."""
    env = gym.make(ENV, backend=engine)
    rng = random.Random(SEED)
    state, _ = env.reset(seed=SEED)
    seen: list[tuple[object, ...]] = []
    for _ in range(STEPS):
        valid = env.unwrapped.valid_actions()
        seen.append((state, tuple(valid)))
        ended = not valid
        if valid:
            state, _, terminated, truncated, _ = env.step(rng.choice(valid))
            ended = terminated or truncated
        if ended:
            state, _ = env.reset()
    env.close()
    return seen


def speed(engine: str) -> float:
    """Steps per second of process time: check and apply an action, the goal, all valid actions."""
    env = gym.make(ENV, backend=engine)
    rng = random.Random(SEED)
    env.reset(seed=SEED, options={"problem": 6})
    steps, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        for _ in range(50):
            valid = env.unwrapped.valid_actions()
            ended = not valid
            if valid:
                _, _, terminated, truncated, _ = env.step(rng.choice(valid))
                ended = terminated or truncated
                steps += 1
            if ended:
                env.reset(options={"problem": 6})
    env.close()
    return steps / (time.process_time() - began)


def main() -> None:
    console = Console(markup=False, highlight=False)
    show_solution(console)
    console.print(f"Now the same {STEPS} random steps on each engine, and how many a second each makes ...\n")
    table = Table("engine", "version", "steps/s", "same trajectory", title=f"{STEPS} steps of one seeded random walk")
    missing: list[str] = []
    expected = walk("builtin")
    agree = True
    for engine in registry.names():
        try:
            version = registry.engine_class(engine).version()
        except BackendError as error:
            table.add_row(engine, "missing", "-", "-")
            missing.append(f"{engine}: {error}")
            continue
        same = walk(engine) == expected
        agree = agree and same
        table.add_row(engine, version, f"{speed(engine):,.0f}", "yes" if same else "NO")
    console.print(table)
    for text in missing:
        console.print(text)
    if not agree:
        raise SystemExit("the engines do not agree")
    console.print("\nNext: `make serve` opens a page to play on, and docs/start is for you.")


if __name__ == "__main__":
    main()
