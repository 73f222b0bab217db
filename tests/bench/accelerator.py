"""Compiled rollouts on the device that JAX finds, beside those of pyRDDLGym-jax on the same device.

`python -m tests.bench.accelerator` measures, and writes docs/accelerator.json and the table of docs/performance.md.
`--print` prints the figures and writes nothing. Both libraries must be installed for the Python that runs this, since
the JAX of a device cannot be installed anywhere; each plays in a process of its own, one after the other.

Rates are steps of single copies per second of wall-clock time. Rollouts of relgym begin and end with NumPy arrays, so
the way to the device and back is part of theirs; those of pyRDDLGym-jax stay on the device.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Mapping
from typing import Any

from tests.bench.processes import Ended, Process, rddl_archive
from tests.bench.report import ROOT, Sheet, filled_between, rate_text, ratio_text, write_page
from tests.bench.rollouts import PLAYER, PROBLEMS, STEPS, files

JSON = ROOT / "docs" / "accelerator.json"
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- accelerator -->\n", "<!-- end of accelerator -->"

COPIES = (1024, 16_384, 131_072)
DRAWS_COPIES = 16_384
"""The most copies of a problem with random numbers: each copy has a generator, which draws all numbers in advance."""

RUNS, SECONDS = 3, 1.0
LIMIT = 300.0


def device() -> str:
    """The device that JAX takes."""
    import jax

    return str(jax.devices()[0].device_kind)


def rates(library: str, paths: list[str], copies: int, ways: Mapping[str, str]) -> dict[str, Any]:
    """By way the median rate of a library; what failed otherwise."""
    with Process(sys.executable, PLAYER, library, "device") as process:
        try:
            process.ask(within=LIMIT, make=paths, copies=copies, steps=STEPS)
            found: dict[str, Any] = {
                name: float(f"{statistics.median(process.ask(wall=SECONDS, way=way) for _ in range(RUNS)):.4g}")
                for name, way in ways.items()
            }
            if library == "relgym":
                found["agree"] = process.ask(agree=1)
        except Ended as error:
            return {"failed": error.reason}
    return found


def measured(names: list[str], sizes: tuple[int, ...]) -> dict[str, Any]:
    """The figures by problem and number of copies."""
    # Two processes share the memory of the device.
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    archive = rddl_archive()
    assert archive is not None, "pip install rddlrepository"
    rows: dict[str, Any] = {}
    for name in names:
        paths = files(archive, name)
        for copies in sizes:
            if name == "SysAdmin" and copies > DRAWS_COPIES:
                continue
            own = rates("relgym", paths, copies, {"NumPy": "rollout", "JAX": "compiled"})
            other = rates("pyRDDLGym-jax", paths, copies, {"pyRDDLGym-jax": "rollout"})
            rows.setdefault(name, {})[str(copies)] = {**own, **other}
            print(name, copies, rows[name][str(copies)], file=sys.stderr, flush=True)
    return {"device": device(), "problems": rows}


def sheet(figures: Mapping[str, Any]) -> Sheet:
    """The table of the page."""
    rows = []
    for name, by in figures["problems"].items():
        for copies, row in by.items():
            own, other = row.get("JAX"), row.get("pyRDDLGym-jax")
            part = own / other if own and other else None
            agree = f"{row['agree']['rewards']:.1g}" if "agree" in row else ""
            cells = [rate_text(row.get("NumPy")), rate_text(own), rate_text(other), ratio_text(part), agree]
            rows.append([name, f"{int(copies):,}", *cells])
    header = ["problem", "copies", "NumPy", "JAX", "pyRDDLGym-jax", "JAX's part", "rewards differ by"]
    return Sheet("accelerator", header, rows, [f"`python -m tests.bench.accelerator` on one {figures['device']}."])


def filled(text: str, figures: Mapping[str, Any]) -> str:
    """The page with the table of these figures."""
    return filled_between(text, BEGIN, END, sheet(figures))


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.accelerator", description=__doc__)
    parser.add_argument("--problem", action="append", default=[], choices=[*PROBLEMS], help="only these problems")
    parser.add_argument("--copies", action="append", type=int, default=[], help="these numbers of copies")
    parser.add_argument("--print", action="store_true", help="print the figures, and write nothing")
    parser.add_argument("--report", action="store_true", help="write the table of the figures that are known")
    options = parser.parse_args()
    if options.report:
        known = json.loads(JSON.read_text(encoding="utf-8"))
    else:
        known = measured(options.problem or [*PROBLEMS], tuple(options.copies) or COPIES)
    if options.print:
        print(json.dumps(known, indent=1))
        return
    write_page(known, JSON, PAGE, filled)


if __name__ == "__main__":
    main()
