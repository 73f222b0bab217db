"""Layout of a state space: states are as far apart as there are transitions between them, as nearly as that can be.

This is the stress majorization of `layouts/spread.py` with arrays, for hundreds of nodes: pictures of tasks are drawn
where there is no NumPy, too. Nothing is left to chance.

>>> places = stressed(np.array([0, 1, 2]), np.array([1, 2, 3]), 4)
>>> bool(places[0, 0] < places[1, 0] < places[2, 0] < places[3, 0])
True
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.graphs import Edges
from relgym.render.layouts.spread import first_positions

ROUNDS = 300
"""The number of rounds in which every state moves towards its wanted distances."""


def stressed(sources: NDArray[Any], targets: NDArray[Any], count: int) -> NDArray[np.float64]:
    """Return the places of nodes, in lengths of an edge: shape (nodes, 2); the first node is on the left."""
    if count == 1:
        return np.zeros((1, 2))
    edges = Edges.between(np.concatenate([sources, targets]), np.concatenate([targets, sources]), count)
    far = np.array([edges.distances(np.array([node])) for node in range(count)], np.float64)
    far[far < 0] = 2 + far.max()
    weights = np.zeros_like(far)
    np.divide(1, far * far, out=weights, where=far > 0)
    totals = weights.sum(axis=1)
    places = np.array(first_positions(far))
    for _ in range(ROUNDS):
        apart = places[:, None, :] - places[None, :, :]
        lengths = np.sqrt((apart * apart).sum(axis=2))
        np.fill_diagonal(lengths, 1)
        pulls = weights * far / np.maximum(lengths, 1e-9)
        moved = weights @ places + pulls.sum(axis=1)[:, None] * places - pulls @ places
        places = moved / totals[:, None]
    return _turned(places)


def _turned(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the places with their longer side from left to right, and the first node in the left half."""
    centred = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    # The signs of singular vectors are arbitrary.
    signs = np.sign(axes[np.arange(2), np.abs(axes).argmax(axis=1)])
    turned: NDArray[np.float64] = centred @ (axes * signs[:, None]).T
    if turned[0, 0] > 0:
        turned[:, 0] *= -1
    return turned
