"""What a walk remembers is bounded by how many valid actions there are, too, not only by how many states."""

from __future__ import annotations

import pytest

from relgym.simulate import memo
from relgym.simulate.memo import MemoState, MemoTable


def test_states_with_many_valid_actions_fill_the_memo_sooner(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(memo, "MEMO_EDGES_LIMIT", 1000)
    nodes = MemoTable()
    for bits in range(100):
        nodes.add(MemoState(bits, (), range(6000)))
    assert len(nodes) == 2
