"""The process of a worker: it carries out one request after the other, each a frame."""

from __future__ import annotations

import os
import signal
import socket
import warnings
from contextlib import suppress
from importlib import import_module
from multiprocessing import parent_process
from threading import Thread

from relgym.limits import Limits
from relgym.processes.descendants import descendants
from relgym.service import logs
from relgym.service.verbs.questions import QUESTIONS
from relgym.service.workers.confinement import confine
from relgym.service.workers.frames import encode, receive
from relgym.service.workers.operations import Operations
from relgym.tuning.service import PLANNING_NICENESS

# Workers are forks of a process that has imported this module: it has the answers to all questions, which are imported
# late elsewhere.
for _module in set().union(*(question.modules for question in QUESTIONS.values())):
    import_module(_module)


def main(connection: socket.socket, seconds: float, memory: int, confined: bool) -> None:
    """Serve requests until the connection ends.

    Args:
        connection: The socket to the service.
        seconds: The limit of each call of an engine; the service kills a worker that passes its own, higher one.
        memory: The limit of the memory that a call adds, in megabytes.
        confined: True to deny this process what relgym needs for no question of its own; else it may start the
            programs of planners, and gives way to others.
    """
    # The service decides when its workers end; an interrupt at the terminal reaches all processes of the group.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_service, name="relgym-end", daemon=True).start()
    warnings.simplefilter("ignore")
    logs.start("warning")
    if confined:
        confine()
    else:
        os.nice(PLANNING_NICENESS)
    operations = Operations(Limits(seconds=seconds, memory=memory))
    stream = connection.makefile("rb")
    while (frame := receive(stream)) is not None:
        try:
            connection.sendall(encode(*operations.answer(frame[0])))
        except OSError:
            # The service has ended.
            return


def _end_with_service() -> None:
    """End this process, and the programs that it has started, as soon as the service has ended in whatever way."""
    service = parent_process()
    assert service is not None
    service.join()
    for program in descendants(os.getpid()):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(program, signal.SIGKILL)
    os._exit(1)
