"""Infos of vector environments: an array for each name, and under `_name` the mask of copies that have the entry.

>>> infos = {"goal": np.array([True, False]), "_goal": np.array([True, True])}
>>> only(infos, np.array([False, True]))["_goal"].tolist()
[False, True]
"""

from __future__ import annotations

from typing import Any

import numpy as np

Infos = dict[str, Any]


def filled(value: Any, count: int) -> Any:
    """A value of an info for all copies, in an array of the type that Gymnasium gives it."""
    of = type(value) if isinstance(value, bool | int | float) else object
    array = np.full(count, value, of)
    array.setflags(write=False)
    return array


def only(infos: Infos, which: Any) -> Infos:
    """Return the entries of infos about some copies, without entries that none of them has."""
    chosen: Infos = {}
    for name in [name for name in infos if f"_{name}" in infos]:
        mask = infos[f"_{name}"] & which
        if mask.any():
            chosen[name], chosen[f"_{name}"] = blank_but(infos[name], mask), mask
    return chosen


def blank_but(array: Any, which: Any) -> Any:
    """An array that holds nothing for all copies but some."""
    rows = which.reshape(-1, *[1] * (array.ndim - 1))
    return np.where(rows, array, None if array.dtype == object else array.dtype.type(0))
