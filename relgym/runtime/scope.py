"""The names that generated Python depends on: functions, distributions, matrices, checks of numbers.

>>> scope_of({})["check"](1.0)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from relgym.limits import Budget, Limits
from relgym.runtime import draw_vectors, draws, functions, matrices


def scope_of(externals: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    """A new scope without limits; `externals` are the functions of the caller by name."""
    tables = {**functions.CALLS, **draws.CALLS, **draw_vectors.VECTORS, **matrices.CALLS}
    return {
        **Budget("builtin", Limits(seconds=inf, memory=inf)).scope(),
        **{f"{name}_": function for name, function in tables.items()},
        **{f"external_{name}": function for name, function in externals.items()},
        "inf": math.inf,
        "excess": excess,
        "gap": gap,
        "apart": apart,
        "same": operator.eq,
        "isfinite": math.isfinite,
        "checked": checked,
        "entry": entry,
        "all_checked": all_checked,
        "check": check,
        "check_all": check_all,
    }


def excess(small: float, large: float) -> float:
    """Return the distance of `small <= large` from being true, 0 if it is."""
    return max(0, small - large)


def gap(small: float, large: float) -> float:
    """Return the distance of `small < large` from being true, 0 if it is."""
    return 0 if small < large else 1 + small - large


def apart(left: float, right: float) -> float:
    """Return the distance of `left == right` from being true, 0 if it is."""
    return abs(left - right)


def checked(value: float) -> float:
    """Return the value itself; raises `ValueError` if it is not a finite number."""
    check(value)
    return value


def all_checked(values: list[float]) -> list[float]:
    """The values themselves; raises `ValueError` if one of them is no finite number."""
    for value in values:
        check(value)
    return values


def entry(given: Any, *places: int) -> float:
    """An entry of what a function of the caller gives.

    Raises `ValueError` if it has no such entry, or one that is not a number.
    """
    found = given
    for place in places:
        try:
            found = found[place]
        except (LookupError, TypeError):
            which = ", ".join(str(number + 1) for number in places)
            raise ValueError(f"the function gives no entry {which}, but {given!r:.80}") from None
    try:
        return float(found)
    except (TypeError, ValueError):
        raise ValueError(f"the function gives no number, but {found!r:.80}") from None


def check(value: float) -> None:
    """Raises `ValueError` for what is no finite number."""
    if not math.isfinite(value):
        raise ValueError("it is not a number" if math.isnan(value) else "it is infinite")


def check_all(values: list[float]) -> None:
    """Raises `ValueError` if one of the values is no finite number."""
    # The sum of large numbers may be infinite where none of them is.
    if not math.isfinite(sum(values)):
        for value in values:
            check(value)
