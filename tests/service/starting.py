"""Services as `relgym serve` starts them, but by a process that has imported all of it before: imports take a second.

Tests of what the command says (`test_logs.py`, `test_migrations.py`) and of the image start it as users do.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing import util
from pathlib import Path

ROOT = Path(__file__).parents[2]

_STATUS: dict[int, Path] = {}
"""By process, the file that gets its exit status."""


@contextmanager
def service_process(*options: str) -> Iterator[tuple[int, str]]:
    """The process id of a service with these options, and the first line that it prints."""
    starter = _starter()
    assert starter.stdin is not None and starter.stdout is not None
    with tempfile.TemporaryDirectory() as folder:
        out, status = Path(folder, "out"), Path(folder, "status")
        os.mkfifo(out)
        job = {
            "out": str(out),
            "status": str(status),
            "folder": os.getcwd(),
            "environment": dict(os.environ),
            "options": options,
        }
        starter.stdin.write(json.dumps(job) + "\n")
        starter.stdin.flush()
        pid = int(starter.stdout.readline())
        _STATUS[pid] = status
        with out.open(encoding="utf-8") as said:
            try:
                yield pid, said.readline()
            finally:
                # It may have ended itself.
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                exit_code(pid)


def exit_code(pid: int) -> int:
    """The exit code of a service; waits for its end."""
    while not _STATUS[pid].exists():
        time.sleep(0.002)
    return os.waitstatus_to_exitcode(int(_STATUS[pid].read_text()))


@cache
def _starter() -> subprocess.Popen[str]:
    """The process that starts services; it ends with this one."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.service.starting import start; start()"
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True)
    atexit.register(process.communicate)
    return process


def start() -> None:
    """Fork a service for each line of standard input; its process id is a line of standard output."""
    import relgym.service.serve
    import relgym.service.workers.child  # noqa: F401
    from relgym.cli import main

    files: dict[int, str] = {}

    def reap(*_: object) -> None:
        for pid in [*files]:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                written = Path(f"{files[pid]}.new")
                written.write_text(str(status))
                written.rename(files.pop(pid))

    signal.signal(signal.SIGCHLD, reap)
    # A service collects garbage as it starts: it would go through all that, and copy its memory.
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        job = json.loads(line)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
            for number, (name, flags) in enumerate([(os.devnull, os.O_RDONLY), (job["out"], os.O_WRONLY)]):
                opened = os.open(name, flags)
                os.dup2(opened, number)
                os.close(opened)
            os.chdir(job["folder"])
            os.environ.clear()
            os.environ.update(job["environment"])
            fork_the_fork_server()
            sys.exit(main(["serve", *job["options"]]))
        files[child] = job["status"]
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        print(child, flush=True)


def fork_the_fork_server() -> None:
    """Let the process that forks the workers of this service be a fork of what this one is now.

    As a new interpreter it would take half of the processor time of a service's start. Another one after it is new.
    """
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        ours.close()
        _serve_forks(theirs)
    theirs.close()
    spawned = util.spawnv_passfds

    def begun(path: str, arguments: Sequence[str], files: Sequence[int]) -> int:
        if "multiprocessing.forkserver" not in arguments[-1]:
            return int(spawned(path, arguments, files))
        util.spawnv_passfds = spawned
        order = [arguments[-1], [*files], resource.getrlimit(resource.RLIMIT_NOFILE)]
        with ours:
            socket.send_fds(ours, [json.dumps(order).encode()], files)
        return pid

    util.spawnv_passfds = begun


def _serve_forks(orders: socket.socket) -> None:
    """Be the process that forks workers as soon as its command comes; ends with the service before that."""
    message, files, *_ = socket.recv_fds(orders, 1 << 16, 8)
    if not message:
        os._exit(0)
    orders.close()
    command, numbers, limits = json.loads(message)
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    # The command names the files by their numbers in the service, which others have here.
    above = max(*numbers, *files) + 1
    copies = [fcntl.fcntl(file, fcntl.F_DUPFD, above) for file in files]
    for file in files:
        os.close(file)
    for copy, number in zip(copies, numbers, strict=True):
        os.dup2(copy, number)
        os.close(copy)
    try:
        exec(command, {})
    finally:
        os._exit(0)
