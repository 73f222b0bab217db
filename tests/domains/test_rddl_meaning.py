"""What the rules of RDDL domains come to, with every draw at a quantile that is known."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import instance_text
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics


class Play:
    """A domain whose values are all truth values, by the names of the objects for which they are true."""

    def __init__(self, name: str, text: str) -> None:
        domain = read_domain(spec(name).domain)
        self.dynamics = Dynamics(read_instance(text, domain))
        self.objects = re.findall(r"\w+", re.search(r": \{(.*?)\}", text, re.DOTALL)[1])

    def step(self, true: Collection[str], acted: Collection[str], quantile: float) -> tuple[set[str], float]:
        state, action = ([name in names for name in self.objects] for names in (true, acted))
        step = self.dynamics.step((state,), (action,), [quantile] * self.dynamics.uniforms)
        [after] = step.state
        return {name for name, is_true in zip(self.objects, after, strict=True) if is_true}, step.reward


@pytest.fixture
def network() -> Play:
    """A line of three computers."""
    pairs = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")]
    constants = {f"CONNECTED({x}, {y})": True for x, y in pairs}
    return Play("sysadmin", instance_text("line", "sysadmin", {"computer": ["a", "b", "c"]}, constants, {}, 5))


def test_computers_stay_up_by_the_share_of_their_neighbours(network: Play) -> None:
    # b alone: 0.45 + 0.5 * 1/3; with a: 0.45 + 0.5 * 2/3, and a: 0.45 + 0.5 * 2/2.
    for quantile, expected in ((0.61, {"b"}), (0.62, set())):
        assert network.step({"b"}, (), quantile)[0] == expected
    for quantile, expected in ((0.78, {"a", "b"}), (0.79, {"a"}), (0.94, {"a"}), (0.96, set())):
        assert network.step({"a", "b"}, (), quantile)[0] == expected


def test_computers_come_up_by_a_reboot_or_by_chance(network: Play) -> None:
    assert network.step((), {"c"}, 0.99)[0] == {"c"}
    assert network.step((), (), 0.04)[0] == {"a", "b", "c"}
    assert network.step((), (), 0.06)[0] == set()


def test_running_computers_pay_and_reboots_cost(network: Play) -> None:
    assert network.step({"a", "b"}, {"c"}, 0.5)[1] == 1.25


@pytest.fixture
def grid() -> Play:
    """Five rows of five cells; each does the opposite of the rules with a probability of 0.1."""
    cells = {(row, column): f"r{row}c{column}" for row in range(5) for column in range(5)}
    near = [(x, y) for x in cells for y in cells if x != y and max(abs(x[0] - y[0]), abs(x[1] - y[1])) == 1]
    constants = {f"NEIGHBOR({cells[x]}, {cells[y]})": True for x, y in near}
    constants |= {f"NOISE-PROB({name})": 0.1 for name in cells.values()}
    return Play("game-of-life", instance_text("grid", "game-of-life", {"cell": [*cells.values()]}, constants, {}, 5))


UPRIGHT, FLAT, BLOCK = {"r1c2", "r2c2", "r3c2"}, {"r2c1", "r2c2", "r2c3"}, {"r0c0", "r0c1", "r1c0", "r1c1"}


def test_cells_follow_the_rules(grid: Play) -> None:
    assert grid.step(UPRIGHT, (), 0.5) == (FLAT, 3.0)
    assert grid.step(FLAT, (), 0.5) == (UPRIGHT, 3.0)
    assert grid.step(BLOCK, (), 0.5) == (BLOCK, 4.0)
    # Alone and crowded ones die.
    assert grid.step({"r4c4"}, (), 0.5)[0] == set()
    assert "r1c1" not in grid.step({*BLOCK, "r2c2"}, (), 0.5)[0]


def test_cells_do_not_always_follow_them(grid: Play) -> None:
    everything = set(grid.objects)
    assert grid.step(BLOCK, (), 0.05)[0] == everything
    assert grid.step(BLOCK, (), 0.95)[0] == set()


def test_set_cells_live_and_cost(grid: Play) -> None:
    assert grid.step(BLOCK, {"r4c4"}, 0.5) == ({*BLOCK, "r4c4"}, 3.0)
