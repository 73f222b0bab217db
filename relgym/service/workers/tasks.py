"""Tasks and their reasoners in a worker: the ones used last are kept."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import orjson

import relgym
from relgym import Task, Text
from relgym.backends import registry
from relgym.errors import UnsupportedFeature
from relgym.features import needed
from relgym.limits import Limits
from relgym.reasoning.pddl.reasoner import PDDLReasoner

K = TypeVar("K")
V = TypeVar("V")

TASKS_LIMIT = 64
"""Tasks that a worker keeps."""

REASONERS_LIMIT = 64
"""Reasoners that a worker keeps: that of Logistics with 43 atoms takes 0.1 to 0.4 MB, by engine."""


class Unknown(Exception):
    """A worker lacks something, which the service sends on demand."""


class Kept(Generic[K, V]):
    """The values that were used last, up to a number."""

    def __init__(self, limit: int, drop: Callable[[V], object] = lambda value: None) -> None:
        """Keep up to `limit` values; `drop` is called with each that goes."""
        self._limit = limit
        self._drop = drop
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return a value, if it is kept."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        """Keep a value."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._limit:
            _, oldest = self._values.popitem(last=False)
            self._drop(oldest)

    def remove(self, key: K) -> None:
        """Keep a value no longer."""
        self._values.pop(key, None)


class Tasks:
    """The tasks of a worker."""

    def __init__(self, limits: Limits) -> None:
        """Begin with no task; `limits` hold for each call of an engine."""
        self._limits = limits
        self._tasks: Kept[str, Task] = Kept(TASKS_LIMIT)
        self._reasoners: Kept[tuple[str, str], PDDLReasoner] = Kept(REASONERS_LIMIT, PDDLReasoner.close)

    def add(self, texts: Mapping[str, Any]) -> dict[str, Any]:
        """Read a task from texts; raises the errors of `relgym.load`."""
        task = self._read(texts)
        self._tasks.put(identity(texts), task)
        return {
            "language": "pddl",
            "name": task.problem.name,
            "domain": task.domain.name,
            "features": sorted(feature.value for feature in needed(task)),
        }

    def reasoner(self, task: str, backend: str, texts: Mapping[str, Any] | None) -> PDDLReasoner:
        """Return the reasoner of a task on an engine; raises `Unknown` if the task must be sent first."""
        found = self._reasoners.get((task, backend))
        if found is None:
            known = self._tasks.get(task)
            if known is None:
                if texts is None:
                    raise Unknown("task")
                known = self._read(texts)
                self._tasks.put(task, known)
            registry.backend_class(backend)
            found = PDDLReasoner(known, backend, self._limits)
            self._reasoners.put((task, backend), found)
        return found

    def _read(self, texts: Mapping[str, Any]) -> Task:
        axioms = [Text(text) for text in texts["axioms"]]
        task = relgym.load(Text(texts["domain"]), Text(texts["problem"]), axioms, limits=self._limits)
        if not isinstance(task, Task):
            raise UnsupportedFeature("the service does not serve RDDL yet", expected="a domain of PDDL")
        return task


def identity(texts: Mapping[str, Any]) -> str:
    """Return the id of a task: a hash of its texts."""
    content = orjson.dumps([texts["domain"], texts["problem"], list(texts["axioms"])])
    return hashlib.sha256(content).hexdigest()[:32]
