"""Engines by name: ours, and those that other packages offer; imported only when asked for.

A package offers an engine under the entry point group `relgym.backends`, and under `relgym.evaluators` what runs RDDL.

>>> names()[:2]
('builtin', 'sld')
>>> backend_class("sld").name
'sld'
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points

from relgym.backends.base import Backend, Limits
from relgym.backends.evaluator import Evaluator
from relgym.errors import BackendError, UnsupportedFeature, did_you_mean
from relgym.features import Feature
from relgym.model.span import Span

GROUP = "relgym.backends"
EVALUATORS = "relgym.evaluators"

_KINDS: dict[str, type[Backend] | type[Evaluator]] = {GROUP: Backend, EVALUATORS: Evaluator}
_NAMES = ("builtin", "sld", "swipl", "clingo")

# relgym's engines are also listed here, for a checkout that is not installed.
OWN = {
    GROUP: {name: EntryPoint(name, f"relgym.backends.{name}.engine:{name.capitalize()}", GROUP) for name in _NAMES},
    EVALUATORS: {
        name: EntryPoint(name, f"relgym.backends.{name}.evaluator:{name.capitalize()}Evaluator", EVALUATORS)
        for name in _NAMES
    },
}

Needed = Mapping[Feature, Span | None]
"""The features that a model uses, each with the first place where it does."""


def names(group: str = GROUP) -> tuple[str, ...]:
    """Return the names of all engines, the default one first, even if their libraries are not installed.

    Args:
        group: The entry point group: `relgym.backends` for PDDL, `relgym.evaluators` for RDDL.
    """
    return (*OWN[group], *sorted(entry_points(group=group).names - OWN[group].keys()))


def backend_class(name: str) -> type[Backend]:
    """Return the class of an engine for PDDL.

    Args:
        name: The name of the engine.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
    """
    found = _loaded(name, GROUP)
    assert issubclass(found, Backend)
    return found


def evaluator_class(name: str) -> type[Evaluator]:
    """Return the class of an engine for RDDL.

    Args:
        name: The name of the engine.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
    """
    found = _loaded(name, EVALUATORS)
    assert issubclass(found, Evaluator)
    return found


def _loaded(name: str, group: str) -> type[Backend] | type[Evaluator]:
    # An argument that is not a name would match every entry point.
    entry = None
    if isinstance(name, str):
        entry = OWN[group].get(name) or next(iter(entry_points(group=group, name=name)), None)
    if entry is None:
        raise _unknown(name, group)
    try:
        found = entry.load()
    except (ImportError, AttributeError) as error:
        raise BackendError(
            f"the engine '{name}' ({entry.value}) cannot be imported: {error}",
            hint="install the package that offers it again, or ask its authors",
        ) from error
    kind = _KINDS[group]
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise BackendError(f"the engine '{name}' ({entry.value}) is not a {kind.__module__}.{kind.__name__}")
    return found


def create(name: str, limits: Limits | Mapping[str, float] | None = None) -> Backend:
    """Make an engine for PDDL, without a program.

    Args:
        name: The name of the engine.
        limits: Limits of each call, as `Limits` or a mapping.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
        MissingEngine: The engine's library is not installed.
        RelgymError: These are not limits.
    """
    return backend_class(name)(None if limits is None else Limits.of(limits))


def evaluator(name: str, limits: Limits | Mapping[str, float] | None = None) -> Evaluator:
    """Make an engine for RDDL, without a program.

    Args:
        name: The name of the engine.
        limits: Limits of each call, as `Limits` or a mapping.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
        MissingEngine: The engine's library is not installed.
        RelgymError: These are not limits.
    """
    return evaluator_class(name)(None if limits is None else Limits.of(limits))


def features(name: str, group: str = GROUP) -> frozenset[Feature]:
    """Return the features of an engine; an empty set if it cannot be imported.

    Args:
        name: The name of the engine.
        group: The entry point group: `relgym.backends` for PDDL, `relgym.evaluators` for RDDL.
    """
    try:
        return _loaded(name, group).features
    except BackendError:
        return frozenset()


def refuse_missing(engine: Backend | Evaluator, needed: Needed) -> None:
    """Check that an engine has all features that a model needs.

    Args:
        engine: The engine.
        needed: The features, each with the first place in the files that uses it.

    Raises:
        UnsupportedFeature: A feature is missing. The message names all missing features with their places, and the
            engines that have them.
    """
    missing = {feature: span for feature, span in needed.items() if feature not in engine.features}
    if missing:
        group = GROUP if isinstance(engine, Backend) else EVALUATORS
        able = [name for name in names(group) if features(name, group) >= missing.keys()]
        places = "; ".join(f"{f.value} ({span.place})" if span else f.value for f, span in missing.items())
        raise UnsupportedFeature(
            f"the engine '{engine.name}' does not support: {places}",
            span=next(iter(missing.values())),
            hint=f"engines that do: {', '.join(able)}" if able else None,
        )


def available() -> dict[str, str]:
    """Map the name of every engine to its version, or to the reason why it cannot be used."""
    found = {}
    for name in names():
        try:
            found[name] = backend_class(name).version()
        except BackendError as error:
            found[name] = str(error)
    return found


def _unknown(name: str, group: str) -> BackendError:
    known = names(group)
    hints = did_you_mean(str(name), known), f"the engines are {', '.join(known)}"
    return BackendError(f"there is no engine {name!r}", hint=" ".join(filter(None, hints)))
