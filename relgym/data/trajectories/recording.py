"""`relgym.data.record`: play episodes, and write them to a file from which they can be replayed exactly.

Each episode has generators of its own, for its problem, for the outcomes of actions and for the policy, which depend on
the seed of the recording and the number of the episode only.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import numpy as np

from relgym.arguments import check_flags, check_whole
from relgym.data.trajectories.lines import RecordingHeader, SourceText
from relgym.data.trajectories.playing import PlayedEpisode, play_pddl, play_rddl
from relgym.data.trajectories.policies import EpisodePolicy, policy_of
from relgym.data.trajectories.reading import Recording, read
from relgym.data.trajectories.sources import (
    Core,
    EnvGiven,
    core_of,
    drawn_problem,
    environment,
    sources_of,
    steps_limit,
)
from relgym.data.trajectories.state_texts import StateTexts
from relgym.envs.pddl.env import PDDLEnv
from relgym.limits import Limits
from relgym.progress import tracked
from relgym.version import __version__
from relgym.write.files import new_file

SEEDS = 2**31
"""The number of different seeds of an episode."""


def record(
    env: EnvGiven,
    policy: Any = "random",
    episodes: int = 1,
    *,
    path: str | os.PathLike[str],
    seed: int = 0,
    max_steps: int | None = None,
    explain: bool = False,
    **options: Any,
) -> Recording:
    """Play episodes and write them to a file of JSON lines.

    The file holds everything that replay needs. It appears under its name when it is whole; an interrupt keeps the
    episodes that are whole by then.

    Args:
        env: An environment of relgym, its id, the name of a domain of the catalogue, or a pair of a domain and
            problems, each a path or a text. Of wrappers only the limit of steps counts: policies see whole states.
        policy: `random`, `plan`, a method of `relgym.solve` such as `uct`, a file of a plan or policy, a policy of
            `relgym.solve`, a function that takes a state and returns an action or `None`, or a list of actions.
        episodes: The number of episodes.
        path: The file to write; one that exists is replaced.
        seed: Decides the problems, the outcomes of actions and the choices of the policy.
        max_steps: The largest number of steps of an episode, beside the limit of the environment.
        explain: If True, each step has the explanation of its action.
        options: Options for making the environment, such as `problem` or `backend`.

    Returns:
        The recording; `interrupted` is True if it has fewer episodes than asked for.

    Raises:
        RelgymError: An argument is wrong, or the file cannot be written.
        BackendError: There is no plan, or a limit is passed.
    """
    check_whole("episodes", episodes, 1)
    check_whole("seed", seed)
    check_flags(explain=explain)
    if max_steps is not None:
        check_whole("max_steps", max_steps, 1)
    given_limits = options.get("limits")
    chosen = policy_of(policy, None if given_limits is None else Limits.of(given_limits))
    made = environment(env, **options)
    with nullcontext() if made is env else closing(made):
        limit = steps_limit(made, max_steps)
        sources = sources_of(made, limit)
        header = RecordingHeader(
            __version__,
            sources.language,
            sources.environment,
            sources.domain,
            sources.axioms,
            sources.options,
            chosen.name,
            seed,
            explain,
        )
        with new_file(Path(path)) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            _Recorder(core_of(made), chosen, header, limit, file).run(episodes)
    return read(path)


class _Recorder:
    """Plays episodes and writes their lines."""

    def __init__(
        self, core: Core, policy: EpisodePolicy, header: RecordingHeader, limit: int | None, file: IO[str]
    ) -> None:
        self._core = core
        self._policy = policy
        self._header = header
        self._limit = limit
        self._file = file
        self._texts = StateTexts()
        self._problems: set[str] = set()
        self._steps = 0

    def run(self, episodes: int) -> None:
        """Write the whole file; an interrupt ends it after the last whole episode."""
        self._file.write(json.dumps(self._header.to_json()) + "\n")
        done, steps, returns, endings = 0, 0, 0.0, Counter[str]()
        try:
            for number in tracked(range(episodes), "recording"):
                played = self._episode(number)
                self._file.write("".join(played.lines))
                done, steps, returns = done + 1, self._steps, returns + played.total_reward
                endings[played.ended] += 1
        except KeyboardInterrupt:
            if not done:
                raise
        end = {
            "kind": "end",
            "episodes": done,
            "steps": steps,
            "mean_return": returns / done,
            "ended": dict(sorted(endings.items())),
            "interrupted": done < episodes,
        }
        self._file.write(json.dumps(end) + "\n")

    def _episode(self, number: int) -> PlayedEpisode:
        """Play an episode and return it with its lines."""
        core = self._core
        rng = np.random.default_rng([self._header.seed, number])
        problem, options = drawn_problem(core, rng, number)
        seed, policy_seed = map(int, rng.integers(SEEDS, size=2))
        _, info = core.reset(seed=seed, options=options)
        start = {"kind": "episode", "episode": number, "problem": problem.name, "sha256": problem.sha256, "seed": seed}
        lines = [*self._problem(problem), json.dumps(start) + "\n"]
        act = self._policy.begin(core, policy_seed)
        played = self._play(core, info, act)
        self._steps += len(played.lines) - 1
        return replace(played, lines=[*lines, *played.lines])

    def _problem(self, problem: SourceText) -> list[str]:
        """Return the line of a problem that is played for the first time."""
        if problem.sha256 in self._problems:
            return []
        self._problems.add(problem.sha256)
        return [json.dumps({"kind": "problem", **problem.to_json()}) + "\n"]

    def _play(self, core: Core, info: Mapping[str, Any], act: Callable[[], Any]) -> PlayedEpisode:
        if isinstance(core, PDDLEnv):
            return play_pddl(core, info, act, self._limit, self._header.explained, self._texts)
        return play_rddl(core, info, act, self._limit, self._header.explained)
