"""Deadlines: a call ends by its own, wherever it waits, and gives the calls inside it an earlier one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from relgym.limits import Limits
from relgym.service import deadlines
from relgym.service.access.table import TokenTable
from relgym.service.deadlines import by_deadline
from relgym.service.encoding import loads
from relgym.service.hub import Hub
from relgym.service.memory import Memory, OwnProcess
from relgym.service.problems import Refused
from relgym.service.settings import Settings
from relgym.service.verbs.table import call


async def forever() -> None:
    await asyncio.get_running_loop().create_future()


def test_work_in_time_gives_its_result_and_its_own_errors() -> None:
    async def seven() -> int:
        return 7

    async def timed_out() -> int:
        raise TimeoutError("its own")

    assert asyncio.run(by_deadline(60.0, seven())) == 7
    with pytest.raises(TimeoutError, match="its own"):
        asyncio.run(by_deadline(60.0, timed_out()))


def test_late_work_is_cancelled_and_refused() -> None:
    with pytest.raises(Refused, match=r"has not ended within 0\.01 s") as late:
        asyncio.run(by_deadline(0.01, forever()))
    assert late.value.problem["status"] == 503
    assert late.value.problem["retry_after"] == 1


def test_inner_calls_end_before_the_call_around_them() -> None:
    async def inner() -> str:
        try:
            await by_deadline(60.0, forever())
        except Refused as refused:
            return refused.problem["detail"]
        raise AssertionError

    async def twice() -> list[str]:
        # The second one has no time left at all.
        return [await inner(), await inner()]

    assert len(asyncio.run(by_deadline(deadlines.INNER_DEADLINE_SECONDS + 0.05, twice()))) == 2


class Locked(Memory):
    """A database that does not answer about nodes."""

    async def position(self, key: str) -> int | None:
        await forever()
        return None


class Short(OwnProcess):
    """A process in which each call has a fraction of a second."""

    async def in_time(self, work: Coroutine[Any, Any, Any]) -> Any:
        return await by_deadline(0.5, work)

    async def side_by_side(self, calls: Any) -> None:
        await asyncio.gather(*calls)


LAMP = {
    "domain": "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))",
    "problem": "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))",
}


def test_a_call_that_waits_for_the_database_or_another_change_ends_and_a_batch_answers_with_the_others() -> None:
    async def asked() -> tuple[list[dict[str, Any]], dict[str, Any]]:
        hub = Hub(Settings(), Locked(), Short(Limits()))
        task = loads(await call(hub, "tasks.create", LAMP))["id"]
        session = loads(await call(hub, "sessions.create", {"task": task}))["id"]
        calls = [{"verb": "sessions.get", "data": {"session": session}}, {"verb": "engines"}]
        answers = loads(await call(hub, "batch", {"calls": calls}))
        live = await hub._live.get(session)
        async with live.lock:
            with pytest.raises(Refused) as late:
                await call(hub, "sessions.step", {"session": session, "action": "(press)"})
        return answers, late.value.problem

    answers, problem = asyncio.run(asked())
    assert answers[0]["problem"]["status"] == problem["status"] == 503
    assert "builtin" in answers[1]["ok"]["engines"]


def test_requests_do_not_wait_for_tokens_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relgym.service.access.table.DATABASE_SECONDS", 0.01)

    async def read() -> list[Any]:
        await forever()
        return []

    async def refreshed() -> None:
        await TokenTable(read, always=True, rate=1.0, concurrency=1).refresh()

    with pytest.raises(Refused, match="waited too long"):
        asyncio.run(refreshed())
