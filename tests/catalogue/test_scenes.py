"""Files without a scene get one by the predicates and types that they have: those of planning competitions, too."""

from __future__ import annotations

from pathlib import Path

import pytest

import relgym
from relgym import resources
from relgym.catalogue.fitting import scene_of
from relgym.model.pddl.problem import Task
from relgym.render.looks import looks_of
from relgym.render.painter import Painter
from relgym.render.scene import SCENES, Scene
from relgym.render.spots import kinds

DOMAINS = {
    "blocks": ("(:types block)", "(on ?x ?y - block) (ontable ?x - block) (clear ?x - block) (holding ?x - block)"),
    "miconic": (
        "(:types passenger floor - object)",
        "(origin ?p - passenger ?f - floor) (destin ?p - passenger ?f - floor) (above ?f ?g - floor)"
        " (boarded ?p - passenger) (served ?p - passenger) (lift-at ?f - floor)",
    ),
    "depot": (
        "(:types place locatable - object depot distributor - place truck hoist surface - locatable"
        " pallet crate - surface)",
        "(at ?x - locatable ?y - place) (on ?x - crate ?y - surface) (in ?x - crate ?y - truck)"
        " (lifting ?x - hoist ?y - crate)",
    ),
    "sokoban.toml": (
        "(:types thing location direction - object player stone - thing)",
        "(at ?t - thing ?l - location) (is-goal ?l - location) (move-dir ?l ?m - location ?d - direction)",
    ),
    "driverlog.toml": (
        "(:types location locatable - object driver truck obj - locatable)",
        "(at ?x - locatable ?l - location) (in ?x - obj ?t - truck) (driving ?d - driver ?t - truck)"
        " (link ?x ?y - location) (path ?x ?y - location)",
    ),
    "zenotravel.toml": (
        "(:types aircraft person city flevel - object)",
        "(at ?x - (either person aircraft) ?c - city) (in ?p - person ?a - aircraft)"
        " (fuel-level ?a - aircraft ?l - flevel)",
    ),
}
"""By the folder or file of the scene that is expected, the types and predicates of a domain of another name."""

CONSTANTS = "(:constants dir-right dir-down - direction)"


def task_of(types: str, predicates: str) -> Task:
    more = CONSTANTS if "direction" in types else ""
    domain = f"(define (domain other) (:requirements :typing) {types} {more} (:predicates {predicates}))"
    found = relgym.load(domain, "(define (problem p) (:domain other) (:init) (:goal (and)))")
    assert isinstance(found, Task)
    return found


def names(scene: Scene | None) -> set[str]:
    if scene is None:
        return set()
    path = Path(scene.file)
    return {path.name, path.parent.name}


@pytest.mark.parametrize("expected", DOMAINS)
def test_a_scene_is_found_by_what_a_task_has(expected: str) -> None:
    assert expected in names(scene_of(task_of(*DOMAINS[expected])))


@pytest.mark.parametrize("missing", ["(link ?x ?y - location)", "(driving ?d - driver ?t - truck)"])
def test_a_scene_does_not_fit_where_something_is_missing(missing: str) -> None:
    types, predicates = DOMAINS["driverlog.toml"]
    assert "driverlog.toml" not in names(scene_of(task_of(types, predicates.replace(missing, ""))))


def test_few_names_fit_by_chance_and_count_for_nothing() -> None:
    assert scene_of(task_of("(:types cell)", "(at ?c - cell) (visited ?c - cell)")) is None


@pytest.mark.parametrize("path", sorted(resources.kb("scenes").glob("*.toml")), ids=lambda path: path.stem)
def test_every_scene_of_the_competitions_can_be_read(path: Path) -> None:
    assert SCENES.read(path).looks


def test_environments_and_the_command_find_it(tmp_path: Path) -> None:
    types, predicates = DOMAINS["blocks"]
    domain = f"(define (domain other) (:requirements :typing) {types} (:predicates {predicates}))"
    problem = (
        "(define (problem p) (:domain other) (:objects a b - block) (:init (on a b) (ontable b)) (:goal (on a b)))"
    )
    env = relgym.make(domain, problem, render_mode="ansi")
    env.reset()
    assert str(env.render()).splitlines()[:3] == ["a", "b", "-"]


GRIPPER = """\
(define (domain gripper-strips)
 (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?b ?r) (free ?g) (carry ?o ?g))
 (:action move :parameters (?from ?to) :precondition (and (room ?from) (room ?to) (at-robby ?from)) :effect (and
     (at-robby ?to) (not (at-robby ?from))))
 (:action pick :parameters (?obj ?room ?gripper) :precondition (and (ball ?obj) (room ?room) (gripper ?gripper)
     (at ?obj ?room) (at-robby ?room) (free ?gripper))
   :effect (and (carry ?obj ?gripper) (not (at ?obj ?room)) (not (free ?gripper))))
 (:action drop :parameters (?obj ?room ?gripper) :precondition (and (ball ?obj) (room ?room) (gripper ?gripper)
     (carry ?obj ?gripper) (at-robby ?room))
   :effect (and (at ?obj ?room) (free ?gripper) (not (carry ?obj ?gripper)))))
"""

BALLS = """\
(define (problem strips-gripper-x-1) (:domain gripper-strips) (:objects rooma roomb ball4 ball3 ball2 ball1 left
     right)
 (:init (room rooma) (room roomb) (ball ball4) (ball ball3) (ball ball2) (ball ball1) (at-robby rooma) (free
     left) (free right) (at ball4 rooma) (at ball3 rooma) (at ball2 rooma) (at ball1 rooma) (gripper left)
     (gripper right))
 (:goal (and (at ball4 roomb) (at ball3 roomb) (at ball2 roomb) (at ball1 roomb))))
"""

LOGISTICS = """\
(define (domain logistics-strips) (:requirements :strips)
 (:predicates (OBJ ?obj) (TRUCK ?truck) (LOCATION ?loc) (AIRPLANE ?airplane) (CITY ?city) (AIRPORT ?airport) (at
     ?obj ?loc) (in ?obj ?obj2) (in-city ?obj ?city))
 (:action LOAD-TRUCK :parameters (?obj ?truck ?loc) :precondition (and (OBJ ?obj) (TRUCK ?truck) (LOCATION ?loc)
     (at ?truck ?loc) (at ?obj ?loc)) :effect (and (not (at ?obj ?loc)) (in ?obj ?truck)))
 (:action DRIVE :parameters (?truck ?from ?to ?city) :precondition (and (TRUCK ?truck) (at ?truck ?from)
     (in-city ?from ?city) (in-city ?to ?city)) :effect (and (not (at ?truck ?from)) (at ?truck ?to))))
"""

PARCELS = """\
(define (problem l) (:domain logistics-strips) (:objects p1 p2 c1 c2 t1 t2 l1 a1 l2 a2 plane)
 (:init (obj p1) (obj p2) (city c1) (city c2) (truck t1) (truck t2) (location l1) (location a1) (location l2)
     (location a2) (airport a1) (airport a2) (airplane plane)
  (in-city l1 c1) (in-city a1 c1) (in-city l2 c2) (in-city a2 c2) (at t1 l1) (at t2 l2) (at plane a1) (at p1 l1)
     (at p2 a2)) (:goal (and (at p1 l2) (at p2 l1))))
"""


@pytest.mark.parametrize(
    ("files", "expected", "action", "text"),
    [
        ((GRIPPER, BALLS), "gripper.toml", "(pick ball1 rooma left)", "gripper: left [ball1], right"),
        ((LOGISTICS, PARCELS), "logistics-1998.toml", "(load-truck p1 t1 l1)", "c1  l1 [t1 [p1]], a1 [plane]"),
    ],
    ids=["gripper", "logistics"],
)
def test_static_predicates_are_types_where_there_are_none(
    files: tuple[str, str], expected: str, action: str, text: str
) -> None:
    task = relgym.load(*files)
    assert isinstance(task, Task)
    scene = scene_of(task)
    assert scene is not None
    assert expected in names(scene)
    reasoner = relgym.Reasoner(task)
    after = reasoner.successor(reasoner.initial_state, action)
    assert text in Painter(task, scene).text(after).splitlines()
    glyphs = {"ball1": "ball", "left": "hand", "p1": "parcel", "t1": "truck", "a1": "house", "plane": "plane"}
    looks = looks_of(task, scene.looks)
    assert {name: looks[name].glyph for name in glyphs if name in looks} == {
        name: glyph for name, glyph in glyphs.items() if name in looks
    }


def test_a_predicate_that_changes_is_no_type() -> None:
    task = relgym.load(GRIPPER, BALLS)
    assert isinstance(task, Task)
    assert [*kinds(task)] == ["object", "room", "ball", "gripper"]
    assert kinds(task)["room"] == ["rooma", "roomb"]
