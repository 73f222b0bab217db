"""Owners: what one has made, another does not see."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from service.store.conftest import Database

from relgym.service.access.callers import CALLER, Caller
from relgym.service.hub import Hub
from relgym.service.problems import Refused
from relgym.service.records import Node, SessionRecord, TaskRecord
from relgym.service.settings import Settings
from relgym.service.store import Store

TASK = TaskRecord("t", "domain", "problem", [], {"name": "n"})


def played(play: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(None)
        await play(store)
        await store.close()

    asyncio.run(run())


def test_equal_texts_are_one_task_that_each_owner_sees_once_it_is_his() -> None:
    async def play(store: Store) -> None:
        assert await store.add_task(TASK, "ann")
        assert not await store.add_task(TASK, "ann")
        assert await store.task("t", "bob") is None
        assert await store.task("t", None) is None
        assert await store.tasks("bob") == []
        assert not await store.remove_task("t", "bob")
        assert await store.add_task(TASK, "bob")
        assert await store.task("t", "bob") == TASK
        assert await store.remove_task("t", "ann")
        assert await store.task("t", "ann") is None
        assert await store.tasks("bob") == [("t", {"name": "n"})]
        assert await store.remove_task("t", "bob")
        assert await store.tasks() == []

    played(play)


def test_no_other_owner_makes_a_server_forget_a_task() -> None:
    forgotten: list[str] = []

    class Pool:
        def forget(self, task: str) -> None:
            forgotten.append(task)

    async def play(store: Store) -> None:
        hub = Hub(Settings(), store, Pool())  # type: ignore[arg-type]  # no more of it is needed
        await store.add_task(TASK, "ann")
        CALLER.set(Caller("bob", "play"))
        with pytest.raises(Refused, match="no task"):
            await hub.remove_task("t")
        assert forgotten == []
        # Another server has removed it.
        await store.remove_task("t", "ann")
        with pytest.raises(Refused, match="no task"):
            await hub.remove_task("t")
        assert forgotten == ["t"]

    played(play)


def test_sessions_have_owners_and_go_with_their_tasks() -> None:
    async def play(store: Store) -> None:
        for owner in ("ann", "bob", None):
            await store.add_task(TASK, owner)
            record = SessionRecord(f"s-{owner}", "t", "builtin", None, 0, owner)
            await store.add_session(record, Node(record.id, 0, None, None, b"{}", None))
            assert await store.session(record.id) == record
            assert await store.count_sessions(owner) == 1
        await store.remove_task("t", "ann")
        assert await store.session("s-ann") is None
        assert await store.count_sessions() == 2
        await store.remove_task("t")
        assert await store.count_sessions() == 0

    played(play)


def test_sessions_of_operators_go_with_the_task(database: Database) -> None:
    async def play() -> None:
        store = Store(database.data, database.address)
        await store.add_task(TASK, "ann")
        await store.add_session(
            SessionRecord("s", "t", "builtin", None, 0, "op"), Node("s", 0, None, None, b"{}", None)
        )
        assert await store.remove_task("t", "ann")
        assert await store.session("s") is None
        assert await store.tasks() == []
        await store.close()

    asyncio.run(play())
