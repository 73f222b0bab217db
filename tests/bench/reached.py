"""Write what methods reach into the difficulty of the domains, and into the table of docs/guide/difficulty.md.

`python -m tests.bench.reached` takes docs/difficulty.json, and what is measured there already from
docs/policy-baselines.json. A table row is about the problems on which all methods were measured.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from relgym.catalogue.difficulty import METHODS, Known, difficulty
from relgym.catalogue.domains import SPLITS, EnvSpec, Language, Split, catalogue, spec
from relgym.envs.measure import write_difficulty
from tests.bench import difficulty as figures
from tests.bench import policies
from tests.bench.report import ROOT, Sheet

PAGE = ROOT / "docs" / "guide" / "difficulty.md"

PLACE = re.compile(r"(<!-- figures: difficulty (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

NAMES = {"replan": "replan, all outcomes", "uct": "uct"}
"""The names of methods in docs/policy-baselines.json."""


class Reached(NamedTuple):
    """What the methods reach on one problem; a method that was refused is missing."""

    domain: str
    split: Split
    problem: str
    methods: Mapping[str, float]


def every() -> Iterator[Reached]:
    """Yield what is known."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    measured = json.loads(policies.JSON.read_text(encoding="utf-8"))
    for title, row in measured["tasks"].items():
        name, place = title.split()
        cells = {method: row[key] for method, key in NAMES.items()}
        found[name, place] = {method: cell["goals"] / cell["episodes"] for method, cell in cells.items()}
    for name, row in measured["instances"].items():
        means = {method: row[method]["mean"] for method in NAMES if "mean" in row[method]}
        found[name, "train/0"] = {method: float(f"{mean:.4g}") for method, mean in means.items()}
    for name, rows in json.loads(figures.JSON.read_text(encoding="utf-8")).items():
        for place, row in rows.items():
            own = {method: cell["reached"] for method, cell in row.items() if "reached" in cell}
            found[name, place] = found.get((name, place), {}) | own
    for (name, place), methods in found.items():
        split, _, number = place.partition("/")
        if split in SPLITS:
            yield Reached(name, split, spec(name).problems(split)[int(number)].stem, methods)


def updated(domain: EnvSpec) -> dict[Split, dict[str, Known]]:
    """Return the measurements of a domain with what the methods reach."""
    known = difficulty(domain)
    none = dict.fromkeys(METHODS)
    found = {split: {name: replace(item, **none) for name, item in known.of(split).items()} for split in SPLITS}
    for each in every():
        if each.domain == domain.name and each.problem in found[each.split]:
            found[each.split][each.problem] = replace(found[each.split][each.problem], **each.methods)
    return found


def sheet(language: Language) -> Sheet:
    """The table of a language: what each method reaches on the train and on the test problem."""
    names = ("random", *METHODS)
    columns = [(name, split) for name in names for split in SPLITS]
    header = ["domain", *(f"{name}: {split}" for name, split in columns)]
    rows, half = [], dict.fromkeys(columns, 0)
    for domain in catalogue(language):
        known = difficulty(domain)
        found = {split: known.reached(split) for split in SPLITS}
        cells = [found[split].get(name) for name, split in columns]
        rows.append([f"`{domain.name}`", *(_cell(cell, language) for cell in cells)])
        for column, cell in zip(columns, cells, strict=True):
            half[column] += cell is not None and cell >= 0.5
    parts = [f"{name} on {' and '.join(str(half[name, split]) for split in SPLITS)}" for name in names]
    if language == "rddl":
        return Sheet("difficulty", header, rows, [_learned_remark()])
    remark = f"Half of the episodes or more reach the goal by {', '.join(parts)} domains (train and test)."
    return Sheet("difficulty", header, rows, [remark])


def _learned_remark() -> str:
    """Say in how many RDDL domains learned policies are better than other methods."""
    reached = {split: [difficulty(domain).reached(split) for domain in catalogue("rddl")] for split in SPLITS}
    better = {
        other: " and ".join(
            str(sum(row["learned"] > row[other] for row in rows if row.keys() >= {"learned", other}))
            for rows in reached.values()
        )
        for other in ("random", "uct")
    }
    total = len(reached["train"])
    return (
        f"Learned policies are better than random actions in {better['random']} domains, and better than UCT in "
        f"{better['uct']}, of {total} (train and test)."
    )


def _cell(value: float | None, language: Language) -> str:
    return "" if value is None else f"{value:.0%}" if language == "pddl" else f"{value:,.1f}"


def filled(text: str) -> str:
    """The page with the tables of the catalogue's difficulty."""

    def table(found: re.Match[str]) -> str:
        language: Language = "pddl" if found[2] == "pddl" else "rddl"
        return f"{found[1]}\n{sheet(language).markdown()}\n\n{found[3]}"

    return PLACE.sub(table, text)


def main() -> None:
    for name in sorted({each.domain for each in every()}):
        own = spec(name)
        if difficulty(own).every():
            write_difficulty(own, updated(own))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
