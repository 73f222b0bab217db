"""The command line as a function, and small files for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from relgym.cli import main
from relgym.errors import describe

FERRY = """\
(define (domain ferry)
  (:requirements :adl :numeric-fluents :derived-predicates)
  (:types car port)
  (:predicates (at ?c - car ?p - port) (boat ?p - port) (aboard ?c - car) (route ?p ?q - port) (reach ?p - port))
  (:functions (fuel) (far ?p ?q - port))
  (:derived (reach ?p - port) (or (boat ?p) (exists (?q - port) (and (reach ?q) (route ?q ?p)))))
  (:action sail :parameters (?p ?q - port)
    :precondition (and (boat ?p) (route ?p ?q) (>= (fuel) (far ?p ?q)))
    :effect (and (boat ?q) (not (boat ?p)) (decrease (fuel) (far ?p ?q))))
  (:action board :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (boat ?p) (not (exists (?d - car) (aboard ?d))))
    :effect (and (aboard ?c) (not (at ?c ?p))))
  (:action land :parameters (?c - car ?p - port)
    :precondition (and (aboard ?c) (boat ?p))
    :effect (and (at ?c ?p) (not (aboard ?c)))))
"""

CROSSING = """\
(define (problem crossing) (:domain ferry)
  (:objects red blue - car east west north - port)
  (:init (at red east) (at blue west) (boat east) (route east west) (route west east)
         (= (fuel) 3) (= (far east west) 3/2) (= (far west east) 1.5))
  (:goal (at red west)))
"""

PLAN = "; the whole way\n0: (board red east) [1]\n1: (SAIL east west)\n(land red west)\n"

DICE = """\
(define (domain dice)
  (:requirements :probabilistic-effects :negative-preconditions)
  (:predicates (six) (thrown) (lost))
  (:action throw :parameters ()
    :precondition (not (lost))
    :effect (and (thrown) (probabilistic 1/4 (six) 1/4 (and (six) (thrown)) 1/8 (lost)))))
"""

THROW = "(define (problem throw) (:domain dice) (:init) (:goal (six)))\n"


@dataclass(frozen=True)
class Ran:
    """What a run of the command line has come to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def answer(self) -> str:
        """Standard output without the error that ends it with `--json`."""
        return "".join(line for line in self.out.splitlines(keepends=True) if not line.startswith('{"error": '))

    @property
    def error(self) -> str:
        """The text of the error that ends standard output with `--json`."""
        error = self.lines[-1]["error"]
        place = f"{error['file']}:{error['line']}:{error['column']}: " if error["line"] else ""
        return describe(place + error["message"], None, error["expected"], error["hint"])

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `relgym` with these arguments."""

    def ran(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main([*arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ran


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with small domains, problems and a plan."""
    texts = {"ferry.pddl": FERRY, "crossing.pddl": CROSSING, "plan.txt": PLAN, "dice.pddl": DICE, "throw.pddl": THROW}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
