"""The wish of the caller that a running method of a worker ends early."""

from __future__ import annotations

from threading import Event

_STOP = Event()


def wanted() -> bool:
    """Tell whether the caller wants the running method to end early."""
    return _STOP.is_set()


def want() -> None:
    """Ask the running method to end early."""
    _STOP.set()


def clear() -> None:
    """Forget the wish, at the beginning of an order."""
    _STOP.clear()
