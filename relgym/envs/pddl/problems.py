"""The problems that one environment plays: a domain and files or texts, read when they are needed.

>>> domain = "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))"
>>> dark = "(define (problem dark) (:domain lamp) (:init) (:goal (on)))"
>>> problems = Problems(domain, [dark])
>>> len(problems), problems.label(0), problems.task(0).problem.name
(1, '<problem 0>', 'dark')
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from relgym.catalogue.schedule import Made
from relgym.errors import RelgymError, did_you_mean
from relgym.limits import Limits
from relgym.locking import Lock, synchronized
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.span import Source
from relgym.options import check_options
from relgym.read.pddl.axioms.ready_made import axioms_source, extended, listed_axioms
from relgym.read.pddl.domain import read_domain
from relgym.read.pddl.free import ALL, Free, listed_free, with_free
from relgym.read.pddl.loading import read_action, read_operators
from relgym.read.pddl.problem import problem_of
from relgym.read.source import PathOrText, as_path, listed, read_source
from relgym.reasoning.pddl.reachability import Reachable, reachable

Which = int | Made
"""A problem: the number of a file or text, or how a generator makes it."""


class ProblemSet(ABC):
    """A domain with further axioms and free parameters, and problems of it; equal if these are.

    The memory of `limits` bounds each problem that is read.
    """

    def __init__(
        self,
        domain: PathOrText,
        axioms: PathOrText | Iterable[PathOrText],
        free: Free | None,
        limits: Limits | None = None,
    ) -> None:
        self.lock = Lock()
        self.limits = limits
        self.domain = as_path(domain)
        self.axioms = listed_axioms(axioms)
        chosen = listed_free({} if free is None else free)
        self.free: tuple[tuple[str, tuple[str, ...]], ...] | Literal["all"] = (
            chosen if chosen == ALL else tuple(sorted(chosen.items()))
        )

    @cached_property
    def model(self) -> Domain:
        """The domain, read on the first call."""
        return with_free(self.plain_model(), ALL if self.free == ALL else dict(self.free))

    def plain_model(self) -> Domain:
        """Read the domain with its axioms, whose free parameters are those of the text."""
        model = read_domain(self.domain)
        for further in self.axioms:
            model = extended(model, further)
        return model

    def axiom_sources(self) -> list[Source]:
        """Return the texts of further axioms."""
        return [axioms_source(further) for further in self.axioms]

    @property
    def domain_label(self) -> str:
        """The domain's path, or `<domain>` for a text."""
        span = self.model.span
        return "<domain>" if span is None else span.source.name

    @property
    @abstractmethod
    def first(self) -> Which:
        """The problem that is there before one has been drawn."""

    @abstractmethod
    def drawn(self, rng: np.random.Generator, episode: int, options: Mapping[str, Any]) -> Which:
        """The problem of an episode, 0 for the first: the one that the options of `reset` ask for, or one drawn."""

    @abstractmethod
    def some(self, rng: np.random.Generator) -> Iterator[Which]:
        """Some problems in random order."""

    @abstractmethod
    def every(self) -> Sequence[Which]:
        """All problems; raises `RelgymError` if there is no end to them."""

    @abstractmethod
    def number(self, which: Which) -> int:
        """The place of a problem among all; raises as `every` does, and if it is none of them."""

    @abstractmethod
    def told(self, which: Which) -> dict[str, Any]:
        """Return the entries about a problem for infos."""

    @abstractmethod
    def label(self, which: Which) -> str:
        """Return the file or the seed of a problem, for people."""

    @abstractmethod
    def source(self, which: Which) -> Source:
        """The text of a problem, with a name for it."""

    @abstractmethod
    def task(self, which: Which) -> Task:
        """The task of a problem, read on the first call."""

    @abstractmethod
    def reachable(self, which: Which) -> Reachable:
        """Return the atoms and actions of a problem that are reachable under delete relaxation; cached."""

    @abstractmethod
    def room(self) -> int:
        """Bytes in which an observation of any of the problems fits, as a pickle; far more than one needs."""

    @abstractmethod
    def has_state(self, state: State) -> bool:
        """Return True if a state is of one of the problems."""

    @abstractmethod
    def read_action(self, text: str) -> Action | None:
        """The action of that text, if it is one of any of the problems."""

    @abstractmethod
    def is_action_atom(self, text: str) -> bool:
        """Return True if a text is an action atom of PDDLGym in any of the problems."""

    @abstractmethod
    def _content(self) -> tuple[object, ...]:
        """Return the values that are equal exactly if two sets of problems are equal."""

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content())

    def __getstate__(self) -> dict[str, Any]:
        # The files are read again later: models with all their spans are larger than their files.
        return {name: value for name, value in self.__dict__.items() if name != "model"}


class Problems(ProblemSet):
    """A domain and files or texts of its problems, in their order.

    Raises as `relgym.load` does: at once for the domain, the axioms and the first problem, for the
    others when they are first played.
    """

    def __init__(
        self,
        domain: PathOrText,
        problems: PathOrText | Iterable[PathOrText],
        axioms: PathOrText | Iterable[PathOrText] = (),
        free: Free | None = None,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(domain, axioms, free, limits)
        self.files = listed(problems)
        self._sources: dict[int, Source] = {}
        self._tasks: dict[int, Task] = {}
        self._undeclared: tuple[str, ...] = ()
        self._reachable: dict[int, Reachable] = {}
        if not self.files:
            raise RelgymError("an environment needs at least one problem", expected="paths or texts of problems")
        self.task(0)

    @property
    def first(self) -> int:
        return 0

    def drawn(self, rng: np.random.Generator, episode: int, options: Mapping[str, Any]) -> int:
        check_options(options, "problem")
        named = options.get("problem")
        return int(rng.integers(len(self))) if named is None else self.index(named)

    def some(self, rng: np.random.Generator) -> Iterator[int]:
        return map(int, rng.permutation(len(self)))

    def every(self) -> range:
        return range(len(self))

    def number(self, which: Which) -> int:
        assert isinstance(which, int)
        return which

    def told(self, which: Which) -> dict[str, Any]:
        return {"problem": which}

    def label(self, which: Which) -> str:
        """The path of a problem, or `<problem n>` for a text."""
        return self.source(which).name

    def source(self, which: Which) -> Source:
        index = self.number(which)
        read = self._sources.get(index)
        if read is None:
            read = read_source(self.files[index], "problem")
            if read.name == "<problem>":
                read = Source(f"<problem {index}>", read.text)
            self._sources[index] = read
        return read

    @synchronized
    def task(self, which: Which) -> Task:
        index = self.number(which)
        task = self._tasks.get(index)
        if task is None:
            # A warning about undeclared requirements is not repeated for the next problem.
            said = replace(self.model, undeclared=(*self.model.undeclared, *self._undeclared))
            problem = problem_of(self.source(index), said, self.limits)
            self._undeclared += problem.undeclared
            task = self._tasks[index] = Task(self.model, problem)
        return task

    @synchronized
    def reachable(self, which: Which) -> Reachable:
        index = self.number(which)
        atoms = self._reachable.get(index)
        if atoms is None:
            atoms = self._reachable[index] = reachable(self.task(index))
        return atoms

    def room(self) -> int:
        return 2**20 + 16 * max(len(self.source(index).text) for index in range(len(self)))

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
        raise RelgymError(
            f"there is no problem {which!r}",
            expected="one of " + ", ".join(Path(self.label(n)).name for n in range(min(len(self), 20))),
            hint=did_you_mean(which, by_name),
        )

    def has_state(self, state: State) -> bool:
        return any(is_state(state, task) for task in self.tasks())

    def read_action(self, text: str) -> Action | None:
        for task in self.tasks():
            try:
                return read_action(text, task)
            except RelgymError:
                continue
        return None

    def is_action_atom(self, text: str) -> bool:
        if not any(schema.atom for schema in self.model.actions):
            return False
        return any(read_operators(text, task) for task in self.tasks())

    def _content(self) -> tuple[object, ...]:
        return self.domain, self.files, self.axioms, self.free

    def __len__(self) -> int:
        return len(self.files)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_sources": {}, "_tasks": {}, "_reachable": {}}

    def __repr__(self) -> str:
        return f"Problems({self.domain_label}, {len(self)})"


def is_state(state: State, task: Task) -> bool:
    """Return True if a state has the objects and static atoms of a task, and only its predicates."""
    if state.vocabulary.objects != task.objects:
        return False
    init = {(atom.predicate, tuple(task.number[term.name] for term in atom.terms)) for atom in task.problem.init}
    if not init.issuperset(state.vocabulary.static_atoms):
        return False
    return all(
        name in task.predicates and len(row) == len(task.predicates[name].parameters) and name not in task.derived
        for name, row in state.own_atoms()
    )
