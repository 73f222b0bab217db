"""Plays RDDL with one library, as it is told: `python rddl_player.py relgym` or `... pyRDDLGym`.

A line of JSON in, a line of JSON out. It imports nothing of relgym's before it is asked to, so that the other library
can be measured in an environment of its own.

- `{"make": [domain, instance], "form": form}`: the CPU seconds of making the environment, the median of several times;
- `{"sample": steps, "most": length}`: episodes of valid actions, no longer than `length`, with their seeds;
- `{"episodes": [...]}`: keeps them;
- `{"play": seconds}`: steps per CPU second over these episodes, again and again.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

Episode = tuple[int, list[dict[str, Any]]]
"""A seed and actions, each the cells that differ from their defaults."""


def of_relgym(domain: str, instance: str, form: str) -> Any:
    import relgym

    return relgym.make(domain, instance, form=form).unwrapped


def of_pyrddlgym(domain: str, instance: str, form: str) -> Any:
    from pyRDDLGym.core.env import RDDLEnv

    return RDDLEnv(domain, instance)


MAKERS: dict[str, Callable[[str, str, str], Any]] = {"relgym": of_relgym, "pyRDDLGym": of_pyrddlgym}

ACTIONS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "relgym": lambda env, cells: env.action_of(cells),
    "pyRDDLGym": lambda env, cells: cells,
}
"""How cells become an action of an environment, which is not part of a step."""


class Player:
    """One environment at a time, and the episodes that it plays."""

    def __init__(self, library: str) -> None:
        self._make = MAKERS[library]
        self._action = ACTIONS[library]
        self._env: Any = None
        self._episodes: list[Episode] = []

    def make(self, domain: str, instance: str, form: str, times: int = 3) -> float:
        self._env = None
        gc.unfreeze()
        spent = []
        # The first time is that of the imports.
        for _ in range(times + 1):
            gc.collect()
            begun = time.process_time()
            self._env = self._make(domain, instance, form)
            spent.append(time.process_time() - begun)
        gc.collect()
        gc.freeze()
        return statistics.median(spent[1:])

    def sample(self, steps: int, most: int) -> list[Episode]:
        """Only relgym's environments can: those of pyRDDLGym do not keep to the preconditions."""
        env = self._env
        idle = env.reasoner.action_values.values({})
        env.action_space.seed(0)
        episodes: list[Episode] = []
        while steps > 0:
            seed, actions = len(episodes), []
            env.reset(seed=seed)
            while len(actions) < most:
                given = env.action_space.sample()
                cells = env.reasoner.actions
                plain = {name: cells[name].plain(value) for name, value in env.cells_given(given).items()}
                actions.append({name: value for name, value in plain.items() if value != cells[name].of(idle)})
                *_, terminated, truncated, info = env.step(given)
                assert not info["invalid_action"], info["invalid_reason"]
                if terminated or truncated:
                    break
            episodes.append((seed, actions))
            steps -= len(actions)
        return episodes

    def keep(self, episodes: list[Episode]) -> None:
        self._episodes = [(seed, [self._action(self._env, cells) for cells in actions]) for seed, actions in episodes]

    def play(self, seconds: float) -> float:
        env, clock = self._env, time.process_time
        count, spent = 0, 0.0
        while True:
            for seed, actions in self._episodes:
                env.reset(seed=seed)
                begun = clock()
                for action in actions:
                    _, _, terminated, truncated, _ = env.step(action)
                    count += 1
                    if terminated or truncated:
                        break
                spent += clock() - begun
                if spent > seconds:
                    return count / spent


def main() -> None:
    warnings.simplefilter("ignore")
    player = Player(sys.argv[1])
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        answer: Any
        match json.loads(line):
            case {"make": [domain, instance], "form": form}:
                answer = player.make(domain, instance, form)
            case {"sample": steps, "most": most}:
                answer = player.sample(steps, most)
            case {"episodes": episodes}:
                answer = player.keep(episodes)
            case {"play": seconds}:
                answer = player.play(seconds)
            case other:
                raise ValueError(f"not understood: {other}")
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
