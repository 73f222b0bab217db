"""Checks of the arguments of a batch, which become arrays with an entry for each environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.arguments import wrong
from relgym.errors import InvalidAction


def generator_of(rng: Any) -> np.random.Generator:
    """Return a generator; raises `RelgymError` if `rng` is neither one nor a seed nor None."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise wrong("rng", rng, "a numpy.random.Generator, or a seed: a whole number, 0 or more") from None


def action_numbers(actions: Any, count: int) -> NDArray[np.int64]:
    """Return the numbers of actions; raises `InvalidAction` if they are not a whole number for each environment."""
    try:
        array = np.asarray(actions)
    except ValueError:
        array = np.array(None)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise InvalidAction(
            f"actions are given as an array of the shape {array.shape} and the type {array.dtype}",
            expected=f"whole numbers of the shape {(count,)}",
        )
    return array.astype(np.int64, copy=False)


def chosen_environments(which: Any, count: int) -> NDArray[np.bool_]:
    """Return the environments that `which` marks, or all for None."""
    chosen = np.ones(count, bool) if which is None else np.asarray(which)
    if chosen.shape != (count,) or chosen.dtype.kind not in "biu":
        raise wrong("which", which, f"an array of {count} truth values")
    return chosen.astype(bool, copy=False)


def problem_numbers(problems: Any, count: int, several: int) -> NDArray[Any]:
    """Return the numbers of problems, one for each environment or one for all, all less than `several`."""
    given = np.asarray(problems)
    known = given.dtype.kind in "iu" and given.shape in ((), (count,))
    if not known or ((given < 0) | (given >= several)).any():
        raise wrong("problems", problems, f"numbers from 0 to {several - 1}, one or {count}")
    return given


def uniform_numbers(uniform: Any, count: int) -> NDArray[np.float64]:
    """Return one number from 0 to 1 for each environment."""
    drawn: NDArray[np.float64] = np.asarray(uniform)
    if drawn.shape != (count,) or drawn.dtype.kind != "f":
        raise wrong("uniform", uniform, f"an array of {count} numbers from 0 to 1")
    return drawn
