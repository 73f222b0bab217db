"""Rollouts of vector environments: `k` actions for each copy in, the stacked results of `k` steps out.

>>> check_returns(["rewards"]) == frozenset({"rewards"})
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from relgym.errors import InvalidAction, RelgymError


class Rollout(NamedTuple):
    """The results of `k` steps of `N` copies; `None` for results that were not asked for.

    Attributes:
        observations: The observations after each step: arrays of shape `(k, N, ...)`, as in the space.
        rewards: Floats of shape `(k, N)`.
        terminated: Truth values of shape `(k, N)`.
        truncated: Truth values of shape `(k, N)`.
        invalid: True for actions that were invalid and changed nothing: truth values of shape `(k, N)`.
    """

    observations: Any = None
    rewards: Any = None
    terminated: Any = None
    truncated: Any = None
    invalid: Any = None


RETURNS = frozenset(Rollout._fields)
"""The names of the arrays that a rollout can return."""


USUAL = ("observations", "rewards", "terminated", "truncated")
"""The names of the arrays that a rollout returns by default."""


def step_count(actions: Any, steps: int | None) -> int:
    """The number of steps that actions are for; raises `InvalidAction` if that is not said, or said twice."""
    arrays = actions.values() if isinstance(actions, Mapping) else [actions]
    counts = {np.shape(array)[0] if np.ndim(array) else 0 for array in arrays}
    if steps is not None:
        counts.add(steps)
    if len(counts) != 1 or min(counts) < 1:
        raise InvalidAction(
            f"the actions of a rollout are for {sorted(counts) or 'no'} steps",
            expected="arrays of one length, from 1 on, or `steps` where there are no arrays",
        )
    return counts.pop()


def check_returns(returns: Iterable[str]) -> frozenset[str]:
    """Check the names of a rollout's wanted results; raises `RelgymError` for an unknown one."""
    wanted = frozenset([returns] if isinstance(returns, str) else returns)
    unknown = sorted(wanted - RETURNS, key=str)
    if unknown:
        raise RelgymError(f"a rollout returns no {unknown[0]!r}", expected=", ".join(Rollout._fields))
    return wanted


def stacked(several: Sequence[Any]) -> Any:
    """Arrays, or dictionaries of arrays, in one array with a further axis around theirs."""
    if isinstance(several[0], Mapping):
        return {name: np.stack([each[name] for each in several]) for name in several[0]}
    return np.stack(several)


def invalid_of(infos: Mapping[str, Any]) -> Any:
    """Return the mask of invalid actions of a step; for copies that were reset, their last infos have it."""
    last = infos.get("final_info", {}).get("invalid_action")
    return infos["invalid_action"] if last is None else infos["invalid_action"] | last
