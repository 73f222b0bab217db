"""Files without a scene get one by the predicates and types that they have: those of planning competitions, too."""

from __future__ import annotations

from pathlib import Path

import pytest

import relgym
from relgym import resources
from relgym.catalogue.fitting import scene_of
from relgym.model.pddl.problem import Task
from relgym.render.scene import Scene, read_scene

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
    assert read_scene(path).looks


def test_environments_and_the_command_find_it(tmp_path: Path) -> None:
    types, predicates = DOMAINS["blocks"]
    domain = f"(define (domain other) (:requirements :typing) {types} (:predicates {predicates}))"
    problem = (
        "(define (problem p) (:domain other) (:objects a b - block) (:init (on a b) (ontable b)) (:goal (on a b)))"
    )
    env = relgym.make(domain, problem, render_mode="ansi")
    env.reset()
    assert str(env.render()).splitlines()[:3] == ["a", "b", "-"]
