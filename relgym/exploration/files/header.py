"""The header of a file: what states and transitions do not say, as one JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from relgym.errors import RelgymError
from relgym.exploration.codes.code import StateCode
from relgym.exploration.codes.pddl import PDDLCode
from relgym.exploration.space import StateSpace
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.read.loading import load
from relgym.read.source import Text
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.write.pddl import write_domain, write_problem

FORMAT = 1
"""The version of the form of files."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The arrays of a space as a file holds them, all of them NumPy arrays.

    Attributes:
        rows: The states as rows of words.
        depths, goals, expanded, choices: As `StateSpace` has them.
        offsets, actions, targets, probabilities: As `StateSpace` has them.
    """

    rows: Any
    depths: Any
    goals: Any
    expanded: Any
    choices: Any
    offsets: Any
    actions: Any
    targets: Any
    probabilities: Any


def header_of(space: StateSpace) -> str:
    """Return the header of a space."""
    model = space.model
    if isinstance(model, Task):
        texts = [write_domain(model.domain), write_problem(model.problem)]
    else:
        from relgym.write.rddl import domain_text, instance_text

        texts = [domain_text(model.domain), instance_text(model)]
    return json.dumps(
        {
            "format": FORMAT,
            "model": texts,
            "words": int(space.rows.shape[1]),
            "atoms": [[name, *row] for name, row in space.code.atoms] if isinstance(space.code, PDDLCode) else None,
            "starts": space.starts,
            "actions": [*space.action_names],
            "has_goal": space.has_goal,
            "draws": space.probabilities is not None,
            "stopped": space.stopped,
            "figures": space.to_json(),
        }
    )


def parsed(text: str, path: object) -> Mapping[str, Any]:
    """Read a header.

    Raises:
        RelgymError: It is not one, or of another version.
    """
    try:
        found = json.loads(text)
        if found["format"] == FORMAT:
            return found  # type: ignore[no-any-return]
    except (ValueError, KeyError, TypeError):
        pass
    raise RelgymError(
        f"'{path}' is not a state space", expected=f"a file that StateSpace.save has written, form {FORMAT}"
    )


def space_of(header: Mapping[str, Any], columns: Columns) -> StateSpace:
    """Make the space of a file."""
    model: Task | Instance = load(*map(Text, header["model"]))
    code: StateCode
    if isinstance(model, Task):
        code = PDDLCode(PDDLReasoner(model), [(name, tuple(row)) for name, *row in header["atoms"]])
    else:
        from relgym.exploration.codes.rddl import RDDLCode
        from relgym.reasoning.rddl.reasoner import RDDLReasoner

        code = RDDLCode(RDDLReasoner(model))
    return StateSpace(
        model=model,
        code=code,
        rows=columns.rows,
        starts=header["starts"],
        depths=columns.depths,
        goals=columns.goals,
        expanded=columns.expanded,
        choices=columns.choices,
        offsets=columns.offsets,
        actions=columns.actions,
        targets=columns.targets,
        probabilities=columns.probabilities if header["draws"] else None,
        action_names=header["actions"],
        has_goal=header["has_goal"],
        stopped=header["stopped"],
    )
