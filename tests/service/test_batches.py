"""Batches and steps: their answers are bounded, and count for their token."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from relgym.limits import Limits
from relgym.service.access.callers import CALLER, Caller
from relgym.service.access.limiter import Usage
from relgym.service.encoding import dumps, loads
from relgym.service.hub import Hub
from relgym.service.local import LocalService
from relgym.service.memory import Memory, OwnProcess
from relgym.service.settings import Settings
from relgym.service.verbs import table
from relgym.service.workers import sessions

LAMP = {
    "domain": "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))",
    "problem": "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))",
}


def test_what_is_beyond_the_bytes_of_a_batch_is_not_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    service = LocalService()
    task = service.call("tasks.create", LAMP)["id"]
    session = service.call("sessions.create", {"task": task})["id"]
    step = {"verb": "sessions.step", "data": {"session": session, "action": "(press)"}}
    size = len(str(service.call("sessions.get", {"session": session})))
    monkeypatch.setattr(table, "ANSWER_BYTES_LIMIT", int(3.5 * size))
    answers = service.call("batch", {"calls": [step] * 10})
    done = [one for one in answers if "ok" in one]
    statuses = [one["problem"]["status"] for one in answers[len(done) :]]
    assert 1 <= len(done) < 9
    assert statuses == [413] * (10 - len(done))
    assert "the call was carried out, and its answer is left out" in answers[len(done)]["problem"]["detail"]
    assert "the call was not carried out" in answers[-1]["problem"]["detail"]
    assert service.call("sessions.get", {"session": session})["node"] == len(done) + 1


def test_steps_end_where_their_nodes_are_too_large_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "ANSWER_BYTES_LIMIT", 300)
    service = LocalService()
    session = service.call("sessions.create", {"task": service.call("tasks.create", LAMP)["id"]})["id"]
    found = service.call("sessions.steps", {"session": session, "steps": ["(press)"] * 10})
    assert 1 <= len(found["nodes"]) < 10
    assert found["failed"]["action"] == len(found["nodes"])
    assert found["failed"]["problem"]["status"] == 413
    assert service.call("sessions.get", {"session": session})["node"] == len(found["nodes"])


def test_large_answers_count_as_several_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ANSWER_UNIT_BYTES", 10)
    usage = Usage(rate=100.0, concurrency=1, now=0.0)

    async def asked() -> Any:
        CALLER.set(Caller("ann", "admin", usage=usage))
        hub = Hub(Settings(), Memory(), OwnProcess(Limits()))
        return loads(await table.call(hub, "batch", {"calls": [{"verb": "engines"}]}))

    answer = asyncio.run(asked())
    assert "builtin" in answer[0]["ok"]["engines"]
    # One for each 10 bytes of the call, and none again for the batch around it.
    assert usage._left == 100.0 - len(dumps(answer[0]["ok"])) // 10
