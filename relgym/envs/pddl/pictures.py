"""Pictures of the states of a PDDL environment: frames of one size, and pictures for notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from relgym.envs.pddl.problems import Problems, ProblemSet
from relgym.envs.rendering import CANVAS, Size, canvas_over, rendered
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.read.source import PathOrText
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.render.scene import SCENES, Scene, check_scene
from relgym.tuning.envs import LAID_OUT_PROBLEMS_LIMIT

if TYPE_CHECKING:
    from relgym.render.painter import Painter


class PDDLPictures:
    """Draws the states of the problems of an environment.

    Args:
        problems: The problems.
        domain: The domain; the scene beside its file is taken if none is given.
        scene: A scene, or its file.
        mode: The render mode.
        goal: Show the goal in frames.

    Attributes:
        scene: The scene, if one is given or stands beside the domain's file.
    """

    def __init__(
        self,
        problems: ProblemSet,
        domain: PathOrText,
        scene: Scene | Path | str | None,
        mode: str | None,
        goal: bool,
    ) -> None:
        self.scene = SCENES.beside(domain) if scene is None else SCENES.given(scene)
        self._problems = problems
        self._mode = mode
        self._goal = goal
        self._painted: tuple[PDDLReasoner, bool, Painter] | None = None
        self._canvas: Size | None = None

    def check(self, reasoner: PDDLReasoner) -> None:
        """Raise `RelgymError` if the scene names something that a problem does not have."""
        if self.scene is not None:
            check_scene(self.scene, reasoner.task)

    def frame(self, reasoner: PDDLReasoner, state: State) -> str | NDArray[np.uint8] | None:
        """Draw a state in the render mode."""
        canvas = self._canvas_size() if self._mode == "rgb_array" else None
        return rendered(self._mode, self._painter(reasoner, self._goal), state, canvas)

    def svg(self, reasoner: PDDLReasoner, state: State) -> str:
        """Draw a state for a notebook, with the goal."""
        return self._painter(reasoner, True).svg(state)

    def _canvas_size(self) -> Size:
        """Width and height of all frames."""
        if self._canvas is None:
            # Painters load NumPy's linear algebra, which environments without pictures do not need.
            from relgym.render.painter import Painter

            problems = self._problems
            few = isinstance(problems, Problems) and len(problems) <= LAID_OUT_PROBLEMS_LIMIT
            tasks = map(problems.task, problems.every()) if few else ()
            sizes = [Painter(task, self._scene_for(task), goal=self._goal).size for task in tasks]
            self._canvas = canvas_over(sizes or [CANVAS])
        return self._canvas

    def _scene_for(self, task: Task) -> Scene | None:
        """Return the scene that is given, else one that fits the task."""
        if self.scene is not None:
            return self.scene
        # All scenes that there are would be read; environments without pictures need none.
        from relgym.catalogue.fitting import scene_of

        return scene_of(task)

    def _painter(self, reasoner: PDDLReasoner, goal: bool) -> Painter:
        """Return the painter of the problem that is being played."""
        if self._painted is None or self._painted[0] is not reasoner or self._painted[1] is not goal:
            from relgym.render.painter import Painter

            self._painted = reasoner, goal, Painter(reasoner.task, self._scene_for(reasoner.task), goal=goal)
        return self._painted[2]
