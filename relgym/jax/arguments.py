"""Checks of what callers give, while functions are traced, and of states outside of `jit`.

>>> numbers_of([0.1, 0.2, 0.3], 1)
Traceback (most recent call last):
    ...
relgym.errors.RelgymError: numbers cannot be an array of the shape (3,)
expected: the shape (1,)
>>> action_number(7, 5).item()
-1
"""

from __future__ import annotations

import reprlib
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from relgym.arguments import check_whole, wrong
from relgym.batched.arrays import Array
from relgym.errors import InvalidAction, RelgymError


def numbers_of(numbers: Array, count: int) -> Array:
    """Return given uniform numbers as an array of the shape `(count,)`; raises `RelgymError` for another shape."""
    if np.shape(numbers) != (count,):
        # JAX takes the last number for those that are missing.
        raise RelgymError(
            f"numbers cannot be an array of the shape {np.shape(numbers)}", expected=f"the shape ({count},)"
        )
    return jnp.asarray(numbers)


def action_number(action: Array, size: int) -> Array:
    """Return the number of an action as an int32, and -1 for any that is not below `size`.

    Raises:
        InvalidAction: It is not a whole number, or not a single one.
    """
    try:
        number = jnp.asarray(action)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or number.shape or number.dtype.kind not in "iu":
        what = reprlib.repr(action) if number is None else f"an array of {number.dtype} of the shape {number.shape}"
        raise InvalidAction(
            f"the action cannot be {what}",
            expected="a whole number, such as `sample` returns",
            hint="Vmap and jax.vmap step several copies",
        )
    # Larger types are compared before they are cut off.
    return jnp.where((number >= 0) & (number < jnp.int32(size)), number.astype(jnp.int32), -1)


def one_of(state: Any, copy: int | None) -> Any:
    """Return the state of one copy, outside of `jit`; raises `RelgymError` if it is not said which of many."""
    if not np.ndim(state.steps):
        if copy is not None:
            raise wrong("copy", copy, "None, since the state is of one copy")
        return state
    expected = "the number of a copy, since the state is of many"
    if copy is None:
        raise wrong("copy", copy, expected)
    [count] = np.shape(state.steps)
    check_whole("copy", copy, 0, count)
    if any(np.shape(array)[-1] != count for array in jax.tree.leaves(state)):
        raise RelgymError(
            "the copies are not the last axis of the state",
            expected="a state by Vmap",
            hint="of a state by jax.vmap, take one by jax.tree.map(lambda array: array[copy], state)",
        )
    return jax.tree.map(lambda array: np.asarray(array)[..., copy], state)
