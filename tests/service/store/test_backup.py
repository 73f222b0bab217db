"""Backups of PostgreSQL as the guide says; its page carries out those of SQLite."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from service.conftest import made, serving, started
from service.postgres import Server, programs

from tests.pages.markdown import GUIDE, blocks


def commands() -> list[str]:
    """The commands of the guide: the backup, and the restoration."""
    page = (GUIDE / "running-the-service.md").read_text("utf-8")
    [block] = [block for block in blocks(page) if "pg_dump" in block.text]
    return block.text.strip().splitlines()


def test_a_backup_of_postgresql_is_restored(tmp_path: Path, postgres: Server) -> None:
    address, found = postgres.new_database(), programs()
    own = {**os.environ, "RELGYM_DATABASE": address, "PATH": f"{found}:{os.environ['PATH']}"}
    backup, restoration = commands()
    with serving(tmp_path, "--database", address) as (_, client):
        session = started(client, made(client))
        path = f"/v1/sessions/{session['id']}"
        node = client.post(f"{path}/step", {"action": session["actions"][0]}).json()  # type: ignore[index]
        subprocess.run(backup, shell=True, check=True, cwd=tmp_path, env=own)
        client.delete(path)
        assert client.get(path).status == 404
    for target in (address, postgres.new_database()):
        subprocess.run(restoration, shell=True, check=True, cwd=tmp_path, env={**own, "RELGYM_DATABASE": target})
        with serving(tmp_path, "--database", target) as (_, client):
            assert client.get(path).json() == node
