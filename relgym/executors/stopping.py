"""The wish of the caller that a running method of a worker ends early."""

from __future__ import annotations

from select import select
from threading import Event
from typing import Any

_STOP = Event()
_REQUESTS: list[Any] = []


def watch(requests: Any) -> None:
    """Take what arrives in a pipe during an order as the wish, or as the end of the caller."""
    _REQUESTS[:] = [requests]


def wanted() -> bool:
    """Tell whether the caller wants the running method to end early."""
    try:
        return _STOP.is_set() or bool(_REQUESTS and select(_REQUESTS, (), (), 0)[0])
    except OSError:
        # Windows looks at sockets alone.
        return False


def want() -> None:
    """Ask the running method to end early."""
    _STOP.set()


def clear() -> None:
    """Forget the wish, at the beginning of an order."""
    _STOP.clear()
