"""Walks of relgym beside those of pymimir and pytyr, and through problems that are hard to ground.

Random walks of valid actions, each step with the full list of valid actions, restarted every hundred steps and at dead
ends. The peers ground; where that fails they walk lifted, as they do throughout on problems that are hard to ground.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.bench.instances import HARD_TO_GROUND, WALKS, Instance
from tests.bench.processes import PLANNERS
from tests.bench.rounds import Budget, Entrant, Row, measured, tell

GROUNDED, LIFTED = {"mode": "grounded"}, {"mode": "lifted"}

DERIVED = "relgym, derived"
"""Walks on which all derived atoms are listed after each step."""


def tables(
    folder: Path | None, budget: Budget, engines: Sequence[str], only: Sequence[str]
) -> dict[str, dict[str, dict[str, Row]]]:
    """The figures of both tables: by table, row and column."""
    python = PLANNERS.python()
    return {
        "walks": _table(WALKS, folder, budget, engines, python, [GROUNDED, LIFTED], only),
        "hard to ground": _table(HARD_TO_GROUND, folder, budget, engines, python, [LIFTED], only),
    }


def _table(
    instances: Sequence[Instance],
    folder: Path | None,
    budget: Budget,
    engines: Sequence[str],
    python: Path | None,
    ways: Sequence[dict[str, str]],
    only: Sequence[str],
) -> dict[str, dict[str, Row]]:
    table: dict[str, dict[str, Row]] = {}
    for instance in [each for each in instances if not only or each.name in only][: budget.rows]:
        files = instance.files(folder)
        if files is None:
            print(f"{instance.name}: there is no folder with this problem", file=sys.stderr)
            continue
        entrants = [
            Entrant(_column(engine), "relgym", Path(sys.executable), [{"engine": engine}]) for engine in engines
        ]
        if instance.derived:
            entrants.append(Entrant(DERIVED, "relgym-derived", Path(sys.executable), [{"engine": engines[0]}]))
        entrants += [Entrant(name, name, python, ways) for name in ("pymimir", "pytyr")]
        problem: dict[str, Any] = {"domain": files.domain, "problem": files.problem}
        table[instance.name] = measured(entrants, budget, {entrant.name: problem for entrant in entrants})
        if files.generated and instance.public:
            for row in table[instance.name].values():
                row["generated"] = True
        tell(instance.name, table[instance.name])
    return table


def _column(engine: str) -> str:
    return "relgym" if engine == "builtin" else f"relgym, {engine}"


def times_of(row: Mapping[str, Mapping[str, Any]]) -> float | None:
    """relgym's rate in that of the better peer, with all derived atoms where there are any."""
    own = [row[name]["rate"] for name in ("relgym", DERIVED) if "rate" in row.get(name, {})]
    others = [row[name]["rate"] for name in ("pymimir", "pytyr") if "rate" in row.get(name, {})]
    return min(own) / max(others) if own and others else None


def ratio_text(value: float | None) -> str:
    """A ratio as a table or a picture shows it."""
    return "" if value is None else f"{value:,.0f}" if value >= 10 else f"{value:.2g}"
