"""The domains that come with relgym, their generators, schedules and difficulty."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from relgym.catalogue.domains import EnvSpec, catalogue, read_spec, spec

__all__ = ["EnvSpec", "catalogue", "read_spec", "spec"]


def __getattr__(name: str) -> Any:
    # The scenes of domains take a while to import, and `relgym.load` needs none for a file.
    if name in __all__:
        return getattr(import_module("relgym.catalogue.domains"), name)
    raise AttributeError(f"module 'relgym.catalogue' has no attribute '{name}'")
