"""Questions for each CPU second, by domain and kind.

`python -m tests.bench.asking` makes questions about every domain, writes docs/questions.json, and the tables of
docs/guide/question-baselines.md; names of domains choose rows,
`--rounds` takes the fastest of three runs, and `--report` only writes the table. Of each domain three
problems are asked about: the first and the last for training, and the last for tests. What a problem is prepared for
once - its engine, its walks, its state space - is told apart from the questions of each kind, which have the forms
boolean, choice and open in turns, and are written as JSON.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time
from typing import Any

from relgym.catalogue.domains import catalogue
from relgym.data.question_sets.making import questions_of
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.problem import problems_of
from relgym.data.question_sets.question import FORMS, KINDS
from relgym.data.question_sets.registry import KIND_RULES, RDDL_MODULES, material_of, refused
from tests.bench.report import Sheet

ROOT = Path(__file__).parents[2]
JSON = ROOT / "docs" / "questions.json"
DOCUMENT = ROOT / "docs" / "guide" / "question-baselines.md"

PLACE = re.compile(r"(<!-- figures: questions (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

COLUMNS: Mapping[str, tuple[str, ...]] = {"pddl": (*KIND_RULES,), "rddl": (*RDDL_MODULES,)}

COUNT = 900
"""The number of questions of each kind."""

Figures = Mapping[str, Mapping[str, Any]]


def measured(name: str, count: int = COUNT, seed: int = 0) -> dict[str, Any]:
    """Make questions of every kind about a domain.

    Args:
        name: The name of the domain.
        count: The number of questions of each kind.
        seed: The seed of the questions.
    """
    train, test = problems_of(name, "train"), problems_of(name, "test")
    problems = [train[0], train[-1], test[-1]]
    begun = process_time()
    materials = [material_of(problem, seed) for problem in problems]
    for material in materials:
        _ = material.background
        if not isinstance(material, Material):
            continue
        _ = material.actions
        if material.space is not None:
            _ = material.space.distances, material.space.reached, material.space.landmarks
        elif material.changing:
            _ = material.exclusive, material.relaxed
    prepared = process_time() - begun
    kinds: dict[str, Any] = {}
    total, spent = 0, prepared
    for kind in KINDS:
        able = [material for material in materials if refused(kind, material) is None]
        if not able:
            continue
        # Modules and codes that are compiled once are no part of any kind.
        sum(len(json.dumps(each.to_json())) for each in questions_of(able[:1], [kind], FORMS, 6, seed + 1))
        begun = process_time()
        made = [json.dumps(each.to_json()) for each in questions_of(able, [kind], FORMS, count, seed)]
        seconds = process_time() - begun
        total, spent = total + len(made), spent + seconds
        kinds[kind] = {
            "questions": len(made),
            "rate": round(len(made) / seconds),
            "problems": len(able),
            "characters": round(sum(map(len, made)) / max(1, len(made))),
        }
    return {"prepared": round(prepared, 3), "rate": round(total / spent), "kinds": kinds}


def sheet(figures: Figures, language: str) -> Sheet:
    """Return the table of a language: a row for each domain, a column for each kind."""
    rows = []
    names = {own.name for own in catalogue() if own.language == language}
    figures = {name: found for name, found in figures.items() if name in names}
    columns = COLUMNS[language]
    for name, found in figures.items():
        cells = [_rate(found["kinds"].get(kind)) for kind in columns]
        rows.append([name, f"{found['prepared']:.2f} s", *cells, f"{found['rate']:,}"])
    slow = [
        f"{kind} of {name}"
        for name, found in figures.items()
        for kind, own in found["kinds"].items()
        if own["questions"] and own["rate"] < 1000
    ]
    lowest = min((found["rate"], name) for name, found in figures.items())
    remarks = [
        f"All kinds together, preparation included: {lowest[0]:,} questions a CPU second at least ({lowest[1]}). "
        + (f"Below 1,000 alone: {', '.join(slow)}." if slow else "No kind alone is below 1,000 anywhere."),
        "`*`: fewer questions than were asked for, since there are no more. "
        "An empty cell: the kind makes no sense there, or has no wrong answers.",
    ]
    return Sheet("questions", ["domain", "prepared", *columns, "all"], rows, remarks)


def _rate(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return ""
    return f"{found['rate']:,}{'*' if found['questions'] < COUNT else ''}" if found["questions"] else ""


def filled(text: str, figures: Figures) -> str:
    """Put the tables into a text."""
    return PLACE.sub(lambda place: f"{place[1]}\n{sheet(figures, place[2]).markdown()}\n\n{place[3]}", text)


def main() -> None:
    """Measure what is named, and write the table."""
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    rounds = 3 if "--rounds" in sys.argv else 1
    known: dict[str, Any] = json.loads(JSON.read_text("utf-8")) if JSON.exists() else {}
    names = [own.name for own in catalogue()]
    if "--report" not in sys.argv:
        for name in named or names:
            # The fastest run says most: other processes on the same cores only slow it down.
            known[name] = max((measured(name) for _ in range(rounds)), key=lambda found: found["rate"])
            rates = {kind: own["rate"] for kind, own in known[name]["kinds"].items()}
            print(f"{name}: {known[name]['rate']:,}; prepared in {known[name]['prepared']} s; {rates}", flush=True)
            known = {name: known[name] for name in names if name in known}
            # As text, since a run takes minutes and may be interrupted.
            JSON.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    if DOCUMENT.exists():
        DOCUMENT.write_text(filled(DOCUMENT.read_text("utf-8"), known), "utf-8")


if __name__ == "__main__":
    main()
