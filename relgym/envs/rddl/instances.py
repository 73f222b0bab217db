"""The source of an RDDL environment's instance: a file or text, or a generator that makes one for each episode.

>>> from relgym.catalogue.domains import spec
>>> from relgym.catalogue.generators import ProblemGenerator
>>> from relgym.read.rddl.loading import read_domain
>>> instances = MadeInstances(Schedule(ProblemGenerator.of(spec("sysadmin")), {"computers": 5}))
>>> instances.told(instances.first)
{'problem': 0, 'parameters': {'computers': 5}}
>>> instances.read(instances.first, read_domain(spec("sysadmin").domain)).horizon
40
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from relgym.catalogue.schedule import Given, Made, Schedule, schedule_of
from relgym.model.rddl.domain import Instance, RDDLDomain
from relgym.model.span import Source
from relgym.options import check_options
from relgym.read.rddl.loading import instance_in, read_instance
from relgym.read.source import PathOrText, first_of, listed, read_source, without_rddl_comments

Which = TypeVar("Which")
"""The identity of an instance."""


class Instances(Protocol[Which]):
    """One instance, identified by `None`, or generated instances."""

    @property
    def first(self) -> Which:
        """The instance before any is drawn."""

    def firsts(self) -> Sequence[Which]:
        """Return one instance of each stage of a schedule."""

    def drawn(self, rng: np.random.Generator, episode: int, options: Mapping[str, Any]) -> Which:
        """Return the instance of an episode, counted from 0: the one in the options of `reset`, or a random one."""

    def read(self, which: Which, domain: RDDLDomain) -> Instance:
        """Read the instance; raises the errors of `relgym.read.rddl.loading.read_instance`."""

    def text(self, which: Which) -> str:
        """Return the text of an instance, with that of its non-fluents."""

    def label(self, which: Which) -> str:
        """Return a name for the source of an instance."""

    def told(self, which: Which) -> dict[str, Any]:
        """Return the entries of infos about an instance."""


class InstanceFile:
    """The instance of a file or text, and others that hold its non-fluents."""

    def __init__(self, file: str, further: Sequence[str]) -> None:
        self._file, self._further = file, further

    @property
    def first(self) -> None:
        return None

    def firsts(self) -> Sequence[None]:
        return [None]

    def drawn(self, rng: np.random.Generator, episode: int, options: Mapping[str, Any]) -> None:
        check_options(options)

    def read(self, which: None, domain: RDDLDomain) -> Instance:
        return read_instance(self._file, domain, self._further)

    def text(self, which: None) -> str:
        files = (self._file, *self._further)
        return "\n".join(read_source(file, "instance", without_rddl_comments).text for file in files)

    def label(self, which: None) -> str:
        return "<instance>" if "{" in self._file else str(Path(self._file))

    def told(self, which: None) -> dict[str, Any]:
        return {}


class MadeInstances:
    """The instances of a schedule."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    @property
    def first(self) -> Made:
        return self._schedule.stages[0].first

    def firsts(self) -> Sequence[Made]:
        return [stage.first for stage in self._schedule.stages]

    def drawn(self, rng: np.random.Generator, episode: int, options: Mapping[str, Any]) -> Made:
        return self._schedule.drawn(rng, episode, options)

    def read(self, which: Made, domain: RDDLDomain) -> Instance:
        return instance_in(Source(self.label(which), self._schedule.text(which)), domain)

    def text(self, which: Made) -> str:
        return self._schedule.text(which)

    def label(self, which: Made) -> str:
        return self._schedule.label(which)

    def told(self, which: Made) -> dict[str, Any]:
        return which.told()


def instances_of(
    problems: PathOrText | Iterable[PathOrText] | Callable[[int], str], generator: Given | None
) -> Instances[Any]:
    """Return the given instance, or those that a generator makes, with its schedule of parameters."""
    schedule = schedule_of(problems, generator)
    if schedule is not None:
        return MadeInstances(schedule)
    assert not callable(problems)
    files = listed(problems)
    return InstanceFile(first_of(files, "instance"), files[1:])
