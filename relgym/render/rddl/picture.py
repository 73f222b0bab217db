"""The panels of a scene in rows, with their titles and legends, and what the scene says is wanted above them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

from relgym.model.rddl.equations import Values
from relgym.read.tables import refuse_wrong
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.frame import MARGIN
from relgym.render.palette import GOAL, TEXT
from relgym.render.rddl.layouts.cells import CellsFrame
from relgym.render.rddl.layouts.gauges import GaugesFrame
from relgym.render.rddl.layouts.plane import PlaneFrame
from relgym.render.rddl.layouts.shaft import ShaftFrame
from relgym.render.rddl.layouts.streets import StreetsFrame
from relgym.render.rddl.panel import LINE, LegendLines, PanelFrame, written
from relgym.render.rddl.scene import CellGrid, Gauges, Network, Panel, Plane, RDDLScene, Shaft, Streets
from relgym.render.rddl.terms import SceneTerms
from relgym.render.shapes import DrawnItem

WIDEST = 900.0
"""The largest width of panels beside each other, in pixels."""

LARGEST = 560.0
"""The largest width of a plane, in pixels."""

BETWEEN = 26.0
"""The gap between panels, in pixels."""

LARGE = 15.0
"""The size of the words that say what is wanted."""


class Panels:
    """The panels of a scene for an instance.

    Attributes:
        hidden: The names of the state-fluents that the panels do not show with all their digits.
        fixed: Items that are the same in all states.
        top, right, bottom: The ends of the panels.
        caption: The right end of the words above them.
    """

    def __init__(self, scene: RDDLScene, reasoner: RDDLReasoner) -> None:
        self._scene = scene
        self._start = reasoner.dynamics.start
        self._terms = terms = SceneTerms(reasoner)
        share = WIDEST / len(scene.panels) - BETWEEN
        self._frames = [
            _frame(panel, terms, f"panels.{number}", min(share, LARGEST)) for number, panel in enumerate(scene.panels)
        ]
        refuse_wrong(scene.file, dict.fromkeys(terms.wrong))
        self.hidden = [f.name for f in reasoner.program.states if f.name not in terms.exact]
        self.top = MARGIN + (LINE + 8 if scene.wanted else 0.0)
        self.right = self.bottom = self.caption = 0.0
        self._places: list[tuple[PanelFrame, float, float]] = []

    @cached_property
    def fixed(self) -> Sequence[DrawnItem]:
        start = self._terms.at(self._start)
        wanted = self._scene.wanted
        x, y, tall = MARGIN, self.top, 0.0
        items: list[DrawnItem] = []
        if wanted:
            words = written(MARGIN, MARGIN + LINE / 2, wanted, GOAL, LARGE, start=True)
            self.caption = MARGIN + words.width
            items.append(DrawnItem("", "", (words,)))
        for panel, frame in zip(self._scene.panels, self._frames, strict=True):
            frame.begin(start)
            legend = LegendLines(frame.legend, max(frame.width, 200.0))
            title = written(0, 0, panel.title, TEXT, start=True)
            head = LINE + 4 if panel.title else 0.0
            width = max(frame.width, legend.width, title.width)
            if x > MARGIN and x + width > MARGIN + WIDEST:
                x, y, tall = MARGIN, y + tall + BETWEEN, 0.0
            if panel.title:
                items.append(DrawnItem("", "", (title._replace(x=x, y=y + LINE / 2),)))
            self._places.append((frame, x, y + head))
            items += frame.items(start, x, y + head, True)
            items += legend.items(x, y + head + frame.height + 4)
            tall = max(tall, head + frame.height + (legend.height + 4 if legend.height else 0.0))
            x += width + BETWEEN
            self.right = max(self.right, x - BETWEEN)
        self.bottom = y + tall
        return items

    def items(self, state: Sequence[Values]) -> list[DrawnItem]:
        """The items of a state."""
        view = self._terms.at(state)
        return [item for frame, x, y in self._places for item in frame.items(view, x, y, False)]


def _frame(panel: Panel, terms: SceneTerms, key: str, share: float) -> PanelFrame:
    match panel:
        case Plane():
            return PlaneFrame(panel, terms, key, share)
        case CellGrid() | Network():
            return CellsFrame(panel, terms, key)
        case Gauges():
            return GaugesFrame(panel, terms, key)
        case Shaft():
            return ShaftFrame(panel, terms, key)
        case Streets():
            return StreetsFrame(panel, terms, key)
        case _:
            assert_never(panel)
