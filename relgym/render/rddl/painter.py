"""Pictures of the states of one RDDL instance: text, or a drawing that becomes SVG or pixels.

>>> from relgym.read.loading import load
>>> from relgym.reasoning.reasoner import Reasoner
>>> instance = load('''domain lamp { pvariables { lit : { state-fluent, bool, default = true };
...   press : { action-fluent, bool, default = false }; }; cpfs { lit' = lit ~= press; }; reward = lit; }''',
...   "instance i { domain = lamp; horizon = 5; }")
>>> reasoner = Reasoner(instance)
>>> painter = RDDLPainter(reasoner)
>>> print(painter.text(reasoner.initial_state))
lit  true
>>> painter.drawing(reasoner.initial_state).objects
('lit',)
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from relgym.model.rddl.state import RDDLState
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.drawing import Drawing, DrawnItem, Rect
from relgym.render.frame import LEAST, MARGIN, VIEW
from relgym.render.layouts.values import ValuesFrame
from relgym.render.palette import BACKGROUND
from relgym.render.rddl.picture import Panels
from relgym.render.rddl.scene import RDDLScene, scene_from
from relgym.render.svg import svg
from relgym.render.values import render_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RDDLPainter:
    """Draws the states of an instance as a scene says, or by their values; all drawings of a painter have one size.

    Args:
        reasoner: The reasoner of the instance, which computes the expressions of the scene.
        scene: A scene, or the path of a `scene.toml`; without it, states are drawn as tables of values.

    Raises:
        RelgymError: The scene cannot be read, or has an expression that does not fit the instance.
    """

    def __init__(self, reasoner: RDDLReasoner, scene: RDDLScene | Path | str | None = None) -> None:
        self._program = reasoner.program
        scene = scene_from(scene)
        self._panels = None if scene is None else Panels(scene, reasoner)

    def text(self, state: RDDLState) -> str:
        """A line for each fluent, of truth values the objects for which they are true."""
        return render_values(self._program, state.values)

    def drawing(self, state: RDDLState) -> Drawing:
        """A picture as shapes with coordinates; the names of cells (`on___a__b`) are those of its items."""
        table, blank = self._layout
        items = [] if self._panels is None else self._panels.items(state.values)
        return blank._replace(items=(*items, *table.items(state.values, items)))

    @cached_property
    def _layout(self) -> tuple[ValuesFrame, Drawing]:
        """The table of values, and a drawing without a state."""
        panels = self._panels
        if panels is None:
            table = ValuesFrame(self._program)
            fixed, (right, bottom) = table.fixed, table.ends
        else:
            shown = panels.fixed
            below = ValuesFrame(self._program, panels.hidden, MARGIN, panels.bottom + MARGIN)
            beside = ValuesFrame(self._program, panels.hidden, panels.right + 2 * MARGIN, panels.top)
            table = min(below, beside, key=lambda table: (-table.count, self._extent(table)))
            fixed = [*shown, *table.fixed]
            right, bottom = self._ends(table)
        width, height = round(max(LEAST, right - MARGIN) + 2 * MARGIN), round(bottom + MARGIN)
        ground = DrawnItem("", "", (Rect(0, 0, width, height, BACKGROUND),))
        return table, Drawing(width, height, (ground, *fixed), ())

    def _ends(self, table: ValuesFrame) -> tuple[float, float]:
        """Return the right and the lower end of panels and a table."""
        panels = self._panels
        assert panels is not None
        right, bottom = table.ends if panels.hidden else (0.0, 0.0)
        return max(right, panels.right, panels.caption), max(bottom, panels.bottom)

    def _extent(self, table: ValuesFrame) -> float:
        """Return how much larger than the view the picture with a table is."""
        right, bottom = self._ends(table)
        return max(right / VIEW[0], bottom / VIEW[1])

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

        blank = self._layout[1]
        return size_of(blank.width, blank.height)
