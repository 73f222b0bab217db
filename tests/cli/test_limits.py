"""`--limit SECONDS` and `--memory MB`: every command that asks an engine has them, and its engine keeps them."""

from __future__ import annotations

import inspect
import io
from pathlib import Path

import pytest

from relgym.cli import session
from relgym.cli.app import COMMANDS as ALL
from relgym.cli.app import command_function
from relgym.cli.rddl import walk as rddl_walk
from relgym.limits import Limits

GIVEN = ("--limit", "7", "--memory", "300")

COMMANDS = {
    "actions": ((), ()),
    "outcomes": (("(unstack b2 b3)",), ("press = true",)),
    "query": (("(handempty)",), ("lit",)),
    "explain": (("(handempty)",), ("lit",)),
    "simulate": (("--plan", "(unstack b2 b3)"), ("--plan", "noop")),
    "translate": (("--to", "prolog"), ("--to", "prolog")),
    "render": ((), ()),
    "play": (("--json",), ("--json",)),
}
"""By command what it takes besides the problem, for PDDL and for RDDL."""

ELSEWHERE = {"plan", "validate", "solve", "explore", "record", "replay"}
"""Commands whose limits are tested with them."""

HEAVY = """(define (domain d) (:requirements :strips :derived-predicates) (:predicates (s ?x) (r ?a ?b ?c ?d ?f))
  (:derived (r ?a ?b ?c ?d ?f) (and (s ?a) (s ?b) (s ?c) (s ?d) (s ?f)))
  (:derived (r ?a ?b ?c ?d ?f) (r ?b ?c ?d ?f ?a))
  (:action go :parameters (?x) :precondition (r ?x ?x ?x ?x ?x) :effect (not (s ?x))))"""


def more_of(command: str, pddl: bool) -> tuple[str, ...]:
    return COMMANDS[command][0 if pddl else 1]


def test_every_command_that_takes_an_engine_takes_its_limits() -> None:
    found = set()
    for command in ALL:
        options = inspect.signature(command_function(command)).parameters
        if "backend" in options:
            assert {"limit", "memory"} <= options.keys()
            assert (options["limit"].default, options["memory"].default) == (Limits().seconds, Limits().memory)
            found.add(command)
    assert found - ELSEWHERE == COMMANDS.keys()


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_pass_them_to_the_engine_of_pddl(run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    made = session.PDDLReasoner

    def noted(*arguments):
        told.append(arguments[2])
        return made(*arguments)

    monkeypatch.setattr(session, "PDDLReasoner", noted)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    problem = ("--problem", "0") if command == "play" else ("0",)
    ran = run(command, "blocks", *problem, *more_of(command, pddl=True), *GIVEN)
    assert (ran.code, ran.err) == (0, "")
    assert told == [Limits(seconds=7, memory=300)]


@pytest.mark.parametrize("command", COMMANDS)
def test_and_of_rddl(run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    made = rddl_walk.RDDLEnv

    def noted(*arguments, limits, **named):
        told.append(limits)
        return made(*arguments, limits=limits, **named)

    monkeypatch.setattr(rddl_walk, "RDDLEnv", noted)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    domain, instance = tmp_path / "lamp.rddl", tmp_path / "room.rddl"
    domain.write_text(
        "domain lamp { pvariables { lit : { state-fluent, bool, default = false };"
        " press : { action-fluent, bool, default = false }; }; cpfs { lit' = lit ~= press; }; reward = lit; }"
    )
    instance.write_text("instance room { domain = lamp; horizon = 5; }")
    problem = ("--problem", str(instance)) if command == "play" else (str(instance),)
    ran = run(command, str(domain), *problem, *more_of(command, pddl=False), *GIVEN)
    assert (ran.code, ran.err) == (0, "")
    assert [(limits["seconds"], limits["memory"]) for limits in told] == [(7, 300)]


@pytest.mark.parametrize(
    ("given", "text"),
    [(("--limit", "0.3"), "did not answer within 0.3 s"), (("--memory", "40"), "more than 40 MB")],
)
def test_the_advice_names_the_option(run, tmp_path: Path, given: tuple[str, str], text: str) -> None:
    names = [f"o{number}" for number in range(30)]
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(HEAVY)
    facts = " ".join(f"(s {name})" for name in names)
    problem.write_text(f"(define (problem p) (:domain d) (:objects {' '.join(names)}) (:init {facts}) (:goal (s o1)))")
    ran = run("actions", str(domain), str(problem), *given)
    assert ran.code == 2
    assert text in ran.err
    assert given[0] in ran.err


def test_a_problem_that_takes_more_memory_is_not_read(run, tmp_path: Path) -> None:
    domain, large = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text("(define (domain d) (:predicates (p ?x)) (:action go :parameters (?x) :effect (p ?x)))")
    names = " ".join(f"o{number}" for number in range(20_000))
    large.write_text(f"(define (problem x) (:domain d) (:objects {names}) (:init (p o1)) (:goal (p o2)))")
    found = run("actions", str(domain), str(large), "--memory", "2")
    assert found.code == 1
    assert "is too large: reading it takes about 5 MB" in found.err
    assert run("actions", str(domain), str(large), "--memory", "100").code == 0
