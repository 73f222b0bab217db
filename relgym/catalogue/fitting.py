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
from collections.abc import Iterable
from functools import cache

from relgym import resources
from relgym.catalogue.domains import catalogue
from relgym.errors import RelgymError
from relgym.model.pddl.problem import Task
from relgym.render.scene import Scene, check_scene, names_in, read_scene

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
    by_name, others = _known()
    own = by_name.get(task.domain.name)
    if own is not None and _fits(own, task):
        return own
    fitting = (scene for scene in others if len(names_in(scene)) >= FEWEST_NAMES and _fits(scene, task))
    return max(fitting, key=lambda scene: len(names_in(scene)), default=None)


def _fits(scene: Scene, task: Task) -> bool:
    try:
        check_scene(scene, task)
    except RelgymError:
        return False
    return True


@cache
def _known() -> tuple[dict[str, Scene], Iterable[Scene]]:
    """Return the scenes of the catalogue by the names of their domains, and all scenes."""
    found = {}
    for spec in catalogue("pddl"):
        scene, named = spec.scene(), _DOMAIN.search(spec.domain.read_text(encoding="utf-8"))
        if scene is not None and named is not None:
            found[named[1].lower()] = scene
    given = [read_scene(path) for path in sorted(resources.kb("scenes").glob("*.toml"))]
    return found, (*found.values(), *given)
