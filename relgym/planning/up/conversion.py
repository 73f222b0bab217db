"""The result of a conversion, and what both directions share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Generic, TypeVar

from relgym.errors import BackendError

M = TypeVar("M")

TOTAL_COST = "total-cost"
"""The function that counts costs of actions in PDDL; unified-planning has a metric of its own for it."""


@dataclass(frozen=True, slots=True)
class Converted(Generic[M]):
    """A converted model.

    Attributes:
        model: The model: a problem of unified-planning, or a `Task`.
        lost: One sentence for each thing that the other form cannot say; empty if nothing is lost.
        names: The names that had to change: the old ones by the new ones.
    """

    model: M
    lost: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)


def library() -> ModuleType:
    """Import unified-planning.

    Raises:
        BackendError: It is not installed.
    """
    try:
        import unified_planning.shortcuts as shortcuts
    except ImportError:
        raise BackendError("unified-planning is not installed", hint="pip install 'relgym[up]'") from None
    untyped: Any = shortcuts
    return untyped  # type: ignore[no-any-return]  # the library may lack types where mypy runs
