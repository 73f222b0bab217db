"""Wildfire: how it spreads and is fought, with every draw at a quantile that is known, and what a brigade saves."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
from domains.episodes import made, played, problems

from relgym.catalogue.generate import instance_text
from relgym.envs.rddl.env import RDDLEnv


class Fire:
    """A grid of five columns and five rows, cells by column and row; (3, 3) and (5, 5) are targets."""

    def __init__(self) -> None:
        self.cells = [(column, row) for row in range(1, 6) for column in range(1, 6)]
        names = {cell: f"c{cell[0]}_{cell[1]}" for cell in self.cells}
        near = [(x, y) for x in self.cells for y in self.cells if self.neighbours(x, y)]
        set_to = {f"NEIGHBOR({names[x]}, {names[y]})": True for x, y in near}
        set_to |= {f"TARGET({names[cell]})": True for cell in ((3, 3), (5, 5))}
        text = instance_text("grid", "wildfire", {"cell": [*names.values()]}, set_to, {}, 40)
        self.dynamics = made("wildfire", text).dynamics

    def neighbours(self, x: tuple[int, int], y: tuple[int, int]) -> bool:
        return max(abs(x[0] - y[0]), abs(x[1] - y[1])) == 1

    def step(
        self,
        burning: Collection[tuple[int, int]],
        quantile: float,
        *,
        bare: Collection[tuple[int, int]] = (),
        put: Collection[tuple[int, int]] = (),
        cut: Collection[tuple[int, int]] = (),
    ) -> tuple[set[tuple[int, int]], set[tuple[int, int]], float]:
        """What burns, what has no fuel, and the reward, with every draw at a quantile."""
        state = self.values(burning), [cell not in bare for cell in self.cells]
        action = self.values(put), self.values(cut)
        step = self.dynamics.step(state, action, [quantile] * self.dynamics.uniforms)
        lit, fuel = (
            {cell for cell, value in zip(self.cells, values, strict=True) if value}  # type: ignore[arg-type]
            for values in step.state
        )
        return lit, set(self.cells) - fuel, step.reward

    def values(self, cells: Collection[tuple[int, int]]) -> list[bool]:
        return [cell in cells for cell in self.cells]


@pytest.fixture(scope="module")
def fire() -> Fire:
    return Fire()


def chance(burning: int) -> float:
    """With which a cell lights."""
    return 1 / (1 + math.exp(4.5 - burning))


def test_fire_spreads_to_neighbours_alone(fire: Fire) -> None:
    corner = {(1, 1)}
    around = {(1, 2), (2, 1), (2, 2)}
    assert fire.step(corner, chance(1) - 1e-9)[0] == corner | around
    assert fire.step(corner, chance(1) + 1e-9)[0] == corner
    assert fire.step({(3, 2)}, chance(1) - 1e-9)[0] == {(c, r) for c in (2, 3, 4) for r in (1, 2, 3)}


def test_links_between_cells_may_go_one_way() -> None:
    text = instance_text("pair", "wildfire", {"cell": ["a", "b"]}, {"NEIGHBOR(a, b)": True}, {}, 40)
    simulator = made("wildfire", text).dynamics
    for burning, lit in (([True, False], [True, True]), ([False, True], [False, True])):
        step = simulator.step((burning, [True, True]), ([False, False],) * 2, [chance(1) - 1e-9] * 2)
        assert step.state[0] == lit


def test_the_more_neighbours_burn_the_sooner_a_cell_lights(fire: Fire) -> None:
    row = {(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)}
    assert fire.step(row, chance(3) - 1e-9)[0] == row | {(2, 2), (3, 2), (4, 2)}
    assert fire.step(row, chance(3) + 1e-9)[0] == row
    assert fire.step(row, chance(2) - 1e-9)[0] == row | {(column, 2) for column in range(1, 6)}


def test_sparks_light_cells_but_not_targets(fire: Fire) -> None:
    assert fire.step((), chance(0) - 1e-9)[0] == set(fire.cells) - {(3, 3), (5, 5)}
    assert fire.step((), chance(0) + 1e-9)[0] == set()
    assert fire.step({(4, 4)}, chance(1) - 1e-9)[0] >= {(3, 3), (5, 5)}


def test_fire_burns_on_until_it_is_put_out_and_leaves_no_fuel(fire: Fire) -> None:
    lit, bare, _ = fire.step({(1, 1)}, 0.99)
    assert (lit, bare) == ({(1, 1)}, {(1, 1)})
    assert fire.step(lit, 0.99, bare=bare)[0] == {(1, 1)}
    lit, bare, _ = fire.step({(1, 1)}, 0.99, bare=bare, put={(1, 1)})
    assert (lit, bare) == (set(), {(1, 1)})
    assert (1, 1) not in fire.step({(2, 2)}, 0.0, bare=bare)[0]


def test_what_is_put_out_does_not_light_in_this_step(fire: Fire) -> None:
    lit, bare, _ = fire.step({(2, 2)}, 0.0, put={(3, 3)})
    assert (3, 3) not in lit
    assert bare == {(2, 2)}


def test_what_is_cut_out_never_lights(fire: Fire) -> None:
    lit, bare, _ = fire.step({(1, 1)}, 0.99, cut={(2, 2)})
    assert bare == {(1, 1), (2, 2)}
    assert set(fire.cells) - fire.step(lit, 0.0, bare=bare)[0] == {(2, 2), (3, 3), (5, 5)}


def test_targets_that_burn_or_are_burnt_cost_most(fire: Fire) -> None:
    assert fire.step((), 0.99)[2] == 0
    assert fire.step({(1, 1), (1, 2)}, 0.99)[2] == -10
    assert fire.step({(3, 3)}, 0.99)[2] == -100
    assert fire.step((), 0.99, bare={(3, 3), (1, 1)})[2] == -100
    assert fire.step((), 0.99, put={(1, 1)}, cut={(2, 2), (2, 1)})[2] == -20


def test_only_cells_with_fuel_that_are_no_targets_are_cut_out(fire: Fire) -> None:
    simulator = fire.dynamics
    burning, bare = {(1, 1)}, {(1, 1), (2, 1)}
    state = fire.values(burning), [cell not in bare for cell in fire.cells]
    for cell in fire.cells:
        refused = simulator.refused(state, (fire.values(()), fire.values({cell}))) is not None
        assert refused == (cell in {*bare, (3, 3), (5, 5)})
        assert simulator.refused(state, (fire.values({cell}), fire.values(()))) is None


def brigade(observation: Mapping[str, Any]) -> Mapping[str, float]:
    """Puts out the first cell that burns."""
    return next(
        ({f"put-out{name.removeprefix('burning')}": 1} for name, on in observation.items() if on and "burning" in name),
        {},
    )


@pytest.mark.parametrize("path", problems("wildfire"))
def test_a_fire_brigade_is_better_than_chance(path: Path) -> None:
    env = made("wildfire", path)
    fought, chanced = (sum(played(env, policy, seed)[0] for seed in range(10)) for policy in (brigade, None))
    assert fought > chanced / 2


def test_wildfire_burns_as_that_of_the_competition(fire: Fire) -> None:
    repository = pytest.importorskip("rddlrepository", reason="not installed (pip install 'relgym[test]')")
    folder = Path(repository.__file__).parent / "archive/competitions"
    xs, ys = [f"x{n}" for n in range(1, 6)], [f"y{n}" for n in range(1, 6)]
    place = {(column, row): f"x{column}, y{row}" for column, row in fire.cells}
    near = {f"NEIGHBOR({place[x]}, {place[y]})": True for x in fire.cells for y in fire.cells if fire.neighbours(x, y)}
    near |= {f"TARGET({place[cell]})": True for cell in ((3, 3), (5, 5))}
    text = instance_text("grid", "wildfire_mdp", {"x_pos": xs, "y_pos": ys}, near, {}, 40)
    theirs = RDDLEnv(folder / "IPPC2014/Wildfire/MDP/domain.rddl", text).dynamics
    # Theirs goes through the columns first.
    columns = sorted(fire.cells)
    rng = random.Random(1)
    for _ in range(300):
        bare = {cell for cell in fire.cells if rng.random() < 0.2}
        burning = {cell for cell in fire.cells if rng.random() < 0.3}
        put = {cell for cell in fire.cells if rng.random() < 0.1}
        cut = {cell for cell in fire.cells if rng.random() < 0.1} - burning - bare - {(3, 3), (5, 5)}
        quantile = rng.random() ** 3
        state = [cell in burning for cell in columns], [cell in bare for cell in columns]
        action = [cell in put for cell in columns], [cell in cut for cell in columns]
        step = theirs.step(state, action, [quantile] * theirs.uniforms)
        expected = [{cell for cell, on in zip(columns, values, strict=True) if on} for values in step.state]
        lit, now_bare, reward = fire.step(burning, quantile, bare=bare, put=put, cut=cut)
        assert [lit, now_bare] == expected
        assert reward == step.reward
