"""Files of state spaces by their endings; a file is whole or not there."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

from relgym.errors import RelgymError
from relgym.exploration.transition_system import TransitionSystem
from relgym.write.files import new_file

MODULES = {".parquet": "parquet", ".sqlite": "sqlite", ".db": "sqlite"}


def check_ending(path: str | os.PathLike[str]) -> Any:
    """Return the module that writes a file.

    Raises:
        RelgymError: The ending is not known.
    """
    name = MODULES.get(Path(path).suffix.lower())
    if name is None:
        raise RelgymError(f"'{path}' has no known ending", expected="a file that ends with .parquet, .sqlite or .db")
    return import_module(f"relgym.exploration.files.{name}")


def check_path(path: str | os.PathLike[str]) -> None:
    """Raise `RelgymError` for an ending that is not known, and for a folder that does not exist."""
    check_ending(path)
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise RelgymError(f"cannot write the file '{path}': there is no folder '{folder}'")


def save(space: TransitionSystem, path: str | os.PathLike[str]) -> None:
    """Write a space to a file."""
    check_path(path)
    module = check_ending(path)
    with new_file(path) as part:
        module.save(space, part)


def load(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the fields of a space from a file."""
    module = check_ending(path)
    if not Path(path).is_file():
        raise RelgymError(f"there is no file '{path}'")
    return module.load(Path(path))  # type: ignore[no-any-return]
