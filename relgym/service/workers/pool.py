"""Worker processes that share the requests: each session has its own, and none waits for a slow one.

A request goes to the worker of its session or task, which has what it needs at hand. Where that worker has been busy
with one call for a while, its requests go to others. A worker that dies is replaced; what it was carrying out is tried
once more elsewhere, since a request changes nothing in a worker that others cannot do again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary
from zlib import crc32

from relgym.caching import Cache
from relgym.service.access.callers import CALLER
from relgym.service.deadlines import by_deadline
from relgym.service.problems import problem
from relgym.service.records import Owner
from relgym.service.settings import Settings
from relgym.service.workers.frames import Header
from relgym.service.workers.turns import SERVICE, Job, Turns
from relgym.service.workers.worker import CONTEXT, Worker, stands
from relgym.tuning.service import (
    BATCH_CALLS_AT_ONCE,
    BATCHES_AT_ONCE,
    GRACE_SECONDS,
    LONG_CALL_SECONDS,
    MEMORY_INTERVAL_SECONDS,
    PATIENCE_SECONDS,
    PLANNING_GRACE_SECONDS,
    PLANNING_WAITING,
    QUICK_DEATHS,
    STALL_SECONDS,
    START_PAUSE_LIMIT_SECONDS,
    START_PAUSE_SECONDS,
    WAITING_SECONDS,
    WARMED_TASKS_LIMIT,
    WARMING_SECONDS,
    WATCH_INTERVAL_SECONDS,
    WORKER_DEATHS_LIMIT,
)

PAGE_BYTES = 4096

RETRY_SECONDS = 1
"""Seconds after which a refused request may come again; over shorter pauses it waits."""

T = TypeVar("T")

_NO_WORKER = problem(
    503,
    "no worker runs, and none can be started now",
    hint="try again later; the log of the service says what is missing",
    retry_after=RETRY_SECONDS,
)


class Pool:
    """Starts workers, and hands requests to them.

    Attributes:
        replaced: The number of workers that have died.
    """

    def __init__(self, settings: Settings, confined: bool = True) -> None:
        """Start the workers; must be called in the event loop.

        Args:
            settings: Limits and sizes.
            confined: True if workers may start no programs.
        """
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._is_closed = False
        self._is_confined = confined
        self.replaced = 0
        self._turns = Turns(settings.waiting)
        # How many batches of each owner may be carried out at once.
        self._batches: WeakValueDictionary[Owner, asyncio.Semaphore] = WeakValueDictionary()
        # How many workers in a row have died before any answer.
        self._failures = 0
        # The texts of the tasks on engines that were sent to workers last, for those that replace them.
        self._sent_texts: Cache[tuple[str, str], dict[str, Any]] = Cache(WARMED_TASKS_LIMIT)
        # Workers for long requests, once there is one.
        self._apart: Pool | None = None
        CONTEXT.set_forkserver_preload(["relgym.service.workers.child"])
        self._starter = ThreadPoolExecutor(1, "relgym-workers")
        # One more than may work at once on sessions of their own, for requests that would wait behind a slow one.
        self._workers = [self._start() for _ in range(settings.workers + 1)]
        self._watched: asyncio.TimerHandle | None = None
        self._measuring = self._loop.create_task(self._measure())

    def _start(self, pause: float = 0.0) -> Worker:
        settings = self._settings
        own = (settings.seconds, settings.memory, self._lost, self._starter, self._turns, self._may_begin)
        return Worker(*own, self._is_confined, pause)

    def waiting(self) -> dict[str, int]:
        """Return the number of requests that are not answered yet, by their kinds."""
        apart = 0 if self._apart is None else self._apart.waiting()["short"]
        return {"short": self._turns.waiting.total(), "long": apart}

    def running(self) -> tuple[int, int]:
        """Return the number of workers that run, and of those that have been replaced."""
        own = sum(1 for worker in self._workers if worker.is_ready and not worker.is_dead)
        running, replaced = (0, 0) if self._apart is None else self._apart.running()
        return own + running, self.replaced + replaced

    async def call(self, header: Header, seconds: float | None = None) -> tuple[Header, bytes]:
        """Carry out a request; returns the header and the body of the answer.

        Args:
            header: The request.
            seconds: The seconds that it may take, if less than the service allows.

        Raises:
            Refused: The owner has too many requests that wait, or the workers die of this one.
        """
        owner = SERVICE if header["op"] == "ping" else CALLER.get().owner
        self._turns.enter(owner, self._loop.time())
        try:
            limit = self._settings.seconds
            job = Job(header, limit if seconds is None else min(seconds, limit), owner)
            self._submit(job)
            if self._watched is None:
                self._watch_later()
            answer, body = await job.done
        finally:
            self._turns.leave(owner)
        if "ok" in answer:
            self._failures = 0
        if "texts" in header and "backend" in header and "ok" in answer:
            self._sent_texts.keep((header["task"], header["backend"]), header["texts"])
        return answer, body

    async def call_apart(self, header: Header) -> tuple[Header, bytes]:
        """Carry out a long request, which may start programs, in a process of its own; returns its answer."""
        if self._apart is None:
            own = self._settings
            settings = replace(own, workers=1, seconds=own.seconds + PLANNING_GRACE_SECONDS, waiting=PLANNING_WAITING)
            self._apart = Pool(settings, confined=False)
        return await self._apart.call(header)

    async def side_by_side(self, calls: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Carry out the calls of a batch, a few of them at once; so are batches of one owner."""
        every, caller = iter(calls), CALLER.get()
        batches = self._batches.setdefault(caller.owner, asyncio.Semaphore(BATCHES_AT_ONCE))

        async def one_by_one() -> None:
            for call in every:
                await caller.begin(call)

        async with batches:
            await asyncio.gather(*(one_by_one() for _ in range(BATCH_CALLS_AT_ONCE)))

    async def probe(self) -> None:
        """Wait until a worker answers, or until all are busy with calls that may take longer."""
        if not all(map(self._is_at_work, self._workers)):
            await self.call({"op": "ping"})

    def _is_at_work(self, worker: Worker) -> bool:
        job = worker.current
        return job is not None and job.owner != SERVICE and not worker.is_slow(job.seconds + GRACE_SECONDS)

    def _may_begin(self, worker: Worker, owner: Owner) -> bool:
        """Tell whether a worker may begin with a job of an owner: others find a worker that does not work for it."""
        if self._turns.is_alone(self._loop.time()):
            return True
        elsewhere = [other.current for other in self._workers if other is not worker]
        return sum(1 for job in elsewhere if job is not None and job.owner == owner) < len(self._workers) - 1

    def forget(self, task: str) -> None:
        """Let all workers keep nothing of a task; nobody waits for it."""
        self._cool(task)
        if self._apart is not None:
            self._apart.forget(task)
        for worker in self._workers:
            if not worker.pause:
                worker.submit(Job({"op": "forget", "task": task}, self._settings.seconds))

    async def in_time(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what a call gives, which may take the limit of a call and some seconds of waiting."""
        return await by_deadline(self._settings.seconds + WAITING_SECONDS, work)

    def _submit(self, job: Job) -> None:
        own = self._workers[crc32(stands(job.header).encode()) % self._settings.workers]
        chosen = own if self._is_free(own) else self._best()
        if chosen is None:
            # All may have died since the event loop has last looked at their sockets: others replace them now.
            for worker in [worker for worker in self._workers if worker.is_dead]:
                worker.ended()
            chosen = self._best()
        if chosen is None:
            job.answer({"problem": _NO_WORKER})
        else:
            chosen.submit(job)

    def _best(self) -> Worker | None:
        """Return the worker that answers next, if there is one that runs or starts soon."""
        # Several may have died at the same time: a job that they get would count as the cause.
        alive = [worker for worker in self._workers if worker.pause <= RETRY_SECONDS and not worker.is_dead]
        return min(alive, key=self._rank, default=None)

    def _is_free(self, worker: Worker) -> bool:
        """Tell whether a worker is ready and warm, and not busy with one call for long."""
        return worker.is_ready and worker.is_warm and not worker.is_slow(PATIENCE_SECONDS)

    def _rank(self, worker: Worker) -> tuple[bool, int]:
        return not self._is_free(worker), worker.load

    def _is_in_the_way(self, job: Job) -> bool:
        """Tell whether a call is of the owner whose present calls have taken most, while others are about."""
        # Workers for long questions have less priority from the start.
        if not self._is_confined or self._turns.is_alone(self._loop.time()):
            return False
        taken: dict[Owner, float] = {}
        for worker in self._workers:
            if worker.current is not None:
                taken[worker.current.owner] = taken.get(worker.current.owner, 0.0) + worker.stint.seconds()
        return max(taken, key=taken.__getitem__, default=job.owner) == job.owner

    def _watch_later(self) -> None:
        due = self._loop.time() + WATCH_INTERVAL_SECONDS
        self._watched = self._loop.call_at(due, self._watch, due)

    def _watch(self, due: float) -> None:
        """Answer calls that take too long, kill their workers, and hand what waits behind a slow call to others."""
        self._watched = None
        late = self._loop.time() - due
        for worker in self._workers:
            if late >= STALL_SECONDS:
                # The machine stood still, and perhaps the worker with it.
                worker.stint.begun += late
            job = worker.current
            if job is not None and worker.is_slow(job.seconds + GRACE_SECONDS):
                # The limit that clients rely on is one of the clock. A worker that has hardly had a processor goes on
                # for a while: later calls need what it learns in this one, and another one would get no more.
                job.answer({"problem": _too_long(job.seconds)})
                if worker.is_over(_enough(worker, job)):
                    # Whoever replaces the worker must not begin with the same call.
                    self._cool(job.header.get("task"))
                    worker.kill()
                    continue
            if job is not None and worker.has_worked(LONG_CALL_SECONDS) and self._is_in_the_way(job):
                worker.give_way()
            if worker.is_idle_work and worker.is_over(LONG_CALL_SECONDS):
                worker.kill()
                continue
            if not self._is_free(worker) and any(map(self._is_free, self._workers)):
                for waiting in worker.taken_back():
                    self._submit(waiting)
            else:
                # What had to wait for a worker of others may begin by now.
                worker.flush()
        self._make_room()
        if any(worker.load for worker in self._workers):
            self._watch_later()

    def _make_room(self) -> None:
        """Take back the youngest call of an owner that holds most workers for long, if others find none at all."""
        if not all(worker.pause or worker.is_slow(PATIENCE_SECONDS) for worker in self._workers):
            return
        held = Counter(worker.current.owner for worker in self._workers if worker.current is not None)
        late = self._loop.time() - PATIENCE_SECONDS
        waiting = {job.owner for worker in self._workers for job in worker.waiting() if job.at < late}
        if not held or not waiting - held.keys() - {SERVICE}:
            return
        owner, most = held.most_common(1)[0]
        if most > max(1, len(self._workers) - len(held.keys() | waiting - {SERVICE}) + 1):
            # One that has got little of the processors may end soon, and what replaces it would get no more of them.
            own = [
                worker
                for worker in self._workers
                if worker.current is not None and worker.current.owner == owner and worker.is_over(PATIENCE_SECONDS)
            ]
            youngest = max(own, key=lambda worker: worker.stint.begun, default=None)
            job = None if youngest is None else youngest.preempted()
            if job is not None:
                self._submit(job)

    def _lost(self, worker: Worker, jobs: list[Job]) -> None:
        """Replace a worker that has ended."""
        if self._is_closed:
            return
        self.replaced += 1
        self._failures = 0 if worker.has_answered else self._failures + 1
        if worker.is_ready and jobs and jobs[0].is_warming:
            self._cool(jobs[0].header["task"])
        self._workers[self._workers.index(worker)] = new = self._start(self._pause())
        new.warm_up([self._warming(*each) for each in self._sent_texts.items()])
        jobs = [job for job in jobs if not job.is_warming]
        if not new.is_warm and self._watched is None:
            self._watch_later()
        for job in jobs:
            best = self._best()
            if job.tries >= WORKER_DEATHS_LIMIT * QUICK_DEATHS:
                self._cool(job.header.get("task"))
                job.answer({"problem": problem(503, "the engine died on this request", hint="ask another engine")})
            elif best is None:
                job.answer({"problem": _NO_WORKER})
            else:
                best.submit(job)

    def _pause(self) -> float:
        """Return the seconds to wait before a worker is started again."""
        more = self._failures - len(self._workers)
        return 0.0 if more < 0 else min(START_PAUSE_SECONDS * 2**more, START_PAUSE_LIMIT_SECONDS)

    def _warming(self, key: tuple[str, str], texts: dict[str, Any]) -> Job:
        """Return the job of reading a task and asking its engine for the first time."""
        header = {"op": "warm", "task": key[0], "backend": key[1], "texts": texts}
        return Job(header, min(self._settings.seconds, WARMING_SECONDS))

    def _cool(self, task: str | None) -> None:
        """Warm no further worker with a task."""
        for key in [key for key in self._sent_texts if key[0] == task]:
            self._sent_texts.remove(key)

    async def _measure(self) -> None:
        """Kill workers that take too much memory."""
        while True:
            await asyncio.sleep(MEMORY_INTERVAL_SECONDS)
            for worker in self._workers:
                if _resident(worker) > 2 * self._settings.memory * 2**20:
                    if worker.current is not None:
                        limit = f"the call takes more than {self._settings.memory:,} MB"
                        worker.current.answer({"problem": problem(408, limit, hint="ask for less")})
                    worker.kill()

    async def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        self._measuring.cancel()
        if self._watched is not None:
            self._watched.cancel()
        if self._apart is not None:
            await self._apart.close()
        await asyncio.gather(*(worker.close() for worker in self._workers))
        self._starter.shutdown()


def _enough(worker: Worker, job: Job) -> float:
    """Return the seconds of the processor after which a job is slow, and not only short of processors."""
    # The first job of a process imports what later ones need.
    return min(job.seconds, LONG_CALL_SECONDS) if worker.has_answered else LONG_CALL_SECONDS


def _too_long(seconds: float) -> dict[str, object]:
    return problem(
        408,
        f"the call takes longer than {seconds:g} s",
        hint="ask for less, or start the service with a higher --limit",
    )


def _resident(worker: Worker) -> int:
    """Return the memory of a worker in bytes, 0 if it cannot be found out."""
    try:
        return int(Path(f"/proc/{worker.pid}/statm").read_text().split()[1]) * PAGE_BYTES
    except (OSError, IndexError, ValueError):
        return 0
