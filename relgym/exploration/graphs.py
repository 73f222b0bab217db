"""Questions about a graph in compressed sparse rows: distances to some nodes, and strongly connected components."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.model.graphs import components


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of a graph.

    Attributes:
        offsets: The edges of node `n` are those from `offsets[n]` to `offsets[n + 1]`.
        targets: The node at the end of each edge.
    """

    offsets: NDArray[Any]
    targets: NDArray[Any]

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.offsets) - 1

    def reversed(self) -> Edges:
        """Return the edges the other way round.

        >>> back = Edges(np.array([0, 2, 2, 3]), np.array([1, 2, 1])).reversed()
        >>> back.offsets.tolist(), back.targets.tolist()
        ([0, 0, 2, 3], [0, 2, 0])
        """
        return Edges.between(self.targets, np.repeat(np.arange(self.nodes), np.diff(self.offsets)), self.nodes)

    @classmethod
    def between(cls, sources: NDArray[Any], targets: NDArray[Any], nodes: int) -> Edges:
        """Return the edges of a graph in the order of their first nodes.

        Args:
            sources: The first node of each edge.
            targets: The second node of each edge.
            nodes: The number of nodes.
        """
        offsets = np.zeros(nodes + 1, np.int64)
        np.cumsum(np.bincount(sources, minlength=nodes), out=offsets[1:])
        return cls(offsets, np.asarray(targets)[np.argsort(sources, kind="stable")])

    def after(self, nodes: NDArray[Any]) -> NDArray[Any]:
        """Return the ends of all edges of some nodes, one node after the other."""
        ends: NDArray[Any] = self.targets[self.numbers(nodes)]
        return ends

    def numbers(self, nodes: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers of all edges of some nodes, one node after the other.

        >>> Edges(np.array([0, 2, 2, 3]), np.array([1, 2, 1])).numbers(np.array([2, 0])).tolist()
        [2, 0, 1]
        """
        begins = self.offsets[nodes]
        counts = self.offsets[nodes + 1] - begins
        ends = np.cumsum(counts)
        numbers: NDArray[Any] = np.arange(ends[-1] if len(ends) else 0) + np.repeat(begins - ends + counts, counts)
        return numbers

    def distances(self, sources: NDArray[Any]) -> NDArray[np.int32]:
        """Return the smallest number of edges from any of `sources` to each node, -1 where there is no path.

        >>> Edges(np.array([0, 2, 2, 3]), np.array([1, 2, 1])).distances(np.array([2])).tolist()
        [-1, 1, 0]
        """
        distances = np.full(self.nodes, -1, np.int32)
        nodes, distance = np.asarray(sources), 0
        while len(nodes):
            distances[nodes] = distance
            distance += 1
            after = self.after(nodes)
            after = after[distances[after] < 0]
            # Each node once: of several writes of one place the last one stays.
            distances[after] = np.arange(len(after))
            nodes = after[distances[after] == np.arange(len(after))]
        return distances

    def components(self) -> tuple[int, NDArray[np.int32]]:
        """Return the number of strongly connected components, and the component of each node.

        Components are numbered by their first nodes.

        >>> Edges(np.array([0, 1, 2, 3]), np.array([1, 0, 0])).components()
        (2, array([0, 0, 1], dtype=int32))
        """
        labels = self._components_of_scipy() if find_spec("scipy") else self._components_of_tarjan()
        _, firsts, numbers = np.unique(labels, return_index=True, return_inverse=True)
        ranks = np.empty(len(firsts), np.int32)
        ranks[np.argsort(firsts)] = np.arange(len(firsts))
        return len(firsts), ranks[numbers]

    def _components_of_scipy(self) -> NDArray[np.int32]:
        """Return a number for each node, the same within a component."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        ones = np.ones(len(self.targets), np.int8)
        matrix = csr_array((ones, self.targets, self.offsets), shape=(self.nodes, self.nodes))
        labels: NDArray[np.int32] = connected_components(matrix, connection="strong")[1]
        return labels

    def _components_of_tarjan(self) -> NDArray[np.int32]:
        """The same without SciPy, in some eight times the time."""
        targets, offsets = self.targets.tolist(), self.offsets.tolist()
        edges = [targets[begin:end] for begin, end in pairwise(offsets)]
        labels = np.empty(self.nodes, np.int32)
        for number, component in enumerate(components(edges, range(self.nodes))):
            labels[list(component)] = number
        return labels
