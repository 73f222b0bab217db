"""Where the nodes of a graph stand: chains are folded into rows, and no line goes behind a node for that."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from relgym.render.layouts.spread import spread

SIZE = 100.0, 80.0


def positions_of(count: int, edges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    found = spread(count, edges, [SIZE] * count, gap=30)
    for (x, y), (u, v) in combinations(found.positions, 2):
        assert abs(x - u) >= SIZE[0] or abs(y - v) >= SIZE[1]
    assert max(x for x, _ in found.positions) + SIZE[0] / 2 <= found.width + 1
    assert max(y for _, y in found.positions) + SIZE[1] / 2 <= found.height + 1
    assert found.width < 4 * found.height or count < 5
    return found.positions


@pytest.mark.parametrize("count", [1, 2, 7, 14, 40])
def test_a_chain_is_folded(count: int) -> None:
    positions = positions_of(count, list(pairwise(range(count))))
    for (x, y), (u, v) in pairwise(positions):
        # Beside each other, or at the end of a row below each other.
        assert abs(x - u) < 1.5 * (SIZE[0] + 30)
        assert abs(y - v) < 2.5 * (SIZE[1] + 30)


def test_a_chain_is_folded_where_one_link_goes_on() -> None:
    """The two ways of a siding are not torn apart, wherever it is."""
    for at in range(1, 11):
        edges = [*pairwise(range(13)), (at, 13), (13, at + 2)]
        positions = positions_of(14, edges)
        one, other = positions[at + 1], positions[13]
        assert abs(one[0] - other[0]) < SIZE[0]
        for (x, y), (u, v) in ((positions[a], positions[b]) for a, b in edges):
            for w, z in (position for position in positions if position not in ((x, y), (u, v))):
                upright = abs(x - u) < 20 and abs(w - x) < SIZE[0] / 2
                assert not (upright and min(y, v) < z < max(y, v)), at
