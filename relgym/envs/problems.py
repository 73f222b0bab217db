"""The problems that one environment plays: a domain and files or texts, read when they are needed.

>>> domain = "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))"
>>> dark = "(define (problem dark) (:domain lamp) (:init) (:goal (on)))"
>>> problems = Problems(domain, [dark])
>>> len(problems), problems.label(0), problems.task(0).problem.name
(1, '<problem 0>', 'dark')
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from relgym.errors import RelgymError
from relgym.grounding import Reachable, reachable
from relgym.model.domain import Domain
from relgym.model.problem import Task
from relgym.model.span import Source
from relgym.read.axioms import extend
from relgym.read.domain import read_domain
from relgym.read.free import with_free
from relgym.read.problem import problem_of
from relgym.read.source import PathOrText, listed, read_source


class Problems:
    """A domain, its problems in their order, further axioms and free parameters; equal if these are.

    Raises as `relgym.load` does: at once for the domain, the axioms and the first problem, for the
    others when they are first played.
    """

    def __init__(
        self,
        domain: PathOrText,
        problems: PathOrText | Iterable[PathOrText],
        axioms: PathOrText | Iterable[PathOrText] = (),
        free: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.domain = os.fspath(domain)
        self.files = listed(problems)
        self.axioms = listed(axioms)
        self.free = tuple((action, tuple(names)) for action, names in sorted((free or {}).items()))
        self._model: Domain | None = None
        self._sources: dict[int, Source] = {}
        self._tasks: dict[int, Task] = {}
        self._reachable: dict[int, Reachable] = {}
        if not self.files:
            raise RelgymError("an environment needs at least one problem", expected="paths or texts of problems")
        self.task(0)

    @property
    def domain_label(self) -> str:
        """The domain's path, or `<domain>` for a text."""
        span = self._domain().span
        return "<domain>" if span is None else span.source.name

    def label(self, index: int) -> str:
        """The path of a problem, or `<problem n>` for a text."""
        return self._source(index).name

    def _source(self, index: int) -> Source:
        found = self._sources.get(index)
        if found is None:
            found = read_source(self.files[index], "problem")
            if found.name == "<problem>":
                found = Source(f"<problem {index}>", found.text)
            self._sources[index] = found
        return found

    def task(self, index: int) -> Task:
        """The task of a problem, read on the first call."""
        task = self._tasks.get(index)
        if task is None:
            task = self._tasks[index] = Task(self._domain(), problem_of(self._source(index), self._domain()))
        return task

    def reachable(self, index: int) -> Reachable:
        """What can become true or possible in a problem, computed on the first call."""
        found = self._reachable.get(index)
        if found is None:
            found = self._reachable[index] = reachable(self.task(index))
        return found

    def room(self) -> int:
        """Bytes in which an observation of any of the problems fits, as a pickle; far more than one needs."""
        return 2**20 + 16 * max(len(self._source(index).text) for index in range(len(self)))

    def _domain(self) -> Domain:
        if self._model is None:
            model = read_domain(self.domain)
            for further in self.axioms:
                model = extend(model, read_source(further, "axioms"))
            self._model = with_free(model, dict(self.free)) if self.free else model
        return self._model

    def tasks(self) -> Iterator[Task]:
        """All tasks, those that are already read first."""
        known = list(self._tasks)
        yield from (self._tasks[index] for index in known)
        yield from (self.task(index) for index in range(len(self)) if index not in known)

    def index(self, which: Any) -> int:
        """The number of a problem given by its number, its path, its file's name or the name in it.

        Raises `RelgymError` if there is none.
        """
        if isinstance(which, os.PathLike):
            which = os.fspath(which)
        if not isinstance(which, str):
            if isinstance(which, bool) or not hasattr(which, "__index__") or not 0 <= which.__index__() < len(self):
                raise RelgymError(
                    f"there is no problem {which!r}", expected=f"a number from 0 to {len(self) - 1}, or a file's name"
                )
            return int(which.__index__())
        by_name: dict[str, int] = {}
        for number in reversed(range(len(self))):
            path = Path(self.label(number))
            by_name |= dict.fromkeys((path.stem, path.name, str(path), self.files[number]), number)
        if which in by_name:
            return by_name[which]
        for number in range(len(self)):
            if self.task(number).problem.name == which:
                return number
        near = get_close_matches(which, by_name, n=1)
        raise RelgymError(
            f"there is no problem {which!r}",
            expected="one of " + ", ".join(Path(self.label(n)).name for n in range(min(len(self), 20))),
            hint=f"did you mean {near[0]!r}?" if near else None,
        )

    def _content(self) -> tuple[object, ...]:
        return self.domain, self.files, self.axioms, self.free

    def __len__(self) -> int:
        return len(self.files)

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, Problems) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content())

    def __getstate__(self) -> dict[str, Any]:
        # What has been read is read again: models with all their places are larger than their files.
        return {**self.__dict__, "_model": None, "_sources": {}, "_tasks": {}, "_reachable": {}}

    def __repr__(self) -> str:
        return f"Problems({self.domain_label}, {len(self)})"
