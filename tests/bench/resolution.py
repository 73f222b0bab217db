"""Resolution in Python: whole environments on relgym's reference engine beside PDDLGym's, on PDDLGym's own domains.

Both prove preconditions left to right in plain Python and keep nothing from state to state. Each step gives an
observation and the list of valid actions; the first problem of each domain of PDDLGym's paper.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.bench.environments import PAPER
from tests.bench.processes import PDDLGYM, Ended, Process
from tests.bench.rounds import IMPORTING, PLAYERS, Budget, Entrant, Row, measured, tell


def rows(budget: Budget, only: Sequence[str]) -> dict[str, dict[str, Row]]:
    """The figures of `sld` and of `PDDLGym` by domain; none if PDDLGym cannot be installed."""
    python = PDDLGYM.python()
    if python is None:
        return {}
    budget = replace(budget, seconds=budget.seconds / 2, runs=3)
    found: dict[str, dict[str, Row]] = {}
    for name in [each for each in PAPER if not only or each in only][: budget.rows]:
        with Process(python, PLAYERS) as process:
            try:
                process.ask(load="pddlgym", within=IMPORTING)
                files = process.ask(files=name, within=IMPORTING)
            except Ended as error:
                print(f"{name}: {error.reason}", file=sys.stderr)
                continue
        operators = files.pop("operators")
        entrants = [
            Entrant("sld", "relgym-environment", Path(sys.executable), [{"engine": "sld"}]),
            Entrant("PDDLGym", "pddlgym", python, [{"operators": operators}]),
        ]
        found[name] = measured(entrants, budget, dict.fromkeys(("sld", "PDDLGym"), files))
        tell(name, found[name])
    return found
