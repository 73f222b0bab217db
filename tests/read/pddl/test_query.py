"""Formulas, atoms, actions and plans about a task."""

from __future__ import annotations

from pathlib import Path

import pytest

from relgym.errors import InvalidAction, ModelError, ParseError
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import And, Atom, Equal, Exists, ground
from relgym.model.pddl.problem import Task
from relgym.model.terms import Object, Variable
from relgym.read.loading import load
from relgym.read.pddl.loading import read_action, read_atom, read_formula, read_plan


@pytest.fixture(scope="module")
def task() -> Task:
    return load(
        """(define (domain d)
          (:requirements :adl :derived-predicates)
          (:types block place)
          (:predicates (on ?x ?y - block) (above ?x ?y - block) (at ?p - place) (raise ?x - block))
          (:actions raise)
          (:derived (above ?x ?y) (on ?x ?y))
          (:action move :parameters (?b - block ?p - place))
          (:action lift :parameters (?x ?from - block) :precondition (and (raise ?x) (on ?x ?from))))""",
        """(define (problem one) (:domain d) (:objects a b - block here - place)
          (:init (on a b)) (:goal (on b a)))""",
    )


def test_free_variables_are_objects(task: Task) -> None:
    assert read_formula("(on ?x ?Y)", task) == Atom("on", (Variable("?x"), Variable("?y")))


def test_free_variables_with_types(task: Task) -> None:
    x, y = Variable("?x", ("block",)), Variable("?y", ("block", "place"))
    assert read_formula("(and (on ?x - block b) (= ?x ?y - (either block place)))", task) == And(
        (Atom("on", (x, Object("b"))), Equal(x, y))
    )


def test_a_bound_variable_hides_a_free_one(task: Task) -> None:
    x, inner = Variable("?x"), Variable("?x", ("block",))
    assert read_formula("(and (on ?x a) (exists (?x - block) (above ?x b)))", task) == And(
        (Atom("on", (x, Object("a"))), Exists((inner,), Atom("above", (inner, Object("b")))))
    )


@pytest.mark.parametrize("text", ["", "  ; nothing", "on", "(on a b) (on b a)", "(on ?x -)", "(on a b"])
def test_what_is_no_formula(text: str, task: Task) -> None:
    with pytest.raises(ParseError):
        read_formula(text, task)


def test_the_name_of_the_source(task: Task) -> None:
    with pytest.raises(ModelError, match=r"^here:1:5: unknown object 'c'"):
        read_formula("(on c ?x)", task, "here")


def test_atoms(task: Task) -> None:
    assert read_atom("(On A b)", task) == ground("on", "a", "b")
    assert read_atom("(above a b)", task) == ground("above", "a", "b")
    with pytest.raises(ModelError, match="unknown variable"):
        read_atom("(on ?x b)", task)


def test_actions(task: Task) -> None:
    assert read_action("(MOVE a here)", task) == Action("move", (Object("a"), Object("here")))
    assert read_action("(lift a)", task) == Action("lift", (Object("a"),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(mov a here)", "unknown action 'mov'.*did you mean 'move'"),
        ("(move a)", r"'move' takes 2 arguments, not 1.*expected: \(move \?b - block \?p - place\)"),
        ("(move here here)", "'here' is of type place, not block"),
        ("(move a there)", "unknown object 'there'"),
        ("(lift a b)", r"'lift' takes 1 argument, not 2.*expected: \(lift \?x - block\).*leave out \?from"),
    ],
)
def test_no_such_action(text: str, message: str, task: Task) -> None:
    with pytest.raises(InvalidAction, match=f"(?s){message}"):
        read_action(text, task)


@pytest.mark.parametrize("text", ["", "move a here", "((move) a)", "(move (a) here)", "()"])
def test_what_is_no_action(text: str, task: Task) -> None:
    with pytest.raises(ParseError):
        read_action(text, task)


def test_plans_as_planners_print_them(task: Task, tmp_path: Path) -> None:
    text = "; a plan\n(move a here)\n0: (lift a)\n\n 0.001:  (MOVE B HERE)  [1.000]  ; last\n; cost = 3 (unit cost)\n"
    plan = read_plan(text, task)
    assert [str(item) for item in plan] == ["(move a here)", "(lift a)", "(move b here)"]
    (tmp_path / "plan.txt").write_text(text)
    assert read_plan(tmp_path / "plan.txt", task) == read_plan(str(tmp_path / "plan.txt"), task) == plan


@pytest.mark.parametrize(
    "line",
    [
        "0: (lift a) [1]",
        "0.000:(LIFT A)[1.000]",
        ".5 : ( lift a )",
        "3: (lift a) [D:1.00; C:0.10]",
        "0: (lift a) [ 1 ]",
    ],
)
def test_steps_with_times_and_durations(line: str, task: Task) -> None:
    assert [str(item) for item in read_plan(f"{line}\n(move b here)", task)] == ["(lift a)", "(move b here)"]


def test_an_empty_plan(task: Task) -> None:
    assert read_plan("", task) == read_plan("; cost = 0 (unit cost)", task) == []


def test_places_in_plans(task: Task) -> None:
    with pytest.raises(InvalidAction, match=r"^<plan>:2:4: unknown action 'fly'"):
        read_plan("(lift a)\n1:(fly a)\n", task)
    with pytest.raises(ParseError, match=r"^<plan>:2:1: 'move' is not an action"):
        read_plan("(lift a)\nmove a here\n", task)
