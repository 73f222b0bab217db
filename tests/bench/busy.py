"""`python -m tests.bench.busy`: walks beside pymimir and pytyr on a quiet machine, and beside eight busy processes.

What a walk chooses must not depend on what else the machine does: relgym's rate in that of the better peer, which plays
in turns on the same core, is the same within `SHARE`. The problems are those of a part of the bench (`unseen.py`). All
are measured alone and under load in turns, since single ratios differ by a tenth and more; medians are compared.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from tests.bench import unseen
from tests.bench.rounds import FULL

SHARE = 0.15
"""The largest change of a ratio that counts as none: rounds of a fifth of a second differ by a tenth."""


COUNTING = """import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""
"""The program of a busy process, which ends with the process that started it."""


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many busy processes."""
    processes = [subprocess.Popen([sys.executable, "-c", COUNTING]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def medians(rounds: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The median of each problem that has a ratio in all rounds.

    >>> medians([{"a": 1.0, "b": 2.0}, {"a": 4.0}, {"a": 3.0, "b": 2.0}])
    {'a': 3.0}
    """
    names = [name for name in rounds[0] if all(name in measured for measured in rounds)]
    return {name: statistics.median(measured[name] for measured in rounds) for name in names}


def changes(quiet: Mapping[str, float], loaded: Mapping[str, float]) -> dict[str, float]:
    """How the ratios of problems change under load, as shares of the quiet ones; the largest loss first.

    >>> changes({"a": 2.0, "b": 1.0}, {"a": 2.5, "b": 0.9})
    {'b': -0.1, 'a': 0.25}
    """
    both = {name: round(loaded[name] / ratio - 1, 3) for name, ratio in quiet.items() if name in loaded}
    return dict(sorted(both.items(), key=lambda item: item[1]))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.busy", description=__doc__)
    parser.add_argument("part", nargs="?", choices=["unseen", "large"], default="large")
    parser.add_argument("--processes", type=int, default=8, help="how many busy processes, eight by default")
    parser.add_argument("--rounds", type=int, default=3, help="over how many rounds medians are taken, 3 by default")
    parser.add_argument("--problem", action="append", default=[], help="only these rows")
    options = parser.parse_args()
    rounds: dict[int, list[dict[str, float]]] = {0: [], options.processes: []}
    for _ in range(options.rounds):
        for processes, measured in rounds.items():
            with busy(processes):
                measured.append(unseen.ratios(unseen.table(options.part, FULL, options.problem)))
    quiet, loaded = map(medians, rounds.values())
    changed = changes(quiet, loaded)
    for name, change in changed.items():
        print(f"{name}: {quiet[name]:.2f} alone, {loaded[name]:.2f} under load ({change:+.0%})")
    beyond = sum(abs(change) > SHARE for change in changed.values())
    loss = -min(changed.values(), default=0)
    print(f"{len(changed)} problems, {beyond} beyond {SHARE:.0%}; the largest loss is {loss:.0%}")


if __name__ == "__main__":
    main()
