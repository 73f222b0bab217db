"""Scenes of the catalogue for tasks of its domains."""

from __future__ import annotations

import re
from functools import cache

from relgym.errors import RelgymError
from relgym.model.pddl.problem import Task
from relgym.render.scene import Scene, check_scene

_DOMAIN = re.compile(r"\(\s*define\s*\(\s*domain\s+([^\s()]+)", re.IGNORECASE)


def scene_of(task: Task) -> Scene | None:
    """Return the scene of the catalogue's domain with the name of a task's domain, if the task fits it."""
    scene = _scenes().get(task.domain.name)
    if scene is None:
        return None
    try:
        check_scene(scene, task)
    except RelgymError:
        # Another domain of the same name.
        return None
    return scene


@cache
def _scenes() -> dict[str, Scene]:
    """Return the scenes of the catalogue by the names of their domains."""
    from relgym.catalogue.domains import catalogue

    found = {}
    for spec in catalogue("pddl"):
        scene, named = spec.scene(), _DOMAIN.search(spec.domain.read_text(encoding="utf-8"))
        if scene is not None and named is not None:
            found[named[1].lower()] = scene
    return found
