"""Pictures of states for pages: as SVG without ids, with the scene of a domain of the catalogue where it fits.

>>> from relgym.read.loading import load
>>> from relgym.catalogue.domains import spec
>>> own = spec("ferry")
>>> reasoner = PDDLReasoner(load(own.domain, own.problem("train", 0)))
>>> sorted(Pictures(reasoner).answer(reasoner.initial_state))
['height', 'svg', 'width']
"""

from __future__ import annotations

from functools import cache
from typing import Any

from relgym.catalogue.domains import catalogue
from relgym.errors import RelgymError, UnsupportedFeature
from relgym.model.pddl.problem import Task
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.painter import Painter
from relgym.render.rddl_painter import RDDLPainter
from relgym.render.scene import Scene, check_scene
from relgym.render.svg import svg


def scene_for(task: Task) -> Scene | None:
    """Return the scene of the catalogue's domain that has the name of the task's domain, if it fits the task.

    Args:
        task: A task, which may have been read from texts.
    """
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
    scenes = {own.name: own.scene() for own in catalogue("pddl")}
    return {name: scene for name, scene in scenes.items() if scene is not None}


class Pictures:
    """Draws the states of a task or of an instance for pages.

    Args:
        reasoner: The reasoner of the task or the instance.
        scene: How states are drawn; by default as `scene_for` says.
    """

    def __init__(self, reasoner: PDDLReasoner | RDDLReasoner, scene: Scene | None = None) -> None:
        self._reasoner = reasoner
        self._scene = scene
        self._painters: dict[bool, Painter | RDDLPainter] = {}

    def answer(self, state: Any, goal: bool | None = None) -> dict[str, Any]:
        """Draw a state.

        Args:
            state: A state of the reasoner.
            goal: PDDL only. False leaves out the goal.

        Returns:
            The text of the SVG picture as `svg`, and its `width` and `height` in pixels.

        Raises:
            UnsupportedFeature: `goal` is given for RDDL.
        """
        drawing = self._painter(goal).drawing(state)
        return {"svg": svg(drawing, inline=True), "width": drawing.width, "height": drawing.height}

    def _painter(self, goal: bool | None) -> Any:
        reasoner = self._reasoner
        shown = goal is not False
        if isinstance(reasoner, RDDLReasoner) and goal is not None:
            raise UnsupportedFeature("RDDL has no goal", hint="leave the option goal out")
        if shown not in self._painters:
            if isinstance(reasoner, RDDLReasoner):
                self._painters[shown] = RDDLPainter(reasoner.program)
            else:
                scene = scene_for(reasoner.task) if self._scene is None else self._scene
                self._painters[shown] = Painter(reasoner.task, scene, goal=shown)
        return self._painters[shown]
