"""Checks of the parameters of distributions.

>>> positive("scale", 0)
Traceback (most recent call last):
ValueError: a scale is positive and finite, not 0
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf, isfinite
from typing import NoReturn

NEAR = 1e-6
"""The largest allowed difference between 1 and a sum of probabilities."""


def finite(drawn: float) -> float:
    return drawn if isfinite(drawn) else too_large()


def too_large(*parameters: float) -> NoReturn:
    for parameter in parameters:
        if not isfinite(parameter):
            refuse("parameter", "a finite number", parameter)
    raise OverflowError("the number drawn is too large")


def positive(what: str, value: float) -> None:
    if not 0 < value < inf:
        refuse(what, "positive and finite", value)


def whole(what: str, value: float) -> None:
    if not (0 <= value < inf and value == floor(value)):
        refuse(what, "whole and at least 0", value)


def refuse(what: str, expected: str, value: float) -> NoReturn:
    raise ValueError(f"a {what} is {expected}, not {value}")


def refuse_sum(what: str, expected: str, numbers: Sequence[float], total: float) -> NoReturn:
    for number in numbers:
        if not number >= 0:
            raise ValueError(f"{what} are at least 0, not {number}")
    raise ValueError(f"the sum of {what} is {expected}, not {total}")
