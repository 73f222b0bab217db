"""Workers that may start programs: a limit ends the programs with their worker, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest
from service.conftest import texts

from relgym.planning.registry import is_installed
from relgym.processes.descendants import descendants, kill_descendants
from relgym.service.encoding import loads
from relgym.service.settings import Settings
from relgym.service.workers.pool import Pool
from relgym.service.workers.tasks import identity

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
print(child.pid, flush=True)
time.sleep(600)
"""


def is_running(process: int) -> bool:
    try:
        # A process that nobody has waited for yet is a zombie.
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system does not tell the children of processes")
def test_programs_end_with_their_worker() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert descendants(parent.pid) == [child]
        kill_descendants(parent.pid)
        parent.kill()
    deadline = time.monotonic() + 20
    while is_running(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def asked(question: str, given: dict[str, object], **options: object) -> dict[str, object]:
    own = {"op": "ask", "task": identity(given), "backend": "builtin", "texts": given}
    return {**own, "question": question, "subject": "", "options": options, "state": None, "path": []}


def test_long_questions_have_workers_of_their_own() -> None:
    blocks, hard = texts("blocks"), texts("logistics", "test", 5)

    async def questions() -> tuple[dict[str, object], dict[str, object]]:
        pool = Pool(Settings(workers=1))
        try:
            search = asyncio.ensure_future(
                pool.call_apart(asked("plan", hard, planner="search", optimal=True, seconds=0.3))
            )
            await asyncio.sleep(0.01)
            own, body = await pool.call(asked("query", blocks) | {"subject": "(handempty)"})
            assert own == {"ok": {}}
            assert loads(body) == {"holds": True}
            assert not search.done()
            limited = loads((await search)[1])
            planner = "fast-downward" if is_installed("fast-downward") else "search"
            answer, found = await pool.call_apart(asked("plan", blocks, planner=planner))
            assert answer == {"ok": {}}, answer
            return limited, loads(found)
        finally:
            await pool.close()

    limited, found = asyncio.run(questions())
    assert limited["status"] == "limit"
    assert (found["status"], found["plan"]) == ("solved", ["(pick-up b1)", "(stack b1 b2)"])
