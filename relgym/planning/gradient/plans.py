"""Forms of plans: straight-line plans, and reactive policies.

Each has parameters for several restarts at once, on the first axis. A policy computes one set of them by `points`, over
NumPy or JAX.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any, ClassVar, Protocol

import numpy as np

from relgym.tuning.planning import FIRST_SPREAD

Array = Any
Parameters = Mapping[str, Array]


class PlanForm(Protocol):
    """A form of plans."""

    name: ClassVar[str]

    def initial(self, rng: np.random.Generator, restarts: int, steps: int, features: int, idle: Array) -> Parameters:
        """Draw parameters.

        Args:
            rng: Draws.
            restarts: Their number.
            steps: The number of steps of an episode.
            features: The number of features of a state.
            idle: The point of the default action: shape (cells,).
        """
        ...

    def points(self, xp: Any, parameters: Parameters, place: Array, features: Array) -> Array:
        """Return the points of the actions of one restart.

        Args:
            xp: NumPy, or `jax.numpy`.
            parameters: Those of one restart.
            place: The number of the step.
            features: Those of the states: float64, shape (features, copies).

        Returns:
            Numbers from 0 to 1: float64, shape (cells, copies).
        """
        ...

    def projected(self, xp: Any, parameters: Parameters) -> Parameters:
        """Return the nearest parameters that are allowed."""
        ...

    def constant(self, parameters: Parameters, point: Array) -> Parameters:
        """Return the parameters of plans that always give the same point.

        Args:
            parameters: Parameters whose shapes they have.
            point: The point: shape (cells,).
        """
        ...

    def shifted(self, parameters: Parameters, steps: int, point: Array) -> Parameters:
        """Return the parameters of a plan that begins later.

        Args:
            parameters: Those of one plan.
            steps: The number of steps by which it begins later.
            point: The point of the steps after its end: shape (cells,).
        """
        ...

    def spread(self, name: str, shape: tuple[int, ...]) -> float:
        """Return the standard deviation of the first perturbations of a parameter.

        Args:
            name: The name of the parameter.
            shape: Its shape for one restart.
        """
        ...

    def steps(self, parameters: Parameters) -> float:
        """Return the number of steps for which one restart has actions."""
        ...


@dataclass(frozen=True)
class StraightLine:
    """An action for each step, whatever happens; its points are the parameters."""

    name: ClassVar[str] = "slp"

    def initial(self, rng: np.random.Generator, restarts: int, steps: int, features: int, idle: Array) -> Parameters:
        return {"points": np.clip(_drawn(rng, restarts, (steps, len(idle)), idle), 0.0, 1.0)}

    def points(self, xp: Any, parameters: Parameters, place: Array, features: Array) -> Array:
        points = parameters["points"][place][:, None]
        return xp.broadcast_to(points, (points.shape[0], features.shape[-1]))

    def projected(self, xp: Any, parameters: Parameters) -> Parameters:
        return {"points": xp.clip(parameters["points"], 0.0, 1.0)}

    def constant(self, parameters: Parameters, point: Array) -> Parameters:
        return {"points": np.broadcast_to(point, parameters["points"].shape)}

    def shifted(self, parameters: Parameters, steps: int, point: Array) -> Parameters:
        points = parameters["points"]
        return {"points": np.concatenate([points[steps:], np.broadcast_to(point, points[:steps].shape)])}

    def spread(self, name: str, shape: tuple[int, ...]) -> float:
        return FIRST_SPREAD

    def steps(self, parameters: Parameters) -> float:
        return float(len(parameters["points"]))


@dataclass(frozen=True)
class Reactive:
    """A small neural network from the state to an action: a deep reactive policy.

    Attributes:
        width: The number of units of each of the two hidden layers.
    """

    width: int = 32
    name: ClassVar[str] = "drp"

    def initial(self, rng: np.random.Generator, restarts: int, steps: int, features: int, idle: Array) -> Parameters:
        sizes = (features, self.width, self.width, len(idle))
        parameters: dict[str, Array] = {}
        for layer, (before, after) in enumerate(pairwise(sizes)):
            scale = 1.0 if layer < 2 else 0.1
            parameters[f"weights{layer}"] = rng.normal(0.0, scale / np.sqrt(max(before, 1)), (restarts, after, before))
            parameters[f"biases{layer}"] = np.zeros((restarts, after))
        near = np.clip(_drawn(rng, restarts, idle.shape, idle), 0.05, 0.95)
        parameters["biases2"] = np.log(near) - np.log1p(-near)
        return parameters

    def points(self, xp: Any, parameters: Parameters, place: Array, features: Array) -> Array:
        # The logarithm of large numbers keeps the units from being saturated.
        units = xp.arcsinh(features)
        for layer in range(3):
            units = parameters[f"weights{layer}"] @ units + parameters[f"biases{layer}"][:, None]
            units = xp.tanh(units) if layer < 2 else 0.5 + 0.5 * xp.tanh(units / 2)
        return units

    def projected(self, xp: Any, parameters: Parameters) -> Parameters:
        return parameters

    def constant(self, parameters: Parameters, point: Array) -> Parameters:
        constant = {name: np.zeros(array.shape) for name, array in parameters.items()}
        # So large that the ends of the interval are reached.
        inside = np.clip(point, 1e-300, 1 - 1e-16)
        constant["biases2"] += np.log(inside) - np.log1p(-inside)
        return constant

    def shifted(self, parameters: Parameters, steps: int, point: Array) -> Parameters:
        return parameters

    def spread(self, name: str, shape: tuple[int, ...]) -> float:
        return FIRST_SPREAD / np.sqrt(shape[-1]) if name.startswith("weights") else FIRST_SPREAD

    def steps(self, parameters: Parameters) -> float:
        return inf


def _drawn(rng: np.random.Generator, restarts: int, shape: tuple[int, ...], idle: Array) -> Array:
    """Draw points for each restart: those of the first one near the defaults, those of the last one anywhere."""
    spread = np.linspace(0.1, 1.0, restarts).reshape(-1, *[1] * len(shape))
    return idle + spread * (rng.random((restarts, *shape)) - idle)


FORMS: Mapping[str, PlanForm] = {form.name: form for form in (StraightLine(), Reactive())}
"""The forms of plans by name."""


def features_of(xp: Any, state: Any, copies: int) -> Array:
    """Return the features of states: all values as real numbers.

    Args:
        xp: NumPy, or `jax.numpy`.
        state: The arrays of the state-fluents, with the axis of the copies last.
        copies: The number of copies.

    Returns:
        Float64, shape (features, copies).
    """
    flat = [xp.asarray(array, float).reshape(-1, copies) for array in state]
    return xp.concatenate(flat) if flat else xp.zeros((0, copies))
