"""The page of planners by gradients: which one is better at each mark, the returns, and their picture."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.bench.plot import curves
from tests.bench.report import ROOT, Sheet

JSON = ROOT / "docs" / "gradient-baselines.json"
PAGE = ROOT / "docs" / "guide" / "gradient-baselines.md"
PICTURE = ROOT / "docs" / "gradient-baselines.svg"
PLACE = re.compile(r"(<!-- figures: gradients (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

PEER = "pyRDDLGym-jax"

MARKS = (10, 30, 60, 120)
"""CPU seconds of planning."""

NEAR = 0.001
"""The part by which two returns differ at most that are called equal where nothing is drawn."""


def best(found: Mapping[str, Any], mark: int) -> dict[str, Any] | None:
    """Return the best plan of a library at a mark, over all its settings; `None` where there is none yet."""
    there = [own["returns"][f"{mark}"] for own in found.values() if f"{mark}" in own["returns"]]
    return max(there, key=lambda each: each["mean"], default=None)


def first(found: Mapping[str, Any]) -> float:
    """Return the CPU seconds of the first update, of the settings that have it first."""
    return min(own["first"] for own in found.values())


def verdict(row: Mapping[str, Any], mark: int) -> str:
    """Return `better`, `equal` or `worse` for relgym, or nothing where neither library has a plan."""
    own, other = best(row["relgym"], mark), best(row[PEER], mark)
    if own is None or other is None:
        return "" if own is other else "worse" if own is None else "better"
    if abs(own["mean"] - other["mean"]) <= NEAR * abs(other["mean"]):
        return "equal"
    if own["interval"][0] > other["interval"][1]:
        return "better"
    return "worse" if own["interval"][1] < other["interval"][0] else "equal"


def measured_marks(row: Mapping[str, Any]) -> list[int]:
    """Return the marks for which both libraries have planned."""
    return [mark for mark in MARKS if all(_planned(row[library], mark) for library in ("relgym", PEER))]


def _planned(found: Mapping[str, Any], mark: int) -> bool:
    return any(mark <= own["seconds"] + 1 for own in found.values())


def columns(known: Mapping[str, Any]) -> list[int]:
    """Return the marks of the tables."""
    return [mark for mark in MARKS if any(mark in measured_marks(row) for row in known.values())]


def returns_sheet(known: Mapping[str, Any]) -> Sheet:
    """The returns by planner and time."""
    rows = []
    for name, row in known.items():
        marks = measured_marks(row)
        for library in ("relgym", PEER):
            cells = [_return(best(row[library], mark)) if mark in marks else "" for mark in columns(known)]
            head = [f"`{name}`", _mean(row["noop"]["mean"])] if library == "relgym" else ["", ""]
            rows.append([*head, library, *cells])
    return Sheet("returns", ["instance", "no action", "planner", *(f"{mark} s" for mark in columns(known))], rows)


def summary_sheet(known: Mapping[str, Any]) -> Sheet:
    """The time of the first update, and which planner is better at each mark."""
    rows = []
    for name, row in known.items():
        marks = measured_marks(row)
        cells = [verdict(row, mark) if mark in marks else "" for mark in columns(known)]
        rows.append([f"`{name}`", f"{first(row['relgym']):.1f} s", f"{first(row[PEER]):.1f} s", *cells])
    header = ["instance", "first update: relgym", PEER, *(f"at {mark} s" for mark in columns(known))]
    sooner = sum(first(row["relgym"]) < first(row[PEER]) for row in known.values())
    last = [verdict(row, measured_marks(row)[-1]) for row in known.values()]
    remark = (
        f"At the last mark that both have, relgym is better on {last.count('better')} instances, equal on "
        f"{last.count('equal')} and worse on {last.count('worse')} (goals: better on 7, worse on none). "
        f"Its first update comes sooner on {sooner} of {len(known)}."
    )
    return Sheet("summary", header, rows, [remark])


def _mean(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}"


def _return(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return "none yet"
    half = (found["interval"][1] - found["interval"][0]) / 2
    return _mean(found["mean"]) + (f" ± {_mean(half)}" if half > 0 else "")


def simulators_sheet(known: Mapping[str, Any]) -> Sheet:
    """The same plan in both simulators."""
    rows = [
        [f"`{name}`", *(_return(row["simulators"][simulator]) for simulator in ("relgym", "pyRDDLGym"))]
        for name, row in known.items()
        if "simulators" in row
    ]
    return Sheet("simulators", ["instance", "relgym's simulator", "pyRDDLGym's"], rows)


SHEETS: Mapping[str, Callable[[Mapping[str, Any]], Sheet]] = {
    "returns": returns_sheet,
    "simulators": simulators_sheet,
    "summary": summary_sheet,
}


def filled(text: str, known: Mapping[str, Any]) -> str:
    """The page with the tables of these figures."""
    return PLACE.sub(lambda found: f"{found[1]}\n{SHEETS[found[2]](known).markdown()}\n\n{found[3]}", text)


def picture(known: Mapping[str, Any]) -> str:
    """The picture of returns over time."""
    panels = {}
    for name, row in known.items():
        marks = measured_marks(row)
        panels[name] = {
            library: [(mark, found["mean"]) for mark in marks if (found := best(row[library], mark))]
            for library in ("relgym", PEER)
        }
    return curves(panels, "Mean return of the best plan by CPU seconds of planning", "CPU seconds", 4)


def read() -> dict[str, Any]:
    """Return the figures of the page."""
    known: dict[str, Any] = json.loads(JSON.read_text(encoding="utf-8"))
    return known


def report() -> None:
    """Write the tables and the picture."""
    known = read()
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), known), encoding="utf-8")
    PICTURE.write_text(picture(known), encoding="utf-8")
