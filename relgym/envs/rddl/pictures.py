"""Pictures of the states of an RDDL environment: frames of one size, and pictures for notebooks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from relgym.envs.rendering import Size, canvas_over, rendered
from relgym.model.rddl.equations import Equations
from relgym.model.rddl.state import RDDLState
from relgym.render.rddl_painter import RDDLPainter


class RDDLPictures:
    """Draws the states of the instances of an environment; `mode` is its render mode."""

    def __init__(self, mode: str | None) -> None:
        self._mode = mode
        self._painted: tuple[Equations, RDDLPainter] | None = None
        self._canvas: Size | None = None

    def frame(self, program: Equations, state: RDDLState) -> str | NDArray[np.uint8] | None:
        """Draw a state in the render mode; all frames have the size of the first instance that is drawn."""
        painter = self._painter(program)
        if self._canvas is None and self._mode == "rgb_array":
            self._canvas = canvas_over([painter.size])
        return rendered(self._mode, painter, state, self._canvas)

    def svg(self, program: Equations, state: RDDLState) -> str:
        """Draw a state for a notebook."""
        return self._painter(program).svg(state)

    def _painter(self, program: Equations) -> RDDLPainter:
        """Return the painter of the instance that is being played."""
        if self._painted is None or self._painted[0] is not program:
            self._painted = program, RDDLPainter(program)
        return self._painted[1]

    def __getstate__(self) -> dict[str, object]:
        # Painters are made again.
        return {"_mode": self._mode, "_painted": None, "_canvas": self._canvas}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
