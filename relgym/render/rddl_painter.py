"""Pictures of the states of one RDDL instance: text, or a drawing that becomes SVG or pixels.

>>> from relgym.read.loading import load
>>> from relgym.reasoning.reasoner import Reasoner
>>> instance = load('''domain lamp { pvariables { lit : { state-fluent, bool, default = true };
...   press : { action-fluent, bool, default = false }; }; cpfs { lit' = lit ~= press; }; reward = lit; }''',
...   "instance i { domain = lamp; horizon = 5; }")
>>> reasoner = Reasoner(instance)
>>> painter = RDDLPainter(reasoner.program)
>>> print(painter.text(reasoner.initial_state))
lit  true
>>> painter.drawing(reasoner.initial_state).objects
('lit',)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.state import RDDLState
from relgym.render.drawing import Drawing
from relgym.render.layouts.values import ValuesFrame
from relgym.render.svg import svg
from relgym.render.values import render_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RDDLPainter:
    """Draws the states of an instance by their values; all drawings of a painter have one size."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self._frame: ValuesFrame | None = None

    def text(self, state: RDDLState) -> str:
        """A line for each fluent, of truth values the objects for which they are true."""
        return render_values(self._program, state.values)

    def drawing(self, state: RDDLState) -> Drawing:
        """A picture as shapes with coordinates; the names of cells (`on___a__b`) are those of its items."""
        return self._framed().drawing(state.values)

    def _framed(self) -> ValuesFrame:
        if self._frame is None:
            self._frame = ValuesFrame(self._program)
        return self._frame

    def svg(self, state: RDDLState) -> str:
        """A picture as the text of an SVG file."""
        return svg(self.drawing(state))

    def pixels(self, state: RDDLState, canvas: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Draw a state as an array of pixels.

        Args:
            state: The state.
            canvas: The width and height of the array in pixels, with the picture in the middle; by default `size`.

        Returns:
            An array of shape `(height, width, 3)` and dtype uint8: red, green and blue.
        """
        # Pillow is loaded when it is needed: a text is not to wait for it.
        from relgym.render.pixels import pixels

        return pixels(self.drawing(state), canvas)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a picture in pixels, if no canvas says otherwise."""
        from relgym.render.pixels import size_of

        return size_of(*self._framed().size)
