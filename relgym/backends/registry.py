"""Engines by name: ours, and those that other packages offer; imported only when asked for.

A package offers an engine under the entry point group `relgym.backends`: a `Backend` for PDDL, an `Evaluator` for RDDL,
or a `Backend` that `Evaluates` for both languages.

>>> names()[:2]
('builtin', 'sld')
>>> backend_class("sld").name
'sld'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from relgym.backends.base import Backend, Engine, Limits
from relgym.backends.evaluator import Evaluates, Evaluator
from relgym.errors import BackendError, UnsupportedFeature
from relgym.features import Feature
from relgym.model.span import Span
from relgym.plugins import Plugins

GROUP = "relgym.backends"

_LANGUAGES: dict[type[Engine], str] = {Backend: "PDDL", Evaluator: "RDDL"}  # type: ignore[type-abstract]

_ENGINES = Plugins(
    "engine",
    GROUP,
    {name: f"relgym.backends.{name}.engine:{name.capitalize()}" for name in ("builtin", "sld", "swipl", "clingo")},
    tuple(_LANGUAGES),
    BackendError,
)

OWN = _ENGINES.own
"""The entry points of relgym's engines."""

E = TypeVar("E", bound=Engine)

Needed = Mapping[Feature, Span | None]
"""The features that a model uses, each with the first place where it does."""


def names() -> tuple[str, ...]:
    """Return the names of all engines, the default one first, even if their libraries are not installed."""
    return _ENGINES.names()


def engine_class(name: str) -> type[Engine]:
    """Return the class of an engine, whatever its languages.

    Args:
        name: The name of the engine.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
    """
    return _ENGINES.find(name)


def backend_class(name: str) -> type[Backend]:
    """Return the class of an engine for PDDL.

    Args:
        name: The name of the engine.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
        UnsupportedFeature: The engine does not support PDDL.
    """
    return _class_for(Backend, name)  # type: ignore[type-abstract]


def evaluator_class(name: str) -> type[Evaluator]:
    """Return the class of an engine for RDDL.

    Args:
        name: The name of the engine.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
        UnsupportedFeature: The engine does not support RDDL.
    """
    return _class_for(Evaluator, name)  # type: ignore[type-abstract]


def _class_for(kind: type[E], name: str) -> type[E]:
    offered = _offered(kind, engine_class(name))
    if offered is None:
        raise UnsupportedFeature(
            f"the engine '{name}' does not support {_LANGUAGES[kind]}", hint=_engines_with(kind, frozenset())
        )
    return offered


def _offered(kind: type[E], engine: type[Engine]) -> type[E] | None:
    """Return the class of a kind that an engine offers: itself, or its evaluator."""
    if issubclass(engine, kind):
        return engine
    evaluator = engine.evaluator() if issubclass(engine, Evaluates) else None
    return evaluator if evaluator is not None and issubclass(evaluator, kind) else None


def create(name: str, limits: Limits | Mapping[str, float] | None = None) -> Backend:
    """Make an engine for PDDL, without a program.

    Args:
        name: The name of the engine.
        limits: Limits of each call, as `Limits` or a mapping.

    Returns:
        The engine, ready for `load`.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
        UnsupportedFeature: The engine does not support PDDL.
        MissingEngine: The engine's library is not installed.
        RelgymError: These are not limits.
    """
    return backend_class(name)(None if limits is None else Limits.of(limits))


def evaluator(name: str, limits: Limits | Mapping[str, float] | None = None) -> Evaluator:
    """Make an engine for RDDL, without a program.

    Args:
        name: The name of the engine.
        limits: Limits of each call, as `Limits` or a mapping.

    Returns:
        The engine, ready for `load`.

    Raises:
        BackendError: There is no engine of this name, or it cannot be imported.
        UnsupportedFeature: The engine does not support RDDL.
        MissingEngine: The engine's library is not installed.
        RelgymError: These are not limits.
    """
    return evaluator_class(name)(None if limits is None else Limits.of(limits))


def features(name: str, kind: type[Engine] = Backend) -> frozenset[Feature] | None:
    """Return the features of an engine for a language; `None` if it does not support it, or cannot be imported.

    Args:
        name: The name of the engine.
        kind: `Backend` for PDDL, `Evaluator` for RDDL.
    """
    try:
        offered = _offered(kind, engine_class(name))
    except BackendError:
        return None
    return None if offered is None else offered.features


def refuse_missing(engine: Backend | Evaluator, needed: Callable[[], Needed]) -> None:
    """Check that an engine has all features that a model needs.

    Args:
        engine: The engine.
        needed: Finds the features, each with the first place in the files that uses it; an engine that has all features
            is not asked about any.

    Raises:
        UnsupportedFeature: A feature is missing. The message names all missing features with their places, and the
            engines that have them.
    """
    if engine.features.issuperset(Feature):
        return
    missing = {feature: span for feature, span in needed().items() if feature not in engine.features}
    if missing:
        kind = Backend if isinstance(engine, Backend) else Evaluator
        places = "; ".join(f"{f.value} ({span.place})" if span else f.value for f, span in missing.items())
        raise UnsupportedFeature(
            f"the engine '{engine.name}' does not support: {places}",
            span=next(iter(missing.values())),
            hint=_engines_with(kind, missing.keys()),
        )


def _engines_with(kind: type[Engine], wanted: Collection[Feature]) -> str | None:
    able = [
        name for name in names() if (supported := features(name, kind)) is not None and supported.issuperset(wanted)
    ]
    return f"engines that do: {', '.join(able)}" if able else None


def available() -> dict[str, str]:
    """Return for the name of every engine its version, or the reason why it cannot be used."""
    return _ENGINES.available()
