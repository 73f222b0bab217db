"""Classes by name: relgym's own, and those that other packages offer as entry points. Each is imported when needed.

>>> from relgym.errors import RelgymError
>>> shapes = Plugins("shape", "relgym.shapes", {"fraction": "fractions:Fraction"}, (int, float), RelgymError)
>>> shapes.names()
('fraction',)
>>> shapes.find("fractoin")
Traceback (most recent call last):
relgym.errors.RelgymError: there is no shape 'fractoin'
hint: did you mean 'fraction'?
expected: fraction
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any

from relgym.errors import RelgymError, did_you_mean


class Plugins:
    """The classes of one entry-point group.

    Attributes:
        own: The entry points of relgym's own classes, listed here too for a checkout that is not installed.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        own: Mapping[str, str],
        bases: tuple[type, ...],
        broken: type[RelgymError],
        unknown: type[RelgymError] | None = None,
    ) -> None:
        """Describe a group; nothing is imported.

        Args:
            kind: The word for one of its classes in messages.
            group: The name of the group.
            own: The places of relgym's own classes by their names, as `module:Class`.
            bases: The base classes; each class of the group is a subclass of one of them.
            broken: The error for a class that cannot be imported, or has none of the bases.
            unknown: The error for an unknown name; by default the same.
        """
        self.own = {name: EntryPoint(name, place, group) for name, place in own.items()}
        self._kind = kind
        self._group = group
        self._bases = bases
        self._broken = broken
        self._unknown = unknown or broken

    def names(self) -> tuple[str, ...]:
        """Return all names, relgym's own first, even if the libraries of a class are not installed."""
        return (*self.own, *sorted(_offered(self._group).names - self.own.keys()))

    def find(self, name: str) -> type[Any]:
        """Import the class of a name.

        Args:
            name: One of `names()`.

        Returns:
            The class.

        Raises:
            RelgymError: The name is unknown, or the class cannot be imported or has none of the bases. The error is an
                instance of `unknown` or of `broken`.
        """
        # An argument that is not a name would match every entry point.
        entry = None
        if isinstance(name, str):
            entry = self.own.get(name) or next(iter(_offered(self._group).select(name=name)), None)
        if entry is None:
            known = self.names()
            raise self._unknown(
                f"there is no {self._kind} {name!r}", expected=", ".join(known), hint=did_you_mean(str(name), known)
            )
        try:
            loaded = entry.load()
        except (ImportError, AttributeError) as error:
            raise self._broken(
                f"the {self._kind} '{name}' ({entry.value}) cannot be imported: {error}",
                hint="install the package that offers it again, or ask its authors",
            ) from error
        if not (isinstance(loaded, type) and issubclass(loaded, self._bases)):
            kinds = " or ".join(f"{base.__module__}.{base.__name__}" for base in self._bases)
            raise self._broken(f"the {self._kind} '{name}' ({entry.value}) is not a {kinds}")
        return loaded

    def available(self) -> dict[str, str]:
        """Map each name to the version of its class, or to the reason why it cannot be used."""
        versions = {}
        for name in self.names():
            try:
                versions[name] = self.find(name).version()
            except self._broken as error:
                versions[name] = str(error)
        return versions


def _offered(group: str) -> EntryPoints:
    """Return the entry points of a group; a package that is installed meanwhile changes the folder it is put into."""
    return _read(group, tuple((folder, _changed(folder)) for folder in sys.path))


# To read those of all installed packages takes 20 milliseconds.
@lru_cache(maxsize=16)
def _read(group: str, _: tuple[tuple[str, int | None], ...]) -> EntryPoints:
    return entry_points(group=group)


def _changed(folder: str) -> int | None:
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return None
