"""Pictures of the states of an RDDL environment: frames of one size, and pictures for notebooks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from relgym.envs.rendering import Size, canvas_over, rendered
from relgym.model.rddl.state import RDDLState
from relgym.read.source import PathOrText
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.rddl.scene import RDDL_SCENES, RDDLScene


class RDDLPictures:
    """Draws the states of the instances of an environment.

    Args:
        domain: The domain; the scene beside its file is taken if none is given.
        scene: A scene, or its file.
        mode: The render mode.

    Attributes:
        scene: The scene, if there is one.
    """

    def __init__(self, domain: PathOrText, scene: RDDLScene | Path | str | None, mode: str | None) -> None:
        self.scene = RDDL_SCENES.beside(domain) if scene is None else RDDL_SCENES.given(scene)
        self._given = scene is not None
        self._mode = mode
        self._painted: tuple[RDDLReasoner, RDDLPainter] | None = None
        self._canvas: Size | None = None

    def check(self, reasoner: RDDLReasoner) -> None:
        """Raise `RelgymError` if a scene that was given, or will be drawn, does not fit an instance."""
        if self._given or (self.scene is not None and self._mode is not None):
            self._painter(reasoner)

    def frame(self, reasoner: RDDLReasoner, state: RDDLState) -> str | NDArray[np.uint8] | None:
        """Draw a state in the render mode; all frames have the size of the first instance that is drawn."""
        painter = self._painter(reasoner)
        if self._canvas is None and self._mode == "rgb_array":
            self._canvas = canvas_over([painter.size])
        return rendered(self._mode, painter, state, self._canvas)

    def svg(self, reasoner: RDDLReasoner, state: RDDLState) -> str:
        """Draw a state for a notebook."""
        return self._painter(reasoner).svg(state)

    def _painter(self, reasoner: RDDLReasoner) -> RDDLPainter:
        """Return the painter of the instance that is being played."""
        if self._painted is None or self._painted[0] is not reasoner:
            self._painted = reasoner, RDDLPainter(reasoner, self.scene)
        return self._painted[1]

    def __getstate__(self) -> dict[str, object]:
        # Painters are made again.
        return {**self.__dict__, "_painted": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
