"""`relgym translate` prints what the engines run."""

from __future__ import annotations

from random import Random

import pytest

from relgym import Reasoner, load
from relgym.backends.builtin.engine import Builtin
from relgym.reasoning.pddl.listing import python_listing
from relgym.translate.asp.listing import translate_asp
from relgym.translate.program.origins import sources
from relgym.translate.prolog.listing import translate_prolog

FERRY = ("ferry.pddl", "crossing.pddl")
DICE = ("dice.pddl", "throw.pddl")
WRITERS = {"prolog": translate_prolog, "asp": translate_asp}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("language", WRITERS)
@pytest.mark.parametrize("names", [True, False])
def test_logic_programs(run, language: str, names: bool) -> None:
    r = Reasoner(load(*DICE))
    state = r.successor(r.initial_state, "(throw)", Random(0))
    expected = WRITERS[language](r.translation.program, r.initial_state, names, sources(r.translation))
    flag = "--names" if names else "--numbers"
    assert run("translate", *DICE, "--to", language, flag).out.rstrip("\n") == expected.rstrip("\n")
    assert run("translate", *DICE, "--to", language, flag, "--json").json == {"text": expected, "language": language}
    moved = run("translate", *DICE, "--to", language, flag, "--after", "(throw)", "--seed", "0")
    assert moved.code == 0
    assert moved.out != expected
    assert state != r.initial_state


@pytest.mark.usefixtures("files")
def test_python(run) -> None:
    task = load(*FERRY)
    text = run("translate", *FERRY, "--to", "python").out
    assert text == python_listing(task)
    compile(text, "<listing>", "exec")
    # All that a walk makes the engine compile is in the listing, up to the numbers in the functions' names.
    compiled: list[str] = []
    engine = Builtin()
    with Reasoner(task, engine) as r:
        engine.compiler.record = compiled.append
        for action in r.valid_actions(r.initial_state):
            state = r.successor(r.initial_state, action)
            assert not r.goal(state)
            assert r.derived(state)
    assert compiled
    for function in compiled:
        assert bodies(function) <= bodies(text)


def bodies(text: str) -> set[str]:
    """The lines of functions without what numbers tell apart."""
    return {"".join(c for c in line if not c.isdigit()) for line in text.splitlines()}


@pytest.mark.usefixtures("files")
def test_pddl(run) -> None:
    plan = "(board red east) (sail east west)"
    text = run("translate", *FERRY, "--to", "pddl", "--after", plan).out
    domain, problem = text.split("\n\n(define (problem ")
    there = load(domain, "(define (problem " + problem)
    r = Reasoner(load(*FERRY))
    state = r.successor(r.successor(r.initial_state, "(board red east)"), "(sail east west)")
    assert Reasoner(there).initial_state == state
    assert there.domain == r.task.domain
    assert there.problem.goal == r.task.problem.goal


@pytest.mark.usefixtures("files")
def test_clingo_refuses_fractions_here_too(run) -> None:
    ran = run("translate", *FERRY, "--to", "asp")
    assert (ran.code, ran.out) == (1, "")
    assert "'clingo' does not support: the value 3/2 of 'far'" in ran.err
    assert "hint: Prolog has such numbers: --to prolog" in ran.err


@pytest.mark.parametrize("domain", ["blocks", "sysadmin"])
def test_without_a_problem_the_first_one_is_translated(run, domain: str) -> None:
    assert run("translate", domain, "--to", "asp").out == run("translate", domain, "0", "--to", "asp").out


@pytest.mark.usefixtures("files")
def test_a_file_without_a_problem_says_what_to_do(run) -> None:
    ran = run("translate", FERRY[0], "--to", "asp")
    assert (ran.code, ran.out) == (1, "")
    assert "expected: the problem's file or text, or one file that holds the domain and the problem" in ran.err
