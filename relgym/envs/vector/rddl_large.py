"""Whole numbers beyond 64 bits in the states of many copies.

They are part of a state as long as nobody observes them. An array with such a number has the type `object` and holds
Python's own numbers, exactly. Compiled functions take none of these: `as_small_arrays` makes arrays for them, and tells
in which rows they are wrong.

>>> array = as_large_array([2**64, 3], (2,))
>>> (small,), wrong = as_small_arrays([array])
>>> small.tolist(), wrong.tolist()
([0, 3], [True, False])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from relgym.model.rddl.equations import Values

LEAST, MOST = -(2**63), 2**63 - 1
"""The whole numbers that 64 bits hold."""


def is_large(array: Any) -> bool:
    """Tell whether an array may hold numbers beyond 64 bits."""
    large: bool = array.dtype == object
    return large


def as_large_array(values: Values, sizes: tuple[int, ...]) -> Any:
    """The whole numbers of a function as an array with an axis for each parameter."""
    return np.array(values, object).reshape(sizes)


def wide_enough(array: Any, others: Iterable[Any]) -> Any:
    """A copy of an array into which values of others can be written."""
    return array.astype(object) if any(map(is_large, others)) else np.array(array)


def as_small_arrays(arrays: Sequence[Any]) -> tuple[list[Any], Any]:
    """The same arrays with 0 for each number beyond 64 bits, and the rows that have such numbers."""
    wrong = np.zeros(len(arrays[0]), bool)
    small = []
    for array in arrays:
        if is_large(array):
            beyond = ((array < LEAST) | (array > MOST)).astype(bool)
            wrong |= beyond.reshape(len(array), -1).any(axis=1)
            array = np.where(beyond, 0, array).astype(np.int64)
        small.append(array)
    return small, wrong
