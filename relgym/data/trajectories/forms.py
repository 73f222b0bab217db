"""The forms of observations and actions in which a recording becomes a data set of Minari."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium as gym

from relgym.catalogue.domains import catalogue
from relgym.data.trajectories.lines import RecordedEpisode, RecordedStep, SourceText, hash_of
from relgym.data.trajectories.reading import Recording
from relgym.data.trajectories.sources import core_of, sources_of
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.registration import make
from relgym.envs.wrappers.discrete import DiscreteActions
from relgym.envs.wrappers.flat import FlatObservation
from relgym.envs.wrappers.graph import GraphObservation
from relgym.envs.wrappers.padded import PaddedGraph
from relgym.envs.wrappers.text import TextObservation
from relgym.errors import InvalidAction, RelgymError, did_you_mean
from relgym.read.source import Text

Wrapper = Callable[[Any], gym.Env[Any, Any]]


class MinariForm(ABC):
    """A form of observations and actions."""

    @abstractmethod
    def environment(self, recording: Recording) -> gym.Env[Any, Any]:
        """Make the environment of a recording in this form."""

    @abstractmethod
    def action_space(self, env: gym.Env[Any, Any]) -> gym.Space[Any]:
        """Return the space of the stored actions."""

    @abstractmethod
    def action(self, env: gym.Env[Any, Any], step: RecordedStep) -> tuple[Any, Any]:
        """Return the action of a step as the environment takes it, and as the data set stores it."""

    @abstractmethod
    def options(self, env: gym.Env[Any, Any], episode: RecordedEpisode) -> dict[str, Any]:
        """Return the options with which the environment is reset for an episode."""


class PDDLForm(MinariForm):
    """A form of PDDL.

    Args:
        wrappers: The wrappers around the environment, the innermost first.
        numbered: True if actions are numbers, False if they are texts.
    """

    def __init__(self, wrappers: tuple[Wrapper, ...], numbered: bool) -> None:
        self._wrappers = wrappers
        self._numbered = numbered

    def environment(self, recording: Recording) -> gym.Env[Any, Any]:
        problems = _problems(recording)
        env = _registered(recording, problems) or _of_texts(recording, [*problems.values()])
        for wrapper in self._wrappers:
            env = wrapper(env)
        return env

    def action_space(self, env: gym.Env[Any, Any]) -> gym.Space[Any]:
        if self._numbered:
            return env.action_space
        core = core_of(env)
        assert isinstance(core, PDDLEnv)
        texts = [str(action) for which in core.problems.every() for action in core.problems.reachable(which).actions]
        characters = sorted({*"()-_ abcdefghijklmnopqrstuvwxyz0123456789", *"".join(texts)})
        return gym.spaces.Text(max(map(len, texts), default=1), min_length=1, charset="".join(characters))

    def action(self, env: gym.Env[Any, Any], step: RecordedStep) -> tuple[Any, Any]:
        if not self._numbered:
            return step.action, step.action
        core: Any = env.unwrapped
        try:
            assert isinstance(env, gym.Wrapper)
            number = env.get_wrapper_attr("number")(core.reasoner.action(step.action))
        except InvalidAction as error:
            raise RelgymError(
                f"the action {step.action} of step {step.step} has no number: {error.message}",
                hint="form='text' has all actions",
            ) from None
        return number, number

    def options(self, env: gym.Env[Any, Any], episode: RecordedEpisode) -> dict[str, Any]:
        core = core_of(env)
        assert isinstance(core, PDDLEnv)
        return {"problem": _number(core, episode.problem)}


class RDDLForm(MinariForm):
    """A form of RDDL.

    Args:
        form: `cells` or `arrays`.
    """

    def __init__(self, form: str) -> None:
        self._form = form

    def environment(self, recording: Recording) -> gym.Env[Any, Any]:
        problems = _problems(recording)
        if len(problems) > 1:
            raise RelgymError(
                f"{recording.path} has {len(problems)} instances, and an environment of RDDL plays one",
                hint="record each instance apart",
            )
        options = recording.header.options
        return make(
            Text(recording.header.domain.text),
            [Text(each.text) for each in problems.values()],
            backend=options.get("backend", "builtin"),
            enforce=options.get("enforce", True),
            max_episode_steps=options.get("max_episode_steps"),
            form=self._form,  # type: ignore[arg-type]  # one of the two
        )

    def action_space(self, env: gym.Env[Any, Any]) -> gym.Space[Any]:
        return gym.spaces.Dict(dict(env.action_space.spaces.items()))  # type: ignore[attr-defined]  # a Dict

    def action(self, env: gym.Env[Any, Any], step: RecordedStep) -> tuple[Any, Any]:
        core: Any = env.unwrapped
        assert isinstance(step.action, Mapping)
        if step.invalid_reason is not None:
            raise RelgymError(
                f"the action of step {step.step} was refused, and need not be in the space of actions: "
                f"{step.invalid_reason}"
            )
        reasoner = core.reasoner
        cells, idle = reasoner.actions, reasoner.dynamics.idle
        taken = core.action_of(step.action)
        if self._form == "arrays":
            return taken, {name: taken[name] for name in env.action_space.spaces}  # type: ignore[attr-defined]
        whole = {name: cell.plain(step.action.get(name, cell.of(idle))) for name, cell in cells.items()}
        spaces = env.action_space.spaces  # type: ignore[attr-defined]  # a Dict
        return taken, {name: _element(spaces[name], value) for name, value in whole.items()}

    def options(self, env: gym.Env[Any, Any], episode: RecordedEpisode) -> dict[str, Any]:
        return {}


def _element(space: gym.Space[Any], value: Any) -> Any:
    """A value as an element of the space of a cell."""
    import numpy as np

    return int(value) if isinstance(space, gym.spaces.Discrete) else np.full(space.shape or (), value, space.dtype)


FORMS: dict[str, dict[str, MinariForm]] = {
    "pddl": {
        "flat": PDDLForm((FlatObservation, DiscreteActions), numbered=True),
        "text": PDDLForm((TextObservation,), numbered=False),
        "graph": PDDLForm((GraphObservation, PaddedGraph, DiscreteActions), numbered=True),
    },
    "rddl": {"cells": RDDLForm("cells"), "arrays": RDDLForm("arrays")},
}
"""The forms by language and name, the default first."""


def form_named(name: str | None, language: str) -> MinariForm:
    """Return a form of a language; raises `RelgymError` if there is none of this name.

    Args:
        name: The name; `None` for the default.
        language: `pddl` or `rddl`.
    """
    known = FORMS[language]
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        other = next(
            (words for language, words in (("pddl", "PDDL"), ("rddl", "RDDL")) if name in FORMS[language]), None
        )
        raise RelgymError(
            f"there is no form {name!r} for {language.upper()}",
            expected=", ".join(known),
            hint=f"{name!r} is a form of {other}" if other else did_you_mean(str(name), known),
        )
    return known[name]


def _problems(recording: Recording) -> dict[str, SourceText]:
    """The problems of a recording by their hashes; this reads the whole file."""
    return {episode.problem.sha256: episode.problem for episode in recording}


def _registered(recording: Recording, problems: Mapping[str, SourceText]) -> gym.Env[Any, Any] | None:
    """The environment that a recording names by its id, if it still plays the same texts."""
    header = recording.header
    ids = {identity for item in catalogue() for identity in item.ids.values()}
    if header.environment not in ids:
        return None
    options = header.options
    env = gym.make(
        header.environment,
        max_episode_steps=options.get("max_episode_steps"),
        backend=options.get("backend", "builtin"),
        reward=options.get("reward", "goal"),
    )
    core, sources = core_of(env), sources_of(env, options.get("max_episode_steps"))
    assert isinstance(core, PDDLEnv)
    known = {hash_of(core.problems.source(which).text) for which in core.problems.every()}
    same = (sources.domain.sha256, {text.sha256 for text in sources.axioms}, sources.options["free"]) == (
        header.domain.sha256,
        {text.sha256 for text in header.axioms},
        options.get("free", {}),
    )
    if same and problems.keys() <= known and not _is_partial(env):
        return env
    env.close()
    return None


def _is_partial(env: gym.Env[Any, Any]) -> bool:
    """Tell whether the environment hides a part of its states."""
    return "SeenAtoms" in str(env)


def _of_texts(recording: Recording, problems: list[SourceText]) -> gym.Env[Any, Any]:
    """The environment of the recorded texts."""
    header = recording.header
    options = header.options
    return make(
        Text(header.domain.text),
        [Text(each.text) for each in problems],
        axioms=[Text(each.text) for each in header.axioms],
        backend=options.get("backend", "builtin"),
        reward=options.get("reward", "goal"),
        free=options.get("free"),
        max_episode_steps=options.get("max_episode_steps"),
    )


def _number(core: PDDLEnv, problem: SourceText) -> int:
    """The number of a problem among those of an environment, by its text."""
    for which in core.problems.every():
        if core.problems.source(which).text == problem.text:
            return core.problems.number(which)
    raise RelgymError(f"the environment has no problem with the text of '{problem.name}'")
