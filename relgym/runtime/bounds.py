"""The bounds that preconditions set for actions: `forall_{?x} a(?x) <= LIMIT(?x)` and the like, whatever the state.

>>> Interval().below(3, strict=True).above(0).whole(10), Interval().above(0, strict=True).real(10.0)[0] > 0
((0, 2), True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers between two bounds; a strict bound is excluded."""

    low: float = -math.inf
    high: float = math.inf
    low_strict: bool = False
    high_strict: bool = False

    def above(self, low: float, strict: bool = False) -> Interval:
        """Return the part of the interval that is not below a number; with `strict`, above it."""
        if (low, strict) > (self.low, self.low_strict):
            return Interval(low, self.high, strict, self.high_strict)
        return self

    def below(self, high: float, strict: bool = False) -> Interval:
        """Return the part of the interval that is not above a number; with `strict`, below it."""
        if (-high, strict) > (-self.high, self.high_strict):
            return Interval(self.low, high, self.low_strict, strict)
        return self

    def without_beyond(self, largest: float) -> Interval:
        """Return the interval without bounds that only numbers beyond `largest` violate."""
        wide = self if self.low >= -largest else replace(self, low=-math.inf, low_strict=False)
        return wide if wide.high <= largest else replace(wide, high=math.inf, high_strict=False)

    def whole(self, largest: int) -> tuple[int, int]:
        """The first and the last whole number in it, none beyond `largest`; the first is larger if there is none."""
        if self.low > largest or self.high < -largest:
            return largest, -largest
        low = -largest if self.low < -largest else math.floor(self.low) + 1 if self.low_strict else math.ceil(self.low)
        high = (
            largest if self.high > largest else math.ceil(self.high) - 1 if self.high_strict else math.floor(self.high)
        )
        return low, high

    def real(self, largest: float) -> tuple[float, float]:
        """The first and the last double in it, none beyond `largest`."""
        low = math.nextafter(self.low, math.inf) if self.low_strict else self.low
        high = math.nextafter(self.high, -math.inf) if self.high_strict else self.high
        return max(low, -largest), min(high, largest)

    def sample(self, rng: np.random.Generator) -> float:
        """A number in it: evenly drawn if it is bounded, falling off from the bound or from 0 if it is not."""
        low, high = self.real(math.inf)
        if math.isfinite(low) and math.isfinite(high):
            return float(rng.uniform(low, high))
        if math.isfinite(low):
            return float(low + rng.exponential())
        if math.isfinite(high):
            return float(high - rng.exponential())
        return float(rng.normal())


Bounds = Mapping[tuple[str, int], Interval]
"""The interval of each action-fluent's value that has one, by name and place."""


def collected(bounds: Callable[..., Any]) -> Bounds:
    """Collect the bounds of each value from the function that `BoundsWriter.bounds` writes."""
    intervals: dict[tuple[str, int], Interval] = {}

    def limit(fluent: str, place: int, operator: str, value: float) -> None:
        interval, number, strict = intervals.get((fluent, place), Interval()), _double(value), operator in ("<", ">")
        # A whole number between two doubles excludes one of them, and includes the other.
        if operator in ("<", "<=", "=="):
            high = number if number <= value else math.nextafter(number, -math.inf)
            interval = interval.below(high, strict and high == value)
        if operator in (">", ">=", "=="):
            low = number if number >= value else math.nextafter(number, math.inf)
            interval = interval.above(low, strict and low == value)
        intervals[fluent, place] = interval

    bounds(limit)
    return intervals


def _double(value: float) -> float:
    """Return the double next to a number, infinite for a whole number beyond all doubles."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
