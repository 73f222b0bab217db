"""Packages that bring planners: their folders and versions, without importing them."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from relgym.planning.planner import MissingPlanner, Planner


class PackagedPlanner(Planner):
    """A planner that a package brings; its version is that of the package.

    Attributes:
        package: The name of the package, as pip knows it.
    """

    package: ClassVar[str]

    @classmethod
    def version(cls) -> str:
        """Return the version of the package."""
        try:
            return version_of(cls.package)
        except PackageNotFoundError:
            raise _missing(cls.name, f"the package '{cls.package}' is not installed") from None


def package_folder(planner: str, module: str, *parts: str) -> Path:
    """Return a folder inside a package.

    Args:
        planner: The name of the planner that the package brings.
        module: The name of the package, as Python imports it.
        parts: The way from its folder to the one that is wanted.

    Raises:
        MissingPlanner: There is no such folder.
    """
    # The package itself is not imported: it would bring unified-planning, which takes a second.
    spec = find_spec(module)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    for place in places:
        folder = Path(place, *parts)
        if folder.is_dir():
            return folder
    raise _missing(planner, f"there is no folder '{'/'.join((module, *parts))}'")


def program(planner: str, path: Path, runs: bool = True) -> Path:
    """Return the path of a program.

    Args:
        planner: The name of the planner that the program belongs to.
        path: Where it should be.
        runs: True if it must be executable.

    Raises:
        MissingPlanner: It is not there, or cannot be executed.
    """
    if not path.is_file():
        raise _missing(planner, f"there is no program {path}")
    if runs and not os.access(path, os.X_OK):
        raise _missing(planner, f"{path} cannot be executed")
    return path


def _missing(planner: str, why: str) -> MissingPlanner:
    return MissingPlanner(f"the planner '{planner}' is not installed: {why}", hint="pip install 'relgym[planners]'")
