"""A database that fails and comes back: requests get 503 meanwhile, then go on, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from service.conftest import Client, made, serving, wait_until_ready
from service.postgres import Server, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from relgym.cli import main
from relgym.service.records import Node, SessionRecord, TaskRecord
from relgym.service.store import Store
from relgym.service.store.failures import DatabaseFailure
from relgym.tuning.service import LOOK_SECONDS

LARGE = b'{"%s": 1}' % (b"x" * 900)
"""A view that is not compressed."""


class Players:
    """Clients that step, each in a session of its own, until they are told to stop; 503 is all that may go wrong."""

    def __init__(self, client: Client, count: int = 3) -> None:
        task = made(client)
        starts = [client.post("/v1/sessions", {"task": task, "seed": seed}).json() for seed in range(count)]
        self.nodes: dict[str, list[dict[str, Any]]] = {start["id"]: [start] for start in starts}
        self.refused: list[dict[str, Any]] = []
        self.wrong: list[str] = []
        self._client = client
        self._end = Event()
        self._threads = [Thread(target=self._play, args=(key,), daemon=True) for key in self.nodes]
        for thread in self._threads:
            thread.start()

    def _play(self, key: str) -> None:
        path, nodes = f"/v1/sessions/{key}", self.nodes[key]
        present = nodes[0]
        while not self._end.is_set():
            action = present["actions"][len(nodes) % len(present["actions"])]
            answer = self._client.post(f"{path}/step", {"action": action})
            if answer.status == 200:
                present = answer.json()
                nodes.append(present)
                continue
            if answer.status == 503:
                self.refused.append(answer.json())
                time.sleep(0.02)
            elif answer.status != 409:
                self.wrong.append(answer.text)
                return
            # The step may have been written, as the hint says.
            found = self._client.get(path)
            if found.status == 200:
                present = found.json()
            elif found.status != 503:
                self.wrong.append(found.text)
                return

    def count(self) -> int:
        return sum(map(len, self.nodes.values()))

    def wait_for_steps(self, more: int = 20) -> None:
        """Wait until there are some steps more."""
        wanted, deadline = self.count() + more, time.monotonic() + 60
        while self.count() < wanted:
            assert not self.wrong, self.wrong
            assert time.monotonic() < deadline, f"no step is acknowledged any more: {self.refused[-1:]}"
            time.sleep(0.01)

    def wait_for_refusals(self) -> dict[str, Any]:
        """Wait until a request more is refused; returns its problem."""
        before, deadline = len(self.refused), time.monotonic() + 60
        while len(self.refused) == before:
            assert not self.wrong, self.wrong
            assert time.monotonic() < deadline, "nothing is refused"
            time.sleep(0.01)
        return self.refused[-1]

    def stop(self) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join(60)
        assert not self.wrong, self.wrong

    def check(self, client: Client) -> None:
        """Check that all steps that were acknowledged are there, in the order of their numbers."""
        for key, nodes in self.nodes.items():
            history = client.get(f"/v1/sessions/{key}/history").json()["nodes"]
            there = {node["node"]: (node["parent"], node["action"]) for node in history}
            assert all(there[node["node"]] == (node["parent"], node["action"]) for node in nodes)
            answer = client.post(f"/v1/sessions/{key}/goto", {"node": nodes[-1]["node"]})
            assert answer.json() == nodes[-1]


async def stored(store: Store) -> None:
    """Add a session to an empty store."""
    await store.add_task(TaskRecord("t", "domain", "problem", [], {}))
    await store.add_session(SessionRecord("s", "t", "builtin", None, 0), Node("s", 0, None, None, b"{}", None))


def test_a_full_database_refuses_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def limit(store: Store, pages: int) -> None:
        await store._writer.run(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}").all())

    async def play() -> None:
        store = Store(tmp_path)
        await stored(store)
        await limit(store, 60)
        number = 0
        with pytest.raises(DatabaseFailure) as caught:
            for number in range(1, 1000):
                await store.add_nodes(Node("s", number, number - 1, "(a)", LARGE, None))
        assert caught.value.kind == "full"
        assert caught.value.problem["status"] == 503
        assert "remove sessions" in caught.value.problem["hint"]
        # Reading goes on, and one more failure changes nothing.
        assert await store.position("s") == number - 1
        more = [store.add_nodes(Node("s", number, number - 1, "(a)", LARGE, None)), store.position("s")]
        refused, position = await asyncio.gather(*more, return_exceptions=True)
        assert isinstance(refused, DatabaseFailure)
        assert position == number - 1
        await limit(store, 1000)
        await store.add_nodes(Node("s", number, number - 1, "(a)", LARGE, None))
        assert await store.position("s") == number
        assert store.failures["full"] >= 2
        await store.close()

    asyncio.run(play())


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of a size, where the tests may make one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.getuid() or shutil.which("mount") is None or subprocess.run(command, check=False).returncode:
        pytest.skip("only root may mount a file system; the test above limits the pages of the database instead")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_refuses_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "2m") as disk, serving(disk) as (_, client):
        players = Players(client)
        players.wait_for_steps()
        ballast = disk / "ballast"
        with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
            while True:
                file.write(bytes(4096))
        assert "remove sessions" in players.wait_for_refusals()["hint"]
        players.wait_for_refusals()
        ballast.unlink()
        players.wait_for_steps()
        players.stop()
        players.check(client)


@pytest.fixture(scope="module")
def own_postgres(postgres: Server) -> Iterator[Server]:
    """A server that these tests may stop, if they start it again; `postgres` skips where there is none."""
    with running() as server:
        yield server


@pytest.mark.parametrize("is_quick", [True, False], ids=["restart", "stop"])
def test_a_postgresql_that_stops_and_starts_is_used_again(own_postgres: Server, tmp_path: Path, is_quick: bool) -> None:
    with serving(tmp_path, "--database", own_postgres.new_database()) as (_, client):
        players = Players(client)
        for _ in range(2):
            players.wait_for_steps()
            own_postgres.stop()
            if not is_quick:
                problem = players.wait_for_refusals()
                assert "try again" in problem["hint"]
                assert problem["retry_after"] == 1
                wait_until_ready(client, 503)
            own_postgres.start()
        players.wait_for_steps()
        wait_until_ready(client)
        players.stop()
        players.check(client)


def test_a_postgresql_that_hangs_is_reported_and_used_again(own_postgres: Server, tmp_path: Path) -> None:
    with serving(tmp_path, "--database", own_postgres.new_database()) as (_, client):
        players = Players(client)
        players.wait_for_steps()
        with own_postgres.paused():
            assert "has not answered for long" in players.wait_for_refusals()["detail"]
            wait_until_ready(client, 503)
        players.wait_for_steps()
        players.stop()
        players.check(client)


def test_a_lost_database_refuses_clients_with_tokens_as_well(own_postgres: Server, tmp_path: Path, capsys: Any) -> None:
    address = own_postgres.new_database()
    assert main(["token", "create", "--database", address]) == 0
    token = capsys.readouterr().out.strip()
    with serving(tmp_path, "--database", address) as (_, client):
        client = Client(client.address, token)
        task = made(client)
        headers = {"authorization": f"Bearer {token}"}
        with connect(client.address.replace("http", "ws") + "/v1/ws", additional_headers=headers) as socket:
            own_postgres.stop()
            # The tokens are read anew after a second.
            time.sleep(LOOK_SECONDS)
            for _ in range(3):
                answer = client.get(f"/v1/tasks/{task}")
                assert (answer.status, answer.json()["retry_after"]) == (503, 1)
                assert "socket" not in answer.text
            # Metrics are for admins as before.
            assert client.get("/metrics").status == 403
            assert Client(client.address).get("/metrics").status == 401
            socket.send("{}")
            with pytest.raises(ConnectionClosed) as end:
                socket.recv(30)
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1013
        own_postgres.start()
        deadline = time.monotonic() + 30
        while client.get(f"/v1/tasks/{task}").status != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert made(client) == task


def test_a_database_that_another_process_has_locked_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relgym.service.store.writer.LOOK_SECONDS", 0.02)

    async def play() -> None:
        store = Store(tmp_path)
        await stored(store)
        other = sqlite3.connect(tmp_path / "relgym.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = [store.add_nodes(Node("s", 1, 0, "(a)", b"{}", None)), store.position("s")]
        for found in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(found, DatabaseFailure)
            assert found.kind == "late"
        # Nobody waits for what is stuck already.
        with pytest.raises(DatabaseFailure):
            await store.position("s")
        other.execute("ROLLBACK")
        other.close()
        while True:
            try:
                position = await store.position("s")
                break
            except DatabaseFailure:
                await asyncio.sleep(0.01)
        # The step was at hand already, so it may have been written.
        assert position in (0, 1)
        await store.add_nodes(Node("s", position + 1, position, "(a)", b"{}", None))
        await store.close()

    asyncio.run(play())


def test_work_that_fails_leaves_the_thread_alive(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path)
        await stored(store)

        def fails(connection: Any) -> None:
            raise ZeroDivisionError

        def breaks(connection: Any) -> None:
            connection.connection.driver_connection.close()

        for work, expected in ((fails, ZeroDivisionError), (breaks, DatabaseFailure)):
            found = await asyncio.gather(store._writer.run(work), store.position("s"), return_exceptions=True)
            assert isinstance(found[0], expected)
            assert await store.position("s") == 0
        await store.close()

    asyncio.run(play())
