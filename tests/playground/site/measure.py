"""Steps per second of the simulator in a walk of several seconds, for a few domains; runs in any Python."""

import json
import time

import relgym
from relgym.catalogue.domains import spec

STEPS = 100_000


def rate(name: str) -> float:
    """Steps per second through a problem of a domain, after a warm-up."""
    own = spec(name)
    simulator = relgym.Simulator(relgym.load(own.domain, own.problem("train", 3), axioms=own.axiom_files()))
    number = 1
    for warm in (True, False):
        begun = time.perf_counter()
        for _ in range(STEPS):
            actions = simulator.actions()
            number = (number * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            simulator.apply(actions[(number >> 8) % len(actions)])
        if not warm:
            return STEPS / (time.perf_counter() - begun)
    raise AssertionError


if __name__ == "__main__":
    print(json.dumps({name: round(rate(name)) for name in ("blocks", "sokoban", "logistics")}))
