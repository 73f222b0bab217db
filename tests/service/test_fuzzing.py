"""Hostile requests: none makes the service fail, and nothing of them is left.

`make hostile` sends more of them: the variable `RELGYM_HOSTILE` is the number of requests of each kind.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from pathlib import Path

import pytest
import websockets
from service import bombs
from service.conftest import Client, finished, made, serving, started, wait_until_ready
from service.fuzzing import descendants, descriptors, fuzz, resident
from service.test_bounds import head, raw

from relgym.service.local import LocalService
from relgym.service.problems import Refused

EXAMPLES = int(os.environ.get("RELGYM_HOSTILE", "3"))

MEMORY_GROWTH = 200_000_000
"""Bytes by which a server may grow under hostile requests."""


def test_no_request_makes_the_service_fail(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit", "1") as (pid, client):
        session = f"/v1/sessions/{started(client, made(client, 'gripper'))['id']}"
        # Long questions get their workers with the first one.
        finished(client, f"{session}/plan", status=200)
        before = client.get(session).json()
        processes, files, memory = len(list(descendants(pid))), descriptors(pid), resident(pid)
        seen = fuzz(client, examples=EXAMPLES)
        print(f"{sum(seen.values())} requests:", dict(sorted(seen.items())))
        assert sum(seen.values()) > 500
        assert {200, 201, 400, 404, 422} <= seen.keys()
        _hostile_connections(client)
        seen = bombs.send(client)
        assert 408 in seen
        assert {status for status in seen if status >= 500} <= {503}
        assert client.get(session).json() == before
        wait_until_ready(client)
        deadline = time.monotonic() + 20
        while descriptors(pid) > files + 3 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert descriptors(pid) <= files + 3
        assert len(list(descendants(pid))) == processes
        assert resident(pid) < memory + MEMORY_GROWTH


def _hostile_connections(client: Client) -> None:
    """Open connections that send nothing, half a request, nonsense, or go away."""
    host, port = client.address.removeprefix("http://").rsplit(":", 1)
    several = [socket.create_connection((host, int(port))) for _ in range(30)]
    for number, one in enumerate(several):
        one.sendall(head("POST", "/v1/tasks", "Content-Length: 100000")[: number * 9] + b"x" * (number % 3))
    for nonsense in (b"\x00" * 100, b"GET " + b"/" * 100_000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\r\n" * 50):
        with socket.create_connection((host, int(port))) as one:
            one.sendall(nonsense)
    assert client.get("/health").status == 200
    for one in several:
        one.close()
    for path in ("/v1/tasks/../../etc/passwd", "/..%2f..%2fetc/passwd", "/src/%2e%2e/%2e%2e/pyproject.toml"):
        assert b"HTTP/1.1 404" in raw(client.address, head("GET", path))


FRAMES = (
    "", "{", "null", "[]", "0", '"x"', "{}", '{"type": 1}', '{"verb": 1}', '{"type": "step", "data": null}',
    '{"type": "step", "data": {"action": 1}}', '{"type": "reset", "data": {"seed": 1e999}}',
    '{"type": "reset", "data": {"seed": 99999999999999999999999}}', '{"type": "reset", "data": {"seed": NaN}}',
    '{"type": "step", "data": {"action": "\\u0000"}}', '{"type": "step", "data": {"action": "\\ud800"}}',
    "[" * 5000, '{"a":' * 300 + "1" + "}" * 300, '{"id": [[[]]], "verb": "engines"}', "\x00", "é" * 1000,
    '{"type": "step", "data": {"action": {"' + "x" * 1000 + '": ' + "9" * 4000 + "}}}",
    '{"verb": "batch", "data": {"calls": [{"verb": "batch", "data": {"calls": []}}]}}',
    '{"verb": "sessions.step", "data": {"session": "x", "action": {"a": {"b": 1}}}}',
    '{"verb": "tasks.create", "data": {"domain": "\\u0000", "problem": "(", "axioms": [0]}}',
)  # fmt: skip


@pytest.mark.parametrize("path", ["/v1/tasks/{task}/ws", "/v1/tasks/none/ws", "/v1/ws"])
def test_no_frame_makes_a_socket_fail(client: Client, path: str) -> None:
    url = client.address.replace("http", "ws") + path.replace("{task}", made(client))

    async def sent() -> None:
        async with websockets.connect(url) as socket:
            for frame in FRAMES:
                await socket.send(frame)
                text = str(await asyncio.wait_for(socket.recv(), 20))
                answer = json.loads(text)
                assert "Traceback" not in text
                found = answer.get("problem") or answer.get("data", {})
                assert found.get("status", 400) < 500, (frame, text)
            await socket.send(b"\xff\xfe")
            with pytest.raises(websockets.ConnectionClosed) as end:
                await asyncio.wait_for(socket.recv(), 20)
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1003

    asyncio.run(sent())
    assert client.get("/health").status == 200


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd", "/etc/passwd", "blocks/../blocks", "..", "\0", "file:" + "//" + "/etc/passwd"]
)
def test_a_name_of_the_catalogue_is_no_path(name: str) -> None:
    for data in ({"name": name}, {"name": "blocks", "problem": name}):
        with pytest.raises(Refused) as refusal:
            LocalService().call("catalogue.get", data)
        assert refusal.value.problem["status"] in (400, 404, 422)
