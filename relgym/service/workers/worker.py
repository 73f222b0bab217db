"""A worker process as the service sees it: requests go in one by one, and one that takes too long ends the process."""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any

from relgym.service.problems import problem
from relgym.service.workers.child import main
from relgym.service.workers.frames import Header, encode, read
from relgym.tuning.service import GRACE_SECONDS

CONTEXT = get_context("forkserver")
"""Workers are forks of a process that has imported relgym, and no thread and no database connection."""


@dataclass(slots=True, eq=False)
class Job:
    """A request for a worker.

    Attributes:
        header: The request.
        seconds: The seconds that it may take, once it has begun.
        done: Is set to the header and the body of the answer.
        tries: The number of workers that died of it.
    """

    header: Header
    seconds: float
    done: asyncio.Future[tuple[Header, bytes]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    tries: int = 0

    def answer(self, header: Header, body: bytes = b"") -> None:
        """Set the answer, unless nobody waits for it any longer."""
        if not self.done.done():
            self.done.set_result((header, body))


class Worker:
    """A process with its queue.

    Attributes:
        queue: The jobs that wait.
        current: The job that is being carried out.
        begun: When it was begun, in seconds of the event loop.
    """

    def __init__(self, seconds: float, memory: int, lost: Callable[[Worker, Job | None], None]) -> None:
        """Start the process; `lost` is called with the job that it carried out, if any, when the process has ended."""
        self._loop = asyncio.get_running_loop()
        self._lost = lost
        self.queue: deque[Job] = deque()
        self.current: Job | None = None
        self.begun = 0.0
        own, other = socket.socketpair()
        self._process: BaseProcess = CONTEXT.Process(target=main, args=(other, seconds, memory), daemon=True)
        self._process.start()
        other.close()
        own.setblocking(False)
        self._socket = own
        self._writer: asyncio.StreamWriter | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._reading = self._loop.create_task(self._serve())

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def submit(self, job: Job) -> None:
        """Carry out a job after those that wait."""
        self.queue.append(job)
        self._next()

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    async def _serve(self) -> None:
        reader, self._writer = await asyncio.open_connection(sock=self._socket)
        self._next()
        try:
            while True:
                header, body = await read(reader)
                job, self.current = self.current, None
                if self._deadline is not None:
                    self._deadline.cancel()
                self._next()
                if job is not None:
                    job.answer(header, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            if self._deadline is not None:
                self._deadline.cancel()
            self._writer.close()
            self._process.kill()
            job, self.current = self.current, None
            self._lost(self, job)
            await asyncio.to_thread(self._process.join)

    def _next(self) -> None:
        """Begin the next job, if the process is free."""
        if self.current is not None or self._writer is None:
            return
        while self.queue:
            job = self.queue.popleft()
            if not job.done.done():
                self.current, self.begun = job, self._loop.time()
                self._deadline = self._loop.call_later(job.seconds + GRACE_SECONDS, self._expire, job)
                self._writer.write(encode(job.header))
                return

    def _expire(self, job: Job) -> None:
        """Kill the process for a job that takes too long."""
        job.answer(
            {
                "problem": problem(
                    408,
                    f"the call takes longer than {job.seconds:g} s",
                    hint="ask for less, or start the service with a higher --limit",
                )
            }
        )
        self.kill()

    async def close(self) -> None:
        """End the process."""
        self._lost = lambda worker, job: None
        self._process.kill()
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


def stands(header: dict[str, Any]) -> str:
    """Return the key by which requests find the worker that has answered them before."""
    return str(header.get("session") or header.get("task") or "")
