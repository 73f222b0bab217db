"""The goal in pictures: which conditions are met and missing, in lists, ghosts, towers and text."""

from __future__ import annotations

from collections.abc import Hashable
from xml.etree import ElementTree

import numpy as np
import pytest
from render.drawings import check, words
from render.test_pictures import every_domain, task_of, walked

import relgym
from relgym.catalogue.domains import EnvSpec, spec
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.planning.search.lucky import shortest_plan
from relgym.read.loading import load
from relgym.read.pddl.loading import read_atom
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.reasoner import Reasoner
from relgym.render.goal_conditions import conditions_of
from relgym.render.painter import Painter
from relgym.render.svg import Drawing, svg


def sampled(task: Task) -> list[State]:
    """The states of a walk towards the goal, as far as a few steps of search lead, and of a random one."""
    found = walked(task, 10)
    simulator = relgym.Simulator(task)
    rng = np.random.default_rng(3)
    for _ in range(150):
        actions = simulator.actions()
        if simulator.goal() or not actions:
            break
        simulator.apply(actions[int(rng.integers(len(actions)))], rng)
        found.append(simulator.state)
    return list(dict.fromkeys(found))


def listed(drawing: Drawing) -> Hashable:
    """The list of conditions below a picture, as it is seen."""
    return tuple(item.shapes for item in drawing.items if item.met is not None)


@every_domain
def test_the_list_changes_exactly_when_the_conditions_that_are_met_change(own: EnvSpec) -> None:
    """The oracle is an engine, asked about each condition."""
    task = task_of(own, "train", 0)
    conditions = conditions_of(task)
    painter = Painter(task, own.scene())
    seen: dict[tuple[bool, ...], Hashable] = {}
    with Reasoner(task, backend="sld") as reasoner:
        for state in sampled(task)[::8]:
            met = tuple(reasoner.holds(state, condition.formula) for condition in conditions)
            assert all(met) == reasoner.goal(state)
            drawing = painter.drawing(state)
            check(drawing)
            assert [item.met for item in drawing.items if item.met is not None] == list(met)
            assert seen.setdefault(met, listed(drawing)) == listed(drawing)
            missing = {condition.text for condition, holds in zip(conditions, met, strict=True) if not holds}
            assert {item.goal for item in drawing.items if item.ghost} <= missing
    assert len(set(seen.values())) == len(seen)


def test_nothing_is_missing_where_a_plan_ends() -> None:
    for name in ("blocks", "hanoi", "ferry", "sokoban", "elevator"):
        own = spec(name)
        task = task_of(own, "train", 0)
        with PDDLReasoner(task) as reasoner:
            state = reasoner.initial_state
            plan = shortest_plan(reasoner, state, 20_000)
            assert plan
            for action in plan:
                state = reasoner.successor(state, action)
        items = Painter(task, own.scene()).drawing(state).items
        assert {item.met for item in items} - {None} == {True}
        assert not any(item.ghost for item in items)


LAMPS = """(define (domain lamps) (:requirements :adl :numeric-fluents :derived-predicates)
  (:types lamp)
  (:predicates (lit ?x - lamp) (red ?x - lamp) (near ?x ?y - lamp) (bright))
  (:functions (heat ?x - lamp))
  (:derived (bright) (exists (?x - lamp) (lit ?x)))
  (:action press :parameters (?x - lamp) :effect (and (lit ?x) (increase (heat ?x) 1))))"""


def lamps(goal: str) -> Task:
    return load(
        LAMPS,
        f"""(define (problem p) (:domain lamps) (:objects a b c - lamp)
          (:init (red a) (red b) (= (heat a) 0) (= (heat b) 0) (= (heat c) 0)) (:goal {goal}))""",
    )


@pytest.mark.parametrize(
    ("goal", "wanted", "after"),
    [
        ("(lit a)", ["lit a"], [True]),
        ("(not (lit a))", ["not lit a"], [False]),
        ("(and (lit a) (and (lit b) (bright)))", ["lit a", "lit b", "bright"], [True, False, True]),
        ("(forall (?x - lamp) (imply (red ?x) (lit ?x)))", ["lit a", "lit b"], [True, False]),
        ("(forall (?x - lamp) (or (lit ?x) (not (red ?x))))", ["lit a", "lit b"], [True, False]),
        ("(exists (?x - lamp) (lit ?x))", ["(exists (?x - lamp) (lit ?x))"], [True]),
        ("(or (lit b) (lit c))", ["(or (lit b) (lit c))"], [False]),
        ("(>= (heat a) 1)", ["(>= (heat a) 1)"], [True]),
        ("(imply (lit a) (lit b))", ["(imply (lit a) (lit b))"], [False]),
        ("(red c)", ["red c"], [False]),
        # A name that is bound again inside is another variable.
        (
            "(forall (?x - lamp) (or (lit ?x) (exists (?x - lamp) (lit ?x))))",
            ["(forall (?x - lamp) (or (lit ?x) (exists (?x - lamp) (lit ?x))))"],
            [True],
        ),
        ("(and)", [], []),
    ],
)
def test_conditions_of_all_kinds(goal: str, wanted: list[str], after: list[bool]) -> None:
    task = lamps(goal)
    with Reasoner(task) as reasoner:
        state = reasoner.successor(reasoner.initial_state, "(press a)")
    drawing = Painter(task).drawing(state)
    check(drawing)
    told = [(item.goal, item.met) for item in drawing.items if item.met is not None]
    assert [met for _, met in told] == after
    assert [condition.words for condition in conditions_of(task)] == wanted
    assert [goal for goal, _ in told] == [condition.text for condition in conditions_of(task)]
    if not wanted:
        assert drawing == Painter(task, goal=False).drawing(state)


def test_without_the_goal_pictures_are_as_they_were() -> None:
    task = lamps("(lit a)")
    state = Reasoner(task).initial_state
    with_goal, without = Painter(task), Painter(task, goal=False)
    assert with_goal.size != without.size
    assert "goal" in words(with_goal.drawing(state))
    assert "goal" not in words(without.drawing(state))
    assert with_goal.text(state) == f"{without.text(state)}\ngoal: [ ] lit a".lstrip()


def test_ghosts_stand_where_things_are_wanted() -> None:
    own = spec("sokoban")
    task = task_of(own, "train", 5)
    state = Reasoner(task).initial_state
    root = ElementTree.fromstring(svg(Painter(task, own.scene()).drawing(state)))
    ghosts = [element for element in root.iter() if element.get("class") == "goal" and not element.get("data-met")]
    assert [(ghost.get("data-goal"), ghost.get("data-objects")) for ghost in ghosts] == [
        ("(box c4-6)", "c4-6"),
        ("(box c6-4)", "c6-4"),
    ]
    # What is wanted is no atom of the state, and has no id.
    assert not any(ghost.get("data-atom") or ghost.get("id") for ghost in ghosts)


def test_many_conditions_have_a_bounded_room_and_differ() -> None:
    goal = " ".join(f"(near {one} {other})" for one in "abc" for other in "abc") + " (lit a)" + " (lit b)" * 3
    task = lamps(f"(and {goal})")
    assert len(conditions_of(task)) == 11
    objects = " ".join(f"o{number}" for number in range(400))
    names = objects.split()
    all_lit = " ".join(f"(lit {name})" for name in names)
    problem = f"(define (problem p) (:domain lamps) (:objects {objects} - lamp) (:init) (:goal (and {all_lit})))"
    many = load(LAMPS, problem)
    reasoner = Reasoner(many)
    painter = Painter(many)
    states = [
        reasoner.state([]),
        reasoner.state(["(lit o398)"]),
        reasoner.state(["(lit o399)"]),
        reasoner.state(["(lit o0)"]),
    ]
    drawings = [painter.drawing(state) for state in states]
    for drawing in drawings:
        check(drawing)
        assert drawing.height < 900
    assert len(set(drawings)) == len(states)
    assert [
        f"lit: {count} of 400" in words(drawing) for count, drawing in zip((0, 1, 1, 1), drawings, strict=True)
    ] == [True] * 4


@pytest.mark.parametrize(
    ("name", "atom"), [("logistics", "(at p1 l1-2)"), ("hanoi", "(on d1 p3)"), ("grid", "(at key1 c1-1)")]
)
def test_what_is_held_possible_is_drawn_as_what_is_wanted_is(name: str, atom: str) -> None:
    task = task_of(spec(name), "train", 0)
    painter = Painter(task, spec(name).scene(), goal=False)
    state = PDDLReasoner(task).initial_state
    plain = painter.drawing(state)
    held = painter.drawing(state, [read_atom(atom, task)])
    ghosts = [item for item in held.items if item.possible]
    assert [(item.possible, item.goal, item.ghost) for item in ghosts] == [(atom, "", True)]
    # All else is as before.
    assert [item for item in held.items if not item.possible] == list(plain.items)
    assert svg(held) != svg(plain)
