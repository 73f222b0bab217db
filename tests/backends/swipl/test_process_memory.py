"""Memory of SWI-Prolog: calls, walks and engines leave nothing behind."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from backends.programs import derived, fluent, network
from backends.swipl.calls import call

from relgym.backends.swipl import library as libswipl
from relgym.backends.swipl.module import Module
from relgym.errors import BackendError
from relgym.limits import Limits


def resident() -> int:
    """Resident memory in KB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 1024


measured = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not tell resident memory")


@measured
def test_calls_leave_nothing_behind(module):
    for _ in range(1000):
        call(module, "echo", "text" * 10)
    before = resident()
    for _ in range(20_000):
        call(module, "echo", "text" * 10)
    assert resident() - before < 1000


@measured
def test_a_long_walk_leaves_nothing_behind(start):
    world = network()
    engine = start(world)
    states = [world.state("edge a b, edge b c"), world.state("edge c d, edge d a, edge a b"), world.state("")]
    path = (derived("path", 2).symbol, fluent("edge", 2).symbol)

    def walk(count: int) -> None:
        for number in range(count):
            engine.move_to(states[number % 3])
            engine.answers(path)

    walk(5000)
    before = resident()
    walk(30_000)
    assert resident() - before < 1000


@measured
def test_engines_come_and_go_without_a_trace(backend):
    def come_and_go(count: int) -> None:
        for number in range(count):
            engine = network().start(backend)
            if number % 2:
                engine.close()

    come_and_go(200)
    before = resident()
    come_and_go(1500)
    assert resident() - before < 3000


def test_a_module_is_used_again_and_nothing_is_left_in_it(backend):
    first = Module(libswipl.start(), Limits(seconds=10.0))
    first.load([":- dynamic fact/1.", "fact(1).", "old(_, []) :- fact(1)."])
    assert call(first, "old") == ""
    first.close()
    first.close()
    second = Module(libswipl.start(), Limits(seconds=10.0))
    assert second.name == first.name
    with pytest.raises(BackendError, match="Unknown procedure"):
        call(second, "old")
    second.load(["old(Codes, Codes)."])
    assert call(second, "old", "new") == "new"
    second.close()
