"""The clingo package, imported when it is first needed, for it may be missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from relgym.errors import MissingEngine


def library() -> ModuleType:
    """The package `clingo`; raises `MissingEngine` with what to install if it is not there."""
    try:
        return import_module("clingo")
    except ImportError as error:
        raise MissingEngine(
            f"the engine 'clingo' is not installed: {error}",
            hint="pip install 'clingo>=5.7'",
        ) from error
