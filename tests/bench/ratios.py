"""Guards of the hottest functions: what each costs beside another, in one run; off in ordinary runs of the tests.

`make ratios`, or `pytest -p benchmark --benchmark-timer=time.process_time tests/bench/ratios.py` (extra `bench`).
No figure here is a time: `yardstick` is a fixed piece of Python, and grows with the machine as the others do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.read.pddl.loading import read_domain, read_problem

STEPS = 200


@cache
def reasoner(domain: str, size: int) -> relgym.Reasoner:
    own = spec(domain)
    parameters = {"blocks": {"blocks": size}, "logistics": {"cities": size, "places": 4, "parcels": 3 * size}}
    return relgym.Reasoner(relgym.load(own.domain, generate(own, 1, **parameters[domain])))


@cache
def visited(domain: str, size: int) -> list[tuple[relgym.State, relgym.Action]]:
    """The states of a walk, and what is done in each."""
    own, draw = reasoner(domain, size), random.Random(1)
    found, state = [], own.initial_state
    for _ in range(STEPS):
        action = draw.choice(own.valid_actions(state))
        found.append((state, action))
        state = own.successor(state, action)
    return found


def yardstick() -> Callable[[], Any]:
    """So many turns of a loop as a walk has steps, each with thirty changes of a set and look-ups in a dict."""
    table = {(number, number + 1): number for number in range(30)}

    def work() -> int:
        total = 0
        for _ in range(STEPS):
            held = set()
            for key, number in table.items():
                held.add(key)
                total += table[key] + number
        return total

    return work


def walk(domain: str, size: int) -> Callable[[], Any]:
    """Steps with the list of valid actions after each."""
    own = reasoner(domain, size)
    actions = [action for _, action in visited(domain, size)]

    def work() -> None:
        state = own.initial_state
        for action in actions:
            state = own.successor(state, action)
            own.valid_actions(state)

    return work


def jumps() -> Callable[[], Any]:
    """Valid actions of states that have little to do with one another."""
    own = reasoner("blocks", 20)
    states = [state for state, _ in visited("blocks", 20)]
    random.Random(1).shuffle(states)

    def work() -> None:
        for state in states:
            own.valid_actions(state)

    return work


def episode() -> Callable[[], Any]:
    """The walk of `walk("blocks", 20)` in a whole environment, with its time limit and checks."""
    own = spec("blocks")
    env = relgym.make(own.domain, generate(own, 1, blocks=20), max_episode_steps=STEPS + 1)
    actions = [action for _, action in visited("blocks", 20)]
    listed = env.unwrapped.valid_actions  # type: ignore[attr-defined]

    def work() -> None:
        env.reset(seed=0)
        for action in actions:
            env.step(action)
            listed()

    return work


def compared() -> Callable[[], Any]:
    """States found in a dict, as by whoever searches."""
    states = [state for state, _ in visited("blocks", 20)]
    known = dict.fromkeys(states)

    def work() -> None:
        for state in states:
            assert state in known

    return work


def read(blocks: int) -> Callable[[], Any]:
    domain = read_domain(spec("blocks").domain)
    text = generate("blocks", 1, blocks=blocks)
    return lambda: read_problem(text, domain)


WORK: dict[str, Callable[[], Callable[[], Any]]] = {
    "yardstick": yardstick,
    "walk, 10 blocks": lambda: walk("blocks", 10),
    "walk, 20 blocks": lambda: walk("blocks", 20),
    "walk, 80 blocks": lambda: walk("blocks", 80),
    "walk, 4 cities": lambda: walk("logistics", 4),
    "walk, 16 cities": lambda: walk("logistics", 16),
    "jumps, 20 blocks": jumps,
    "environment, 20 blocks": episode,
    "states in a dict": compared,
    "reading 100 blocks": lambda: read(100),
    "reading 400 blocks": lambda: read(400),
}

GUARDS = [
    ("walk, 20 blocks", "yardstick", 6),
    ("states in a dict", "yardstick", 0.2),
    ("walk, 80 blocks", "walk, 10 blocks", 3.5),
    ("walk, 16 cities", "walk, 4 cities", 8),
    ("jumps, 20 blocks", "yardstick", 9),
    ("environment, 20 blocks", "yardstick", 14),
    ("reading 400 blocks", "reading 100 blocks", 8),
]
"""What costs at most so many times what: about twice what was measured."""

LEAST: dict[str, float] = {}
"""The shortest time of each work in this run."""


@pytest.mark.parametrize("name", WORK)
def test_measure(benchmark: Any, name: str) -> None:
    benchmark(WORK[name]())
    if benchmark.stats is None:
        pytest.skip("pytest-benchmark is switched off")
    LEAST[name] = benchmark.stats.stats.min


@pytest.mark.parametrize(("name", "beside", "most"), GUARDS)
def test_ratio(name: str, beside: str, most: float) -> None:
    if not {name, beside} <= LEAST.keys():
        pytest.skip("both have to be measured in this run")
    ratio = LEAST[name] / LEAST[beside]
    print(f"{name}: {ratio:.2f} times {beside} (at most {most:g})")
    assert ratio <= most, f"{name} costs {ratio:.2f} times {beside}, at most {most:g} is allowed"
