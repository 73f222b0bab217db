"""What is measured: steps over sockets and over HTTP, a call that hangs, and workers that are killed."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from load import problems
from load.connections import Http, Refused, Socket
from load.players import Walk, percentile, together
from load.server import Server

CLIENTS = 64

HANG_SECONDS = 0.2
"""The limit of each call of the service in which a call hangs."""


@dataclass
class Figure:
    """A figure, and what it shall be.

    Attributes:
        name: What is measured.
        value: The value.
        unit: Its unit.
        bound: What it shall be at least, or at most if it is negative.
    """

    name: str
    value: float
    unit: str
    bound: float | None = None

    @property
    def is_met(self) -> bool:
        if self.bound is None:
            return True
        return self.value >= self.bound if self.bound > 0 else self.value <= -self.bound

    def __str__(self) -> str:
        wanted = "" if self.bound is None else f"  ({'>=' if self.bound > 0 else '<='} {abs(self.bound):g})"
        return f"{self.name:46} {self.value:10.1f} {self.unit:6}{wanted}{'' if self.is_met else '  MISSED'}"


async def made(server: Server, problem: problems.Problem) -> str:
    """The id of a task of the service."""
    connection = await Http.open(server.port)
    task = await connection.ask("POST", "/v1/tasks", problem.texts)
    connection.close()
    return str(task["id"])


async def sockets(server: Server, steps: int) -> list[Figure]:
    """Steps over one socket for each client."""
    problem = problems.blocks()
    path = f"/v1/tasks/{await made(server, problem)}/ws"
    connections = [await Socket.open(server.port, path) for _ in range(CLIENTS)]
    walks = [Walk(seed, [await each.reset(seed)]) for seed, each in enumerate(connections)]
    works = [walk.play(each.step, steps) for walk, each in zip(walks, connections, strict=True)]
    return await _rates("websocket", server, problem, walks, works, (4000, -90, -50))


async def requests(server: Server, steps: int) -> list[Figure]:
    """Steps by one request each."""
    problem = problems.blocks()
    task = await made(server, problem)
    connections = [await Http.open(server.port) for _ in range(CLIENTS)]
    walks = [Walk(seed, [await each.start(task, seed)]) for seed, each in enumerate(connections)]

    def step(walk: Walk, connection: Http) -> Any:
        return lambda action: connection.step(walk.nodes[0]["id"], action)

    works = [walk.play(step(walk, each), steps) for walk, each in zip(walks, connections, strict=True)]
    return await _rates("HTTP", server, problem, walks, works, (2000, None, None))


async def _rates(
    name: str,
    server: Server,
    problem: problems.Problem,
    walks: list[Walk],
    works: list[Any],
    bounds: tuple[float | None, float | None, float | None],
) -> list[Figure]:
    # Every session's first step fills caches.
    own, workers, begun, client = server.seconds(), server.worker_seconds(), time.perf_counter(), time.process_time()
    await together(works)
    wall, client = time.perf_counter() - begun, time.process_time() - client
    own, workers = server.seconds() - own, server.worker_seconds() - workers
    times = [each for walk in walks for each in walk.times]
    count = len(times)
    lost = sum(len(problems.wrong(problem, walk.seed, walk.nodes)) for walk in walks[::8])
    return [
        Figure(f"{name}: steps a second", count / wall, "/s", bounds[0]),
        Figure(f"{name}: processor time of the server", 1e6 * own / count, "us", bounds[1]),
        Figure(f"{name}: processor time of the workers", 1e6 * workers / count, "us"),
        Figure(f"{name}: processor time of the clients", 1e6 * client / count, "us"),
        Figure(f"{name}: steps a second of server time", count / own, "/s"),
        Figure(f"{name}: p50", 1e3 * percentile(times, 0.5), "ms"),
        Figure(f"{name}: p99", 1e3 * percentile(times, 0.99), "ms", bounds[2]),
        Figure(f"{name}: wrong answers", lost, "", -0.0),
    ]


async def hangs(server: Server, steps: int) -> list[Figure]:
    """Steps of all clients but one, whose calls hang."""
    problem = problems.blocks()
    task = await made(server, problem)
    path = f"/v1/tasks/{task}/ws"
    connections = [await Socket.open(server.port, path) for _ in range(CLIENTS - 1)]
    walks = [Walk(seed, [await _reset(each, seed)]) for seed, each in enumerate(connections)]
    slow = await Http.open(server.port)
    endless = await made(server, problems.endless())
    times: list[float] = []
    done = asyncio.Event()

    async def hang() -> None:
        while not done.is_set():
            begun = time.perf_counter()
            try:
                await slow.start(endless, 0)
            except Refused as refused:
                assert refused.problem["status"] == 408, refused.problem
            else:
                raise AssertionError("the call was meant to hang")
            times.append(time.perf_counter() - begun)
            await asyncio.sleep(0.3)

    async def play() -> None:
        await together([walk.play(each.step, steps) for walk, each in zip(walks, connections, strict=True)])
        done.set()

    await together([hang(), play()])
    others = [each for walk in walks for each in walk.times]
    return [
        Figure("hang: calls that hung", len(times), ""),
        Figure("hang: answered after (median)", 1e3 * percentile(times, 0.5), "ms", -250),
        Figure("hang: answered after (most)", 1e3 * max(times), "ms"),
        Figure("hang: others' p50", 1e3 * percentile(others, 0.5), "ms"),
        Figure("hang: others' p99", 1e3 * percentile(others, 0.99), "ms", -50),
    ]


async def _reset(connection: Socket, seed: int) -> dict[str, Any]:
    """Begin an episode; a worker whose first task this is may take longer than the limit on a busy machine."""
    for _ in range(20):
        try:
            return await connection.reset(seed)
        except Refused as refused:
            assert refused.problem["status"] == 408, refused.problem
    raise AssertionError("no worker has read the task within the limit")


async def mixed(server: Server, seconds: float, kill_seconds: float = 5.0) -> list[Figure]:
    """Sockets and requests of several tasks at once, while workers are killed."""
    tasks = [problems.blocks(), problems.of("exploding-blocks"), problems.of("sysadmin")]
    keys = [await made(server, problem) for problem in tasks]
    end = time.monotonic() + seconds
    walks: list[tuple[problems.Problem, Walk]] = []
    kills = 0
    memory: list[tuple[float, float]] = []

    async def episodes(number: int) -> None:
        """Play episode after episode of one task, over a socket or by requests."""
        kind = number % len(tasks)
        over_socket = number % 2 == 0
        socket = await Socket.open(server.port, f"/v1/tasks/{keys[kind]}/ws") if over_socket else None
        seed = number
        while time.monotonic() < end:
            http = await Http.open(server.port)
            start = await (http.start(keys[kind], seed) if socket is None else socket.reset(seed))
            walk = Walk(seed, [start])

            async def step(action: Any, http: Http = http, key: str = start["id"]) -> dict[str, Any]:
                return await (http.step(key, action) if socket is None else socket.step(action))

            await walk.play(step, 30)
            if socket is not None:
                # The service closes connections that are idle for seconds, as this one while the socket was in use.
                http.close()
                http = await Http.open(server.port)
            tree = await http.ask("GET", f"/v1/sessions/{start['id']}/history")
            steps = [(node["node"], node["parent"]) for node in tree["nodes"]]
            assert steps == [(node["node"], node["parent"]) for node in walk.nodes], "a step is lost"
            if socket is None:
                await http.ask("DELETE", f"/v1/sessions/{start['id']}")
            http.close()
            # Some are replayed afterwards; to keep all would make the memory of the client grow.
            if len(walks) < 600 or seed % 50 == 0:
                walks.append((tasks[kind], walk))
            else:
                counted.extend(walk.times)
            seed += CLIENTS

    counted: list[float] = []

    async def kill() -> None:
        nonlocal kills
        while time.monotonic() + kill_seconds < end:
            await asyncio.sleep(kill_seconds)
            server.kill_worker(kills)
            kills += 1
            memory.append((server.megabytes(), server.worker_megabytes()))

    own = server.seconds()
    await together([kill(), *(episodes(number) for number in range(CLIENTS))])
    own = server.seconds() - own
    times = counted + [each for _, walk in walks for each in walk.times]
    wrong = sum(len(problems.wrong(problem, walk.seed, walk.nodes)) for problem, walk in walks)
    third = max(1, len(memory) // 3)
    early = max((one for one, _ in memory[:third]), default=0.0)
    late = max((one for one, _ in memory[-third:]), default=0.0)
    return [
        Figure("mixed: workers killed", kills, ""),
        Figure("mixed: steps", len(times), ""),
        Figure("mixed: steps a second", len(times) / seconds, "/s"),
        Figure("mixed: processor time of the server", 1e6 * own / len(times), "us"),
        Figure("mixed: sessions replayed", len(walks), ""),
        Figure("mixed: lost or wrong answers", wrong, "", -0.0),
        Figure("mixed: p99", 1e3 * percentile(times, 0.99), "ms"),
        Figure("mixed: memory of the server in the first third", early, "MB"),
        Figure("mixed: memory of the server in the last third", late, "MB"),
        Figure("mixed: growth of that", late - early, "MB"),
        Figure("mixed: memory of the largest worker", max((two for _, two in memory), default=0.0), "MB"),
    ]
