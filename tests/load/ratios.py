"""What steps take beside echoes: machines differ, and their ratio hardly does."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from load.connections import Http, Socket
from load.figures import CLIENTS, Figure
from load.players import Walk, percentile, together
from load.server import Server


@dataclass(frozen=True)
class Echoes:
    """What a server took that only echoes.

    Attributes:
        rate: The echoes a second.
        seconds: The processor time of the server for each.
        late: The seconds within which 99 % of them came.
    """

    rate: float
    seconds: float
    late: float


async def echoes(server: Server, name: str, count: int) -> Echoes:
    """The same clients, and as many echoes as they would make steps; `name` is that of the figure."""
    if name == "sockets":
        sockets = [await Socket.open(server.port, "/v1/tasks/echo/ws") for _ in range(CLIENTS)]
        walks = [Walk(seed, [await each.reset(seed)]) for seed, each in enumerate(sockets)]
        works = [walk.play(each.step, count) for walk, each in zip(walks, sockets, strict=True)]
    else:
        requests = [await Http.open(server.port) for _ in range(CLIENTS)]
        walks = [Walk(seed, [await each.step("echo", "")]) for seed, each in enumerate(requests)]

        def step(each: Http) -> Any:
            return lambda action: each.step("echo", action)

        works = [walk.play(step(each), count) for walk, each in zip(walks, requests, strict=True)]
    own, begun = server.seconds(), time.perf_counter()
    await together(works)
    wall, own = time.perf_counter() - begun, server.seconds() - own
    times = [each for walk in walks for each in walk.times]
    return Echoes(len(times) / wall, own / len(times), percentile(times, 0.99))


def beside(figures: list[Figure], found: Echoes) -> list[Figure]:
    """The figures of steps as multiples of those of echoes."""
    values = {figure.name.partition(": ")[2]: figure.value for figure in figures}
    name = figures[0].name.partition(": ")[0]
    return [
        Figure(f"{name}: echoes a second of a bare server", found.rate, "/s"),
        Figure(f"{name}: steps a second beside echoes", values["steps a second"] / found.rate, "x"),
        Figure(
            f"{name}: server time beside echoes", values["processor time of the server"] / (1e6 * found.seconds), "x"
        ),
        Figure(f"{name}: p99 beside echoes", values["p99"] / (1e3 * found.late), "x"),
    ]
