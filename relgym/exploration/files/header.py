"""The header of a file: what states and transitions do not say, as one JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from relgym.errors import RelgymError
from relgym.exploration.codes.code import StateCode
from relgym.exploration.codes.pddl import PDDLCode
from relgym.exploration.transition_system import TransitionSystem
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.read.loading import load
from relgym.read.source import Text
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.write.pddl import write_domain, write_problem

FORMAT = 1
"""The version of the form of files."""


def header_of(space: TransitionSystem) -> str:
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
        header = json.loads(text)
        if header["format"] == FORMAT:
            return header  # type: ignore[no-any-return]
    except (ValueError, KeyError, TypeError):
        pass
    raise RelgymError(
        f"'{path}' is not a state space", expected=f"a file that StateSpace.save has written, form {FORMAT}"
    )


def fields_of(header: Mapping[str, Any], **arrays: NDArray[Any] | None) -> dict[str, Any]:
    """Return the fields of the `TransitionSystem` of a file.

    Args:
        header: The header of the file.
        arrays: The fields that are arrays.
    """
    model: Task | Instance = load(*map(Text, header["model"]))
    code: StateCode
    if isinstance(model, Task):
        code = PDDLCode(PDDLReasoner(model), [(name, tuple(row)) for name, *row in header["atoms"]])
    else:
        from relgym.exploration.codes.rddl import RDDLCode
        from relgym.reasoning.rddl.reasoner import RDDLReasoner

        code = RDDLCode(RDDLReasoner(model))
    if not header["draws"]:
        arrays = {**arrays, "probabilities": None}
    plain = {name: header[name] for name in ("starts", "has_goal", "stopped")}
    return {"model": model, "code": code, "action_names": header["actions"], **plain, **arrays}
