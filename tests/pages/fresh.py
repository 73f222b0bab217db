"""Programs run as if by a new interpreter, without its start: by children of one that has already imported relgym.

A server imports what programs begin with: it makes an environment of each language, and looks at its valid actions. For
each program it forks a child, which therefore knows nothing of the programs before it. Where there is no `fork`, each
program has an interpreter of its own.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

SECONDS = 120
"""A program that runs longer is ended by SIGALRM."""

SERVER = "from tests.pages.fresh import serve; serve()"


@dataclass
class Interpreter:
    """Runs programs; the server starts with the first of them, and ends with this process."""

    environment: Mapping[str, str]
    _server: list[subprocess.Popen[str]] = field(default_factory=list)

    def run(self, program: str, folder: Path) -> tuple[int, str, str]:
        """The exit status of a program in a folder, what it printed, and its errors."""
        with tempfile.TemporaryDirectory() as place:
            out, err = Path(place, "out"), Path(place, "err")
            job = {"program": program, "folder": str(folder), "out": str(out), "err": str(err)}
            server = self._started()
            assert server.stdin is not None and server.stdout is not None
            server.stdin.write(json.dumps(job) + "\n")
            server.stdin.flush()
            status = int(server.stdout.readline())
            return status, out.read_text("utf-8"), err.read_text("utf-8")

    def _started(self) -> subprocess.Popen[str]:
        if not self._server:
            command = [sys.executable, "-c", SERVER]
            pipe = subprocess.PIPE
            self._server.append(
                subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=dict(self.environment))
            )
            atexit.register(self._server[0].communicate)
        return self._server[0]


def serve() -> None:
    """Fork a child for each job that a line of standard input gives; its status is a line of standard output."""
    import relgym
    import relgym.cli

    # Most is imported when it is first asked for.
    for name in ("blocks", "sysadmin"):
        task = relgym.load(name)
        relgym.Simulator(task).actions()
        relgym.Reasoner(task)
        env = relgym.make(name)
        env.reset(seed=0)
        env.close()
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if child == 0:
            return _begin(job)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return None


def _begin(job: Mapping[str, str]) -> None:
    """Run a program in this process, which ends with it."""
    import signal

    signal.alarm(SECONDS)
    for number, (name, flags) in enumerate(
        [(os.devnull, os.O_RDONLY), (job["out"], os.O_WRONLY | os.O_CREAT), (job["err"], os.O_WRONLY | os.O_CREAT)]
    ):
        opened = os.open(name, flags)
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(job["folder"])
    sys.path.insert(0, job["folder"])
    main = sys.modules["__main__"] = ModuleType("__main__")
    exec(compile(job["program"], "<string>", "exec"), main.__dict__)
