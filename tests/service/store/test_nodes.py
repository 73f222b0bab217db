"""Nodes as they are kept: whatever their size, and however they differ, they are read as they were written."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from service.store.conftest import Database
from sqlalchemy import text

from relgym.service.encoding import dumps
from relgym.service.records import Conflict, Node, SessionRecord, TaskRecord
from relgym.service.store import Store, views

ATOMS = 3000


def view(facts: set[int]) -> bytes:
    """A view of about 50 kB: atoms and actions, sorted."""
    atoms = sorted(f"(at obj{number})" for number in facts)
    return dumps({"state": {"atoms": atoms}, "actions": [f"(go {atom})" for atom in atoms]})


def walk(seed: int, steps: int, changes: int) -> list[bytes]:
    """Views of states that differ from the one before by a number of atoms."""
    random = Random(seed)
    facts = {*range(ATOMS)}
    found = [view(facts)]
    for _ in range(steps):
        for _ in range(changes):
            facts ^= {random.randrange(2 * ATOMS)}
        found.append(view(facts))
    return found


async def opened(database: Database, first: bytes) -> Store:
    store = Store(database.data, database.address)
    if await store.add_task(TaskRecord("t", "domain", "problem", [], {})):
        await store.add_session(SessionRecord("s", "t", "builtin", None, 0), Node("s", 0, None, None, first, None))
    return store


@given(st.binary(max_size=200), st.integers(0, 40), st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=60))))
def test_differences_lead_to_the_view(piece: bytes, times: int, changes: list[tuple[int, bytes]]) -> None:
    base = view({*range(100)}) + piece * times
    changed = base
    for place, new in changes:
        changed = changed[:place] + new + changed[place + len(new) // 2 :]
    found = views.difference(base, changed)
    assert found is None or views.restored(found, base) == changed


@pytest.mark.parametrize("changes", [1, 5, 1000])
def test_nodes_are_read_as_they_were_written(database: Database, changes: int) -> None:
    """One change is kept as a difference, thousand are too many; afterwards another server and branches go on."""
    found = walk(1, 40, changes)

    async def play() -> None:
        store = await opened(database, found[0])
        for number in range(1, 30):
            await store.add_nodes(Node("s", number, number - 1, "(a)", found[number], "rng"))
        await store.add_nodes(*(Node("s", number, number - 1, "(b)", found[number], None) for number in range(30, 35)))
        await store.close()
        store = await opened(database, found[0])
        for number in range(35):
            node = await store.node("s", number)
            assert node is not None and node.view == found[number]
        await store.stand("s", 34, 3)
        await store.add_nodes(Node("s", 35, 3, "(a)", found[35], None))
        await store.add_nodes(Node("s", 36, 35, "(a)", found[36], None))
        standing = await store.standing("s")
        assert standing is not None
        record, node, count = standing
        assert (record.node, node.view, count) == (36, found[36], 37)
        path = {node.number: node.view for node in await store.path("s", 36, 100)}
        assert path == {number: found[number] for number in (0, 1, 2, 3, 35, 36)}
        raw = sum(map(len, found[:37]))
        assert raw > 10 * await store._count_bytes(None) if changes < 1000 else raw > await store._count_bytes(None)
        await store.close()

    asyncio.run(play())


def test_a_base_that_was_not_written_is_no_base(database: Database) -> None:
    """Two servers write node 1; the one that loses must not keep later nodes as differences from its own node 1."""
    found, other = walk(1, 3, 3), walk(2, 3, 3)

    async def play() -> None:
        first = await opened(database, b"{}")
        second = await opened(database, b"{}")
        await first.add_nodes(Node("s", 1, 0, "(a)", found[1], None))
        with pytest.raises(Conflict):
            await second.add_nodes(Node("s", 1, 0, "(b)", other[1], None))
        await second.add_nodes(Node("s", 2, 1, "(b)", other[2], None))
        await second.add_nodes(Node("s", 3, 2, "(b)", other[3], None))
        for number, expected in ((1, found[1]), (2, other[2]), (3, other[3])):
            node = await first.node("s", number)
            assert node is not None and node.view == expected
        await first.close()
        await second.close()

    asyncio.run(play())


def test_the_bytes_of_a_session_are_those_of_its_rows(database: Database) -> None:
    found = walk(1, 20, 2)

    async def play() -> None:
        store = await opened(database, found[0])
        for number in range(1, 20):
            await store.add_nodes(Node("s", number, number - 1, "(a)", found[number], None))

        def sizes(connection: Any) -> tuple[int, int]:
            size = "SUM(100 + LENGTH(view) + COALESCE(LENGTH(action), 0))"
            return (
                int(connection.execute(text("SELECT bytes FROM sessions")).scalar_one()),
                int(connection.execute(text(f"SELECT {size} FROM nodes")).scalar_one()),
            )

        counted, summed = await store._writer.run(sizes)
        assert counted == summed == await store._count_bytes(None)
        await store.close()

    asyncio.run(play())


def test_the_log_of_sqlite_becomes_short_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relgym.service.store.databases.LOG_PAGES", 50)
    log = tmp_path / "relgym.sqlite-wal"
    views = [b'{"%s": 1}' % Random(number).randbytes(50_000).hex().encode() for number in range(40)]

    async def play() -> None:
        store, other = await opened(Database(tmp_path), b"{}"), Store(tmp_path)
        await store.add_nodes(*(Node("s", number, number - 1, "(a)", views[number], None) for number in range(1, 40)))
        assert log.stat().st_size > 1_000_000
        for number in range(40, 50):
            await store.add_nodes(Node("s", number, number - 1, "(a)", b"{}", None))
        assert log.stat().st_size < 500_000
        await other.position("s")
        await store.close()
        assert log.stat().st_size == 0
        await other.close()

    asyncio.run(play())
