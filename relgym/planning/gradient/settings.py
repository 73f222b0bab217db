"""The choices of an optimisation, and the names that they have. They need no JAX."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from relgym.tuning.planning import (
    EXACT_SHARPNESS,
    EXPLORED_PAIRS,
    GRADIENT_FUTURES,
    GRADIENT_RESTARTS,
    GRADIENT_UPDATES,
    LEARNING_RATE,
    SLOWEST_RATE,
)

if TYPE_CHECKING:
    from relgym.planning.gradient.relaxation import ProgramRelaxation

OPTIMIZERS = ("adam", "rmsprop")
"""The names of the optimizers."""

ESTIMATORS = ("gradient", "pgpe")
"""The names of the estimators of a direction of ascent."""

REPLAN_UPDATES = GRADIENT_UPDATES // 20
"""The number of updates of a plan that is made anew: it begins with a good one."""


@dataclass(frozen=True)
class GradientSettings:
    """The numbers of an optimisation.

    Attributes:
        restarts: The number of plans that are optimised at once.
        futures: The number of random futures of each update; all restarts have the same ones.
        learning_rate: The step size of the last restarts, in the unit interval of a cell; others have smaller ones.
        optimizer: The name of the optimizer; `None` for that which suits the estimator.
        pairs: The number of pairs of opposite perturbations of each restart, for `pgpe`.
        relaxation: The relaxation; `None` for the default one.
    """

    restarts: int = GRADIENT_RESTARTS
    futures: int = GRADIENT_FUTURES
    learning_rate: float = LEARNING_RATE
    optimizer: str | None = None
    pairs: int = EXPLORED_PAIRS
    relaxation: ProgramRelaxation | None = None

    def rates(self, estimator: str) -> Any:
        """Return the step size of each restart: nobody knows the right one.

        Derivatives: two have the same one, and those that begin near the defaults are slow, since steps that suit one
        instance leap over all good plans of another. PGPE: the spread of the perturbations limits what can be seen.

        Args:
            estimator: The name of the estimator.
        """
        if estimator == "pgpe":
            return self.learning_rate * np.geomspace(1.0, 0.1, self.restarts)
        steps = np.geomspace(1.0, SLOWEST_RATE, -(-self.restarts // 2))[::-1]
        return self.learning_rate * np.repeat(steps, 2)[: self.restarts]

    def sharpness(self) -> Any:
        """Return by how much sharper the relaxation of each restart is.

        Every second one has no derivatives of comparisons. Those of a relaxed `if` may point away from better plans
        where the branch that is not taken is far from its own conditions.
        """
        return np.where(np.arange(self.restarts) % 2, EXACT_SHARPNESS, 1.0)

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as plain data, without the relaxation."""
        data = asdict(self)
        del data["relaxation"]
        return data


@dataclass(frozen=True)
class Replanning:
    """The choices of a policy that makes plans anew while it is played.

    Attributes:
        every: The number of steps from one plan to the next.
        updates: The number of updates of each, rounded up to tens.
        seed: Seeds them, where an episode has no seed of its own.
        settings: The numbers of the optimisation.
    """

    every: int
    updates: int
    seed: int
    settings: GradientSettings

    @classmethod
    def of_json(cls, data: Mapping[str, Any] | None, relaxation: ProgramRelaxation | None) -> Replanning | None:
        """Return the choices of plain data.

        Args:
            data: What `to_json` has returned, or `None` where plans are never made anew.
            relaxation: The relaxation; `None` for the default one.
        """
        if data is None:
            return None
        settings = GradientSettings(**data["settings"], relaxation=relaxation)
        return cls(data["every"], data["updates"], data["seed"], settings)

    def to_json(self) -> dict[str, Any]:
        """Return the choices as plain data, without the relaxation."""
        numbers = {"every": self.every, "updates": self.updates, "seed": self.seed}
        return {**numbers, "settings": self.settings.to_json()}
