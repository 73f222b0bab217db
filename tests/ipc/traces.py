"""Recorded walks of IPC problems: what a folder holds, and what a walk must look like."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from relgym import Reasoner, State


@dataclass(frozen=True)
class Trace:
    """A domain, a problem and the walk recorded in it."""

    name: str
    domain: Path
    problem: Path
    walk: Path

    def steps(self) -> Iterator[dict[str, Any]]:
        """The steps with `atoms`, `derived` and `fluents` in full, whatever the file's format."""
        atoms: set[str] = set()
        derived: set[str] = set()
        fluents: dict[str, str] = {}
        for step in json.loads(self.walk.read_text())["steps"]:
            if "atoms" in step:
                atoms, derived = set(step["atoms"]), set(step.get("derived", ()))
                fluents = dict(step.get("fluents", {}))
            else:
                atoms = (atoms - set(step.get("del", ()))) | set(step.get("add", ()))
                derived = (derived - set(step.get("derived_del", ()))) | set(step.get("derived_add", ()))
                for name, value in step.get("fluents_changed", {}).items():
                    fluents[name] = value
            yield {**step, "atoms": atoms, "derived": derived, "fluents": fluents}


def traces(root: Path) -> list[Trace]:
    """Every walk below a folder."""
    found = []
    for walk in sorted(root.rglob("p*.json")):
        recorded = json.loads(walk.read_text())
        name = str(walk.relative_to(root).with_suffix(""))
        found.append(Trace(name, root / recorded["domain_file"], root / recorded["problem_file"], walk))
    return found


def replay(trace: Trace, reasoner: Reasoner) -> int:
    """Walk along, asserting every valid action, atom, derived atom, number and goal; returns the steps."""
    state = reasoner.initial_state
    count = 0
    for count, step in enumerate(trace.steps()):
        if step["action"] is not None:
            state = reasoner.successor(state, step["action"])
        where = f"{trace.name} step {count} {step['action']}"
        _same(where, reasoner, state, step)
    return count


def _same(where: str, reasoner: Reasoner, state: State, step: dict[str, Any]) -> None:
    assert {str(atom) for atom in state.atoms} == step["atoms"], where
    if "derived" in step:
        assert {str(atom) for atom in reasoner.derived(state)} == step["derived"], where
    expected = {name: Fraction(value) for name, value in step["fluents"].items()}
    assert {str(name): value for name, value in state.fluents.items()} == expected, where
    actions = sorted(str(action) for action in reasoner.valid_actions(state))
    if "actions" in step:
        assert actions == step["actions"], where
    assert len(actions) == step["n_actions"], where
    assert hashlib.sha256("\n".join(actions).encode()).hexdigest() == step["actions_sha256"], where
    if step.get("goal") is not None:
        assert reasoner.goal(state) == step["goal"], where
