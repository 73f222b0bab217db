"""Data from environments, and models learned from data.

The names are imported on their first use, so that `import relgym.data` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from relgym.data.trajectories.transition import Experience

_HOMES = {
    "Experience": "trajectories.transition",
}
"""The module of each public name, below `relgym.data`."""

__all__ = [
    "Experience",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'relgym.data' has no attribute '{name}'")
    return getattr(import_module(f"relgym.data.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
