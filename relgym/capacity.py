"""Checks that environments which step at once, and texts with their parsed form, fit into memory.

>>> check_count(64, lambda count: 1000 * count, "step fewer at once")
>>> check_count(0, lambda count: 1000 * count, "step fewer at once")
Traceback (most recent call last):
    ...
relgym.errors.RelgymError: there cannot be 0 environments
expected: a whole number from 1 on
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Integral
from operator import index
from typing import Any

from relgym.errors import RelgymError
from relgym.tuning.limits import ENVIRONMENTS_BYTES_LIMIT


def check_count(count: Any, needed: Callable[[int], int], hint: str) -> None:
    """Raise `RelgymError` unless `count` is a number of environments that fit into memory.

    Args:
        count: The number of environments.
        needed: Returns the bytes that a number of environments take; proportional to the number.
        hint: The advice of the error.
    """
    if isinstance(count, bool) or not isinstance(count, Integral) or count < 1:
        raise RelgymError(f"there cannot be {count!r} environments", expected="a whole number from 1 on")
    wanted = index(count)
    size = needed(wanted)
    if size > ENVIRONMENTS_BYTES_LIMIT:
        raise RelgymError(
            f"{wanted} environments of this task take about {size / 2**30:.1f} GiB",
            expected=f"at most {ENVIRONMENTS_BYTES_LIMIT / 2**30:.0f} GiB: "
            f"{wanted * ENVIRONMENTS_BYTES_LIMIT // size} environments",
            hint=hint,
        )


@contextmanager
def without_collector() -> Iterator[None]:
    """Switch the search for garbage off, where millions of objects are made and all of them are kept.

    The search goes through all objects again and again while they become more, and takes half of the time.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
