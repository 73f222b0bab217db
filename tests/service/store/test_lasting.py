"""What is acknowledged lasts: workers and the service itself may be killed at any moment."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from threading import Thread
from typing import Any

from service.conftest import Client, made, serving, texts
from service.store.conftest import Database


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def workers(pid: int) -> list[int]:
    """The processes of the workers: the children of the one that forks them."""
    return [worker for child in children(pid) for worker in children(child)]


def without_id(node: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in node.items() if name != "id"}


def test_a_session_goes_on_after_the_service_and_its_workers_were_killed(database: Database) -> None:
    with serving(database.data, *database.options) as (pid, client):
        assert client.get("/health").json()["status"] == "ok"
        task = client.post("/v1/tasks", texts("blocks")).json()["id"]
        node = client.post("/v1/sessions", {"task": task, "seed": 1}).json()
        path = f"/v1/sessions/{node['id']}"
        for _ in range(3):
            node = client.post(f"{path}/step", {"action": node["actions"][0]}).json()
        client.post(f"{path}/goto", {"node": 1})
        for worker in workers(pid):
            os.kill(worker, signal.SIGKILL)
        node = client.post(f"{path}/step", {"action": node["actions"][0]}).json()
        assert (node["node"], node["parent"]) == (4, 1)
        history = client.get(f"{path}/history").json()
        os.kill(pid, signal.SIGKILL)
    with serving(database.data, *database.options) as (_, client):
        assert client.get(path).json() == node
        assert client.get(f"{path}/history").json() == history
        after = client.post(f"{path}/step", {"action": node["actions"][0]}).json()
        assert (after["node"], after["parent"]) == (5, 4)
        assert client.post("/v1/tasks", texts("blocks")).json()["id"] == task


def test_chance_goes_on_where_it_was(database: Database) -> None:
    """A session that was killed in the middle draws the numbers that it would have drawn."""
    domains = ("exploding-blocks", "sysadmin")

    def start(client: Client, domain: str) -> dict[str, Any]:
        return dict(client.post("/v1/sessions", {"task": made(client, domain), "seed": 3}).json())

    def steps(client: Client, node: dict[str, Any], count: int) -> dict[str, Any]:
        for _ in range(count):
            node = client.post(f"/v1/sessions/{node['id']}/step", {"action": node["actions"][-1]}).json()
        return node

    with serving(database.data, *database.options) as (pid, client):
        whole = [steps(client, start(client, domain), 8) for domain in domains]
        broken = [steps(client, start(client, domain), 4) for domain in domains]
        os.kill(pid, signal.SIGKILL)
    with serving(database.data, *database.options) as (_, client):
        for expected, node in zip(whole, broken, strict=True):
            after = steps(client, node, 4)
            assert without_id(after) == without_id(expected)
            assert after["node"] == 8


def test_no_acknowledged_step_is_lost_when_the_service_is_killed_amid_steps(database: Database) -> None:
    seen: dict[str, list[dict[str, Any]]] = {}

    def play(client: Client, node: dict[str, Any]) -> None:
        acknowledged = seen.setdefault(node["id"], [node])
        try:
            for number in range(10_000):
                action = node["actions"][number % len(node["actions"])]
                node = client.post(f"/v1/sessions/{node['id']}/step", {"action": action}).json()
                acknowledged.append(node)
        except (OSError, ValueError):
            return

    with serving(database.data, *database.options) as (pid, client):
        task = made(client)
        players = [
            Thread(target=play, args=(client, client.post("/v1/sessions", {"task": task, "seed": seed}).json()))
            for seed in range(4)
        ]
        for player in players:
            player.start()
        while sum(map(len, seen.values())) < 60:
            time.sleep(0.01)
        for worker in workers(pid):
            os.kill(worker, signal.SIGKILL)
        while sum(map(len, seen.values())) < 120:
            time.sleep(0.01)
        os.kill(pid, signal.SIGKILL)
        for player in players:
            player.join(60)
    with serving(database.data, *database.options) as (_, client):
        for session, acknowledged in seen.items():
            path = f"/v1/sessions/{session}"
            nodes = client.get(f"{path}/history").json()["nodes"]
            steps = [(node["node"], node["parent"], node["action"]) for node in nodes]
            expected = [(node["node"], node["parent"], node["action"]) for node in acknowledged]
            # The last one may have been written and not acknowledged.
            assert steps[: len(expected)] == expected
            assert len(steps) <= len(expected) + 1
            assert client.post(f"{path}/goto", {"node": acknowledged[-1]["node"]}).json() == acknowledged[-1]
