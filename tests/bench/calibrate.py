"""`make calibrate`: measure again what the thresholds of `relgym.tuning` rest on; nothing is changed.

Each threshold whose docstring says "Measured by `make calibrate`" has a measurement in `calibrations.py`. The table
shows the value now, the value that this machine suggests, and if it differs enough to be worth a change. What was
judged, or measured once by other means, is listed below. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import ast
import pkgutil
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from relgym import tuning
from relgym.progress import tracked
from tests.bench.calibrations import CALIBRATIONS, FULL_SECONDS, QUICK_SECONDS, Calibration, value_of


def docstrings() -> dict[str, str]:
    """Return the docstring of each threshold, in one line."""
    found = {}
    for module in pkgutil.iter_modules(tuning.__path__):
        body = ast.parse(Path(tuning.__path__[0], f"{module.name}.py").read_text(encoding="utf-8")).body
        for node, after in pairwise(body):
            if isinstance(node, ast.Assign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found[f"{module.name}.{ast.unparse(node.targets[0])}"] = " ".join(str(after.value.value).split())
    return found


def others() -> dict[str, tuple[Any, str]]:
    """Return the values of all other thresholds, and if they were judged or measured by other means."""
    here = {each.name for each in CALIBRATIONS}
    return {
        name: (value_of(name), "measured elsewhere" if "Measured" in text else "judged")
        for name, text in docstrings().items()
        if name not in here
    }


def table_of(found: Sequence[tuple[Calibration, float]], rest: Mapping[str, tuple[Any, str]]) -> Table:
    """Return the table of what was measured, and below it of what no measurement here decides."""
    table = Table(Column("threshold", no_wrap=True), "now", "measured here", "would change")
    for each, measured in found:
        sign = {"near": "", "least": "≥ ", "most": "≤ "}[each.bound]
        change = "yes" if each.would_change(measured) else "no"
        table.add_row(each.name, f"{value_of(each.name):,.6g}", f"{sign}{measured:,.3g}", change)
    table.add_section()
    for name, (value, by) in rest.items():
        table.add_row(name, str(value), "—", by)
    return table


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="make calibrate", description=__doc__)
    parser.add_argument("name", nargs="*", help="only thresholds with one of these texts in their names")
    parser.add_argument("--quick", action="store_true", help="a tenth of the time, for a first look")
    options = parser.parse_args(arguments)
    chosen = [each for each in CALIBRATIONS if not options.name or any(text in each.name for text in options.name)]
    enough = QUICK_SECONDS if options.quick else FULL_SECONDS
    found = [(each, each.measure(enough)) for each in tracked(chosen, "measuring")]
    Console(width=max(100, Console().width)).print(table_of(found, {} if options.name else others()))


if __name__ == "__main__":
    main()
