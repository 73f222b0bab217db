"""The pool of workers: sessions stay with a worker, and none waits for one that hangs or dies."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import time
from itertools import combinations
from multiprocessing import forkserver

import pytest
from service.conftest import texts

from relgym.service.settings import Settings
from relgym.service.workers.pool import Pool
from relgym.service.workers.tasks import identity
from relgym.service.workers.turns import Job
from relgym.tuning.service import QUICK_DEATH_SECONDS

BLOCKS = texts("blocks")

PIGEONS = [f"?v{number}" for number in range(12)]
HOLES = [f"o{number}" for number in range(11)]
ENDLESS = {
    "domain": f"""(define (domain slow) (:requirements :adl) (:predicates (p ?a) (q)) (:action go :parameters ()
      :precondition (exists ({" ".join(PIGEONS)}) (and {" ".join(f"(p {own})" for own in PIGEONS)}
        {" ".join(f"(not (= {one} {other}))" for one, other in combinations(PIGEONS, 2))})) :effect (q)))""",
    "problem": f"""(define (problem s) (:domain slow) (:objects {" ".join(HOLES)})
      (:init {" ".join(f"(p {hole})" for hole in HOLES)}) (:goal (q)))""",
    "axioms": [],
}


def start(session: str, given: dict[str, object], version: int) -> dict[str, object]:
    return {
        "op": "start",
        "session": session,
        "task": identity(given),
        "backend": "builtin",
        "seed": 1,
        "version": version,
        "texts": given,
    }


def test_nobody_waits_for_a_call_that_hangs() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=60.0))
        for number in range(4):
            assert "ok" in (await pool.call(start(f"warm{number}", BLOCKS, number)))[0]
        hanging = asyncio.ensure_future(pool.call(start("slow", ENDLESS, 100)))
        await asyncio.sleep(0.01)
        # All of these belong to the worker that hangs, and some are sent to it before that is seen.
        answers = await asyncio.gather(*(pool.call(start(f"s{number}", BLOCKS, number)) for number in range(40)))
        assert all("ok" in answer for answer, _ in answers)
        assert not hanging.done()
        [slow] = [worker for worker in pool._workers if worker.current is not None]
        slow.stint.begun -= 60.0
        answer, _ = await hanging
        assert answer["problem"]["status"] == 408
        await pool.close()

    asyncio.run(play())


def test_a_worker_that_sleeps_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relgym.service.workers.stint.STUCK_SECONDS", 0.2)

    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=20.0))
        assert "ok" in (await pool.call(start("first", BLOCKS, 1)))[0]
        worker = pool._workers[0]
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGSTOP)
        answer, _ = await asyncio.wait_for(pool.call(start("first", BLOCKS, 2), 0.1), 30)
        assert answer["problem"]["status"] == 408
        assert "ok" in (await pool.call(start("first", BLOCKS, 3)))[0]
        while worker in pool._workers:
            await asyncio.sleep(0.01)
        assert pool.replaced == 1
        await pool.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_an_answer_that_waits_to_be_taken_is_not_late() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=20.0))
        assert "ok" in (await pool.call(start("first", BLOCKS, 1)))[0]
        worker = pool._workers[0]

        async def sent(header: dict[str, object]) -> Job:
            job = Job(header, 20.0)
            worker.submit(job)
            while worker.current is not job:
                await asyncio.sleep(0)
            return job

        answered = await sent({"op": "ping"})
        # The event loop stands still until the process has answered.
        assert worker._answers.poll(20_000)
        assert not worker.is_slow(0.0)
        await answered.done
        hanging = await sent(start("slow", ENDLESS, 2))
        assert worker.is_slow(0.0)
        assert not worker.is_slow(20.0)
        await pool.close()
        assert not hanging.done.done()

    asyncio.run(play())


def test_a_machine_that_stands_still_costs_no_call() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=30.0))
        assert "ok" in (await pool.call(start("first", BLOCKS, 1)))[0]
        worker = pool._workers[0]
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGSTOP)
        call = asyncio.ensure_future(pool.call(start("first", BLOCKS, 2)))
        while worker.current is None:
            await asyncio.sleep(0)
        # The service looks as late as if it had stood still, too, for longer than the call may take.
        worker.stint.begun -= 40.0
        assert pool._watched is not None
        pool._watched.cancel()
        pool._watch(pool._loop.time() - 40.0)
        os.kill(worker.pid, signal.SIGCONT)
        assert "ok" in (await call)[0]
        assert not pool.replaced
        await pool.close()

    asyncio.run(play())


def test_a_request_is_repeated_when_its_worker_dies_and_given_up_when_others_die_too() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=20.0))
        assert "ok" in (await pool.call(start("first", BLOCKS, 1)))[0]
        hanging = asyncio.ensure_future(pool.call(start("slow", ENDLESS, 2)))
        killed: set[int] = set()
        end = time.monotonic() + 60
        while not hanging.done() and time.monotonic() < end:
            await asyncio.sleep(0.05)
            for worker in pool._workers:
                job = worker.current
                # A worker that has just begun would count as one that died for another reason.
                is_long = pool._loop.time() - worker.stint.begun > 2 * QUICK_DEATH_SECONDS
                if job is None or job.is_warming or not is_long:
                    continue
                if worker.pid is not None and worker.pid not in killed:
                    killed.add(worker.pid)
                    os.kill(worker.pid, signal.SIGKILL)
        answer, _ = await hanging
        assert answer["problem"]["status"] == 503
        assert pool.replaced == len(killed) == 2
        assert "ok" in (await pool.call(start("second", BLOCKS, 3)))[0]
        await pool.close()

    asyncio.run(play())


def test_requests_go_on_when_all_workers_die_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine may take long to show that a worker has died: the request is not the cause for that.
    monkeypatch.setattr("relgym.service.workers.worker.QUICK_DEATH_SECONDS", 60.0)

    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=20.0))
        for number in range(6):
            assert "ok" in (await pool.call(start(f"s{number}", BLOCKS, number)))[0]
            for worker in pool._workers:
                if worker.pid is not None and worker.is_ready:
                    os.kill(worker.pid, signal.SIGKILL)
        await pool.close()

    asyncio.run(play())


def test_a_request_waits_for_new_workers_when_all_have_died_and_nobody_has_seen_it() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=20.0))
        assert "ok" in (await pool.call(start("first", BLOCKS, 1)))[0]
        while not all(worker.is_ready for worker in pool._workers):
            await asyncio.sleep(0.01)
        for worker in pool._workers:
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            # A free one would get the request, and lose it to another one.
            worker.is_warm = False
        # The event loop sees nothing of it meanwhile.
        while not all(worker.is_dead for worker in pool._workers):
            time.sleep(0.001)
        assert "ok" in (await pool.call(start("second", BLOCKS, 2)))[0]
        assert pool.replaced >= 2
        await pool.close()

    asyncio.run(play())


def test_a_worker_that_replaces_another_one_is_warm_before_it_is_asked() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=20.0))
        assert "ok" in (await pool.call(start("first", BLOCKS, 1)))[0]
        own = pool._workers[0]
        assert own.pid is not None
        os.kill(own.pid, signal.SIGKILL)
        while pool._workers[0] is own:
            await asyncio.sleep(0.005)
        new = pool._workers[0]
        assert not new.is_warm
        # Another worker answers meanwhile.
        assert "ok" in (await pool.call(start("second", BLOCKS, 2)))[0]
        while not new.is_warm:
            await asyncio.sleep(0.005)
        # It knows the task by now, so it needs no texts.
        asked = {**start("third", BLOCKS, 3)}
        del asked["texts"]
        own_job = Job(asked, 20.0)
        new.submit(own_job)
        assert "ok" in (await own_job.done)[0]
        pool.forget(identity(BLOCKS))
        assert not pool._sent_texts.items()
        await pool.close()

    asyncio.run(play())


def test_no_worker_begins_with_a_task_that_hangs() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=0.5))
        await asyncio.sleep(1.0)
        answer, _ = await pool.call(start("slow", ENDLESS, 1))
        assert answer["problem"]["status"] == 408
        assert not pool._sent_texts.items()
        await pool.close()

    asyncio.run(play())


def test_a_pool_that_is_closed_before_its_workers_have_started() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1))
        # The processes exist by now, and start in a thread.
        await asyncio.sleep(0)
        await pool.close()

    asyncio.run(play())


def test_a_worker_that_cannot_be_started_is_tried_again_and_calls_are_refused_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("relgym.service.workers.pool.START_PAUSE_LIMIT_SECONDS", 0.2)
    monkeypatch.setattr("relgym.service.workers.pool.RETRY_SECONDS", 0.01)
    own = socket.socketpair
    is_short = True

    def socketpair() -> tuple[socket.socket, socket.socket]:
        if is_short:
            raise OSError(errno.EMFILE, "Too many open files")
        return own()

    # The event loop takes a pair, too.
    monkeypatch.setattr("relgym.service.workers.worker.socket.socketpair", lambda: socketpair())

    async def play() -> None:
        nonlocal is_short
        is_short = True
        pool = Pool(Settings(workers=1))
        # The calls that wait for the first start are refused when it fails.
        answer, _ = await asyncio.wait_for(pool.call({"op": "ping"}), 30)
        while any(not worker.pause for worker in pool._workers):
            await asyncio.sleep(0.001)
        later, _ = await asyncio.wait_for(pool.call({"op": "ping"}), 30)
        for refused in (answer, later):
            assert refused["problem"]["status"] == 503
            assert refused["problem"]["retry_after"] == 1
        # Pauses grow, so that few attempts are made.
        assert pool.replaced <= 6
        is_short = False
        while "ok" not in (await pool.call({"op": "ping"}))[0]:
            await asyncio.sleep(0.01)
        await pool.close()

    is_short = False
    asyncio.run(asyncio.wait_for(play(), 60))


def test_calls_wait_over_short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    own = socket.socketpair
    attempts = 0

    def socketpair() -> tuple[socket.socket, socket.socket]:
        nonlocal attempts
        attempts += 1
        if attempts <= 5:
            raise OSError(errno.EMFILE, "Too many open files")
        return own()

    async def play() -> None:
        monkeypatch.setattr("relgym.service.workers.worker.socket.socketpair", socketpair)
        pool = Pool(Settings(workers=1))
        answers = await asyncio.gather(*(pool.call(start(f"s{number}", BLOCKS, number)) for number in range(3)))
        assert all("ok" in answer for answer, _ in answers)
        assert pool.replaced == 5
        await pool.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_workers_can_be_killed_and_replaced_after_the_process_that_forks_them_has_died() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=20.0))
        assert "ok" in (await pool.call(start("first", BLOCKS, 1)))[0]
        before = {worker.pid for worker in pool._workers}
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)
        answer, _ = await asyncio.wait_for(pool.call(start("slow", ENDLESS, 2), 0.5), 30)
        assert answer["problem"]["status"] == 408
        while not pool.replaced:
            await asyncio.sleep(0.01)
        assert "ok" in (await asyncio.wait_for(pool.call(start("second", BLOCKS, 3)), 30))[0]
        while {worker.pid for worker in pool._workers} <= before:
            await asyncio.sleep(0.01)
        await pool.close()

    asyncio.run(play())
