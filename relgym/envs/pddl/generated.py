"""Problems from a generator instead of files.

>>> from relgym.catalogue.domains import spec
>>> from relgym.catalogue.generators import ProblemGenerator
>>> problems = MadeProblems(spec("blocks").domain, Schedule(ProblemGenerator.of(spec("blocks")), {"blocks": 3}))
>>> which = problems.drawn(np.random.default_rng(0), 0, {})
>>> problems.told(which)
{'problem': 1826701615, 'parameters': {'blocks': 3}}
>>> len(problems.task(which).objects)
3
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from relgym.caching import Cache
from relgym.catalogue.schedule import Given, Made, Schedule, schedule_of
from relgym.envs.pddl.problems import Problems, ProblemSet, Which
from relgym.errors import RelgymError, RelgymWarning
from relgym.limits import Limits
from relgym.locking import synchronized
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key
from relgym.model.span import Source
from relgym.model.terms import Object
from relgym.read.pddl.free import Free
from relgym.read.pddl.problem import problem_of
from relgym.read.source import PathOrText
from relgym.reasoning.pddl.reachability import Reachable, reachable
from relgym.tuning.envs import PROBLEM_CACHE_LIMIT, SAMPLED_PROBLEMS

_ACTION = re.compile(r"\(\s*([^\s();]+(?:\s+[^\s();]+)*)\s*\)")


class MadeProblems(ProblemSet):
    """A domain and the generated problems of a schedule.

    Without `seeds` there is no end of problems: questions about all problems are then answered for the domain. A state
    is in the set if its atoms are of the domain's predicates, and an action if the domain has it, with the right number
    of objects.

    Raises as `relgym.load` does for the domain, the axioms and the first problem.
    """

    def __init__(
        self,
        domain: PathOrText,
        schedule: Schedule,
        axioms: PathOrText | Iterable[PathOrText] = (),
        free: Free | None = None,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(domain, axioms, free, limits)
        self.schedule = schedule
        self._tasks: Cache[Which, Task] = Cache(PROBLEM_CACHE_LIMIT)
        self._reachable: Cache[Which, Reachable] = Cache(PROBLEM_CACHE_LIMIT)
        self.task(self.first)

    @property
    def first(self) -> Made:
        return self.schedule.stages[0].first

    def drawn(self, rng: np.random.Generator, episode: int, options: Mapping[str, Any]) -> Made:
        return self.schedule.drawn(rng, episode, options)

    def some(self, rng: np.random.Generator) -> Iterator[Made]:
        stages = self.schedule.stages
        for _ in range(SAMPLED_PROBLEMS):
            stage = stages[int(rng.integers(len(stages)))]
            yield stage.made(stage.drawn(rng))

    def every(self) -> Sequence[Made]:
        return self.schedule.every()

    def number(self, which: Which) -> int:
        number = self._numbers.get(which)
        if number is None:
            raise RelgymError(
                f"{self.label(which)} is not one of the {len(self._numbers)} problems that are known beforehand",
                hint="observations and actions of a fixed size are made for those",
            )
        return number

    @cached_property
    def _numbers(self) -> dict[Which, int]:
        return {made: number for number, made in enumerate(self.every())}

    def told(self, which: Which) -> dict[str, Any]:
        return _made(which).told()

    def label(self, which: Which) -> str:
        return self.schedule.label(_made(which))

    def source(self, which: Which) -> Source:
        return Source(self.label(which), self.schedule.text(_made(which)))

    @synchronized
    def task(self, which: Which) -> Task:
        task = self._tasks.get(which)
        if task is None:
            model, source = self.model, self.source(which)
            with warnings.catch_warnings():
                if which != self.first:
                    # Warnings about the text are given once.
                    warnings.simplefilter("ignore", RelgymWarning)
                task = Task(model, problem_of(source, model, self.limits))
            self._tasks.keep(which, task)
        return task

    @synchronized
    def reachable(self, which: Which) -> Reachable:
        atoms = self._reachable.get(which)
        if atoms is None:
            atoms = reachable(self.task(which))
            self._reachable.keep(which, atoms)
        return atoms

    def room(self) -> int:
        # Other problems than those that were looked at may be larger.
        return 2**20 + 64 * self.schedule.longest

    def has_state(self, state: State) -> bool:
        vocabulary = state.vocabulary
        if not {item.object for item in self.model.constants} <= set(vocabulary.objects):
            return False
        atoms: Iterable[Key] = (*vocabulary.static_atoms, *state.own_atoms())
        values = (key for key, _ in (*vocabulary.static_values, *state.own_values()))
        return all(self._predicates.get(name) == len(row) for name, row in atoms) and all(
            self._functions.get(name) == len(row) for name, row in values
        )

    @cached_property
    def _predicates(self) -> dict[str, int]:
        """The arity of each predicate that is not derived."""
        derived = {axiom.predicate for axiom in self.model.axioms}
        return {item.name: len(item.parameters) for item in self.model.predicates if item.name not in derived}

    @cached_property
    def _functions(self) -> dict[str, int]:
        return {item.name: len(item.parameters) for item in self.model.functions}

    def read_action(self, text: str) -> Action | None:
        match = _ACTION.fullmatch(text.strip().lower())
        name, *terms = match[1].split() if match else [""]
        known = {schema.name: len(schema.free) for schema in self.model.actions}
        return Action(name, tuple(map(Object, terms))) if known.get(name) == len(terms) else None

    def is_action_atom(self, text: str) -> bool:
        match = _ACTION.fullmatch(text.strip().lower())
        name, *terms = match[1].split() if match else [""]
        atoms = [schema.atom for schema in self.model.actions if schema.atom is not None]
        return any((atom.predicate, len(atom.terms)) == (name, len(terms)) for atom in atoms)

    def _content(self) -> tuple[object, ...]:
        return self.domain, self.schedule, self.axioms, self.free

    def __getstate__(self) -> dict[str, Any]:
        made = ("_numbers", "_predicates", "_functions")
        kept = {name: value for name, value in super().__getstate__().items() if name not in made}
        return {**kept, "_tasks": Cache(PROBLEM_CACHE_LIMIT), "_reachable": Cache(PROBLEM_CACHE_LIMIT)}

    def __repr__(self) -> str:
        return f"MadeProblems({self.domain_label}, {self.schedule!r})"


def problems_of(
    domain: PathOrText,
    problems: PathOrText | Iterable[PathOrText] | Callable[[int], str],
    generator: Given | None,
    axioms: PathOrText | Iterable[PathOrText],
    free: Free | None,
    limits: Limits | None = None,
) -> ProblemSet:
    """Problems that are there already, or those that a generator makes, with its schedule of parameters."""
    schedule = schedule_of(problems, generator)
    if schedule is not None:
        return MadeProblems(domain, schedule, axioms, free, limits)
    assert not callable(problems)
    return Problems(domain, problems, axioms, free, limits)


def _made(which: Which) -> Made:
    assert isinstance(which, Made)
    return which
