"""One owner that asks for as much as it may: batches of large answers, policies, and calls that hang.

It runs in a process of its own, so that it does not delay the clients that are measured.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from load import problems
from load.connections import Http, Refused
from load.players import together

BATCH_CALLS = 1000
POLICIES = 16

LARGE_ATOMS = 2300
"""A node of such a session takes 80 kB as JSON."""


async def _made(http: Http, problem: problems.Problem) -> str:
    return str((await http.ask("POST", "/v1/tasks", problem.texts))["id"])


async def ask_for_all(port: int, token: str, kinds: list[str]) -> None:
    """Ask for more as soon as an answer is there, whatever it is."""
    http = await Http.open(port, token)
    session = (await http.start(await _made(http, problems.large(LARGE_ATOMS)), 0))["id"]
    endless, chance = await _made(http, problems.endless()), await _made(http, problems.of("exploding-blocks"))
    get = {"verb": "sessions.get", "data": {"session": session}}
    policy = {"options": {"method": "uct", "seconds": 10}}
    works: dict[str, tuple[int, str, str, dict[str, Any]]] = {
        "batches": (2, "POST", "/v1/batch", {"calls": [get] * BATCH_CALLS}),
        "policies": (POLICIES, "POST", f"/v1/tasks/{chance}/policy", policy),
        "hangs": (4, "POST", "/v1/sessions", {"task": endless}),
    }

    async def again(method: str, path: str, body: dict[str, Any]) -> None:
        own = await Http.open(port, token)
        while True:
            try:
                await own.ask(method, path, body)
            except Refused:
                await asyncio.sleep(0.02)
            except TimeoutError:
                own = await Http.open(port, token)

    print("ready", flush=True)
    await together([again(*more) for kind in kinds for count, *more in [works[kind]] for _ in range(count)])


@contextmanager
def asking(port: int, token: str, *kinds: str) -> Iterator[None]:
    """Let such an owner ask, meanwhile."""
    command = [sys.executable, __file__, str(port), token, *kinds]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            yield
        finally:
            process.kill()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(ask_for_all(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
