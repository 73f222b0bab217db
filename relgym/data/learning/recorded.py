"""Transitions of recordings for learners, and the domain in which they were made."""

from __future__ import annotations

import os
from collections.abc import Sequence

from relgym.data.trajectories.experiences import transitions
from relgym.data.trajectories.pddl_replay import task_of
from relgym.data.trajectories.reading import read
from relgym.data.trajectories.transition import Experience
from relgym.errors import RelgymError
from relgym.model.pddl.domain import Domain
from relgym.progress import counting


def recorded(paths: Sequence[str | os.PathLike[str]]) -> tuple[list[Experience], Domain]:
    """Read the transitions of recordings of one domain.

    Args:
        paths: The files.

    Returns:
        The transitions, and the domain with the parameters that the agent chooses.

    Raises:
        ParseError: A file is broken.
        UnsupportedFeature: A recording is of RDDL.
        RelgymError: The recordings are of different domains, or have no episodes.
    """
    experiences: list[Experience] = []
    domain: Domain | None = None
    for path in paths:
        recording = read(path)
        with counting(f"reading {path}", "transitions") as show:
            for transition in transitions(path):
                experiences.append(transition)
                show(len(experiences))
        for episode in recording:
            recorded_domain = task_of(recording.header, episode.problem).domain
            if domain is not None and recorded_domain != domain:
                raise RelgymError(
                    f"{path} is a recording of another domain than {paths[0]}, or of other free parameters",
                    expected="recordings of one domain",
                )
            domain = recorded_domain
            break
    if domain is None:
        raise RelgymError(f"there are no episodes in {', '.join(map(str, paths))}", expected="one at least")
    return experiences, domain
