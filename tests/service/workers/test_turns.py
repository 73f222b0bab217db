"""Turns of owners: who asks for much delays itself alone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Iterator
from itertools import pairwise
from typing import Any

import pytest
from service.conftest import texts
from service.workers.test_pool import BLOCKS, ENDLESS, start
from service.workers.test_programs import asked

from relgym.service.access.callers import CALLER, Caller
from relgym.service.problems import Refused
from relgym.service.settings import Settings
from relgym.service.workers.pool import Pool
from relgym.service.workers.turns import SERVICE, Job, JobQueue, Turns
from relgym.tuning.service import (
    ACTIVE_OWNER_SECONDS,
    BATCH_CALLS_AT_ONCE,
    BATCHES_AT_ONCE,
    LONG_CALL_NICENESS,
    PLANNING_WAITING,
)


def test_an_owner_has_its_share_of_the_places_and_never_takes_those_of_others() -> None:
    turns = Turns(12)
    for _ in range(12):
        turns.enter("ann", 0.0)
    with pytest.raises(Refused, match="too many requests wait") as refused:
        turns.enter("ann", 0.0)
    assert (refused.value.problem["status"], refused.value.problem["retry_after"]) == (429, 1)
    for _ in range(6):
        turns.enter("bob", 0.0)
    with pytest.raises(Refused):
        turns.enter("bob", 0.0)
    turns.enter("cy", 0.0)
    turns.enter(SERVICE, 0.0)
    for owner in ("cy", SERVICE, *["ann"] * 12):
        turns.leave(owner)
    assert turns.waiting == {"bob": 6}
    # Alone again, it may have all places.
    turns.enter("bob", 0.0)


def owners_in_turn(turns: Turns, counts: dict[str, int], seconds: dict[str, float]) -> Iterator[str]:
    """The owners of jobs in the order in which one worker carries them out."""

    async def carried_out() -> list[str]:
        queue = JobQueue(turns, lambda owner: True)
        for owner, count in counts.items():
            for _ in range(count):
                turns.enter(owner, 0.0)
                queue.append(Job({"op": "ask"}, 1.0, owner))
        found = []
        while (job := queue.pop()) is not None:
            found.append(str(job.owner))
            turns.charge(job.owner, seconds[str(job.owner)])
            turns.leave(job.owner)
        assert not queue
        assert len(queue) == 0
        return found

    yield from asyncio.run(carried_out())


def test_owners_take_turns_whatever_each_asks_for() -> None:
    order = [*owners_in_turn(Turns(1000), {"ann": 100, "bob": 5}, {"ann": 1.0, "bob": 1.0})]
    assert [number for number, owner in enumerate(order) if owner == "bob"] == [1, 3, 5, 7, 9]


def test_turns_are_equal_in_time_and_not_in_number() -> None:
    order = [*owners_in_turn(Turns(1000), {"ann": 20, "bob": 60}, {"ann": 4.0, "bob": 1.0})]
    places = [number for number, owner in enumerate(order) if owner == "ann"]
    assert {after - before for before, after in pairwise(places[:12])} == {5}


def test_who_asked_for_nothing_has_saved_no_time_up() -> None:
    turns = Turns(1000)
    turns.enter("ann", 0.0)
    turns.charge("ann", 1000.0)
    turns.enter("bob", 0.0)
    turns.charge("bob", 1.0)
    assert turns.first(["ann", "bob"]) == "ann"


def test_owners_are_about_for_a_while_and_forgotten_afterwards() -> None:
    turns = Turns(10)
    turns.enter("ann", 0.0)
    turns.enter(SERVICE, 0.0)
    assert turns.is_alone(0.0)
    turns.enter("bob", 0.0)
    turns.leave("bob")
    assert not turns.is_alone(ACTIVE_OWNER_SECONDS / 2)
    assert turns.is_alone(2 * ACTIVE_OWNER_SECONDS)
    assert "bob" not in turns._seen
    assert "bob" not in turns._used


def as_owner(owner: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Work that is done for an owner."""

    async def done() -> Any:
        CALLER.set(Caller(owner=owner))
        return await work

    return asyncio.ensure_future(done())


def test_an_owner_whose_calls_hang_delays_no_other_one() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=60.0))
        assert "ok" in (await as_owner("bob", pool.call(start("first", BLOCKS, 1))))[0]
        hanging = [as_owner("ann", pool.call(start(f"slow{number}", ENDLESS, number))) for number in range(6)]
        while sum(worker.current is not None for worker in pool._workers) < 1:
            await asyncio.sleep(0.01)
        for number in range(5):
            # Each of them would wait for a minute.
            answer, _ = await asyncio.wait_for(as_owner("bob", pool.call(start(f"s{number}", BLOCKS, number))), 50)
            assert "ok" in answer
        assert not any(one.done() for one in hanging)
        # Its process leaves the processors to others meanwhile.
        [slow] = [worker for worker in pool._workers if worker.current is not None]
        while os.getpriority(os.PRIO_PROCESS, slow.pid or 0) != LONG_CALL_NICENESS:
            await asyncio.sleep(0.01)
        for one in hanging:
            one.cancel()
        await pool.close()

    asyncio.run(play())


def test_nothing_is_sent_ahead_behind_calls_that_may_be_long_while_others_are_about() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=60.0))
        assert "ok" in (await as_owner("bob", pool.call(start("first", BLOCKS, 1))))[0]
        worker = pool._workers[0]
        for number in range(4):
            pool._turns.enter("ann", pool._loop.time())
            worker.submit(Job(start(f"slow{number}", ENDLESS, number), 60.0, "ann"))
        while worker.current is None:
            await asyncio.sleep(0.001)
        assert worker.load == 4
        assert len(worker.queue) == 3
        # Work that nobody waits for any longer ends.
        worker._sent[0] = None
        if pool._watched is None:
            pool._watch_later()
        while worker in pool._workers:
            await asyncio.sleep(0.01)
        await pool.close()

    asyncio.run(play())


def test_a_worker_that_has_given_way_is_replaced_after_its_call() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=60.0))
        assert "ok" in (await as_owner("ann", pool.call(start("first", BLOCKS, 1))))[0]
        worker = pool._workers[0]
        worker.give_way()
        calls = [as_owner("ann", pool.call(start(f"s{number}", BLOCKS, number))) for number in range(8)]
        assert all("ok" in answer for answer, _ in await asyncio.gather(*calls))
        while worker in pool._workers:
            worker.submit(Job({"op": "ping"}, 60.0))
            await asyncio.sleep(0.01)
        assert "ok" in (await as_owner("ann", pool.call(start("last", BLOCKS, 9))))[0]
        await pool.close()

    asyncio.run(play())


def test_an_owner_that_has_come_first_gives_a_worker_back() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1, seconds=60.0))
        hanging = [as_owner("ann", pool.call(start(f"slow{number}", ENDLESS, number))) for number in range(6)]
        while sum(worker.current is not None for worker in pool._workers) < 2:
            await asyncio.sleep(0.01)
        answer, _ = await asyncio.wait_for(as_owner("bob", pool.call(start("s", BLOCKS, 1))), 50)
        assert "ok" in answer
        # The call that was taken back waits for its turn again.
        assert not any(one.done() for one in hanging)
        assert pool.replaced == 1
        await pool.probe()
        for one in hanging:
            one.cancel()
        await pool.close()

    asyncio.run(play())


def test_long_questions_of_one_owner_keep_no_other_one_from_plans() -> None:
    hard = texts("logistics", "test", 5)

    async def questions() -> None:
        pool = Pool(Settings(workers=1, seconds=60.0))
        long = asked("plan", hard, planner="search", optimal=True, seconds=50.0)
        searches = [as_owner("ann", pool.call_apart(long)) for _ in range(PLANNING_WAITING + 4)]
        await asyncio.sleep(0)
        quick = as_owner("bob", pool.call_apart(asked("plan", texts("blocks"), planner="search")))
        answer, _ = await asyncio.wait_for(quick, 50)
        assert answer == {"ok": {}}, answer
        refused = [one for one in searches if one.done()]
        assert len(refused) == 4
        assert all(isinstance(one.exception(), Refused) for one in refused)
        for one in searches:
            one.cancel()
        await pool.close()

    asyncio.run(questions())


def test_a_batch_carries_out_a_few_calls_at_once_and_an_owner_a_few_batches() -> None:
    async def play() -> None:
        pool = Pool(Settings(workers=1))
        running, most, count = 0, 0, 0

        async def one() -> None:
            nonlocal running, most, count
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            count += 1

        await asyncio.gather(
            *(as_owner("ann", pool.side_by_side(one() for _ in range(100))) for _ in range(2 * BATCHES_AT_ONCE))
        )
        assert count == 200 * BATCHES_AT_ONCE
        assert most == BATCHES_AT_ONCE * BATCH_CALLS_AT_ONCE
        await pool.close()

    asyncio.run(play())
