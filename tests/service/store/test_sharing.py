"""Several servers share one database: each carries out requests where a session stands by now."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from service.conftest import Client, made, serving
from service.postgres import Server
from service.store.conftest import KINDS, empty_database


@pytest.fixture(scope="module", params=KINDS)
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Client, Client]]:
    """Clients of two servers on one database."""
    database = empty_database(request, tmp_path_factory.mktemp("sharing") / "data")
    with (
        serving(database.data, *database.options) as (_, one),
        serving(database.data, *database.options) as (_, two),
    ):
        yield one, two


def step(client: Client, path: str, action: str) -> dict[str, Any]:
    return dict(client.post(f"{path}/step", {"action": action}).json())


def test_a_session_moves_from_server_to_server(servers: tuple[Client, Client]) -> None:
    one, two = servers
    start = one.post("/v1/sessions", {"task": made(one), "seed": 1}).json()
    path = f"/v1/sessions/{start['id']}"
    first = step(one, path, start["actions"][0])
    assert two.get(path).json() == first
    second = step(two, path, first["actions"][0])
    assert (second["node"], second["parent"]) == (2, 1)
    # This server has seen node 1 last; an action of node 2 is one that it must not refuse.
    third = step(one, path, second["actions"][-1])
    assert (third["node"], third["parent"]) == (3, 2)
    assert two.get(path).json() == third
    assert two.post(f"{path}/undo").json() == second
    assert one.get(path).json() == second
    one.post(f"{path}/goto", {"node": 0})
    branch = step(two, path, start["actions"][0])
    assert (branch["node"], branch["parent"], branch["state"]) == (4, 0, first["state"])
    assert one.post(f"{path}/query", {"formula": "(handempty)"}).json() == {"holds": False}
    assert one.delete(path).status == 204
    assert two.post(f"{path}/step", {"action": "(x)"}).status == 404
    assert two.get(path).status == 404


def test_a_task_that_one_server_removes_is_gone_from_all(servers: tuple[Client, Client]) -> None:
    one, two = servers
    task = made(one, "gripper")
    session = two.post("/v1/sessions", {"task": task}).json()["id"]
    assert two.get(f"/v1/tasks/{task}").status == two.post(f"/v1/tasks/{task}/goal").status == 200
    assert one.delete(f"/v1/tasks/{task}").status == 204
    assert two.get(f"/v1/tasks/{task}").status == two.post(f"/v1/tasks/{task}/goal").status == 404
    assert two.post("/v1/sessions", {"task": task}).status == two.get(f"/v1/sessions/{session}").status == 404
    assert made(two, "gripper") == task
    assert one.post(f"/v1/tasks/{task}/goal").json() == {"goal": False}


def test_lost_connections_are_opened_again(postgres: Server, tmp_path: Path) -> None:
    address = postgres.new_database()
    with serving(tmp_path, "--database", address) as (_, client):
        node = client.post("/v1/sessions", {"task": made(client)}).json()
        with psycopg.connect(address, autocommit=True) as connection:
            others = "pid <> pg_backend_pid() AND datname = current_database()"
            ended = connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
            assert ended.fetchall() == [(True,)]
        after = step(client, f"/v1/sessions/{node['id']}", node["actions"][0])
        assert (after["node"], after["parent"]) == (1, 0)


def test_both_servers_step_at_once(servers: tuple[Client, Client]) -> None:
    """Every acknowledged step is a node; each follows from the one before it, whichever server made it."""
    one, two = servers
    start = one.post("/v1/sessions", {"task": made(one), "seed": 1}).json()
    path = f"/v1/sessions/{start['id']}"

    def play(client: Client) -> list[dict[str, Any]]:
        done = []
        node = start
        while len(done) < 20:
            answer = client.post(f"{path}/step", {"action": node["actions"][len(done) % len(node["actions"])]})
            assert answer.status in (200, 409), answer.text
            node = answer.json() if answer.status == 200 else client.get(path).json()
            done += [node] if answer.status == 200 else []
        return done

    with ThreadPoolExecutor(2) as pool:
        nodes = [start, *(node for found in pool.map(play, [one, two]) for node in found)]
    by_number = {node["node"]: node for node in nodes}
    assert sorted(by_number) == [*range(41)]
    assert all(node["action"] in by_number[node["parent"]]["actions"] for node in nodes[1:])
    history = two.get(f"{path}/history").json()["nodes"]
    assert [(node["node"], node["parent"], node["action"]) for node in history] == [
        (node["node"], node["parent"], node["action"]) for _, node in sorted(by_number.items())
    ]
