"""`relgym.data.to_minari`: a recording as a data set of Minari, whose environment can be made again from it.

The observations of a form come from the environment itself: the recorded actions are carried out once more, with the
recorded seeds, in an environment with the wrappers of the form.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import gymnasium as gym
import numpy as np

from relgym.arguments import check_text, wrong
from relgym.data.trajectories.forms import MinariForm, form_named
from relgym.data.trajectories.lines import RecordedEpisode, RecordedStep
from relgym.data.trajectories.reading import Recording, read
from relgym.errors import RelgymError
from relgym.version import __version__


def to_minari(path: str | os.PathLike[str], dataset_id: str, form: str | None = None, **metadata: Any) -> Any:
    """Make a Minari data set of a recording.

    Episodes without a step are left out, since Minari has none. The last step of an episode that has neither reached
    its end nor its limit is marked as truncated.

    Args:
        path: The recording.
        dataset_id: The id of the data set, such as `blocks/random-v0`.
        form: The form of observations and actions. For PDDL `flat` (bits, and numbers of actions; the default), `text`
            (lines of text, and texts of actions) or `graph` (arrays of a graph, and numbers of actions); for RDDL
            `cells` (the default) or `arrays`.
        metadata: Further arguments of `minari.create_dataset_from_buffers`, such as `author` or `description`.

    Returns:
        The data set, a `minari.MinariDataset`.

    Raises:
        ParseError: The recording is broken.
        RelgymError: Minari is not installed, has a data set of this id already, or the environment does not do what the
            recording says.
    """
    try:
        import minari
        from minari.data_collector import EpisodeBuffer
    except ImportError as error:
        raise RelgymError(f"Minari is not installed: {error}", hint="pip install 'relgym[data]'") from error
    check_text("dataset_id", dataset_id, "an id, such as 'blocks/random-v0'")
    try:
        minari.dataset.minari_dataset.parse_dataset_id(dataset_id)
    except (ValueError, TypeError):
        expected = "NAMESPACE/NAME-vNUMBER, such as 'blocks/random-v0', with two characters or more in each part"
        raise wrong("the id of a data set", dataset_id, expected) from None
    recording = read(path)
    chosen = form_named(form, recording.header.language)
    folder = minari.storage.get_dataset_path(dataset_id)
    if not folder.is_absolute():
        raise RelgymError(
            f"Minari cannot use a relative path: MINARI_DATASETS_PATH={os.environ.get('MINARI_DATASETS_PATH')}",
            expected="an absolute path",
        )
    if folder.exists():
        raise RelgymError(f"there is a data set '{dataset_id}' in {folder.parent} already", hint="choose another id")
    env = chosen.environment(recording)
    given = {"algorithm_name": recording.header.policy, "requirements": [f"relgym=={__version__}"], **metadata}
    try:
        with closing(env), warnings.catch_warnings():
            # Minari recommends an author, an address and more; the caller may give them.
            warnings.filterwarnings("ignore", category=UserWarning, module="minari")
            return minari.create_dataset_from_buffers(
                dataset_id,
                _buffers(recording, env, chosen, EpisodeBuffer),
                env=env,
                action_space=chosen.action_space(env),
                data_format="arrow",
                jpeg_encoding=False,
                **given,
            )
    except (Exception, KeyboardInterrupt) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, ValueError | TypeError | OSError):
            raise RelgymError(f"Minari cannot make the data set '{dataset_id}': {error}") from error
        raise


def _buffers(recording: Recording, env: gym.Env[Any, Any], form: MinariForm, buffer: Any) -> Iterator[Any]:
    """Yield the episodes as Minari has them."""
    number = 0
    for episode in recording.tracked("exporting"):
        if not episode.steps:
            continue
        observations, actions = _replayed(recording, episode, env, form)
        truncations = [step.truncated for step in episode.steps]
        truncations[-1] = truncations[-1] or not episode.steps[-1].terminated
        yield buffer(
            id=number,
            seed=episode.seed,
            options=form.options(env, episode),
            observations=_stacked(observations),
            actions=_stacked(actions),
            rewards=[step.reward for step in episode.steps],
            terminations=[step.terminated for step in episode.steps],
            truncations=truncations,
        )
        number += 1
    if not number:
        raise RelgymError(f"{recording.path} has no episode with a step")


def _replayed(
    recording: Recording, episode: RecordedEpisode, env: gym.Env[Any, Any], form: MinariForm
) -> tuple[list[Any], list[Any]]:
    """Carry out the actions of an episode; return the observations and the actions in their form."""
    observation, _ = env.reset(seed=episode.seed, options=form.options(env, episode))
    _check(recording, episode, episode.start, env, 0.0)
    observations, actions = [observation], []
    for step in episode.steps:
        taken, stored = form.action(env, step)
        observation, reward, _, _, _ = env.step(taken)
        _check(recording, episode, step, env, float(reward))
        observations.append(observation)
        actions.append(stored)
    return observations, actions


def _check(
    recording: Recording, episode: RecordedEpisode, step: RecordedStep, env: gym.Env[Any, Any], reward: float
) -> None:
    core: Any = env.unwrapped
    if core.get_state().to_json() != step.state or reward != step.reward:
        raise RelgymError(
            f"{recording.path}:{step.line}: step {step.step} of episode {episode.episode} "
            "is not what the environment does",
            hint=f"`relgym replay {recording.path}` tells the first difference",
        )


def _stacked(items: list[Any]) -> Any:
    """Turn a list of dictionaries into a dictionary of lists, as Minari has them."""
    if isinstance(items[0], dict):
        return {name: _stacked([item[name] for item in items]) for name in items[0]}
    return np.asarray(items) if isinstance(items[0], np.ndarray | np.generic | int) else items
