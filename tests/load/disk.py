"""What a step takes on the disk: bytes of the database of SQLite, its log copied into it."""

from __future__ import annotations

import sqlite3

from load import problems
from load.connections import Socket
from load.figures import Figure, made
from load.players import Walk
from load.server import Server

SEED = 1


async def disk(server: Server, steps: int) -> list[Figure]:
    """Steps of one session of Blocks, and of one whose states have 20,000 atoms."""
    found = []
    for name, problem in (("Blocks", problems.blocks()), ("20,000 atoms", problems.large())):
        socket = await Socket.open(server.port, f"/v1/tasks/{await made(server, problem)}/ws")
        walk = Walk(SEED, [await socket.reset(SEED)])
        before = _bytes(server)
        await walk.play(socket.step, steps)
        found.append(Figure(f"disk: bytes a step, {name}", (_bytes(server) - before) / steps, "B"))
        socket.close()
    return found


def _bytes(server: Server) -> int:
    file = server.data / "relgym.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file.stat().st_size
