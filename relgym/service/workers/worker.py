"""A worker process as the service sees it: requests go in, answers come out in the same order.

Some requests are sent ahead, so that the process never waits for the service, and one write of the service carries
many of them. The first one that is not answered is the one that is carried out; if it takes too long, the others are
taken back and given to other workers. Later answers to these are thrown away.
"""

from __future__ import annotations

import asyncio
import logging
import os
import select
import signal
import socket
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any

from relgym.processes.descendants import kill_descendants
from relgym.processes.processor_time import family_seconds, processor_seconds
from relgym.service.records import Owner
from relgym.service.workers.child import main
from relgym.service.workers.frames import AnswerParser, Header, encode
from relgym.service.workers.stint import Stint
from relgym.service.workers.turns import Job, JobQueue, Turns
from relgym.tuning.service import (
    LONG_CALL_NICENESS,
    QUICK_DEATH_SECONDS,
    QUICK_DEATHS,
    SENT_AHEAD_LIMIT,
    SENT_AHEAD_SECONDS,
)

LOGGER = logging.getLogger("relgym.service")

CONTEXT = get_context("forkserver")
"""Workers are forks of a process that has imported relgym, and no thread and no database connection."""


class Worker:
    """A process with its queue.

    Attributes:
        queue: The jobs that wait and are not sent yet.
        stint: How long the current job has been carried out.
        is_warm: True if the process has at hand what the one before it had, so that it answers as fast.
        pause: The seconds before the process is started at all, after others could not be; 0 once they are over.
        has_answered: True once the process has answered.
        gives_way: True once the process has given up its priority; it ends after the current job.
    """

    def __init__(
        self,
        seconds: float,
        memory: int,
        lost: Callable[[Worker, list[Job]], None],
        starter: Executor,
        turns: Turns,
        may_begin: Callable[[Worker, Owner], bool],
        confined: bool = True,
        pause: float = 0.0,
    ) -> None:
        """Start the process.

        Args:
            seconds: The limit of each call of an engine.
            memory: The limit of the memory that a call adds, in megabytes.
            lost: Is called with the jobs that are not answered, the current one first, when the process has ended or
                cannot be started.
            starter: Starts and joins processes, which takes longer than the event loop can wait.
            turns: What owners have used of all workers.
            may_begin: Tells whether the worker may begin with a job of an owner now.
            confined: True if the process may start no programs.
            pause: The seconds before it is started.
        """
        self._loop = asyncio.get_running_loop()
        self._lost = lost
        self._starter = starter
        self._turns = turns
        self.queue = JobQueue(turns, lambda owner: may_begin(self, owner))
        self.stint = Stint(self._loop.time, self._used)
        self.is_warm = True
        self.pause = pause
        self.has_answered = False
        self.gives_way = False
        # Jobs that the process has not answered; `None` stands for one that was taken back.
        self._sent: deque[Job | None] = deque()
        self._process: BaseProcess | None = None
        self._pid: int | None = None
        self._is_reaped = False
        self._transport: asyncio.WriteTransport | None = None
        # Tells whether the process has answered, before the event loop takes the answer.
        self._answers = select.poll()
        self._is_flushing = False
        self._is_killed = False
        self._is_confined = confined
        self._opening = self._loop.create_task(self._open(seconds, memory))

    @property
    def pid(self) -> int | None:
        """The number of the process, once it is started."""
        return self._pid

    @property
    def is_ready(self) -> bool:
        """True once the process is started."""
        return self._transport is not None

    @property
    def is_dead(self) -> bool:
        """True once the process has ended, even before its socket reports it."""
        return self._transport is not None and any(event & select.POLLHUP for _, event in self._answers.poll(0))

    @property
    def current(self) -> Job | None:
        """The job that is carried out, unless it was taken back."""
        return self._sent[0] if self._sent else None

    def is_slow(self, seconds: float) -> bool:
        """Tell whether the current job takes some seconds or more, and has no answer that waits to be taken."""
        return bool(self._sent) and self.stint.has_lasted(seconds) and not self._answers.poll(0)

    def is_over(self, seconds: float) -> bool:
        """Tell whether the current job is slow, and the process has had enough time for one of some seconds."""
        # One that has given way ends after the job in any case.
        return self.is_slow(seconds) and (self.gives_way or self.stint.is_over(seconds))

    def has_worked(self, seconds: float) -> bool:
        """Tell whether the current job is slow, and the process has worked on it for some seconds."""
        return self.is_slow(seconds) and self.stint.has_worked(seconds)

    @property
    def load(self) -> int:
        """The number of jobs that are not answered."""
        return len(self._sent) + len(self.queue)

    def submit(self, job: Job) -> None:
        """Carry out a job after those that wait."""
        self.queue.append(job)
        if not self._is_flushing and self._transport is not None and len(self._sent) <= SENT_AHEAD_LIMIT // 4:
            # After all that the event loop has at hand, so that one write carries many jobs.
            self._is_flushing = True
            self._loop.call_soon(self.flush)

    def warm_up(self, jobs: list[Job]) -> None:
        """Carry out jobs first; the worker is warm after them."""
        self.is_warm = not jobs
        for job in jobs:
            self.queue.append(job)
        if jobs:
            jobs[-1].done.add_done_callback(lambda _: setattr(self, "is_warm", True))

    def waiting(self) -> list[Job]:
        """List the jobs that wait behind the current one."""
        return [job for number, job in enumerate(self._sent) if number and job is not None] + [*self.queue]

    def taken_back(self) -> list[Job]:
        """Take back all jobs but the one that is carried out, and those that warm the process."""
        waiting = []
        for number, job in enumerate(self._sent):
            if number and job is not None and not job.is_warming:
                waiting.append(job)
                self._sent[number] = None
        for job in self.queue.taken():
            if job.is_warming:
                self.queue.append(job)
            else:
                waiting.append(job)
        return waiting

    def kill(self) -> None:
        """Kill the process, with the programs that it has started."""
        self._is_killed = True
        # One that is not started yet ends as soon as it is.
        if self.pid is not None:
            if not self._is_confined:
                kill_descendants(self.pid)
            self._kill_process()

    async def close(self) -> None:
        """End the process."""
        self._lost = lambda worker, jobs: None
        self.kill()
        if self.pause:
            self._opening.cancel()
        await asyncio.gather(self._opening, return_exceptions=True)
        if self._transport is not None:
            self._transport.close()
        await self._reap()

    async def _open(self, seconds: float, memory: int) -> None:
        if self.pause:
            await asyncio.sleep(self.pause)
            self.pause = 0.0
        try:
            await self._start(seconds, memory)
        except Exception as error:
            # Files, processes or memory are missing, or the process that forks workers has died.
            LOGGER.warning("a worker cannot be started", extra={"reason": f"{type(error).__name__}: {error}"})
            self._kill_process()
            self._reap()
            self._give_away()

    async def _start(self, seconds: float, memory: int) -> None:
        own, other = socket.socketpair()
        try:
            with other:
                process = CONTEXT.Process(target=main, args=(other, seconds, memory, self._is_confined), daemon=True)
                await self._loop.run_in_executor(self._starter, process.start)
            self._process, self._pid = process, process.pid
            if self._is_killed:
                self._kill_process()
            own.setblocking(False)
            self._answers.register(own, select.POLLIN)
            self._transport, _ = await self._loop.create_connection(lambda: _Channel(self), sock=own)
        except BaseException:
            own.close()
            raise
        self.flush()

    def _used(self) -> float | None:
        """Return the seconds of the processor that the process has used, with the programs that it has started."""
        if self.pid is None:
            return None
        return processor_seconds(self.pid) if self._is_confined else family_seconds(self.pid)

    def _kill_process(self) -> None:
        # `Process.kill` does nothing once the process that forks workers has died.
        if self.pid is not None and not self._is_reaped:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def _reap(self) -> asyncio.Future[None]:
        """Wait for the end of the process, and close its files, which may take until the collector finds them."""
        process, is_reaped = self._process, self._is_reaped
        self._is_reaped = True

        def reaped() -> None:
            if process is not None and not is_reaped:
                process.join()
                process.close()

        return self._loop.run_in_executor(self._starter, reaped)

    @property
    def is_idle_work(self) -> bool:
        """True if the process carries out what was taken back, so that nobody takes the answer."""
        return bool(self._sent) and self._sent[0] is None

    def give_way(self) -> None:
        """Give up the priority of the process."""
        if self.pid is not None and not self.gives_way:
            self.gives_way = True
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.pid, LONG_CALL_NICENESS)

    def preempted(self) -> Job | None:
        """Kill the process, and take back the job that it carries out."""
        job = self.current
        if job is not None:
            self._turns.charge(job.owner, self.stint.seconds())
            self._sent[0] = None
        self.kill()
        return job

    def flush(self) -> None:
        """Send jobs, as many as may be sent ahead and may begin now."""
        self._is_flushing = False
        if self._transport is None or not self.queue:
            return
        frames = []
        # What is sent ahead goes before all that others ask for: that costs nothing where there are no others.
        is_shared, ahead = not self._turns.is_alone(self._loop.time()), 0.0
        if is_shared:
            ahead = sum(self._turns.mean(job.owner) for job in self._sent if job is not None)
        while len(self._sent) < SENT_AHEAD_LIMIT and (not self._sent or ahead < SENT_AHEAD_SECONDS):
            job = self.queue.pop()
            if job is None:
                break
            if not job.done.done():
                if not self._sent:
                    self.stint.begin()
                self._sent.append(job)
                if is_shared:
                    ahead += self._turns.mean(job.owner)
                frames.append(encode(job.header))
        if frames:
            self._transport.write(b"".join(frames))

    def answered(self, answers: list[tuple[Header, bytes]]) -> None:
        """Take the answers of the process to the jobs that it was sent first."""
        self.has_answered = True
        seconds = self.stint.seconds() / len(answers)
        for header, body in answers:
            job = self._sent.popleft()
            if job is not None:
                job.answer(header, body)
                self._turns.charge(job.owner, seconds)
        if self._sent:
            self.stint.begin()
        if self.gives_way:
            # An unprivileged process cannot have its priority back.
            self.kill()
            return
        # A write wakes the process, which takes longer than all else: it carries several jobs where several wait.
        if self.queue and not self._is_flushing and len(self._sent) <= SENT_AHEAD_LIMIT // 4:
            self.flush()

    def ended(self) -> None:
        """Give away the jobs of a process that has ended."""
        if self._is_reaped:
            return
        self._kill_process()
        self._reap()
        if self._sent and self._sent[0] is not None:
            # A process that ends at once may have been dying when it got the request.
            seconds = self.stint.seconds()
            self._turns.charge(self._sent[0].owner, seconds)
            is_quick = seconds < QUICK_DEATH_SECONDS
            self._sent[0].tries += 1 if is_quick else QUICK_DEATHS
        self._give_away()

    def _give_away(self) -> None:
        jobs = [job for job in self._sent if job is not None] + self.queue.taken()
        self._sent.clear()
        self._lost(self, jobs)


class _Channel(asyncio.Protocol):
    """The end of the socket at which the service is."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._frames = AnswerParser()

    def data_received(self, data: bytes) -> None:
        answers = self._frames.fed(data)
        if answers:
            self._worker.answered(answers)

    def connection_lost(self, exc: Exception | None) -> None:
        self._worker.ended()


def stands(header: dict[str, Any]) -> str:
    """Return the key by which requests find the worker that has answered them before."""
    return str(header.get("session") or header.get("task") or "")
