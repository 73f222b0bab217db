"""What a walk remembers is bounded by how many valid actions there are, too, not only by how many states."""

from __future__ import annotations

import pytest

import relgym
from relgym.simulate import memo
from relgym.simulate.pddl import PDDLSimulator


def test_states_with_many_valid_actions_fill_the_memo_sooner(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(memo, "MEMO_EDGES_LIMIT", 1000)
    domain = "(define (domain d) (:predicates (on)) (:action turn :effect (on)))"
    simulator = PDDLSimulator(relgym.load(domain, "(define (problem p) (:domain d) (:init) (:goal (on)))"))
    nodes = memo.Memo(simulator._choice.way, simulator._choice)
    before = len(nodes.nodes)
    for bits in range(2, 100):
        nodes._arrived(bits, (), range(6000))
    assert len(nodes.nodes) == before + 2
