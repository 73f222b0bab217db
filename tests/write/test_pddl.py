"""The law of the writer: reading what it writes gives the model again."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from thorough import examples_of
from write.random_models import tasks

from relgym import resources
from relgym.errors import ModelError
from relgym.model.numeric import Number
from relgym.model.pddl.domain import ActionSchema, Domain, Predicate, Type, Typed
from relgym.model.pddl.effects import NO_CHANGE, Add, Delete
from relgym.model.pddl.formulas import TRUE, And, Atom, Exists, Formula, Not, Or
from relgym.model.pddl.problem import Metric, Problem, Task
from relgym.model.terms import Object, Variable
from relgym.read.pddl.loading import read_domain, read_problem
from relgym.write.pddl import write_domain, write_problem
from relgym.write.spelling import number

pytestmark = pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")

IPC = os.environ.get("RELGYM_IPC")


def assert_survives(domain: Domain, problem: Problem) -> None:
    text = write_domain(domain)
    assert read_domain(text) == domain, text
    text = write_problem(problem)
    assert read_problem(text, domain) == problem, text


@settings(max_examples=examples_of(25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tasks())
def test_any_model_survives(task: Task) -> None:
    assert_survives(task.domain, task.problem)


def pairs(problems: list[Path]) -> list[tuple[Path, Path]]:
    """Each problem with the domain file that belongs to it."""
    found = []
    for problem in problems:
        own = problem.with_name(f"{problem.stem}-domain.pddl")
        found.append((own if own.exists() else problem.with_name("domain.pddl"), problem))
    return found


@pytest.mark.skipif(IPC is None, reason="RELGYM_IPC names no folder of IPC problems")
def test_competition_files_survive() -> None:
    files = pairs(sorted(Path(IPC or "").glob("**/p[0-9][0-9].pddl")))
    assert files, f"no problems in {IPC}"
    for domain_file, problem_file in files:
        domain = read_domain(domain_file)
        assert_survives(domain, read_problem(problem_file, domain))


@pytest.mark.parametrize("folder", sorted(resources.domains().glob("*/domain.pddl")), ids=lambda file: file.parent.name)
def test_our_domains_survive(folder: Path) -> None:
    domain = read_domain(folder)
    problems = sorted(folder.parent.glob("problems/*/*.pddl"))
    assert problems
    for file in problems[:3]:
        assert_survives(domain, read_problem(file, domain))


class TestFreeParameters:
    x, y = Variable("?x", ("block",)), Variable("?y", ("block",))
    domain = Domain(
        name="blocks",
        requirements=(":typing",),
        types=(Type("object", ()), Type("block", ("object",))),
        constants=(),
        predicates=(Predicate("on", (x, y)), Predicate("unstack", (x,)), Predicate("table", (x,))),
        functions=(),
        axioms=(),
        actions=(
            ActionSchema("unstack", (x, y), ("?x",), Atom("on", (x, y)), Delete(Atom("on", (x, y)))),
            ActionSchema("swap", (x, y), ("?y", "?x"), TRUE, NO_CHANGE),
            ActionSchema("drop", (x,), ("?x",), Atom("table", (x,)), Add(Atom("table", (x,)))),
        ),
    )
    text: ClassVar[str] = """\
(define (domain blocks)
  (:requirements :typing)
  (:types block)
  (:predicates
    (on ?x ?y - block)
    (unstack ?x - block)
    (table ?x - block)
    (unstack-action ?x - block)
    (swap ?y ?x - block))
  ; (:actions unstack-action swap)

  (:action unstack
    :parameters (?x ?y - block)
    :precondition (and (unstack-action ?x) (on ?x ?y))
    :effect (not (on ?x ?y)))

  (:action swap
    :parameters (?x ?y - block)
    :precondition (swap ?y ?x)
    :effect (and))

  (:action drop
    :parameters (?x - block)
    :precondition (table ?x)
    :effect (table ?x)))
"""

    def test_are_written_as_predicates_of_actions(self) -> None:
        assert write_domain(self.domain) == self.text

    def test_survive(self) -> None:
        assert read_domain(self.text) == self.domain


def lamp(goal: Formula = TRUE, **changed: object) -> Problem:
    problem = Problem("dark", "lamp", (), (), (), (), goal)
    return replace(problem, **changed)


LAMP = Domain("lamp", (), (Type("object", ()),), (), (Predicate("on"), Predicate("lit", (Variable("?x"),))), (), (), ())


def test_deep_formulas_need_no_deep_stack() -> None:
    def nested(depth: int) -> Formula:
        wrap = (Not, lambda part: And((part, Atom("on"))), lambda part: Exists((Variable("?x"),), Or((part,))))
        return reduce(lambda part, step: wrap[step % 3](part), range(depth), Atom("on"))

    problem = lamp(nested(60))
    assert read_problem(write_problem(problem), LAMP) == problem
    text = write_problem(lamp(nested(10_000)))
    assert text.count("(") == text.count(")") > 10_000


def test_lines_are_short() -> None:
    names = [f"object-with-a-long-name-{number}" for number in range(50)]
    objects = tuple(Typed(Object(name), ("object",)) for name in names)
    goal = Not(Or(tuple(And(tuple(Atom("lit", (Object(name),)) for name in names[:size])) for size in range(1, 20))))
    problem = lamp(goal, objects=objects, init=tuple(Atom("lit", (item.object,)) for item in objects))
    text = write_problem(problem)
    assert max(map(len, text.splitlines())) <= 100
    assert read_problem(text, LAMP) == problem


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-7, "-7"),
        (10**30, "1" + "0" * 30),
        (Fraction(1, 3), "1/3"),
        (Fraction(-22, 7), "-22/7"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-1, 400), "-0.0025"),
        (Fraction(12345, 1000), "12.345"),
        (0.1, "0.1000000000000000055511151231257827021181583404541015625"),
        (-0.75, "-0.75"),
        (1e20, "1" + "0" * 20),
    ],
)
def test_numbers_are_exact(value: int | Fraction | float, text: str) -> None:
    assert number(value) == text
    assert Fraction(text) == value
    metric = Metric("minimize", Number(value))
    problem = read_problem(write_problem(lamp(metric=metric)), LAMP)
    assert problem.metric == metric


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_what_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(ModelError, match="not a number"):
        write_problem(lamp(goal_reward=Number(value)))


@pytest.mark.parametrize(
    "name", ["", "two words", "(", "a)", "semi;colon", "Upper", "?x", ":key", "-a", "no\u00a0break"]
)
def test_names_that_pddl_has_no_words_for_are_refused(name: str) -> None:
    with pytest.raises(ModelError, match="cannot be a name in PDDL"):
        write_problem(lamp(objects=(Typed(Object(name), ("object",)),)))
    with pytest.raises(ModelError, match="cannot be a name in PDDL"):
        write_domain(replace(LAMP, predicates=(Predicate(name),)))


@pytest.mark.parametrize("keyword", ["and", "not", "forall", "when", "=", "<="])
def test_keywords_are_refused_as_predicates(keyword: str) -> None:
    with pytest.raises(ModelError, match="keyword"):
        write_problem(lamp(init=(Atom(keyword, ()),)))
