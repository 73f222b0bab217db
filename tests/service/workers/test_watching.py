"""Which workers are replaced: those that are slow by the processor, and not those that merely have none."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from relgym.processes.processor_time import family_seconds, processor_seconds
from relgym.service.settings import Settings
from relgym.service.workers.pool import Pool
from relgym.service.workers.stint import Stint
from relgym.service.workers.turns import Job
from relgym.service.workers.worker import Worker
from relgym.tuning.service import LONG_CALL_SECONDS, PATIENCE_SECONDS, STUCK_SECONDS

LIMIT = 10.0


class Bench:
    """A pool without processes: tests say what the clock and the processor of each worker show."""

    def __init__(self, killed: list[Worker], given_way: list[Worker]) -> None:
        self.pool = Pool(Settings(workers=1, seconds=LIMIT))
        self.killed = killed
        self.given_way = given_way
        self.clock = 0.0
        self.processors: dict[Worker, float | None] = dict.fromkeys(self.pool._workers, 0.0)
        for worker in self.pool._workers:
            worker.stint = Stint(lambda: self.clock, lambda worker=worker: self.processors[worker])
            worker.has_answered = True

    def carry_out(self, worker: int, owner: str = "ann", seconds: float = LIMIT) -> Job:
        """Let a worker begin with a job."""
        job = Job({"op": "ask", "task": "t"}, seconds, owner)
        self.pool._turns.enter(owner, self.pool._loop.time())
        self.worker(worker)._sent.append(job)
        self.worker(worker).stint.begin()
        return job

    def worker(self, number: int) -> Worker:
        return self.pool._workers[number]

    def look(self, clock: float, *processors: float | None) -> list[int]:
        """The workers that are killed at a time, at which they have had so much of the processor."""
        self.clock = clock
        self.killed.clear()
        self.processors.update(zip(self.pool._workers, processors, strict=False))
        if self.pool._watched is not None:
            self.pool._watched.cancel()
        self.pool._watch(self.pool._loop.time())
        return [self.pool._workers.index(worker) for worker in self.killed]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[Bench], None]], None]]:
    """Plays a test with a bench, in an event loop."""
    killed: list[Worker] = []
    given_way: list[Worker] = []

    async def opened(*_: object) -> None:
        """Start no process."""

    async def played(test: Callable[[Bench], None]) -> None:
        bench = Bench(killed, given_way)
        test(bench)
        await bench.pool.close()

    with monkeypatch.context() as patched:
        patched.setattr(Worker, "_open", opened)
        patched.setattr(Worker, "kill", lambda worker: killed.append(worker))
        patched.setattr(Worker, "give_way", lambda worker: given_way.append(worker))
        yield lambda test: asyncio.run(played(test))


Play = Callable[[Callable[[Bench], None]], None]


def status(job: Job) -> object:
    """The status of the problem with which a job was answered, if it was."""
    return job.done.result()[0]["problem"]["status"] if job.done.done() else None


def test_a_call_that_takes_the_processor_up_to_its_limit_ends_its_worker(play: Play) -> None:
    def test(bench: Bench) -> None:
        job = bench.carry_out(0)
        assert bench.look(LIMIT - 0.1, LIMIT - 0.1) == []
        assert status(job) is None
        assert bench.look(LIMIT + 0.1, LIMIT + 0.1) == [0]
        assert status(job) == 408

    play(test)


def test_a_call_is_answered_in_time_though_its_worker_has_had_no_processor_and_stays(play: Play) -> None:
    def test(bench: Bench) -> None:
        job = bench.carry_out(0)
        for clock in (LIMIT + 0.1, LIMIT + 5.0):
            assert bench.look(clock, 0.2) == []
            assert status(job) == 408
        # It gets to its answer, which nobody takes, and goes on with the next call.
        bench.worker(0).answered([({"ok": {}}, b"")])
        assert status(job) == 408
        after = bench.carry_out(0)
        assert bench.look(LIMIT + 6.0, 0.3) == []
        assert status(after) is None

    play(test)


def test_a_worker_that_works_for_long_after_its_late_answer_is_replaced(play: Play) -> None:
    def test(bench: Bench) -> None:
        bench.carry_out(0)
        assert bench.look(LIMIT + 0.1, 0.2) == []
        assert bench.look(LIMIT + 5.0, LONG_CALL_SECONDS) == [0]

    play(test)


@pytest.mark.parametrize("used", [0.0, 0.9 * LONG_CALL_SECONDS])
def test_a_worker_that_sleeps_is_replaced_after_a_while(play: Play, used: float) -> None:
    def test(bench: Bench) -> None:
        job = bench.carry_out(0, seconds=2.0)
        assert bench.look(2.1, used) == []
        assert status(job) == 408
        assert bench.look(LONG_CALL_SECONDS + STUCK_SECONDS, used) == [0]

    play(test)


def test_where_the_system_tells_no_processor_time_the_clock_counts(play: Play) -> None:
    def test(bench: Bench) -> None:
        bench.processors = dict.fromkeys(bench.processors)
        job = bench.carry_out(0)
        assert bench.look(LIMIT + 0.1) == [0]
        assert status(job) == 408

    play(test)


def test_the_first_call_of_a_process_may_import_for_longer_than_its_limit(play: Play) -> None:
    def test(bench: Bench) -> None:
        for number in (0, 1):
            bench.carry_out(number, seconds=0.1)
        bench.worker(0).has_answered = False
        assert bench.look(0.3, 0.3, 0.3) == [1]

    play(test)


def test_work_that_nobody_waits_for_ends_by_the_processor(play: Play) -> None:
    def test(bench: Bench) -> None:
        for number in (0, 1):
            bench.carry_out(number)
            bench.worker(number)._sent[0] = None
        assert bench.look(LIMIT, 0.1, 0.9 * LONG_CALL_SECONDS) == []
        assert bench.look(LIMIT, 0.1, LONG_CALL_SECONDS) == [1]
        # One that never gets a processor, or sleeps, ends as well.
        assert 0 in bench.look(LONG_CALL_SECONDS + STUCK_SECONDS, 0.1, LONG_CALL_SECONDS)

    play(test)


def test_who_takes_no_processor_time_from_others_gives_no_way(play: Play) -> None:
    def test(bench: Bench) -> None:
        bench.carry_out(0)
        bench.pool._turns.enter("bob", bench.pool._loop.time())
        bench.look(LIMIT - 1.0, 0.9 * LONG_CALL_SECONDS)
        assert not bench.given_way
        bench.look(LIMIT - 1.0, LONG_CALL_SECONDS)
        assert bench.given_way == [bench.worker(0)]

    play(test)


def test_a_worker_that_gives_way_is_not_waited_for(play: Play) -> None:
    def test(bench: Bench) -> None:
        bench.carry_out(0)
        bench.worker(0).gives_way = True
        assert bench.look(LIMIT + 0.1, 0.1) == [0]

    play(test)


def test_room_is_made_by_workers_that_have_worked(play: Play) -> None:
    def test(bench: Bench) -> None:
        jobs = [bench.carry_out(number) for number in (0, 1)]
        waiting = Job({"op": "ask"}, LIMIT, "bob", at=bench.pool._loop.time() - 1.0)
        bench.worker(0).queue.append(waiting)
        assert bench.look(1.0, 0.001, 0.001) == []
        assert bench.look(1.0, 2 * PATIENCE_SECONDS, 0.001) == [0]
        assert not any(job.done.done() for job in jobs)

    play(test)


def test_a_batch_of_answers_begins_a_new_stint(play: Play) -> None:
    def test(bench: Bench) -> None:
        first, second = bench.carry_out(0), Job({"op": "ask"}, LIMIT, "ann")
        bench.worker(0)._sent.append(second)
        assert bench.look(LIMIT - 0.1, LIMIT - 0.1) == []
        bench.worker(0).answered([({"ok": {}}, b"")])
        assert first.done.done()
        assert bench.look(LIMIT + 1.0, LIMIT + 1.0) == []
        assert not second.done.done()

    play(test)


@pytest.mark.skipif(processor_seconds(os.getpid()) is None, reason="the system does not tell processor times")
def test_processor_time_is_that_of_a_process_and_of_what_it_has_started() -> None:
    own = os.getpid()
    before = processor_seconds(own)
    while processor_seconds(own) == before:
        sum(range(1000))
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        while not processor_seconds(child.pid):
            pass
        alone, family = processor_seconds(own), family_seconds(own)
        assert alone is not None and family is not None
        assert before is not None and before < alone < family
        child.communicate(b"\n")
    # The system gives numbers of processes again, but not so soon.
    assert processor_seconds(child.pid) is None
    assert family_seconds(child.pid) is None
