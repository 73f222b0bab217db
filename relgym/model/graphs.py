"""Strongly connected components of directed graphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

Node = TypeVar("Node", int, str)


def components(
    edges: Mapping[Node, Iterable[Node]] | Sequence[Iterable[Any]], roots: Iterable[Node]
) -> Iterator[tuple[Node, ...]]:
    """Yield the strongly connected components within reach of some nodes, each after those it leads to.

    Source: Tarjan, Depth-first search and linear graph algorithms, 1972.

    Args:
        edges: The nodes to which the edges of each node lead.
        roots: The nodes to begin with.

    >>> edges = {"a": ["b"], "b": ["c", "b"], "c": ["b"]}
    >>> [*components(edges, edges)]
    [('b', 'c'), ('a',)]
    """
    graph: Any = edges
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    waiting: set[Node] = set()
    for root in roots:
        if root in index:
            continue
        walk = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while walk:
            node, following = walk[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    waiting.add(other)
                    walk.append((other, iter(graph[other])))
                    break
                if other in waiting:
                    low[node] = min(low[node], index[other])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == index[node]:
                    nodes: list[Node] = []
                    while not nodes or nodes[-1] != node:
                        nodes.append(stack.pop())
                        waiting.discard(nodes[-1])
                    yield tuple(sorted(nodes))
