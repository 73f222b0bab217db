"""CMA-ES: a search for the weights with the best score by an evolution strategy that adapts its covariances.

After Hansen, The CMA evolution strategy: a tutorial, arXiv:1604.00772, 2016, without restarts.

>>> strategy = CMAES(3, seed=1, population=12, step=0.5)
>>> for _ in range(80):
...     strategy.tell([-((row - 2) ** 2).sum() for row in strategy.ask()])
>>> strategy.mean.round(3).tolist()
[2.0, 2.0, 2.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

import numpy as np


class CMAES:
    """The state of a search.

    Args:
        size: The number of weights.
        seed: The seed of the candidates.
        population: The number of candidates of a generation.
        step: The standard deviation of the first candidates about 0.

    Attributes:
        mean: The mean of the search distribution: the best estimate so far.
        step: The step size.
    """

    def __init__(self, size: int, seed: int, population: int, step: float) -> None:
        self._rng = np.random.default_rng(seed)
        self._population, self._size = population, size
        self.mean, self.step = np.zeros(size), step
        parents = population // 2
        raw = log((population + 1) / 2) - np.log(np.arange(1, parents + 1))
        self._shares = raw / raw.sum()
        effective = 1 / (self._shares**2).sum()
        # The names of Hansen's tutorial: mu_eff, c_c, c_sigma, c_1, c_mu, d_sigma.
        self._effective = effective
        self._path_rate = (4 + effective / size) / (size + 4 + 2 * effective / size)
        self._step_rate = (effective + 2) / (size + effective + 5)
        self._rank_one = 2 / ((size + 1.3) ** 2 + effective)
        self._rank_mu = min(1 - self._rank_one, 2 * (effective - 2 + 1 / effective) / ((size + 2) ** 2 + effective))
        self._damping = 1 + 2 * max(0.0, sqrt((effective - 1) / (size + 1)) - 1) + self._step_rate
        self._norm = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
        self._path, self._step_path = np.zeros(size), np.zeros(size)
        self._covariance = np.eye(size)
        self._axes, self._lengths = np.eye(size), np.ones(size)
        self._drawn: Any = None
        self._told = 0

    def ask(self) -> Any:
        """Draw the candidates of the next generation, shape `(population, size)`."""
        plain = self._rng.standard_normal((self._population, self._size))
        self._drawn = (plain * self._lengths) @ self._axes.T
        return self.mean + self.step * self._drawn

    def tell(self, scores: Sequence[float] | Any) -> None:
        """Update the distribution by the scores of the candidates drawn last; larger is better."""
        best = np.argsort(-np.asarray(scores, float), kind="stable")[: len(self._shares)]
        chosen = self._drawn[best]
        move = self._shares @ chosen
        self.mean = self.mean + self.step * move
        self._told += 1
        white = self._axes @ ((self._axes.T @ move) / self._lengths)
        rate = self._step_rate
        self._step_path = (1 - rate) * self._step_path + sqrt(rate * (2 - rate) * self._effective) * white
        length = float(np.linalg.norm(self._step_path))
        self.step *= float(np.exp(min(1.0, rate / self._damping * (length / self._norm - 1))))
        fresh = length / sqrt(1 - (1 - rate) ** (2 * self._told)) < (1.4 + 2 / (self._size + 1)) * self._norm
        rate = self._path_rate
        self._path = (1 - rate) * self._path + fresh * sqrt(rate * (2 - rate) * self._effective) * move
        lost = (1 - fresh) * self._rank_one * rate * (2 - rate)
        self._covariance *= 1 - self._rank_one - self._rank_mu + lost
        self._covariance += self._rank_one * np.outer(self._path, self._path)
        self._covariance += self._rank_mu * (chosen.T * self._shares) @ chosen
        # Decompositions cost more than drawing: one for every tenth of what the covariances can change.
        if self._told % max(1, int(0.1 / ((self._rank_one + self._rank_mu) * self._size) + 1)) == 0:
            lengths, self._axes = np.linalg.eigh((self._covariance + self._covariance.T) / 2)
            self._lengths = np.sqrt(np.maximum(lengths, 1e-20))
