"""Quotas: an owner who has enough gets a clear refusal, and others do not notice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from service.conftest import made, serving, started, texts
from service.store.conftest import Database

from relgym.service.problems import Refused
from relgym.service.records import Node, SessionRecord, TaskRecord
from relgym.service.store import Store
from relgym.service.store.quotas import Quotas


def task(key: str) -> TaskRecord:
    return TaskRecord(key, "domain", "problem", [], {})


async def add_session(store: Store, key: str, owner: str | None) -> None:
    await store.add_session(SessionRecord(key, "a", "builtin", None, 0, owner), Node(key, 0, None, None, b"{}", None))


def test_owners_have_quotas(database: Database) -> None:
    async def play() -> None:
        store = Store(database.data, database.address, Quotas(sessions=1, tasks=2, texts=30))
        await store.add_task(task("a"), "ann")
        await store.add_task(task("b"), "ann")
        with pytest.raises(Refused, match="you have 2 tasks, and 2 are allowed") as caught:
            await store.add_task(task("c"), "ann")
        assert caught.value.problem["status"] == 429
        assert await store.task("c") is None
        assert not await store.add_task(task("b"), "ann")
        large = TaskRecord("d", "domain" * 5, "", [], {})
        with pytest.raises(Refused, match="this one has 30, and 30 are allowed") as caught:
            await store.add_task(task("a"), "bob")
            await store.add_task(large, "bob")
        assert caught.value.problem["status"] == 413
        await add_session(store, "s1", "ann")
        with pytest.raises(Refused, match="you have 1 sessions, and 1 are allowed"):
            await add_session(store, "s2", "ann")
        await add_session(store, "s3", None)
        await store.remove_session("s1")
        await add_session(store, "s2", "ann")
        await store.close()

    asyncio.run(play())


def test_owners_have_bytes(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is over is refused at the next step, is allowed again once something is removed, and others go on."""
    monkeypatch.setattr("relgym.service.store.usage.LOOK_SECONDS", 1000.0)
    view = b'{"%s": 1}' % (b"x" * 900)

    async def play() -> None:
        store = Store(database.data, database.address, Quotas(bytes=5000))
        await store.add_task(task("a"), "ann")
        for key, owner in (("s1", "ann"), ("s2", "ann"), ("s3", "bob")):
            await add_session(store, key, owner)
        for number in range(1, 5):
            await store.check_bytes("ann")
            await store.add_nodes(Node("s1", number, number - 1, "(a)", view, None))
        await store.check_bytes("ann")
        await store.add_nodes(Node("s2", 1, 0, "(a)", view, None))
        with pytest.raises(Refused, match=r"your sessions have 5,[0-9]{3} bytes, and 5,000 are allowed") as caught:
            await store.check_bytes("ann")
        assert caught.value.problem["status"] == 429
        assert "--max-bytes" in caught.value.problem["hint"]
        await store.check_bytes("bob")
        await store.remove_session("s2")
        await store.check_bytes("ann")
        await store.close()

    asyncio.run(play())


def test_the_service_says_what_is_full(tmp_path_factory: pytest.TempPathFactory) -> None:
    options = ("--max-sessions", "2", "--max-nodes", "2", "--max-tasks", "1")
    with serving(tmp_path_factory.mktemp("quotas"), *options) as (_, client):
        key = made(client)
        refused = client.post("/v1/tasks", texts("gripper"))
        assert (refused.status, refused.json()["hint"][:11]) == (429, "remove some")
        node = started(client, key)
        started(client, key)
        refused = client.post("/v1/sessions", {"task": key})
        assert (refused.status, refused.json()["detail"]) == (429, "you have 2 sessions, and 2 are allowed")
        path = f"/v1/sessions/{node['id']}"
        assert client.post(f"{path}/step", {"action": node["actions"][0]}).status == 200  # type: ignore[index]
        refused = client.post(f"{path}/step", {"action": "(x)"})
        assert (refused.status, refused.json()["detail"]) == (429, "the session has 2 nodes, and 2 are allowed")
        assert client.delete(path).status == 204
        started(client, key)


def test_the_service_says_which_bytes_are_used_up(tmp_path: Path) -> None:
    with serving(tmp_path, "--max-bytes", "1000") as (_, client):
        task, paths = made(client), []
        while (answer := client.post("/v1/sessions", {"task": task})).status == 201:
            paths.append(f"/v1/sessions/{answer.json()['id']}")
            assert len(paths) < 20
        refused = client.post(f"{paths[0]}/step", {"action": "(x)"})
        for found in (answer, refused):
            assert found.status == 429
            assert found.json()["detail"].endswith("bytes, and 1,000 are allowed")
        client.delete(paths[0])
        assert client.post("/v1/sessions", {"task": task}).status == 201
