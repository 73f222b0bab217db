"""One lock for each object that is called from several threads, and the decorator that takes it.

An engine stands in one state, so two threads that ask it at once would read each other's answers. Every public object
that holds an engine has a `Lock`, and its public methods take it for the whole call. The lock is re-entrant: methods
call each other, and an environment calls its reasoner.

>>> class Counter:
...     def __init__(self) -> None:
...         self.lock, self.count = Lock(), 0
...     @synchronized
...     def add(self, number: int) -> int:
...         self.count += number
...         return self.count
>>> Counter().add(2)
2
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class Lock(type(threading.RLock())):  # type: ignore[misc]
    """A re-entrant lock; copies and pickles of it are new locks, so objects that hold one can be copied."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Lock], tuple[()]]:
        return Lock, ()


class Locked(Protocol):
    """An object with a lock of its own, or with the lock of the object whose engine it shares."""

    lock: Lock


class Recovering(Locked, Protocol):
    """An object that is whole again after `_interrupted`, called with what ended a method half-way."""

    @property
    def _interrupted(self) -> Callable[[BaseException], None]: ...


P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound=Locked)
R = TypeVar("R", bound=Recovering)


def synchronized(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Make a method hold its object's `lock` while it runs."""

    @wraps(method)
    def holding(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self.lock:
            return method(self, *args, **kwargs)

    return holding


def recovering(method: Callable[Concatenate[R, P], T]) -> Callable[Concatenate[R, P], T]:
    """Make a method hold its object's `lock` while it runs, and its object recover from whatever ends it half-way."""

    @wraps(method)
    def holding(self: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self.lock:
            try:
                return method(self, *args, **kwargs)
            except BaseException as error:
                self._interrupted(error)
                raise

    return holding
