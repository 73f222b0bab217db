"""Problems of the package rddlrepository, where it is installed, by the names that it gives them.

The package is not imported: its files are read where they lie. An instance has the number of its file, as there: `1` is
`instance1.rddl`.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from relgym.catalogue.domains import EnvSpec, Split
from relgym.errors import RelgymError, did_you_mean
from relgym.read.tables import ATTACHED

PACKAGE = "rddlrepository"

PREFIX = "rddlrepository/"
"""A prefix of names, which they need where a domain of relgym has the same name."""

_CONTEXTS = ("arcade", "gym", "ippc2011", "ippc2014", "ippc2018", "ippc2023", "or", "physics", "rddlsim")
"""Ends of most names, by which they are known where the package is missing."""


@dataclass(frozen=True)
class RepositorySpec(EnvSpec):
    """A domain of rddlrepository: its instances lie beside it, and no environment of it is registered.

    - `title`: the name that the package gives it;
    - `instances`: the files by their numbers.
    """

    title: str = field(kw_only=True, metadata=ATTACHED)
    instances: Mapping[str, Path] = field(kw_only=True, metadata=ATTACHED)

    @property
    def name(self) -> str:
        """The name that the package gives it."""
        return self.title

    @property
    def ids(self) -> Mapping[Split, str]:
        """Empty: Gymnasium knows no environment of it."""
        return {}

    def problems(self, split: Split) -> tuple[Path, ...]:
        """Return the instances by their numbers; the package has no split, and all are `train`."""
        return tuple(self.instances.values()) if split == "train" else ()

    def problem(self, split: Split, which: str | int) -> Path:
        """Return the file of an instance, by its number or its name; raises as `EnvSpec.problem` does."""
        number = str(which).removeprefix(f"{split}/").removesuffix(".rddl").removeprefix("instance")
        if number not in self.instances:
            raise RelgymError(f"'{self.name}' has no instance {which}", expected=f"one of {', '.join(self.instances)}")
        return self.instances[number]

    def first_problem(self, split: Split) -> Path:
        """Return the first instance."""
        return next(iter(self.instances.values()))


@cache
def folders() -> Mapping[str, Path]:
    """The folders of all problems by their names; empty where the package is not installed."""
    package = find_spec(PACKAGE)
    places = [] if package is None else [Path(place) for place in package.submodule_search_locations or ()]
    folder_of = {}
    for file in sorted(file for place in places for file in (place / "archive").rglob("__init__.py")):
        if (file.parent / "domain.rddl").is_file() and (info := _info(file)):
            context = info.get("context", "")
            folder_of[info["name"] + (f"_{context}" if context else "")] = file.parent
    return MappingProxyType(folder_of)


def repository_spec(name: str) -> RepositorySpec | None:
    """Return the problem of a name; `None` where the package has none of that name.

    Args:
        name: The name, perhaps with `rddlrepository/` before it.

    Raises:
        RelgymError: The name has that prefix, and there is no such problem; the message says which is spelt alike.
    """
    plain = name.removeprefix(PREFIX)
    folder = folders().get(plain)
    if folder is not None:
        files = {file.stem.removeprefix("instance"): file for file in folder.glob("instance*.rddl")}
        numbers = sorted((number for number in files if number.isdecimal()), key=int)
        return RepositorySpec(
            id=plain,
            description=_info(folder / "__init__.py").get("description", ""),
            folder=folder,
            language="rddl",
            title=plain,
            instances=MappingProxyType({number: files[number] for number in numbers}),
        )
    if not name.startswith(PREFIX) or os.path.exists(name):
        return None
    if (error := missing_package(name)) is not None:
        raise error
    near = did_you_mean(plain, folders())
    message = f"rddlrepository has no problem '{plain}'" if plain else f"'{name}' names no problem of rddlrepository"
    raise RelgymError(
        message + (f"; {near}" if near else ""),
        expected=f"one of {', '.join(sorted(folders()))}",
    )


def missing_package(name: str) -> RelgymError | None:
    """Return the error for a name of a problem where the package is not installed; `None` for any other name."""
    if folders() or not (name.startswith(PREFIX) or (name[:1].isupper() and name.rpartition("_")[2] in _CONTEXTS)):
        return None
    return RelgymError(
        f"'{name}' is a problem of rddlrepository, which is not installed", hint="pip install rddlrepository"
    )


def _info(file: Path) -> dict[str, str]:
    """Return the dictionary that a problem's `__init__.py` assigns to `info`; empty if it is no plain one."""
    try:
        for statement in ast.parse(file.read_text(encoding="utf-8")).body:
            match statement:
                case ast.Assign(targets=[ast.Name("info")], value=value):
                    info = ast.literal_eval(value)
                    return info if isinstance(info, dict) and "name" in info else {}
    except (OSError, SyntaxError, ValueError):
        pass
    return {}
