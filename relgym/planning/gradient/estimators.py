"""Estimators of the direction in which the returns of plans rise: the derivative, or a search among parameters.

Each gives a direction for every restart, by `direction`, and remembers something from update to update.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

import jax
import jax.numpy as jnp

from relgym.planning.gradient.plans import Parameters, PlanForm
from relgym.planning.gradient.relaxation import Array, ProgramRelaxation
from relgym.planning.gradient.settings import GradientSettings
from relgym.tuning.planning import SPREAD_RATE

Returns = Callable[[ProgramRelaxation | None, Parameters], Array]
"""A function of a relaxation and the parameters of some plans: their mean returns, the exact ones without a relaxation.
All plans have the same futures."""


class Direction(NamedTuple):
    """A direction of ascent of each restart; all arrays have the restarts first.

    Attributes:
        ascent: The direction, of any length, by parameter.
        finite: True where the return is finite.
        memory: What the estimator remembers.
    """

    ascent: Parameters
    finite: Array
    memory: Parameters


class Estimator(Protocol):
    """Finds directions of ascent."""

    name: ClassVar[str]

    def memory(self, form: PlanForm, parameters: Parameters) -> Parameters:
        """Return what is remembered at the start."""
        ...

    def direction(
        self, form: PlanForm, parameters: Parameters, memory: Parameters, returns: Returns, key: Array
    ) -> Direction:
        """Return the direction of some restarts.

        Args:
            form: The form of the plans.
            parameters: Those of all restarts, on the first axis.
            memory: What was remembered.
            returns: Computes mean returns.
            key: The key of what is drawn.
        """
        ...


@dataclass(frozen=True)
class RelaxedGradient:
    """The derivative of the relaxed return.

    Attributes:
        relaxation: The relaxation.
    """

    relaxation: ProgramRelaxation

    name: ClassVar[str] = "gradient"

    def memory(self, form: PlanForm, parameters: Parameters) -> Parameters:
        return {}

    def direction(
        self, form: PlanForm, parameters: Parameters, memory: Parameters, returns: Returns, key: Array
    ) -> Direction:
        def gain(parameters: Parameters) -> Any:
            means = returns(self.relaxation, parameters)
            return means.sum(), means

        ascent, means = jax.grad(gain, has_aux=True)(parameters)
        return Direction(ascent, jnp.isfinite(means), memory)


@dataclass(frozen=True)
class ParameterExploring:
    """PGPE: policy gradients with parameter-based exploration (Sehnke et al., 2010), by exact returns of nearby plans.

    The parameters of plans are drawn from a normal distribution about those of a restart, in pairs of opposite
    perturbations. Ranks stand in place of returns, whose size then does not matter.

    Attributes:
        pairs: The number of pairs about each restart.
    """

    pairs: int

    name: ClassVar[str] = "pgpe"

    def memory(self, form: PlanForm, parameters: Parameters) -> Parameters:
        # With its type: an array of another kind than that of the first update would be compiled for again.
        return {
            name: jnp.full(array.shape, form.spread(name, array.shape[1:]), float) for name, array in parameters.items()
        }

    def direction(
        self, form: PlanForm, parameters: Parameters, memory: Parameters, returns: Returns, key: Array
    ) -> Direction:
        restarts, pairs = next(iter(parameters.values())).shape[0], self.pairs
        # One draw for all parameters, since each takes a while to compile.
        sizes = {name: spread[0].size for name, spread in memory.items()}
        drawn = jax.random.normal(key, (restarts, pairs, sum(sizes.values())), float)
        offsets, at = {}, 0
        for name, spread in memory.items():
            part = drawn[..., at : (at := at + sizes[name])]
            offsets[name] = part.reshape(restarts, pairs, *spread.shape[1:]) * spread[:, None]
        candidates = {
            name: jnp.concatenate([array[:, None] + offsets[name], array[:, None] - offsets[name]], 1)
            for name, array in parameters.items()
        }
        flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in candidates.items()}
        means = returns(None, form.projected(jnp, flat)).reshape(restarts, 2 * pairs)
        finite = jnp.isfinite(means)
        ranks = _ranked(jnp.where(finite, means, -jnp.inf))
        ahead, back = ranks[:, :pairs], ranks[:, pairs:]

        def over(each: Array, array: Array) -> Array:
            return each.reshape(*each.shape, *[1] * (array.ndim - 2))

        ascent, spreads = {}, {}
        for name, each in offsets.items():
            spread = memory[name]
            ascent[name] = (over(ahead - back, each) * each).mean(1)
            merit = (ahead + back) / 2
            # The change of the spread in units of itself.
            rise = (over(merit, each) * ((each / spread[:, None]) ** 2 - 1)).mean(1)
            spreads[name] = spread * (1 + SPREAD_RATE * jnp.clip(rise, -1, 1))
        return Direction(ascent, finite.any(1), spreads)


def _ranked(returns: Array) -> Array:
    """Return centred ranks along the last axis, from -1/2 to 1/2; equal returns have equal ranks."""
    below = (returns[..., None, :] < returns[..., :, None]).sum(-1)
    above = (returns[..., None, :] > returns[..., :, None]).sum(-1)
    return (below - above) / (2.0 * (returns.shape[-1] - 1))


def estimator_of(name: str, settings: GradientSettings, relaxation: ProgramRelaxation) -> Estimator:
    """Return the estimator of a name, one of `ESTIMATORS`."""
    return ParameterExploring(settings.pairs) if name == ParameterExploring.name else RelaxedGradient(relaxation)
