"""Health, readiness, metrics, and a stop that lets requests end."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
import websockets
from fastapi import FastAPI
from prometheus_client.parser import text_string_to_metric_families
from service.conftest import Answer, Client, finished, made, serving, started, wait_until_ready
from service.fuzzing import descendants
from service.starting import exit_code
from service.test_bounds import head
from service.test_errors import SLOW, refused, slow_problem
from service.workers.test_programs import is_running

from relgym.cli import main
from relgym.service.monitoring.draining import Drain
from relgym.service.monitoring.readiness import Readiness
from relgym.service.problems import Refused
from relgym.service.serve import _Server


def samples(client: Client) -> dict[tuple[str, str], float]:
    """The metrics by name and labels."""
    answer = client.get("/metrics")
    assert answer.status == 200
    assert answer.kind.startswith("text/plain; version=0.0.4")
    families = text_string_to_metric_families(answer.text)
    return {(one.name, ",".join(one.labels.values())): one.value for family in families for one in family.samples}


def test_metrics_count_requests_by_route(tmp_path: Path) -> None:
    with serving(tmp_path) as (pid, client):
        session = started(client, made(client))
        path = f"/v1/sessions/{session['id']}"
        for _ in range(3):
            client.get(path)
        for number in range(20):
            client.get(f"/v1/sessions/none{number}")
            client.get(f"/nowhere/{number}")
            client.raw(f"ODD{number}", "/health", None)
        for child in descendants(pid):
            if not list(descendants(child)):
                os.kill(child, signal.SIGKILL)
        end = time.monotonic() + 60
        # Both have been replaced, and those in their place run.
        while (found := samples(client))["relgym_replaced_workers_total", ""] < 2 or found["relgym_workers", ""] < 2:
            assert time.monotonic() < end, found
            time.sleep(0.1)
        assert found["relgym_requests_total", "GET,/v1/sessions/{session},200"] == 3
        assert found["relgym_requests_total", "GET,/v1/sessions/{session},404"] == 20
        assert found["relgym_requests_total", "GET,other,404"] == 20
        assert found["relgym_request_seconds_count", "/v1/sessions/{session}"] == 23
        assert found["relgym_sessions", ""] == 1
        assert found["relgym_replaced_workers_total", ""] >= 2
        assert found["relgym_waiting_requests", "short"] == 0
        assert found["relgym_waiting_requests", "long"] == 0
        assert found["relgym_workers", ""] == 2
        assert found["relgym_sockets", ""] == 0
        assert found["relgym_sent_bytes_total", ""] > 3 * len(json.dumps(session))
        assert found["process_resident_memory_bytes", ""] > 10_000_000
        assert len(found) < 200


def test_metrics_need_the_scope_admin(tmp_path: Path, capsys: object) -> None:
    tokens = []
    for scope in ("play", "admin"):
        assert main(["token", "create", "--data", str(tmp_path), "--scope", scope]) == 0
        tokens.append(capsys.readouterr().out.strip())  # type: ignore[attr-defined]
    with serving(tmp_path) as (_, client):
        refused(client.get("/metrics"), 401)
        refused(Client(client.address, tokens[0]).get("/metrics"), 403)
        assert samples(Client(client.address, tokens[1]))


def test_a_service_listens_once_a_worker_answers() -> None:
    class LatePool:
        calls = 0

        async def call(self, header: dict[str, object]) -> None:
            assert header == {"op": "ping"}
            self.calls += 1
            if self.calls < 3:
                raise TimeoutError

    app, pool = FastAPI(), LatePool()
    app.state.drain, app.state.hub = Drain(), SimpleNamespace(pool=pool)
    server = _Server(uvicorn.Config(app), app, opens_page=False)
    assert asyncio.run(server._is_ready())
    assert pool.calls == 3
    app.state.drain.is_begun = True
    assert not asyncio.run(server._is_ready())


def test_a_service_whose_workers_hang_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as (pid, client):
        wait_until_ready(client)
        workers = [child for child in descendants(pid) if not list(descendants(child))]
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        # The last answer holds for a second.
        while (answer := client.get("/ready")).status == 200:
            time.sleep(0.05)
        refused(answer, 503)
        assert client.get("/health").status == 200
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        wait_until_ready(client)


def test_requests_end_before_the_service_does_and_new_ones_are_refused(tmp_path: Path) -> None:
    answers: list[Answer] = []
    with serving(tmp_path, "--limit", "3") as (pid, client):
        slow = finished(client, "/v1/tasks", {"domain": SLOW, "problem": slow_problem(11)})["id"]
        session = started(client, made(client))
        asking = threading.Thread(target=lambda: answers.append(client.post("/v1/sessions", {"task": slow})))
        asking.start()
        while not samples(client)["relgym_waiting_requests", "short"]:
            time.sleep(0.05)
        os.kill(pid, signal.SIGTERM)
        while (answer := client.get("/v1/engines")).status == 200:
            time.sleep(0.05)
        assert "about to end" in str(refused(answer, 503)["detail"])
        refused(client.get("/ready"), 503)
        assert client.get("/health").status == 200
        asking.join(30)
        assert answers[0].status == 408
        assert exit_code(pid) == 0
    with serving(tmp_path) as (_, client):
        assert client.get(f"/v1/sessions/{session['id']}").json() == session


def test_sockets_are_told_that_the_service_ends_and_their_steps_stay(tmp_path: Path) -> None:
    with serving(tmp_path) as (pid, client):
        session = started(client, made(client))

        async def played() -> dict[str, object]:
            async with websockets.connect(client.address.replace("http", "ws") + "/v1/ws") as socket:
                data = {"session": session["id"], "action": session["actions"][0]}
                await socket.send(json.dumps({"id": 1, "verb": "sessions.step", "data": data}))
                answer = json.loads(await socket.recv())
                os.kill(pid, signal.SIGTERM)
                with pytest.raises(websockets.ConnectionClosed) as end:
                    await asyncio.wait_for(socket.recv(), 30)
                assert end.value.rcvd is not None
                assert end.value.rcvd.code == 1012
                return dict(answer["ok"])

        node = asyncio.run(played())
        assert exit_code(pid) == 0
    with serving(tmp_path) as (_, client):
        assert client.get(f"/v1/sessions/{session['id']}").json() == node


def test_half_a_body_and_a_stream_do_not_keep_a_service_from_its_end(tmp_path: Path) -> None:
    with serving(tmp_path) as (pid, client):
        host, port = client.address.removeprefix("http://").rsplit(":", 1)
        with socket.create_connection((host, int(port))) as half:
            half.sendall(head("POST", "/v1/tasks", "Content-Length: 1000") + b'{"domain"')
            stream = client.get("/mcp")
            assert stream.status == 405
            assert stream.json()["expected"] == "POST"
            os.kill(pid, signal.SIGTERM)
            begun = time.monotonic()
            assert exit_code(pid) == 0
    # It would be half a minute until the rest of the body is late.
    assert time.monotonic() - begun < 20


def test_workers_end_with_a_service_that_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit", "120") as (pid, client):
        slow = client.post("/v1/tasks", {"domain": SLOW, "problem": slow_problem(11)}).json()["id"]

        def asked() -> None:
            with suppress(OSError, http.client.HTTPException):
                client.post("/v1/sessions", {"task": slow})

        asking = threading.Thread(target=asked)
        asking.start()
        while not samples(client)["relgym_waiting_requests", "short"]:
            time.sleep(0.05)
        workers = [child for child in descendants(pid) if not list(descendants(child))]
        os.kill(pid, signal.SIGKILL)
        exit_code(pid)
        asking.join()
    deadline = time.monotonic() + 30
    while any(is_running(worker) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_strangers_learn_from_readiness_that_it_is_ready_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, client):
        assert client.get("/ready").json() == {"status": "ok"}


def test_readiness_is_asked_for_once_for_all_who_want_to_know() -> None:
    asked = 0

    class Store:
        async def count_sessions(self) -> int:
            nonlocal asked
            asked += 1
            await asyncio.sleep(0)
            return 0

    class Pool:
        async def probe(self) -> None:
            if asked > 1:
                raise OSError

    async def checked() -> None:
        readiness = Readiness(SimpleNamespace(store=Store(), pool=Pool()))  # type: ignore[arg-type]
        await asyncio.gather(*(readiness.check() for _ in range(50)))
        assert asked == 1
        readiness._at = float("-inf")
        for _ in range(2):
            with pytest.raises(Refused, match="do not answer: OSError"):
                await readiness.check()
        assert asked == 2

    asyncio.run(checked())


def test_the_description_of_routes_is_made_once(client: Client) -> None:
    connection = http.client.HTTPConnection(client.address.removeprefix("http://"))
    connection.request("GET", "/v1/openapi.json")
    first = connection.getresponse()
    tag, text = first.getheader("etag"), first.read()
    assert json.loads(text)["paths"]["/v1/batch"]
    connection.request("GET", "/v1/openapi.json", headers={"If-None-Match": str(tag)})
    second = connection.getresponse()
    assert (second.status, second.read(), second.getheader("etag")) == (304, b"", tag)
    connection.close()
