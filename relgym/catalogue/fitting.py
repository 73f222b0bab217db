"""Scenes for files without one: a scene is found by the predicates and types that it names.

The scenes of the catalogue fit many files of others as they are; those of `kb/scenes` have the names of the planning
competitions.

>>> from relgym.read.loading import load
>>> blocks = '''(define (domain tower) (:predicates (on ?x ?y) (ontable ?x) (holding ?x)))'''
>>> task = load(blocks, "(define (problem p) (:domain tower) (:objects a) (:init (ontable a)) (:goal (holding a)))")
>>> scene_of(task).layout
'stacks'
"""

from __future__ import annotations

import re
from functools import cache

from relgym import resources
from relgym.catalogue.domains import catalogue
from relgym.errors import RelgymError
from relgym.model.pddl.problem import Task
from relgym.read.source import PathOrText
from relgym.render.scene import SCENES, Scene, check_scene, names_in

FEWEST_NAMES = 3
"""A scene that names fewer predicates and types may fit a task by chance."""

_DOMAIN = re.compile(r"\(\s*define\s*\(\s*domain\s+([^\s()]+)", re.IGNORECASE)


def scene_of(task: Task) -> Scene | None:
    """Return the scene that fits a task: that of a domain of the same name, or the one with most names of the task.

    Args:
        task: The task.

    Returns:
        The scene; `None` if no scene fits.
    """
    by_name, by_size = _known()
    namesake = by_name.get(task.domain.name)
    candidates = by_size if namesake is None else (namesake, *by_size)
    return next((scene for scene in candidates if _fits(scene, task)), None)


def scene_for(domain: PathOrText, task: Task) -> Scene | None:
    """Return the scene beside a domain's file, else the one that fits the task; raises as `SCENES.beside` does."""
    return SCENES.beside(domain) or scene_of(task)


def _fits(scene: Scene, task: Task) -> bool:
    try:
        check_scene(scene, task)
    except RelgymError:
        return False
    return True


@cache
def _known() -> tuple[dict[str, Scene], tuple[Scene, ...]]:
    """Return the scenes of the catalogue by the names of their domains, and all scenes, those with most names first."""
    by_name = {}
    for spec in catalogue("pddl"):
        scene, named = spec.scene(), _DOMAIN.search(spec.domain.read_text(encoding="utf-8"))
        if scene is not None and named is not None:
            by_name[named[1].lower()] = scene
    given = [SCENES.read(path) for path in sorted(resources.kb("scenes").glob("*.toml"))]
    sizes = [(scene, len(names_in(scene))) for scene in (*by_name.values(), *given)]
    fitting = sorted((each for each in sizes if each[1] >= FEWEST_NAMES), key=lambda each: -each[1])
    return by_name, tuple(scene for scene, _ in fitting)
