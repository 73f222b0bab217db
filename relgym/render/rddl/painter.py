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

from relgym.model.rddl.state import RDDLState
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.forms import StatePainter
from relgym.render.frame import LEAST, MARGIN, VIEW
from relgym.render.layouts.value_texts import render_values
from relgym.render.layouts.values import ValuesFrame
from relgym.render.palette import BACKGROUND
from relgym.render.rddl.picture import Panels
from relgym.render.rddl.scene import RDDL_SCENES, RDDLScene
from relgym.render.shapes import DrawnItem, Rect
from relgym.render.svg import Drawing


class RDDLPainter(StatePainter[RDDLState]):
    """Draws the states of an instance as a scene says, or by their values; all drawings of a painter have one size.

    Args:
        reasoner: The reasoner of the instance, which computes the expressions of the scene.
        scene: A scene, or the path of a `scene.toml`; without it, states are drawn as tables of values.

    Raises:
        RelgymError: The scene cannot be read, or has an expression that does not fit the instance.
    """

    def __init__(self, reasoner: RDDLReasoner, scene: RDDLScene | Path | str | None = None) -> None:
        self._program = reasoner.program
        scene = RDDL_SCENES.given(scene)
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

    def blank(self) -> Drawing:
        """A drawing without a state."""
        return self._layout[1]
