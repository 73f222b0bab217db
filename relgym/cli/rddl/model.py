"""The task or the instance of the files that a command names, for commands that take both languages alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from relgym.cli.rddl.files import rddl_files, refuse_axioms
from relgym.cli.session import read_task
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.read.loading import load


def read_model(
    domain: str, problem: str | None, axioms: Sequence[str] | None, non_fluents: Sequence[Path] | None, limits: Limits
) -> Task | Instance:
    """Read the task or the instance of the files; raises `UnsupportedFeature` for axioms beside RDDL."""
    files = rddl_files(domain, problem, non_fluents)
    if files is None:
        return read_task(domain, problem, axioms, limits)
    refuse_axioms(axioms)
    return load(files.domain, files.problem)  # type: ignore[no-any-return]  # the files decide
