"""What moves in RDDL domains, aircraft, goods and vehicles: steps worked out by hand, and what is kept."""

from __future__ import annotations

import random
from math import cos, dist, sin, tan
from statistics import NormalDist

import gymnasium as gym
import numpy as np
import pytest
from domains.flows import COMMANDS, MOST, UAVS, Named, Play, command
from gymnasium import spaces

import relgym  # noqa: F401  # registers the environments
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate, instance_text
from relgym.translate.equations.layout import Number

# -- aircraft ----------------------------------------------------------------------------------


def flight(**start: float) -> Play:
    """Two aircraft of which one is controlled, its goal 3 metres east and 4 metres up."""
    settings = {"CONTROLLED(a)": True, "GOAL-X(a)": 3, "GOAL-Z(a)": 4}
    places = {f"{fluent.replace('_', '-')}(a)": value for fluent, value in start.items()}
    return Play("uav", instance_text("two", "uav", {"aircraft": ["a", "b"]}, settings, places, 5))


def test_an_aircraft_flies_ahead_and_turns_by_leaning():
    play = flight()
    first = {"thrust___a": 4.0, "roll-rate___a": 1.0, "pitch-rate___a": -1.0, "thrust___b": 4.0}
    # The first step is made with the speed and the angles that there were: 0.2 s at 5 m/s.
    assert play.step(first) == pytest.approx(-dist((1, 0, 0), (3, 0, 4)))
    after = play.values
    expected = {"pos-x": 1, "pos-y": 0, "pos-z": 0, "speed": 5.8, "yaw": 0, "roll": 0.2, "pitch": -0.2}
    assert {name: after[f"{name}___a"] for name in expected} == pytest.approx(expected)
    turn = 0.2 * 9.81 * tan(0.2) / 6.3
    x, z = 1 + 0.2 * 5.8, 0.2 * 5.8 * sin(-0.2)
    assert play.step({}) == pytest.approx(-dist((x, 0, z), (3, 0, 4)))
    assert play.values["yaw___a"] == pytest.approx(turn)
    play.step({})
    assert play.values["pos-x___a"] == pytest.approx(x + 0.2 * 5.8 * cos(turn))
    assert play.values["pos-y___a"] == pytest.approx(0.2 * 5.8 * sin(turn))


def test_aircraft_have_limits():
    play = flight(speed=1.0, roll=0.7, pitch=-1.1)
    for _ in range(3):
        play.step({"thrust___a": -4.0, "roll-rate___a": 1.0, "pitch-rate___a": -1.0})
    assert (play.values["speed___a"], play.values["roll___a"], play.values["pitch___a"]) == (0, 0.8, -1.2)


def test_an_aircraft_that_is_not_controlled_drifts():
    play = flight()
    play.step({"thrust___b": 4.0, "roll-rate___b": 1.0}, lambda: NormalDist().cdf(1))
    moved = {name: play.values[f"{name}___b"] for name in ("pos-x", "pos-y", "pos-z", "speed", "roll")}
    deviation = 0.5**0.5
    assert moved == pytest.approx(
        {"pos-x": deviation, "pos-y": deviation, "pos-z": deviation, "speed": 5, "roll": 0}, abs=1e-6
    )


def test_the_three_kinds_of_commands_mean_the_same():
    plays = {domain: Play(domain, generate(domain, 5, controlled=2, drifting=1)) for domain in UAVS}
    chooser = random.Random(1)
    for number in range(40):
        chosen = {aircraft: [chooser.choice((-1, 0, 1)) for _ in MOST] for aircraft in ("a1", "a2", "a3")}
        rewards = []
        for domain, play in plays.items():
            actions = {
                f"{fluent}___{aircraft}": command(domain, fluent, share, most)
                for aircraft, shares in chosen.items()
                for fluent, share, most in zip(COMMANDS[domain], shares, MOST, strict=True)
            }
            rewards.append(play.step(actions, random.Random(number).random))
        assert len(set(rewards)) == 1
        assert plays["uav"].state == plays["uav-mixed"].state == plays["uav-discrete"].state


@pytest.mark.parametrize("domain", UAVS)
def test_commands_have_their_bounds(domain):
    space = gym.make(spec(domain).ids["train"]).action_space
    for fluent, most in zip(COMMANDS[domain], MOST, strict=True):
        is_named = domain == "uav-discrete" or fluent == "throttle"
        expected = spaces.Discrete(3) if is_named else spaces.Box(-most, most, (), np.float64)
        assert space[f"{fluent}___a1"] == expected


# -- goods -------------------------------------------------------------------------------------


def chain(factory: int, first: int, second: int) -> Play:
    """A factory and two warehouses with the costs of the domain; no surge of orders at a quantile of 0.5."""
    start = {"factory-stock": factory, "stock(w1)": first, "stock(w2)": second}
    return Play("supply-chain", instance_text("two", "supply-chain", {"warehouse": ["w1", "w2"]}, {}, start, 5))


def stocks(play: Play) -> list[Number]:
    return [play.values[name] for name in ("factory-stock", "stock___w1", "stock___w2")]


def test_goods_are_made_sent_and_sold():
    play = chain(10, 3, 0)
    # Each warehouse sells 5; a lorry for each; 2 pieces are left in the first, 9 in the factory.
    assert play.step({"produce": 8, "ship___w1": 4, "ship___w2": 5}) == pytest.approx(10 - 0.8 - 0.1 - 1.6 - 0.18)
    assert stocks(play) == [9, 2, 0]
    # The season goes up to 7.5, of which 7 are whole, and 3 more come; half of what is asked for is there.
    assert play.step({"ship___w1": 12, "ship___w2": 6}, lambda: 0.1) == pytest.approx(20 - 0.8 - 0.5 * (2 + 7))
    assert stocks(play) == [0, -2, -7]
    assert [play.values[name] for name in ("demand___w1", "demand-past___w1", "time")] == [10, 5, 2]


@pytest.mark.parametrize(
    ("start", "actions", "expected"),
    [
        ((50, 38, 0), {"ship___w1": 24}, [48, 35, -5]),
        ((70, 0, 0), {"produce": 30}, [80, -5, -5]),
        ((70, 0, 0), {"produce": 30, "ship___w2": 5}, [80, -5, 0]),
        ((7, -20, -20), {"ship___w1": 20, "ship___w2": 1}, [1, -19, -25]),
    ],
)
def test_what_has_no_room_is_neither_sent_nor_made(start, actions, expected):
    play = chain(*start)
    play.step(actions)
    assert stocks(play) == expected


def test_orders_follow_the_season():
    play = chain(0, 0, 0)
    orders = []
    for _ in range(24):
        play.step({})
        orders.append(play.values["demand___w1"])
    assert orders[:12] == [5, 7, 9, 10, 9, 7, 5, 2, 0, 0, 0, 2]
    assert orders[12:] == orders[:12]


def test_goods_are_neither_lost_nor_made():
    chooser = random.Random(2)
    play = Play("supply-chain", generate("supply-chain", 7, warehouses=4))
    for _ in range(100):
        before = play.total("factory-stock", "stock")
        actions: Named = {f"ship___w{number}": chooser.randint(0, 20) for number in range(1, 5)}
        play.step(actions | {"produce": chooser.randint(0, 60)}, chooser.random)
        assert play.total("factory-stock", "stock") == before + play.total("made") - play.total("orders")
        assert play.dynamics.broken(play.state) is None
    assert play.total("factory-stock", "stock") != 0


# -- vehicles ----------------------------------------------------------------------------------


STREET = """
instance street {
  domain = traffic;
  objects { intersection : {i}; link : {a, b}; turn : {t}; slot : {s0, s1, s2}; };
  non-fluents {
    FROM(t) = a; TO(t) = b; AT(t) = i; SHARE(t) = 1; FLOW-MAX(t) = 2; GREEN(t, @east-west);
    NEXT(@east-west) = @north-south; NEXT(@north-south) = @east-west; NUMBER(s1) = 1; NUMBER(s2) = 2;
    TRAVEL(a) = 2; TRAVEL(b) = 1; ENTRY-RATE(a) = 1; ROOM(b) = %s;
  };
  init-state { %s; };
  horizon = 5;
}
"""


def street(start: str, room: float = 40) -> Play:
    """One entry, a signal, and one exit of some room, to which one vehicle comes in each step at a quantile of 0.5."""
    return Play("traffic", STREET % (room, start))


def vehicles(play: Play) -> list[Number]:
    """Those on the entry, farthest first, in the queue, and on the exit."""
    return [play.values[f"moving___a__s{n}"] for n in (2, 1, 0)] + [
        play.values[name] for name in ("queue___t", "moving___b__s2", "moving___b__s1", "moving___b__s0")
    ]


def test_vehicles_drive_queue_and_cross():
    play = street("queue(t) = 0")
    found = [(play.step({}), vehicles(play)) for _ in range(6)]
    assert found == [
        (-1, [1, 0, 0, 0, 0, 0, 0]),
        (-2, [1, 1, 0, 0, 0, 0, 0]),
        (-3, [1, 1, 1, 0, 0, 0, 0]),
        (-4, [1, 1, 1, 0, 0, 1, 0]),
        (-5, [1, 1, 1, 0, 0, 1, 1]),
        (-5, [1, 1, 1, 0, 0, 1, 1]),
    ]


def test_a_queue_is_reached_the_sooner_and_leaves_as_fast_as_it_may():
    play = street("queue(t) = 10; age(i) = 1")
    play.step({})
    # A quarter of the entry is full: one and a half steps to the tail of the queue.
    assert vehicles(play) == [0.5, 0.5, 0, 8, 0, 2, 0]


def test_nobody_crosses_while_it_is_red_or_there_is_no_room():
    clearing = street("queue(t) = 10")
    clearing.step({})
    assert vehicles(clearing) == [0.5, 0.5, 0, 10, 0, 0, 0]
    other = street("queue(t) = 10; age(i) = 1; phase-of(i) = @north-south")
    other.step({})
    assert other.values["queue___t"] == 10
    full = street("queue(t) = 10; age(i) = 1; moving(b, s1) = 2.5", room=3)
    full.step({})
    assert vehicles(full) == [0.5, 0.5, 0, 9.5, 0, pytest.approx(0.5), 2.5]


@pytest.mark.parametrize(("advance", "steps"), [(True, 3), (False, 16)])
def test_a_phase_lasts_as_long_as_it_must_and_no_longer_than_it_may(advance, steps):
    play = street("queue(t) = 0")
    phases = []
    for _ in range(2 * steps):
        play.step({"advance___i": advance})
        phases.append(play.values["phase-of___i"])
    east_west, north_south = 0, 2
    assert phases == [east_west] * (steps - 1) + [north_south] * steps + [east_west]


def test_vehicles_are_neither_lost_nor_made_and_keep_to_the_room():
    chooser = random.Random(3)
    play = Play("traffic", generate("traffic", 4, rows=2, columns=2, traffic=1.0))
    layout = play.dynamics.layout
    links = [item.name for item in layout.items["link"]]
    turns = {item.name: links[int(play.constants[f"FROM___{item.name}"])] for item in layout.items["turn"]}
    exits = set(links) - set(turns.values())
    assert len(exits) == 8
    jams = 0
    for _ in range(150):
        before, outside = play.total("moving", "queue", "outside"), play.total("outside")
        actions: Named = {f"advance___{item.name}": chooser.random() < 0.1 for item in layout.items["intersection"]}
        reward = play.step(actions, chooser.random)
        came = play.total("waiting") - outside
        gone = sum(play.values[f"arriving___{link}"] for link in exits)
        after = play.total("moving", "queue", "outside")
        assert after == pytest.approx(before + came - gone)
        assert reward == pytest.approx(-after)
        jams += sum(play.values[f"fitting___{link}"] < 1 for link in links)
        for link in links:
            moving = sum(value for name, value in play.values.items() if name.startswith(f"moving___{link}__"))
            queued = sum(play.values[f"queue___{turn}"] for turn, start in turns.items() if start == link)
            assert moving + queued <= play.constants[f"ROOM___{link}"] + 1e-9
    assert jams > 100
    assert min(value for name, value in play.values.items() if "___" in name) >= -1e-9
