"""Questions about a graph in compressed sparse rows: distances to some nodes, and strongly connected components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


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
        # The conversion to compressed columns is a counting sort.
        found = self._matrix().tocsc()
        return Edges(found.indptr, found.indices)

    def _matrix(self) -> Any:
        from scipy.sparse import csr_array

        ones = np.ones(len(self.targets), np.int8)
        return csr_array((ones, self.targets, self.offsets), shape=(self.nodes, self.nodes))

    def after(self, nodes: NDArray[Any]) -> NDArray[Any]:
        """Return the ends of all edges of some nodes, one node after the other."""
        found: NDArray[Any] = self.targets[self.numbers(nodes)]
        return found

    def numbers(self, nodes: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers of all edges of some nodes, one node after the other.

        >>> Edges(np.array([0, 2, 2, 3]), np.array([1, 2, 1])).numbers(np.array([2, 0])).tolist()
        [2, 0, 1]
        """
        begins = self.offsets[nodes]
        counts = self.offsets[nodes + 1] - begins
        ends = np.cumsum(counts)
        found: NDArray[Any] = np.arange(ends[-1] if len(ends) else 0) + np.repeat(begins - ends + counts, counts)
        return found

    def distances(self, sources: NDArray[Any]) -> NDArray[np.int32]:
        """Return the smallest number of edges from any of `sources` to each node, -1 where there is no path.

        >>> Edges(np.array([0, 2, 2, 3]), np.array([1, 2, 1])).distances(np.array([2])).tolist()
        [-1, 1, 0]
        """
        found = np.full(self.nodes, -1, np.int32)
        nodes, distance = np.asarray(sources), 0
        while len(nodes):
            found[nodes] = distance
            distance += 1
            after = self.after(nodes)
            after = after[found[after] < 0]
            # Each node once: of several writes of one place the last one stays.
            found[after] = np.arange(len(after))
            nodes = after[found[after] == np.arange(len(after))]
        return found

    def components(self) -> tuple[int, NDArray[np.int32]]:
        """Return the number of strongly connected components, and the component of each node.

        >>> Edges(np.array([0, 1, 2, 3]), np.array([1, 0, 0])).components()[0]
        2
        """
        from scipy.sparse.csgraph import connected_components

        count, labels = connected_components(self._matrix(), connection="strong")
        return int(count), labels
