"""pymimir agrees on every state and every applicable action along random walks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from oracles.walks import Case, walk

pytest.importorskip("pymimir", reason="pymimir is not installed")

REPLAY = Path(__file__).with_name("mimir_replay.py")


@pytest.mark.parametrize("seed", [1, 2])
def test_walks_agree(case: Case, seed: int) -> None:
    steps = walk(case.task, 40, seed)
    asked = {
        "domain": str(case.domain),
        "problem": str(case.problem),
        "arity": {action.name: len(action.parameters) for action in case.task.domain.actions},
        "actions": [step.chosen for step in steps if step.chosen is not None],
    }
    done = subprocess.run(
        [sys.executable, str(REPLAY)], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    predicates = {predicate.name for predicate in case.task.domain.predicates}
    for step, theirs in zip(steps, json.loads(done.stdout), strict=True):
        assert step.actions == set(theirs["actions"])
        # Its translation adds atoms of its own: types, and axioms for nested formulas.
        assert step.atoms == {atom for atom in theirs["atoms"] if atom.strip("()").split()[0] in predicates}
