"""What is acknowledged lasts: workers and the service itself may be killed at any moment."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from service.conftest import serving, texts


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found + [one for child in found for one in children(child)]


def test_a_session_goes_on_after_the_service_and_its_workers_were_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as (pid, client):
        assert client.get("/health").json()["status"] == "ok"
        task = client.post("/v1/tasks", texts("blocks")).json()["id"]
        node = client.post("/v1/sessions", {"task": task, "seed": 1}).json()
        path = f"/v1/sessions/{node['id']}"
        for _ in range(3):
            node = client.post(f"{path}/step", {"action": node["actions"][0]}).json()
        workers = [child for child in children(pid) if not children(child)]
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        node = client.post(f"{path}/step", {"action": node["actions"][0]}).json()
        os.kill(pid, signal.SIGKILL)
    with serving(tmp_path / "data") as (_, client):
        assert client.get(path).json() == node
        after = client.post(f"{path}/step", {"action": node["actions"][0]}).json()
        assert (after["node"], after["parent"]) == (5, 4)
        assert client.post("/v1/tasks", texts("blocks")).json()["id"] == task
