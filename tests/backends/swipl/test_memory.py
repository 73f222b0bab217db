"""Questions that Prolog's stacks have no room for end in a `BackendError`, and the engine works on.

They ended the process: Prolog's interface was called again after it had said that there is no room. So each runs in a
process of its own, with small stacks, that need not be filled with gigabytes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest

import relgym
from relgym.backends.swipl.module import Module
from relgym.errors import BackendError

BEGIN = """
import random, relgym
from relgym.backends.swipl import library as libswipl
from relgym.backends.swipl import evaluator as swipl_evaluator
from relgym.errors import BackendError
libswipl.STACK_BYTES = 16 * 2**20

def refused(ask):
    try:
        ask()
    except BackendError as error:
        return str(error)
    raise AssertionError("it was answered")

DRAWS = '''domain d { types { t : object; };
  pvariables { s : { state-fluent, int, default = 7 }; r(t, t) : { state-fluent, real, default = 1.5 };
    a : { action-fluent, bool, default = false }; };
  cpfs { s' = if (a) then s + 1 else sum_{?a : t, ?b : t, ?c : t} [Bernoulli(0.5)]; r'(?a, ?b) = r(?b, ?a) + s; };
  reward = s; }'''
def drawing(objects):
    names = ", ".join(f"o{n}" for n in range(objects))
    instance = relgym.load(DRAWS, f"instance i {{ domain = d; objects {{ t : {{{names}}}; }}; }}")
    return relgym.Reasoner(instance, backend="swipl")
"""

TOO_MANY = """
large, small = drawing(100), drawing(9)
start, rng = large.initial_state, random.Random(0)
for _ in range(2):
    assert "is too large for SWI-Prolog" in refused(lambda: large.successor(start, {"a": True}, rng))
assert large.value(start, "s + 1") == 8
assert small.successor(small.initial_state, {"a": True}, rng)["s"] == 8
"""

NO_ROOM = """
# What fits by the estimate, and does not in the end.
swipl_evaluator.NUMBER_BYTES = 1
large, small = drawing(100), drawing(9)
start, rng = large.initial_state, random.Random(0)
for _ in range(2):
    assert "SWI-Prolog has no room" in refused(lambda: large.successor(start, {"a": True}, rng))
    assert large.value(start, "s + 1") == 8
    assert small.successor(small.initial_state, {"a": True}, rng)["s"] == 8
"""

ROWS = """
names = [f"o{n}" for n in range(14)]
variables = " ".join(f"?x{n}" for n in range(5))
task = relgym.load(
    f"(define (domain d) (:predicates (p ?x) (q)) (:action a :parameters ({variables}) :effect (q)))",
    f"(define (problem p) (:domain d) (:objects {' '.join(names)}) (:init) (:goal (q)))",
)
reasoner = relgym.Reasoner(task, "swipl")
start = reasoner.initial_state
for _ in range(2):
    assert "its stack" in refused(lambda: reasoner.valid_actions(start))
    assert reasoner.is_valid(start, "(a o1 o2 o3 o4 o5)")
    assert not reasoner.holds(start, "(q)")
"""

TEXT = """
prolog = libswipl.start()
with prolog.lock:
    version = prolog.predicate("version", "relgym")
    for _ in range(2):
        assert "no room for a text" in refused(lambda: prolog.call(version, b"a" * 2**20, 1.0))
        assert "no room for a text" in refused(lambda: prolog.call(version, "é".encode() * 2**20, 1.0))
        assert prolog.call(version, b"", 1.0).count(".") == 2
"""


@pytest.mark.parametrize("backend", ["swipl"], indirect=True)
@pytest.mark.parametrize("script", [TOO_MANY, NO_ROOM, ROWS, TEXT], ids=["too-many", "no-room", "rows", "text"])
def test_the_process_lives_on(backend: str, script: str) -> None:
    done = subprocess.run([sys.executable, "-c", BEGIN + script], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr[-2000:]) == (0, "")


def interrupted_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next load of a question fail after it has begun, as one that takes too long does."""
    load = Module.load

    def failing(module: Module, clauses: Iterable[str]) -> None:
        every = [*clauses]
        load(module, every)
        if any(clause.startswith("ask_") for clause in every):
            monkeypatch.setattr(Module, "load", load)
            raise BackendError("late")

    monkeypatch.setattr(Module, "load", failing)


@pytest.mark.parametrize("backend", ["swipl"], indirect=True)
def test_a_question_that_was_loaded_in_part_answers_no_other(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = relgym.load(
        """(define (domain d) (:predicates (p ?x) (q ?x))
          (:action a :parameters (?x) :precondition (p ?x) :effect (q ?x)))""",
        "(define (problem n) (:domain d) (:objects a b) (:init (p a) (q b)) (:goal (q a)))",
    )
    with relgym.Reasoner(task, backend) as reasoner:
        start = reasoner.initial_state
        interrupted_loads(monkeypatch)
        with pytest.raises(BackendError, match="late"):
            reasoner.valid_actions(start)
        assert [row[0].name for row in reasoner.answers(start, "(q ?x)")] == ["b"]
        assert [*map(str, reasoner.valid_actions(start))] == ["(a a)"]


@pytest.mark.parametrize("backend", ["swipl"], indirect=True)
def test_so_does_none_of_rddl(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lamp = """domain lamp {
      pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
      cpfs { lit' = lit ~= press; }; reward = lit; }"""
    reasoner: Any = relgym.Reasoner(relgym.load(lamp, "instance i { domain = lamp; }"), backend=backend)
    with reasoner:
        start = reasoner.initial_state
        interrupted_loads(monkeypatch)
        with pytest.raises(BackendError, match="late"):
            reasoner.successor(start, {})
        assert reasoner.value(start, "~lit") is True
        assert reasoner.successor(start, {"press": True})["lit"] is True
