"""The process in which clingo grounds and solves for a planner, since nothing interrupts it while it grounds.

It reads requests and writes answers, one line of JSON each. It ends when its standard input does, so that it never
outlives relgym. Python gets this text as its program, and imports nothing of relgym: that would take longer than most
plans do.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any

MEGABYTE = 2**20


def serve(memory: float) -> None:
    """Answer requests until standard input ends.

    Args:
        memory: The megabytes of address space that the process may add.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read, args=(requests,), daemon=True).start()
    program = _Program()
    _bound(memory)
    while True:
        request = json.loads(requests.get())
        try:
            answer = program.answer(request)
        except MemoryError:
            answer = {"passed": "memory"}
        except RuntimeError as error:
            if "bad_alloc" not in str(error):
                raise
            answer = {"passed": "memory"}
        _write(answer)


def _read(requests: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _bound(memory: float) -> None:
    """Bound the address space, where the system can."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        most = used + int(memory * MEGABYTE)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, OSError, ValueError):
        pass


class _Program:
    """A program of clingo that grows part by part."""

    def __init__(self) -> None:
        import clingo

        self._clingo = clingo
        self._control = clingo.Control(["--warn=none"])

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Add and ground parts; then solve, if an atom is assumed.

        Args:
            request: `add` with names, parameters and texts of new parts, `ground` with names and arguments, `release`
                with external atoms, `assume` with atoms that are true in this solve.
        """
        for name, parameters, text in request.get("add", ()):
            self._control.add(name, parameters, text)
        number = self._clingo.Number
        parts = [(name, [*map(number, row)]) for name, row in request.get("ground", ())]
        if parts:
            self._control.ground(parts)
        for name, row in request.get("release", ()):
            self._control.release_external(self._clingo.Function(name, [*map(number, row)]))
        if "assume" not in request:
            return {}
        for name, row in request["assume"]:
            self._control.assign_external(self._clingo.Function(name, [*map(number, row)]), True)
        return self._solve()

    def _solve(self) -> dict[str, Any]:
        shown = None
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                shown = [(term.name, [each.number for each in term.arguments]) for term in model.symbols(shown=True)]
                break
        return {"shown": shown}


if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[2])
    serve(float(sys.argv[1]))
