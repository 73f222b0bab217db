"""Tasks and their reasoners in a worker: the ones used last are kept."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from relgym.caching import Cache
from relgym.features import needed, needed_by
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.questions.asking import play_of
from relgym.questions.plays import Play
from relgym.read.loading import is_whole, load
from relgym.read.pddl.axioms.ready_made import name_or_text
from relgym.read.source import Text
from relgym.reasoning.reasoner import Reasoner
from relgym.service.encoding import dumps
from relgym.translate.equations.equations import equations_of
from relgym.tuning.service import WORKER_CACHE_MEGABYTES, WORKER_ENGINES_LIMIT, WORKER_TASKS_LIMIT

PAGE_BYTES = 4096


class Unknown(Exception):
    """A worker lacks something, which the service sends on demand."""


def resident_megabytes() -> float:
    """Return the memory of this process, 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES / 2**20
    except (OSError, IndexError, ValueError):
        return 0.0


class Tasks:
    """The tasks of a worker."""

    def __init__(self, limits: Limits, megabytes: float = WORKER_CACHE_MEGABYTES) -> None:
        """Begin with no task.

        Args:
            limits: Limits of each call of an engine.
            megabytes: The memory that the process may add before half of the engines are closed.
        """
        self._limits = limits
        self._most = resident_megabytes() + megabytes
        self._models: Cache[str, Task | Instance] = Cache(WORKER_TASKS_LIMIT)
        self._plays: Cache[tuple[str, str], Play] = Cache(WORKER_ENGINES_LIMIT, drop=Play.close)

    def add(self, texts: Mapping[str, Any]) -> dict[str, Any]:
        """Read a task from texts; raises the errors of `relgym.load`."""
        model = self._read(texts)
        self._models.keep(identity(texts), model)
        match model:
            case Task():
                own = {"language": "pddl", "name": model.problem.name, "domain": model.domain.name}
                features = needed(model)
            case Instance():
                own = {"language": "rddl", "name": model.name, "domain": model.domain.name}
                features = needed_by(equations_of(model))
        return {**own, "features": sorted(feature.value for feature in features)}

    def forget(self, task: str) -> None:
        """Keep a task no longer, nor its engines."""
        self._models.remove(task)
        for key in [key for key in self._plays if key[0] == task]:
            self._plays.remove(key)

    def play(self, task: str, backend: str, texts: Mapping[str, Any] | None) -> Play:
        """Return a task on an engine; raises `Unknown` if the task must be sent first."""
        found = self._plays.use((task, backend))
        if found is None:
            known = self._models.use(task)
            if known is None:
                if texts is None:
                    raise Unknown("task")
                known = self._read(texts)
                self._models.keep(task, known)
            found = play_of(Reasoner(known, backend, self._limits))
            self._plays.keep((task, backend), found)
            self._trim()
        return found

    def _trim(self) -> None:
        """Close the half of the engines that was used longest ago, if the process takes too much memory."""
        if resident_megabytes() <= self._most:
            return
        every = [*self._plays]
        for key in every[: len(every) // 2]:
            self._plays.remove(key)
        kept = {task for task, _ in self._plays}
        for task in {*self._models} - kept:
            self._models.remove(task)
        # Reasoners refer to themselves.
        gc.collect()

    def _read(self, texts: Mapping[str, Any]) -> Task | Instance:
        axioms = [name_or_text(text) for text in texts["axioms"]]
        domain, problem = Text(texts["domain"]), Text(texts["problem"])
        if not problem.strip() and is_whole(domain):
            problem = domain
        model = load(domain, problem, axioms, limits=self._limits)
        assert isinstance(model, Task | Instance)
        return model


def identity(texts: Mapping[str, Any]) -> str:
    """Return the id of a task: a hash of its texts."""
    content = dumps([texts["domain"], texts["problem"], list(texts["axioms"])])
    return hashlib.sha256(content).hexdigest()[:32]
