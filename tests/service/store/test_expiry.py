"""Expiry: what nobody has used for a while is removed, what is used stays."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from service.conftest import made, serving, started
from service.store.conftest import Database
from sqlalchemy import create_engine, text

from relgym.service.records import Node, SessionRecord, TaskRecord
from relgym.service.store import Store
from relgym.service.store.databases import opened

OLD = 1000.0
"""A time long ago."""


def age(database: Database, *statements: str) -> None:
    engine = opened(database.data, database.address)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_what_was_not_used_is_removed(database: Database) -> None:
    async def play() -> None:
        store = Store(database.data, database.address)
        for key in ("played", "asked", "old"):
            await store.add_task(TaskRecord(key, "domain", "problem", [], {}), "ann")
        for key in ("stepped", "seen", "left"):
            record = SessionRecord(key, "played", "builtin", None, 0, "ann")
            await store.add_session(record, Node(key, 0, None, None, b"{}", None))
        age(database, f"UPDATE task_owners SET used = {OLD}", f"UPDATE sessions SET used = {OLD}")
        await store.add_nodes(Node("stepped", 1, 0, "(a)", b"{}", None))
        await store.touch({"seen"}, {("asked", "ann")})
        assert await store.expire(OLD + 1) == (["left"], ["old"])
        assert [key for key, _ in await store.tasks("ann")] == ["played", "asked"]
        assert await store.nodes("left") == []
        assert await store.expire(OLD + 1) == ([], [])
        sessions, tasks = await store.expire(time.time() + 1)
        assert (sorted(sessions), sorted(tasks)) == (["seen", "stepped"], ["asked", "played"])
        await store.close()

    asyncio.run(play())


def test_the_service_removes_old_sessions_and_keeps_those_that_are_looked_at(tmp_path: Path) -> None:
    days = 1 / 86_400
    with serving(tmp_path, "--expire", str(10 * days)) as (_, client):
        key = made(client)
        looked_at, left = (str(started(client, key)["id"]) for _ in range(2))
        end = time.monotonic() + 60
        while client.get(f"/v1/sessions/{looked_at}").status == 200 and _count(tmp_path) > 1:
            assert time.monotonic() < end
            time.sleep(0.2)
        assert client.get(f"/v1/sessions/{looked_at}").status == 200
        assert client.get(f"/v1/sessions/{left}").status == 404


def _count(data: Path) -> int:
    engine = create_engine(f"sqlite:///{data / 'relgym.sqlite'}")
    with engine.connect() as connection:
        found = int(connection.execute(text("SELECT count(*) FROM sessions")).scalar_one())
    engine.dispose()
    return found
