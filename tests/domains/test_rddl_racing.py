"""The racing car: its motion, its walls, and a driver who knows the track."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from domains.episodes import Policy, constants, made, played, problems

from relgym.catalogue.generate import generate, instance_text
from relgym.envs.rddl.env import RDDLEnv
from relgym.reasoning.rddl.dynamics import Dynamics


def track(*walls: tuple[float, float, float, float]) -> Dynamics:
    """A start at (7, 8) and a goal far off."""
    names = [f"w{number}" for number in range(len(walls))]
    set_to = {"GOAL-X": 50.0, "GOAL-Y": 0.0, "START-X": 7.0, "START-Y": 8.0}
    for name, wall in zip(names, walls, strict=True):
        set_to |= {f"{end}({name})": x for end, x in zip(("FROM-X", "FROM-Y", "TO-X", "TO-Y"), wall, strict=True)}
    return made("racing-car", instance_text("track", "racing-car", {"wall": names}, set_to, {}, 100)).dynamics


IDLE = (0.0, 0.0)


def test_a_free_car_moves_by_newton_s_law() -> None:
    free = track((5, -9, 5, 9))
    state = (0.0, 0.0, 0.0, 0.0)
    for _ in range(10):
        step = free.step(state, (0.5, -0.25), [])
        state = step.state
        assert step.reward == pytest.approx(-0.01 * math.sqrt(0.5**2 + 0.25**2))
    # After a second: half the acceleration, and the acceleration itself.
    assert state == pytest.approx((0.25, -0.125, 0.5, -0.25))
    assert free.step(state, IDLE, []).state == pytest.approx((0.3, -0.15, 0.5, -0.25))


@pytest.mark.parametrize(
    ("move", "wall", "hit"),
    [
        ((2, 0), (1, -1, 1, 1), True),
        ((2, 0), (1, 1, 1, -1), True),
        ((-2, 0), (1, -1, 1, 1), False),
        ((0.5, 0), (1, -1, 1, 1), False),
        ((1, 0), (1, -1, 1, 1), True),
        ((2, 2), (0, 2, 2, 0), True),
        ((2, 2), (0, 4.5, 4.5, 0), False),
        ((2, 2), (1, 1, 3, 0), True),
        ((2, 2), (1.5, 1, 3, 0), False),
        ((2, 0), (0, 1, 2, 1), False),
        ((2, 0), (1, 0, 1.5, 0), False),
        ((0, 0), (-1, 0.5, 1, 0.5), False),
    ],
)
def test_a_wall_is_hit_if_it_crosses_the_move(move, wall, hit) -> None:
    walled = track((9, 9, 10, 10), wall)
    after = walled.step((0.0, 0.0, 10.0 * move[0], 10.0 * move[1]), IDLE, []).state
    assert after == ((7, 8, 0, 0) if hit else (*move, 10 * move[0], 10 * move[1]))


def test_the_goal_pays_and_ends() -> None:
    free = track((5, -9, 5, 9))
    for speed, arrived in ((4.5, True), (4.0, False)):
        step = free.step((50.0, -0.5, 0.0, speed), IDLE, [])
        assert step.reward == arrived
        assert (free.ended(step.state) is not None) == arrived


def driver(env: RDDLEnv) -> Policy:
    """Takes the lanes between the plots of a generated track: across the start's plot, along x, along y, and in."""
    own, start = constants(env), env.dynamics.start
    goal = own["GOAL-X"], own["GOAL-Y"]
    corners = [[max(1, int(at / 0.6)) * 0.6 for at in place] for place in (start[:2], goal)]
    way = [corners[0], [corners[1][0], corners[0][1]], corners[1], goal]

    def drive(seen: Mapping[str, Any]) -> Mapping[str, float]:
        while len(way) > 1 and math.dist(way[0], (seen["x"], seen["y"])) < 0.04:
            del way[0]
        pulls = {
            axis: 4 * (to - seen[axis]) - 4 * seen[f"{axis}-velocity"] for axis, to in zip("xy", way[0], strict=True)
        }
        return {f"{axis}-force": max(-1, min(1, pull)) for axis, pull in pulls.items()}

    return drive


@pytest.mark.parametrize("path", problems("racing-car"))
def test_the_lanes_of_a_track_lead_to_the_goal(path: Path) -> None:
    env = made("racing-car", path)
    total, arrived = played(env, driver(env))
    assert arrived
    assert total > 0.5
    assert sum(played(env, None, seed)[0] for seed in range(5)) / 5 < total / 2


def test_the_most_crowded_track_has_its_lanes() -> None:
    for seed in range(5):
        env = made("racing-car", generate("racing-car", seed, obstacles=34))
        assert played(env, driver(env))[1]


def test_a_car_between_walls_does_not_get_out() -> None:
    simulator = made("racing-car", generate("racing-car", 3, obstacles=7)).dynamics
    rng = random.Random(1)
    state, crashes = simulator.start, 0
    for _ in range(2000):
        state = simulator.step(state, (rng.uniform(-1, 1), rng.uniform(-1, 1)), []).state
        assert all(0 < at < 1.8 for at in state[:2])
        crashes += state == simulator.start
    assert crashes > 10


def test_racing_car_drives_as_that_of_the_competition() -> None:
    repository = pytest.importorskip("rddlrepository", reason="not installed (pip install 'relgym[test]')")
    folder = Path(repository.__file__).parent / "archive/competitions"
    env = made("racing-car", generate("racing-car", 5, obstacles=6))
    names = {"FROM-X": "X1", "FROM-Y": "Y1", "TO-X": "X2", "TO-Y": "Y2", "START-X": "X0", "START-Y": "Y0"}
    names |= {"GOAL-X": "GX", "GOAL-Y": "GY"}
    instance = env.dynamics.layout.instance
    walls = [item.name for item in dict(instance.objects)["wall"]]
    settings = {
        names[setting.fluent] + (f"({setting.objects[0].name})" if setting.objects else ""): setting.value
        for setting in instance.constants
    }
    text = instance_text("track", "racecar", {"b": walls}, {**settings, "RADIUS": 0.06}, {}, 100)
    theirs = RDDLEnv(folder / "IPPC2023/RaceCar/domain.rddl", text).dynamics
    rng = random.Random(1)
    crashes = 0
    for _ in range(1000):
        state = (*(rng.uniform(0, 1.8) for _ in "xy"), *(rng.uniform(-2, 2) for _ in "xy"))
        action = tuple(rng.uniform(-1, 1) for _ in "xy")
        mine, other = env.dynamics.step(state, action, []), theirs.step(state, action, [])
        assert mine.state == pytest.approx(other.state)
        assert mine.reward == pytest.approx(other.reward)
        crashes += mine.state[2:] == (0, 0)
    assert 100 < crashes < 900
