"""The memory of a worker: its tasks and engines are bounded, and what is closed is made again on demand."""

from __future__ import annotations

import gc
import weakref

import pytest
from service.conftest import texts

from relgym.limits import Limits
from relgym.service.workers.operations import Operations
from relgym.service.workers.tasks import Tasks, Unknown, identity

DOMAINS = ("blocks", "gripper", "ferry", "hanoi")


def test_the_engines_used_longest_ago_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    # To collect all garbage of a test run takes seconds.
    collected: list[None] = []
    monkeypatch.setattr("relgym.service.workers.tasks.gc.collect", lambda: collected.append(None))
    # Other tests may free memory meanwhile: this is less than any process has.
    tasks = Tasks(Limits(), megabytes=-1e6)
    given = {domain: texts(domain) for domain in DOMAINS}
    for domain in DOMAINS:
        newest = tasks.play(identity(given[domain]), "builtin", given[domain])
    assert tasks.play(identity(given["hanoi"]), "builtin", None) is newest
    with pytest.raises(Unknown, match="task"):
        tasks.play(identity(given["blocks"]), "builtin", None)
    again = tasks.play(identity(given["blocks"]), "builtin", given["blocks"])
    assert again.view(again.initial(), 0)["actions"]
    assert len(collected) == len(DOMAINS) + 1


def test_nothing_of_a_removed_task_stays() -> None:
    operations, given = Operations(Limits()), texts("blocks")
    key = identity(given)
    start = {"op": "start", "session": "s", "task": key, "backend": "builtin", "seed": 1, "version": 1}
    assert "ok" in operations.answer({**start, "texts": given})[0]
    play = weakref.ref(operations._tasks.play(key, "builtin", None))
    operations.answer({"op": "forget", "task": key})
    assert not operations._sessions._kept
    gc.collect()
    assert play() is None
    assert operations.answer(start)[0] == {"lacks": "task"}


def test_engines_are_kept_while_there_is_memory() -> None:
    tasks = Tasks(Limits(), megabytes=10_000.0)
    given = texts("blocks")
    play = tasks.play(identity(given), "builtin", given)
    for domain in DOMAINS:
        other = texts(domain)
        tasks.play(identity(other), "sld", other)
    assert tasks.play(identity(given), "builtin", None) is play
