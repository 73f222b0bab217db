"""Gymnasium spaces for RDDL: one entry a fluent and its objects (`on___a__b`), or one array a fluent.

Sampling an action gives one that the environment accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from relgym.envs.rddl.forms import SpaceForm
from relgym.envs.rddl.steppers import Held
from relgym.errors import RelgymError
from relgym.model.rddl.domain import Kind
from relgym.translate.equations.layout import Layout


class ActionDict(spaces.Dict):
    """All action-fluents of one instance, in a form; `drawn` draws such values of theirs as may be taken now."""

    def __init__(self, form: SpaceForm, drawn: Callable[[np.random.Generator], Held]) -> None:
        super().__init__()
        self.spaces = {**form.spaces}
        self._form = form
        self._drawn = drawn

    def become(self, other: ActionDict) -> None:
        """Hold the actions of another instance from now on, with the same chance to come."""
        generators = generators_of(self)
        self.__dict__.update(other.__dict__)
        take_generators(self, generators)

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        """An action that is accepted now; raises `RelgymError` if none is found."""
        if mask is not None or probability is not None:
            raise ValueError("actions of RDDL are sampled without a mask")
        return self._form.shown(self._drawn(self.np_random))


def generators_of(space: spaces.Dict) -> list[np.random.Generator | None]:
    """The generators that a space and its entries are sampled with, None for those that have none yet."""
    return [each._np_random for each in (space, *space.values())]


def take_generators(space: spaces.Dict, generators: Sequence[np.random.Generator | None] | None) -> None:
    """Sample a space and its entries with the generators of a like one from now on, unless there are none."""
    for each, generator in zip((space, *space.values()), generators, strict=True) if generators else ():
        each._np_random = generator  # type: ignore[assignment]


def dict_of(form: SpaceForm) -> spaces.Dict:
    """The space of a form, its entries in their order, which Gymnasium's constructor does not keep."""
    space = spaces.Dict()
    space.spaces = {**form.spaces}
    return space


def said_of(layout: Layout, form: str) -> str:
    """Describe the content of observations, and what they leave out."""
    seen, state = layout.of_kind(Kind.OBSERVED), layout.of_kind(Kind.STATE)
    names = ", ".join(fluent.name for fluent in seen or state)
    by = "fluent" if form == "arrays" else "cell"
    if not seen:
        return f"The values of all state-fluents by the name of the {by}: {names}."
    return f"The values of the observ-fluents by the name of the {by}: {names}. The state-fluents are left out."


def take_spaces(present: tuple[spaces.Dict, ActionDict], others: tuple[spaces.Dict, ActionDict], label: str) -> None:
    """Take the bounds of another instance's spaces of observations and actions, with the same chance to come.

    Args:
        present: The spaces, which change.
        others: The spaces of the other instance.
        label: The name of the other instance.

    Raises:
        RelgymError: They have other entries.
    """
    (observations, actions), (others_observations, others_actions) = present, others
    _check_alike(observations, others_observations, "observations", label)
    _check_alike(actions, others_actions, "actions", label)
    take_generators(others_observations, generators_of(observations))
    observations.spaces = others_observations.spaces
    actions.become(others_actions)


def _check_alike(space: spaces.Dict, other: spaces.Dict, what: str, label: str) -> None:
    """Raise `RelgymError` if another instance's space has other entries; the bounds of numbers may differ."""
    if list(space) != list(other) or not all(_are_alike(space[name], other[name]) for name in space):
        raise RelgymError(
            f"{label} has other {what} than the problem before it, and an environment keeps its own",
            expected="parameters that leave the objects as they are",
            hint="instances with other objects need an environment of their own",
        )


def _are_alike(one: gym.Space[Any], other: gym.Space[Any]) -> bool:
    if isinstance(one, spaces.Box):
        return isinstance(other, spaces.Box) and (one.shape, one.dtype) == (other.shape, other.dtype)
    return one == other
