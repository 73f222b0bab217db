"""Planning: plans and policies, from relgym's own search and from the planners of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from relgym.planning.stochastic.table import load_policy

__all__ = ["load_policy"]


def __getattr__(name: str) -> Any:
    # The reasoners take a while to import.
    if name == "load_policy":
        from relgym.planning.stochastic.table import load_policy

        return load_policy
    raise AttributeError(f"module 'relgym.planning' has no attribute '{name}'")
