"""The load itself: a few steps of each figure, and that its replay would see a wrong answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

from load import figures, problems, ratios, shares
from load.disk import disk
from load.server import Server, echoing, serving

FEW = 4


def test_every_figure_is_measured_and_nothing_is_wrong() -> None:
    async def measured(server: Server) -> list[figures.Figure]:
        found = [*await figures.sockets(server, FEW), *await figures.requests(server, FEW)]
        return [*found, *await figures.mixed(server, 3.0, kill_seconds=1.0)]

    with serving("--workers", "1") as server:
        found = {figure.name: figure for figure in asyncio.run(measured(server))}
    assert found["websocket: wrong answers"].value == 0
    assert found["HTTP: wrong answers"].value == 0
    assert found["mixed: workers killed"].value >= 1
    assert found["mixed: lost or wrong answers"].value == 0
    assert found["mixed: sessions replayed"].value > 0
    assert not Path(f"/proc/{server.pid}").exists()


def test_steps_take_few_bytes_on_the_disk() -> None:
    with serving("--workers", "1") as server:
        small, large = (figure.value for figure in asyncio.run(disk(server, 40)))
    assert 200 < small < 2000
    # A node of 600 kB.
    assert 500 < large < 20_000


def test_a_call_that_hangs_is_ended() -> None:
    with serving("--workers", "1", "--limit", "1") as server:
        found = {figure.name: figure.value for figure in asyncio.run(figures.hangs(server, FEW))}
    assert found["hang: calls that hung"] >= 1


def test_echoes_are_measured_by_the_same_clients() -> None:
    with echoing() as server:
        found = asyncio.run(ratios.echoes(server, "sockets", FEW)), asyncio.run(ratios.echoes(server, "requests", FEW))
    assert all(each.rate > 0 and each.seconds > 0 for each in found)
    steps = [figures.Figure("websocket: steps a second", found[0].rate / 4, "/s")]
    steps += [figures.Figure("websocket: processor time of the server", 3e6 * found[0].seconds, "us")]
    steps += [figures.Figure("websocket: p99", 2e3 * found[0].late, "ms")]
    assert [round(figure.value, 6) for figure in ratios.beside(steps, found[0])[1:]] == [0.25, 3.0, 2.0]


def test_others_play_beside_a_greedy_owner() -> None:
    with serving("--workers", "1", owners=2) as server:
        found = {figure.name: figure.value for figure in asyncio.run(shares.greedy(server, 0.5, rounds=1))}
    assert {f"greedy: ratio beside {kind}" for kind in (*shares.KINDS, "all")} <= found.keys()
    assert all(value > 0 for value in found.values())


def test_the_replay_sees_a_wrong_answer() -> None:
    problem = problems.blocks()
    start, after = problem.replayed(1, ["(unstack b3 b2)"])
    nodes = [{"node": 0, "action": None, **start}, {"node": 1, "action": "(unstack b3 b2)", **after}]
    assert problems.wrong(problem, 1, nodes) == []
    assert problems.wrong(problem, 1, [nodes[0], {**nodes[1], "goal": True}]) == [1]


def test_figures_are_missed_below_or_above_their_bounds() -> None:
    assert figures.Figure("rate", 5, "/s", 4).is_met
    assert not figures.Figure("rate", 3, "/s", 4).is_met
    assert figures.Figure("time", 3, "ms", -4).is_met
    assert not figures.Figure("time", 5, "ms", -4).is_met
    assert not figures.Figure("wrong", 1, "", -0.0).is_met
