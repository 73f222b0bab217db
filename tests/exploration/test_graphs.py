"""Strongly connected components and edges the other way round, against SciPy and by definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relgym.exploration import graphs
from relgym.exploration.graphs import Edges

GRAPHS = st.integers(1, 12).flatmap(
    lambda nodes: st.tuples(
        st.just(nodes), st.lists(st.tuples(st.integers(0, nodes - 1), st.integers(0, nodes - 1)), max_size=30)
    )
)


def edges_of(nodes: int, pairs: list[tuple[int, int]]) -> Edges:
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    return Edges.between(ends[:, 0], ends[:, 1], nodes)


def pairs_of(edges: Edges) -> list[tuple[int, int]]:
    return [(node, int(target)) for node in range(edges.nodes) for target in edges.after(np.array([node]))]


@given(GRAPHS)
def test_components_are_the_same_without_scipy(graph: tuple[int, list[tuple[int, int]]]) -> None:
    edges = edges_of(*graph)
    count, labels = edges.components()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graphs, "find_spec", lambda name: None)
        other, others = edges.components()
    assert (count, labels.tolist()) == (other, others.tolist())
    assert list(dict.fromkeys(labels.tolist())) == list(range(count)), "numbered by their first nodes"


@given(GRAPHS)
def test_edges_the_other_way_round(graph: tuple[int, list[tuple[int, int]]]) -> None:
    nodes, pairs = graph
    edges = edges_of(nodes, pairs)
    assert sorted(pairs_of(edges)) == sorted(pairs)
    assert pairs_of(edges.reversed()) == sorted((target, source) for source, target in pairs)
