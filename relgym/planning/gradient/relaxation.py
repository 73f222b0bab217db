"""The relaxation of a program: substitutes for comparisons, truth values, rounding and draws, which have no derivative.

Truth values are numbers from 0 to 1, and whole numbers are real ones. Each choice is a small object that another one
can replace:

>>> from relgym.planning.gradient.relaxation import GoedelNorm, ProgramRelaxation, SigmoidComparison
>>> relaxation = ProgramRelaxation(comparison=SigmoidComparison(sharpness=20.0), norm=GoedelNorm())
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import jax
import jax.numpy as jnp

Array = Any

LEAST_PROBABILITY = 1e-6
"""The least probability whose logarithm is taken."""


class RelaxedComparison(Protocol):
    """Compares numbers; each result is the degree, from 0 to 1, to which a comparison holds."""

    def below(self, left: Array, right: Array, growth: Array) -> Array:
        """Return the degree to which `left` is less than `right`; `growth` is the factor of the schedule."""
        ...

    def same(self, left: Array, right: Array, growth: Array) -> Array:
        """Return the degree to which two numbers are equal."""
        ...


@dataclass(frozen=True)
class SigmoidComparison:
    """The logistic function of the difference.

    Attributes:
        sharpness: The factor of the difference: the larger, the nearer to a comparison, and the fewer the states in
            which there is a derivative.
        scaled: True to divide the difference by its mean size over all items and copies, so that the units of the
            numbers do not matter.
    """

    sharpness: float = 3.0
    scaled: bool = True

    def below(self, left: Array, right: Array, growth: Array) -> Array:
        return jax.nn.sigmoid(self._steep(right - left, growth))

    def same(self, left: Array, right: Array, growth: Array) -> Array:
        near = jnp.tanh(self._steep(left - right, growth))
        return 1 - near * near

    def _steep(self, difference: Array, growth: Array) -> Array:
        if self.scaled:
            size = jax.lax.stop_gradient(jnp.abs(difference).mean())
            difference = difference / jnp.where(size > 0, size, 1.0)
        return self.sharpness * growth * difference


class TNorm(Protocol):
    """A t-norm: the conjunction of degrees of truth; the negation is 1 - a."""

    def both(self, left: Array, right: Array) -> Array:
        """Return the conjunction of two degrees."""
        ...

    def every(self, degrees: Array, axis: Any) -> Array:
        """Return the conjunction along some axes."""
        ...


@dataclass(frozen=True)
class ProductNorm:
    """The product: derivatives for all operands."""

    def both(self, left: Array, right: Array) -> Array:
        return left * right

    def every(self, degrees: Array, axis: Any) -> Array:
        return jnp.prod(degrees, axis)


@dataclass(frozen=True)
class GoedelNorm:
    """The minimum: a derivative for the least true operand alone, and no product that vanishes over many."""

    def both(self, left: Array, right: Array) -> Array:
        return jnp.minimum(left, right)

    def every(self, degrees: Array, axis: Any) -> Array:
        return jnp.min(degrees, axis, initial=1.0)


@dataclass(frozen=True)
class LukasiewiczNorm:
    """The sum of what is missing to the truth: 0 where more than 1 is missing."""

    def both(self, left: Array, right: Array) -> Array:
        return jnp.maximum(left + right - 1, 0)

    def every(self, degrees: Array, axis: Any) -> Array:
        return jnp.maximum(1 - jnp.sum(1 - degrees, axis), 0)


class Rounding(Protocol):
    """Gives a step function the derivative of another function."""

    def of(self, exact: Array, smooth: Array) -> Array:
        """Return a relaxed result.

        Args:
            exact: The rounded number.
            smooth: The number before it was rounded.
        """
        ...


@dataclass(frozen=True)
class StraightThrough:
    """The exact value with the derivative of the other one (Bengio, Leonard and Courville, 2013)."""

    def of(self, exact: Array, smooth: Array) -> Array:
        # The second term is 0.
        return jax.lax.stop_gradient(exact) + (smooth - jax.lax.stop_gradient(smooth))


@dataclass(frozen=True)
class LogisticDraw:
    """A Bernoulli draw as a logistic random number (Maddison, Mnih and Teh, 2017).

    Attributes:
        temperature: The larger, the smoother.
    """

    temperature: float = 0.5

    def happens(self, probability: Array, u: Array, growth: Array) -> Array:
        """Return the degree to which a uniform number is below a probability."""
        chance, number = (jnp.clip(each, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY) for each in (probability, u))
        return jax.nn.sigmoid((_logit(chance) - _logit(number)) * growth / self.temperature)


def _logit(probability: Array) -> Array:
    return jnp.log(probability) - jnp.log1p(-probability)


@dataclass(frozen=True)
class GrowingSharpness:
    """A schedule: comparisons and draws become sharper by an equal factor with each update.

    Attributes:
        last: The factor at the last update; that at the first is 1.
    """

    last: float = 10.0

    def at(self, progress: float) -> float:
        """Return the factor.

        Args:
            progress: The share of the updates that are done, from 0 to 1.
        """
        return float(self.last**progress)


@dataclass(frozen=True)
class ProgramRelaxation:
    """The choices of a relaxation.

    Attributes:
        comparison: Compares numbers.
        norm: Connects truth values.
        rounding: Rounds numbers.
        draw: Draws truth values.
        schedule: Makes comparisons and draws sharper from update to update.
        exact_values: True to compute exact values with relaxed derivatives, so that returns are true ones; False to
            compute relaxed values, too.
    """

    comparison: RelaxedComparison = field(default_factory=SigmoidComparison)
    norm: TNorm = field(default_factory=ProductNorm)
    rounding: Rounding = field(default_factory=StraightThrough)
    draw: LogisticDraw = field(default_factory=LogisticDraw)
    schedule: GrowingSharpness = field(default_factory=GrowingSharpness)
    exact_values: bool = True
