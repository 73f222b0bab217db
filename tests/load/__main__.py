"""`python -m load`, from the folder `tests`: measure the service under load, and say which figures are missed."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import Callable
from typing import Any

from load.disk import disk
from load.figures import HANG_SECONDS, Figure, hangs, mixed, requests, sockets
from load.ratios import beside, echoes
from load.server import Server, echoing, serving
from load.shares import greedy

NAMES = ("sockets", "requests", "hangs", "greedy", "disk", "mixed")


def main() -> int:
    """Measure, and return 1 if a figure is missed."""
    parser = argparse.ArgumentParser(prog="python -m load", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="FIGURE", help=f"some of {', '.join(NAMES)}; all without one")
    parser.add_argument("--steps", type=int, default=300, help="steps of each of the 64 clients")
    parser.add_argument("--seconds", type=float, default=600.0, help="seconds of the mixed load")
    parser.add_argument("--database", help="the address of a PostgreSQL database; SQLite without it")
    asked = parser.parse_args()
    if unknown := set(asked.names) - {*NAMES}:
        parser.error(f"there is no figure {', '.join(unknown)}")
    options = () if asked.database is None else ("--database", asked.database)
    figures: list[Figure] = []
    works: dict[str, tuple[Callable[[Server], Any], tuple[str, ...]]] = {
        "sockets": (lambda server: sockets(server, asked.steps), ()),
        "requests": (lambda server: requests(server, asked.steps), ()),
        "hangs": (lambda server: hangs(server, asked.steps), ("--limit", str(HANG_SECONDS))),
        "disk": (lambda server: disk(server, asked.steps), ()),
        "greedy": (lambda server: greedy(server, 5.0, rounds=2), ()),
        "mixed": (lambda server: mixed(server, asked.seconds), ()),
    }
    # The collector of the client would stop all clients at once.
    gc.disable()
    for name in asked.names or NAMES:
        work, more = works[name]
        with serving("--workers", "2", *more, *options, owners=2 if name == "greedy" else 0) as server:
            found = asyncio.run(work(server))
        if name in ("sockets", "requests"):
            with echoing() as server:
                found += beside(found, asyncio.run(echoes(server, name, asked.steps)))
        print("\n".join(map(str, found)), flush=True)
        figures += found
    return int(not all(figure.is_met for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
