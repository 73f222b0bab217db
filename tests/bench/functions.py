"""Pure functions on the device that JAX finds: `python -m tests.bench.functions`.

Steps of single copies per second of wall-clock time, of PDDL with random valid actions and of RDDL with random actions,
both with new episodes. All arrays stay on the device, 50 steps in a call. Each row has a process of its own.
The figures stand in docs/accelerator.json, and the table in docs/performance.md; `--print` writes neither.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

from tests.bench.accelerator import JSON, PAGE, device
from tests.bench.batches import INSTANCES, Instance
from tests.bench.pure import STEPS, rate_of, walk_of
from tests.bench.report import Sheet, filled_between, rate_text, ratio_text, write_page

BEGIN, END = "<!-- functions -->\n", "<!-- end of functions -->"

COPIES = (16_384, 131_072, 1_048_576)

LOGISTICS = Instance("Logistics", "logistics", {"cities": 5, "places": 5, "aeroplanes": 3, "parcels": 10})
"""A thousand actions."""

PDDL = {each.name: each for each in (*INSTANCES, LOGISTICS)}
RDDL = ("cart-pole-continuous", "mountain-car", "mars-rover", "sysadmin")

RUNS, SECONDS = 3, 1.0
LIMIT = 180.0
"""Seconds of a row, with imports and compiling."""


def measured(names: list[str], sizes: tuple[int, ...], bandwidth: float) -> dict[str, Any]:
    """The figures by problem and number of copies; `bandwidth` of the device's memory is in bytes per second."""
    # Two processes share the memory of the device.
    environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    rows: dict[str, Any] = {}
    for name in names:
        for copies in sizes:
            arguments = [sys.executable, "-W", "ignore", "-m", "tests.bench.functions", "--row", name, str(copies)]
            try:
                done = subprocess.run(
                    arguments, check=True, capture_output=True, text=True, env=environment, timeout=LIMIT
                )
                row = json.loads(done.stdout.splitlines()[-1])
            except subprocess.TimeoutExpired:
                row = {"failed": f"over {LIMIT:.0f} s"}
            except subprocess.CalledProcessError as error:
                row = {"failed": error.stderr.strip().splitlines()[-1]}
            rows.setdefault(name, {})[str(copies)] = row
            print(name, copies, row, file=sys.stderr, flush=True)
    return {"device": device(), "bandwidth": bandwidth, "problems": rows}


def _row(name: str, copies: int) -> dict[str, Any]:
    import jax

    import relgym.jax

    begun = time.perf_counter()
    if name in PDDL:
        domain, problem = PDDL[name].texts()
        env = relgym.jax.make(domain, [problem], max_episode_steps=100, **PDDL[name].options())
    else:
        jax.config.update("jax_enable_x64", True)
        env = relgym.jax.make(name)
    walk, octets = walk_of(env, copies)
    walk()
    compiling = time.perf_counter() - begun
    rates = [rate_of(walk, STEPS * copies, SECONDS, time.perf_counter) for _ in range(RUNS)]
    return {"rate": float(f"{statistics.median(rates):.4g}"), "bytes": octets, "compiling": round(compiling, 1)}


def sheet(figures: Mapping[str, Any]) -> Sheet:
    """The table of the page."""
    rows = []
    for name, by in figures["problems"].items():
        for copies, row in by.items():
            rate = row.get("rate")
            # A step reads the state and writes it.
            moved = 2 * row["bytes"] if "bytes" in row else None
            share = rate * moved / figures["bandwidth"] if rate and moved and figures["bandwidth"] else None
            seconds = f"{row['compiling']:.1f}" if "compiling" in row else ""
            cells = [rate_text(rate), f"{moved:,}" if moved else "", ratio_text(share), seconds]
            rows.append([name, f"{int(copies):,}", *cells])
    header = ["problem", "copies", "steps/s", "bytes per step", "part of the bandwidth", "until the first walk (s)"]
    return Sheet("functions", header, rows, [f"`python -m tests.bench.functions` on one {figures['device']}."])


def filled(text: str, figures: Mapping[str, Any]) -> str:
    """The page with the table of these figures."""
    return filled_between(text, BEGIN, END, sheet(figures["functions"])) if "functions" in figures else text


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.functions", description=__doc__)
    parser.add_argument("--problem", action="append", default=[], choices=[*PDDL, *RDDL], help="only these problems")
    parser.add_argument("--copies", action="append", type=int, default=[], help="these numbers of copies")
    parser.add_argument("--bandwidth", type=float, default=0.0, help="of the device's memory, in GB/s")
    parser.add_argument("--print", action="store_true", help="print the figures, and write nothing")
    parser.add_argument("--row", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row:
        print(json.dumps(_row(options.row[0], int(options.row[1]))))
        return
    names = options.problem or [*PDDL, *RDDL]
    found = measured(names, tuple(options.copies) or COPIES, options.bandwidth * 1e9)
    if options.print:
        print(json.dumps(found, indent=1))
        return
    known = json.loads(JSON.read_text(encoding="utf-8"))
    write_page({**known, "functions": found}, JSON, PAGE, filled)


if __name__ == "__main__":
    main()
