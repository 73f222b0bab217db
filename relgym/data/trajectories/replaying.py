"""`relgym.data.replay`: carry out the actions of a recording again, by a reasoner on any engine, and compare.

Each step starts at the recorded state, with the random numbers that the environment drew.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from relgym.data.trajectories.comparing import Mismatch, ReplayDifference
from relgym.data.trajectories.lines import RecordedEpisode, RecordedStep
from relgym.data.trajectories.pddl_replay import PDDLReplayer
from relgym.data.trajectories.reading import Recording, read
from relgym.limits import Limits
from relgym.version import __version__


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of `relgym.data.replay`; true if all steps are as the file says.

    Attributes:
        episodes: The number of episodes that were replayed, up to the first difference.
        steps: The number of their steps.
        backend: The engine that answered.
        difference: The first difference; `None` if there is none.
        interrupted: True if an interrupt (Ctrl-C) has left out the rest of the file.
    """

    episodes: int
    steps: int
    backend: str
    difference: ReplayDifference | None = None
    interrupted: bool = False

    def __bool__(self) -> bool:
        return self.difference is None and not self.interrupted

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, as `relgym replay --json` prints it."""
        return {
            "equal": self.difference is None,
            "episodes": self.episodes,
            "steps": self.steps,
            "backend": self.backend,
            "difference": None if self.difference is None else self.difference.to_json(),
            "interrupted": self.interrupted,
        }


def replay(
    path: str | os.PathLike[str],
    backend: str | None = None,
    *,
    limits: Limits | Mapping[str, float] | None = None,
) -> Replay:
    """Check each step of a recording by a reasoner.

    States, rewards and ends of episodes must be those of the file, and what its last line says of them. Numbers of PDDL
    are exact; real numbers of RDDL may differ by a part of 1e-9, since engines may sum in another order. Some values
    say nothing that could be checked: the version, the names of files, environment and policy, the recording's seed,
    limits, the engine, the words of explanations and refusals, and whether the recording was interrupted.

    Args:
        path: The file.
        backend: The engine of the reasoner; by default the one that the recording names.
        limits: The limits of each call; by default those of the recording.

    Returns:
        The result, with the first difference if there is one.

    Raises:
        ParseError: The file is broken; the message has the file and the line.
        MissingEngine: The engine is not installed.
        BackendError: A limit is passed.
    """
    recording = read(path)
    engine = recording.header.options.get("backend", "builtin") if backend is None else backend
    given = recording.header.options.get("limits") if limits is None else limits
    replayer = _replayer(recording, engine, None if given is None else Limits.of(given))
    episodes, steps = 0, 0
    with closing(replayer):
        try:
            for episode in recording.tracked("replaying"):
                mismatch = replayer.mismatch(episode)
                if mismatch is not None:
                    steps += mismatch.step.step
                    return Replay(episodes, steps, engine, _difference(recording, episode, mismatch))
                episodes, steps = episodes + 1, steps + len(episode)
        except KeyboardInterrupt:
            return Replay(episodes, steps, engine, interrupted=True)
    return Replay(episodes, steps, engine)


def _replayer(recording: Recording, engine: str, limits: Limits | None) -> Any:
    if recording.header.language == "pddl":
        return PDDLReplayer(recording.header, engine, limits)
    # The grammar of RDDL takes a while to import.
    from relgym.data.trajectories.rddl_replay import RDDLReplayer

    return RDDLReplayer(recording.header, engine, limits)


def _difference(recording: Recording, episode: RecordedEpisode, mismatch: Mismatch) -> ReplayDifference:
    step: RecordedStep = mismatch.step
    why, version = mismatch.why, recording.header.version
    if version != __version__:
        why = f"{why}\nrelgym {version} wrote the file, and this is relgym {__version__}"
    place = f"{recording.path}:{step.line}"
    return ReplayDifference(place, episode.episode, step.step, mismatch.what, mismatch.expected, mismatch.got, why)
