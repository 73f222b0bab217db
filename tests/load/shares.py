"""What others notice of a greedy owner: their steps with and without one beside."""

from __future__ import annotations

import asyncio
from typing import Any

from load import problems
from load.connections import Http, Socket
from load.figures import Figure
from load.greedy import asking
from load.players import Walk, percentile, together
from load.server import Server

OTHERS = 8
"""Clients of another owner, each of which makes a step when it has the answer to the last one and has thought."""

THINKING_SECONDS = 0.02

KINDS = ("batches", "policies", "hangs")


async def greedy(server: Server, seconds: float, rounds: int = 3) -> list[Figure]:
    """Steps of one owner, in turns with and without a greedy one beside."""
    greedy_token, token = server.tokens
    http = await Http.open(server.port, token)
    task = str((await http.ask("POST", "/v1/tasks", problems.blocks().texts))["id"])
    http.close()
    alone: list[float] = []
    beside: dict[str, list[float]] = {kind: [] for kind in (*KINDS, "all")}
    for _ in range(rounds):
        for kind, times in beside.items():
            alone += await _played(server, task, token, seconds)
            with asking(server.port, greedy_token, *(KINDS if kind == "all" else (kind,))):
                # The first seconds are those in which nobody else was about.
                await _played(server, task, token, min(1.0, seconds))
                times += await _played(server, task, token, seconds)
    usual = percentile(alone, 0.99)
    found = [Figure("greedy: others' p99 without", 1e3 * usual, "ms")]
    for kind, times in beside.items():
        own = percentile(times, 0.99)
        found += [
            Figure(f"greedy: others' p99 beside {kind}", 1e3 * own, "ms"),
            Figure(f"greedy: ratio beside {kind}", own / usual, "", -2.0 if kind != "all" else None),
        ]
    return found


async def _played(server: Server, task: str, token: str, seconds: float) -> list[float]:
    """The seconds of each step that some clients make within a time."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    walks: list[Walk] = []

    async def play(seed: int) -> None:
        socket = await Socket.open(server.port, f"/v1/tasks/{task}/ws", token)
        walk = Walk(seed, [await socket.reset(seed)])
        walks.append(walk)

        async def step(action: Any) -> dict[str, Any]:
            return await socket.step(action)

        while loop.time() < end:
            await walk.play(step, 1)
            await asyncio.sleep(THINKING_SECONDS)
        socket.close()

    await together([play(seed) for seed in range(OTHERS)])
    return [each for walk in walks for each in walk.times]
