"""Engines by name: ours, and those that other packages offer; imported only when asked for.

A package offers an engine under the entry point group `relgym.backends`.

>>> names()[:2]
('builtin', 'sld')
>>> backend_class("sld").name
'sld'
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points

from relgym.backends.base import Backend, Limits
from relgym.errors import BackendError
from relgym.features import Feature

GROUP = "relgym.backends"

# Ours stand here as well as in pyproject.toml, so that a checkout that is not installed has them.
OWN = {
    name: EntryPoint(name, f"relgym.backends.{name}:{name.capitalize()}", GROUP)
    for name in ("builtin", "sld", "swipl", "clingo")
}


def names() -> tuple[str, ...]:
    """The names of all engines, the default one first; what they need may be missing."""
    return (*OWN, *sorted(entry_points(group=GROUP).names - OWN.keys()))


def backend_class(name: str) -> type[Backend]:
    """The class of an engine; raises `BackendError` if there is none of this name or it is broken."""
    entry = OWN.get(name) or next(iter(entry_points(group=GROUP, name=name)), None)
    if entry is None:
        raise _unknown(name)
    try:
        found = entry.load()
    except (ImportError, AttributeError) as error:
        raise BackendError(
            f"the engine '{name}' ({entry.value}) cannot be imported: {error}",
            hint="install the package that offers it again, or ask its authors",
        ) from error
    if not (isinstance(found, type) and issubclass(found, Backend)):
        raise BackendError(f"the engine '{name}' ({entry.value}) is not a relgym.backends.base.Backend")
    return found


def create(name: str, limits: Limits | None = None) -> Backend:
    """A new engine, without a program yet; raises `BackendError`, `MissingEngine` if it is not installed."""
    return backend_class(name)(limits)


def features(name: str) -> frozenset[Feature]:
    """What an engine carries; nothing where it cannot even be imported."""
    try:
        return backend_class(name).features
    except BackendError:
        return frozenset()


def available() -> dict[str, str]:
    """Every engine's version, or the reason why it cannot be used, by name."""
    found = {}
    for name in names():
        try:
            found[name] = backend_class(name).version()
        except BackendError as error:
            found[name] = str(error)
    return found


def _unknown(name: str) -> BackendError:
    known = names()
    close = get_close_matches(name, known, n=1)
    guess = f"did you mean '{close[0]}'? " if close else ""
    return BackendError(f"there is no engine '{name}'", hint=f"{guess}the engines are {', '.join(known)}")
