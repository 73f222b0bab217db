"""A database that is removed, replaced or damaged is noticed: nothing is acknowledged that nobody would find again."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from service.conftest import Client, made, serving, started, wait_until_ready
from service.fuzzing import descendants
from service.postgres import Server
from service.store.test_migrations import served
from service.test_monitoring import samples

from relgym.errors import RelgymError
from relgym.service.store import Store
from relgym.service.store.databases import opened, prepare
from relgym.service.store.failures import DatabaseFailure
from relgym.service.store.watched import check_pages
from relgym.tuning.service import LOOK_SECONDS

FILE = "relgym.sqlite"


def refused(client: Client, session: dict[str, Any], detail: str) -> None:
    """Check that a step is refused, and that the service says that it is not ready."""
    # The file of a database is looked at once a second.
    answers = [wait_until_ready(client, 503, detail)]
    answers.append(client.post(f"/v1/sessions/{session['id']}/step", {"action": session["actions"][0]}))
    for answer in answers:
        assert answer.status == 503
        assert detail in answer.json()["detail"]
        assert "running-the-service.md" in answer.json()["hint"]
    assert client.get("/health").status == 200


def test_a_file_that_is_moved_away_and_back_is_used_again(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, client):
        session = started(client, made(client))
        (tmp_path / FILE).rename(tmp_path / "elsewhere")
        refused(client, session, "removed or replaced")
        assert not (tmp_path / FILE).exists()
        # The tokens cannot be read anew.
        time.sleep(LOOK_SECONDS)
        assert samples(client)["relgym_database_failures_total", "removed"] >= 2
        (tmp_path / "elsewhere").rename(tmp_path / FILE)
        action = session["actions"][0]  # type: ignore[index]
        assert client.post(f"/v1/sessions/{session['id']}/step", {"action": action}).json()["node"] == 1
        wait_until_ready(client)


def test_another_file_in_its_place_is_not_used(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, client):
        session = started(client, made(client))
        shutil.copy(tmp_path / FILE, tmp_path / "copy")
        (tmp_path / "copy").rename(tmp_path / FILE)
        refused(client, session, "removed or replaced")
        shutil.rmtree(tmp_path)
        refused(client, session, "removed or replaced")


def test_a_file_that_is_overwritten_is_noticed(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, client):
        session = started(client, made(client))
        (tmp_path / FILE).write_bytes(b"no database" * 1000)
        refused(client, session, "is damaged")


def test_after_a_damaged_page_nothing_more_is_acknowledged(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path)

        def malformed(connection: object) -> None:
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorname = "SQLITE_CORRUPT_INDEX"
            raise error

        for work in (store._writer.run(malformed), store.count_sessions(), store.tasks()):
            with pytest.raises(DatabaseFailure) as caught:
                await work
            assert caught.value.kind == "damaged"
            assert "malformed" not in str(caught.value)
        await store.close()
        store = Store(tmp_path)
        assert await store.count_sessions() == 0
        await store.close()

    asyncio.run(play())


def damaged(folder: Path, part: float) -> Path:
    """A database with a page of something else, at a part of its length."""
    opened(folder).dispose()
    with serving(folder) as (_, client):
        task = made(client)
        for _ in range(20):
            started(client, task)
    file = folder / FILE
    # The log, too, has the pages.
    check_pages(file)
    with file.open("r+b") as content:
        content.seek(int(part * file.stat().st_size) // 4096 * 4096)
        content.write(b"\xff" * 4096)
    return file


@pytest.mark.parametrize("part", [0.0, 0.3])
def test_a_damaged_database_is_said_at_the_start(tmp_path: Path, part: float) -> None:
    file = damaged(tmp_path, part)
    said = served("--data", str(tmp_path))
    assert f"the database {file} is damaged: " in said
    assert "restore a backup" in said
    with pytest.raises(RelgymError, match="is damaged"):
        prepare(tmp_path, None)


def test_a_sound_database_is_said_to_be_sound(tmp_path: Path) -> None:
    prepare(tmp_path, None)
    prepare(tmp_path, None)
    check_pages(tmp_path / FILE)


def test_the_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, client):
        made(client)
        files = [tmp_path / f"{FILE}{ending}" for ending in ("", "-wal", "-shm")]
        assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * 3


def test_metrics_tell_the_size_of_the_database(tmp_path: Path, postgres: Server) -> None:
    for options in ((), ("--database", postgres.new_database())):
        with serving(tmp_path, *options) as (_, client):
            found = samples(client)
            assert 40_000 < found["relgym_database_bytes", ""] < 100_000_000
            assert found["relgym_database_failures_total", "lost"] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the variables of processes")
def test_no_other_process_gets_the_address_of_the_database(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.new_database()
    monkeypatch.setenv("RELGYM_DATABASE", f"{address}&password=very-secret")
    with serving(tmp_path) as (pid, client):
        session = started(client, made(client))
        assert client.post(f"/v1/sessions/{session['id']}/plan").status == 200
        found = [Path(f"/proc/{child}/environ").read_bytes() for child in descendants(pid)]
        assert len(found) >= 3
        assert all(b"very-secret" not in environment for environment in found)
