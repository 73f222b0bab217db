"""Walks with one library, as it is told: `python tests/bench/players`.

A line of JSON in, a line of JSON out. Nothing of relgym's is imported for the libraries of others, which have
environments of their own; what a library prints goes to the error stream.

- `{"load": library}`: imports the library;
- `{"make": {...}}`: opens a problem; the keywords are those of the library's class. The CPU seconds that it took, with
  the first list of valid actions;
- `{"play": seconds}`: goes on with its walk for so many CPU seconds: steps, seconds, how many actions were valid,
  and the MB that the process holds now; with `"walks": n`, for so many steps at least as that many whole walks have;
- `{"files": name}`: the files of a problem that comes with the library.

A walk takes valid actions at random, lists all valid actions after each step, and starts again after a hundred steps
and at dead ends. What a library cannot do is answered with `{"refused": why}`. With `"within": seconds` beside the
question, the process ends after so many CPU seconds without an answer.
"""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import signal
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

MEMORY = 8 << 30
"""How many bytes a process may hold: grounding can take any number."""

WALK = 100
"""How many steps a whole walk has."""

LIBRARIES = {
    "relgym": "of_relgym:Walk",
    "relgym-derived": "of_relgym:DerivedWalk",
    "relgym-environment": "of_relgym:Episodes",
    "relgym-atoms": "of_relgym:ReadEpisodes",
    "relgym-search": "of_relgym:Search",
    "pymimir": "of_pymimir:Walk",
    "pymimir-search": "of_pymimir:Search",
    "pytyr": "of_pytyr:Walk",
    "pddlgym": "of_pddlgym:Episodes",
}


class Steps(Protocol):
    """What the class of a library offers."""

    draw: Callable[[], float]

    @staticmethod
    def load() -> None:
        """Import the library."""

    def restart(self) -> None:
        """Go to the start, and list its valid actions."""

    def go(self, most: int) -> tuple[int, int]:
        """Take so many steps, fewer if no action is valid: how many, and how many actions were valid after them."""


class Player:
    """One problem at a time."""

    def __init__(self, library: str) -> None:
        module, name = LIBRARIES[library].split(":")
        self._class: Any = getattr(import_module(module), name)
        self._class.load()
        self._steps: Any = None
        self._left = 0
        self._piece = 1

    def make(self, **keywords: Any) -> dict[str, float]:
        begun = cpu()
        self._steps = self._class(**keywords)
        self._steps.restart()
        spent = cpu() - begun
        self._steps.draw = random.Random(1).random
        gc.collect()
        gc.freeze()
        return {"making": spent, **getattr(self._steps, "known", {})}

    def play(self, seconds: float, walks: int) -> dict[str, float]:
        steps = valid = 0
        begun = now = cpu()
        while (spent := now - begun) < seconds or steps < walks * WALK:
            valid += self._walk(self._piece)
            steps += self._piece
            before, now = now, cpu()
            # The clock must not cost anything, and a single step may take seconds.
            if now - before < 0.01:
                self._piece *= 2
        return {"steps": steps, "seconds": spent, "valid": valid, "memory": memory()}

    def _walk(self, count: int) -> int:
        valid = 0
        while count:
            fresh = not self._left
            if fresh:
                self._steps.restart()
                self._left = WALK
            wanted = min(count, self._left)
            done, listed = self._steps.go(wanted)
            if fresh and not done:
                raise RuntimeError("no action is valid at the start")
            valid += listed
            count -= done
            self._left = self._left - done if done == wanted else 0
        return valid

    def files(self, name: str) -> Any:
        return self._class.files(name)


def cpu() -> float:
    """The CPU seconds of this process and of those that it started and that have ended."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def memory() -> float:
    """The MB that are resident now where the system tells, else the most that ever were."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def main() -> None:
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w")
    # Libraries in other languages print, too.
    os.dup2(2, 1)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    player: Player
    for line in sys.stdin:
        answer: Any
        question = json.loads(line)
        # The end of the time that is given is the end of the process: nothing else stops every library.
        signal.setitimer(signal.ITIMER_PROF, question.pop("within", 0))
        walks = question.pop("walks", 0)
        try:
            match question:
                case {"load": library}:
                    player = Player(library)
                    answer = True
                case {"make": keywords}:
                    answer = player.make(**keywords)
                case {"play": seconds}:
                    answer = player.play(seconds, walks)
                case {"files": name}:
                    answer = player.files(name)
                case other:
                    raise ValueError(f"not understood: {other}")
        except Exception as error:  # whatever a library raises is its way to say no
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            answer = {"refused": str(error)}
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
