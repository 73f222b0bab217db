"""Workers that are processes of this machine, each behind two pipes.

To start one takes half a second of processor time, so those of an executor with `keep` wait for the next one.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import relgym.executors
from relgym.errors import BackendError
from relgym.executors.child import STOP
from relgym.executors.executor import LOST, Factory, Order, nothing
from relgym.processes.interpreters import Interpreter, end, start
from relgym.processes.pickles import receive, send

CLOSING_SECONDS = 2.0

_KEPT: list[Interpreter] = []
"""Workers without an object; they end with this process."""
if hasattr(os, "register_at_fork"):
    # A fork has no part in the pipes of its parent.
    os.register_at_fork(after_in_child=_KEPT.clear)


class Processes:
    """Workers of this machine.

    Attributes:
        count: The number of workers.
        seconds: The seconds of processor time that workers have taken since they made their objects.
    """

    def __init__(self, count: int, factory: Factory, arguments: tuple[Any, ...] = (), keep: bool = False) -> None:
        """Take workers that were kept, and start as many as are missing.

        Args:
            count: The number of workers.
            factory: Makes their objects: `factory(number, *arguments)`.
            arguments: Further arguments of the factory.
            keep: True if the workers wait for a next executor in the end. They import no module anew.
        """
        self.count, self._keep = count, keep
        self.seconds = 0.0
        self._factory, self._arguments = factory, arguments
        self._writing = self._stops = False
        self._workers: list[Interpreter] = []
        self._begun = [0.0] * count
        try:
            for _ in range(count):
                self._workers.append(_kept() if keep else _started())
            self._make(range(count))
        except BaseException:
            self.close()
            raise

    def _make(self, indices: Any) -> None:
        for index in indices:
            _told(self._workers[index], sys.path)
        made = self.call({index: Order("", (self._factory, index, *self._arguments)) for index in indices})
        dead = [index for index, answer in made.items() if answer is LOST]
        if dead:
            raise BackendError(
                f"worker {dead[0]} has died while it began", hint="it may have run out of memory; take fewer workers"
            )
        for index, seconds in self.call({index: Order("process_time") for index in indices}).items():
            self._begun[index] = seconds

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._workers]

    def call(self, orders: Mapping[int, Order], meanwhile: Callable[[], None] = nothing) -> dict[int, Any]:
        """Carry out orders in parallel; see `Executor.call`."""
        self._writing = True
        answers: dict[int, Any] = {}
        for index, order in orders.items():
            try:
                send(self._workers[index].stdin, (order.method, order.arguments))  # type: ignore[arg-type]
            except OSError:
                answers[index] = LOST
        self._writing = False
        if self._stops:
            self.stop()
        meanwhile()
        errors: list[Exception] = []
        for index in orders:
            if index not in answers:
                try:
                    good, answer = receive(self._workers[index].stdout)  # type: ignore[arg-type]
                except (EOFError, OSError):
                    good, answer = True, LOST
                answers[index] = answer
                if not good:
                    errors.append(answer)
        self._stops = False
        if errors:
            raise errors[0]
        return answers

    def restart(self, index: int) -> None:
        """Put a new worker in the place of one that has died."""
        end(self._workers[index])
        self._workers[index] = _started()
        self._make([index])

    def stop(self) -> None:
        """Ask running methods to end early."""
        # A signal handler may call this in the middle of a frame.
        self._stops = True
        if not self._writing:
            for worker in self._workers:
                _told(worker, STOP)

    def close(self) -> None:
        """End all workers."""
        _closed(self._workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            now = self.call({index: Order("process_time") for index in range(self.count)})
            self.seconds += sum(now[n] - self._begun[n] for n in now if now[n] is not LOST)
            if self._keep:
                # An object without content takes the place of the worker's own one.
                freed = self.call({index: Order("", (object,)) for index in now})
                _KEPT.extend(self._workers[index] for index, answer in freed.items() if answer is not LOST)
                self._workers = [self._workers[index] for index, answer in freed.items() if answer is LOST]
        else:
            for worker in self._workers:
                worker.kill()
        self.close()


def _started() -> Interpreter:
    # The child finds relgym where this process has found it.
    paths = [str(Path(relgym.executors.__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return start(["-c", "from relgym.executors.child import main; main()"], environment)


def _kept() -> Interpreter:
    """Return a worker that was kept, or a new one."""
    while _KEPT:
        worker = _KEPT.pop()
        if worker.poll() is None:
            return worker
        end(worker)
    return _started()


def _told(worker: Interpreter, item: Any) -> None:
    """Send what has no answer."""
    try:
        send(worker.stdin, item)  # type: ignore[arg-type]
    except OSError:
        # A worker that has died is found out by the next order.
        return


@atexit.register
def _end_kept() -> None:
    _closed(_KEPT)


def _closed(workers: list[Interpreter]) -> None:
    """End workers."""
    for worker in workers:
        if worker.poll() is None and worker.stdin is not None:
            try:
                worker.stdin.close()
            except OSError:
                continue
    for worker in workers:
        end(worker, CLOSING_SECONDS)
