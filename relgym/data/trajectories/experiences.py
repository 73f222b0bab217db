"""`relgym.data.transitions`: the steps of a recording in the form from which models are learned."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from relgym.data.trajectories.lines import RecordingHeader, SourceText
from relgym.data.trajectories.pddl_replay import task_of
from relgym.data.trajectories.reading import read
from relgym.data.trajectories.transition import Experience
from relgym.errors import UnsupportedFeature
from relgym.model import portable
from relgym.model.numeric import Value
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.translate.program.task import Translation


def transitions(path: str | os.PathLike[str]) -> Iterator[Experience]:
    """Go through the transitions of a recording of PDDL.

    Args:
        path: The file.

    Yields:
        The transitions in the order of the file, also those of actions that were refused.

    Raises:
        ParseError: The file is broken; the message has the file and the line.
        UnsupportedFeature: The recording is of RDDL.
    """
    recording = read(path)
    if recording.header.language != "pddl":
        raise UnsupportedFeature(
            f"{recording.path} is a recording of RDDL, and its states are not sets of atoms",
            hint="relgym.data.read(path) goes through the steps of both languages",
        )
    problems: dict[str, _ProblemParts] = {}
    for episode in recording:
        parts = problems.get(episode.problem.sha256)
        if parts is None:
            parts = problems[episode.problem.sha256] = _ProblemParts(recording.header, episode.problem)
        atoms, values = parts.content(episode.start.state)
        for step in episode.steps:
            before, values_before = atoms, values
            if step.invalid_reason is None:
                atoms, values = parts.content(step.state)
            yield Experience(
                before,
                " ".join(str(step.action).lower().split()),
                atoms,
                parts.objects,
                step.invalid_reason is None,
                values_before,
                values,
                parts.name,
                episode.episode,
                step.step,
            )


class _ProblemParts:
    """The parts of a problem that all of its states share."""

    def __init__(self, header: RecordingHeader, problem: SourceText) -> None:
        task = task_of(header, problem)
        self.name = task.problem.name
        self.objects = {
            item.object.name: tuple(sorted(frozenset[str]().union(*map(task.supertypes, item.types))))
            for item in task.typed
        }
        translation = Translation(task)
        vocabulary = Vocabulary(task.objects, translation.static_atoms, translation.static_values.items())
        text = vocabulary.forms.text
        self._atoms = frozenset(map(text, vocabulary.static_atoms))
        self._values = {text(key): value for key, value in vocabulary.static_values}

    def content(self, state: Mapping[str, Any]) -> tuple[frozenset[str], dict[str, Value]]:
        """The true atoms and the values of a state, with those that never change."""
        values = {text: portable.read(value) for text, value in state["fluents"].items()}
        return self._atoms.union(state["atoms"]), {**self._values, **values}
