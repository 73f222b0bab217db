"""The choices of an optimisation, and the names that they have. They need no JAX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from relgym.tuning.planning import EXPLORED_PAIRS, GRADIENT_FUTURES, GRADIENT_RESTARTS, LEARNING_RATE

if TYPE_CHECKING:
    from relgym.planning.gradient.relaxation import ProgramRelaxation

OPTIMIZERS = ("adam", "rmsprop")
"""The names of the optimizers."""

ESTIMATORS = ("gradient", "pgpe")
"""The names of the estimators of a direction of ascent."""


@dataclass(frozen=True)
class GradientSettings:
    """The numbers of an optimisation.

    Attributes:
        restarts: The number of plans that are optimised at once.
        futures: The number of random futures of each update; all restarts have the same ones.
        learning_rate: The step size of the first restart, in the unit interval of a cell; others have smaller ones.
        optimizer: The name of the optimizer.
        pairs: The number of pairs of opposite perturbations of each restart, for `pgpe`.
        relaxation: The relaxation; `None` for the default one.
    """

    restarts: int = GRADIENT_RESTARTS
    futures: int = GRADIENT_FUTURES
    learning_rate: float = LEARNING_RATE
    optimizer: str = "adam"
    pairs: int = EXPLORED_PAIRS
    relaxation: ProgramRelaxation | None = None
