"""Resolution in Python: whole environments on relgym's reference engine beside PDDLGym's, on PDDLGym's own domains.

Both prove preconditions left to right in plain Python and keep nothing from state to state. Each step gives an
observation and the list of valid actions; the first problem of each domain of PDDLGym's paper.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.bench.environments import paper_files
from tests.bench.processes import PDDLGYM
from tests.bench.rounds import Budget, Entrant, Row, measured, tell


def rows(budget: Budget, only: Sequence[str]) -> dict[str, dict[str, Row]]:
    """The figures of `sld` and of `PDDLGym` by domain; none if PDDLGym cannot be installed."""
    python = PDDLGYM.python()
    if python is None:
        return {}
    budget = replace(budget, seconds=budget.seconds / 2, runs=3)
    found: dict[str, dict[str, Row]] = {}
    for name, files in paper_files(python, budget, only):
        operators = files.pop("operators")
        entrants = [
            Entrant("sld", "relgym-environment", Path(sys.executable), [{"engine": "sld"}]),
            Entrant("PDDLGym", "pddlgym", python, [{"operators": operators}]),
        ]
        found[name] = measured(entrants, budget, dict.fromkeys(("sld", "PDDLGym"), files))
        tell(name, found[name])
    return found
