"""Pictures of the states of one task: text, or a drawing that becomes SVG or pixels.

>>> from relgym.read.pddl import load
>>> from relgym.reasoner import Reasoner
>>> from relgym.render.scene import scene_of
>>> task = load("(define (domain d) (:predicates (on ?x ?y) (table ?x)))",
...     "(define (problem p) (:domain d) (:objects a b) (:init (on a b) (table b)) (:goal (and)))")
>>> painter = Painter(task, scene_of({"layout": "stacks", "on": "on", "base": "table"}))
>>> state = Reasoner(task).initial_state
>>> print(painter.text(state))
a
b
-
>>> painter.drawing(state).objects
('b', 'a')
"""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from relgym.model.problem import Task
from relgym.model.state import State
from relgym.render.ansi import ansi
from relgym.render.draw_grid import GridFrame
from relgym.render.draw_objects import MOST, GraphOfObjects
from relgym.render.draw_places import GraphFrame, PlacesFrame
from relgym.render.draw_stacks import PegsFrame, StacksFrame
from relgym.render.draw_summary import Summary
from relgym.render.drawing import Drawing, Item, Rect
from relgym.render.facts import Facts
from relgym.render.frame import LEAST, LEAST_WITH_NOTES, MARGIN, Frame
from relgym.render.looks import looks_of, marked
from relgym.render.notes import LINE, notes_of
from relgym.render.palette import BACKGROUND
from relgym.render.scene import Graph, Grid, Pegs, Places, Scene, Stacks, check_scene, scene_from
from relgym.render.svg import svg
from relgym.translate.task import check_task

ABOVE_NOTES = 10.0


class Painter:
    """Draws the states of a task as a scene says, or without one as a graph of its objects.

    All drawings of a painter have one size, and what no action changes stands where it stood. Raises `RelgymError`
    for what is no task, and for a scene that cannot be read or names what the task does not have.
    """

    def __init__(self, task: Task, scene: Scene | Path | str | None = None) -> None:
        check_task(task)
        self._task = task
        self._scene = scene = scene_from(scene)
        if scene is not None:
            check_scene(scene, task)
        self._facts = Facts(task)
        self._looks = looks_of(task, scene.looks if scene else {})
        self._notes = scene.notes if scene else ()
        self._made: tuple[Frame, Drawing] | None = None

    def _frame(self) -> tuple[Frame, Drawing]:
        """Where everything is, and a drawing with nothing of a state in it; made when something is drawn."""
        if self._made is None:
            frame = self._framed()
            height = frame.height + (ABOVE_NOTES + LINE * len(self._notes) if self._notes else 0)
            width, height = round(frame.width + 2 * MARGIN), round(height + 2 * MARGIN)
            ground = Item("", "", (Rect(0, 0, width, height, BACKGROUND),))
            self._made = frame, Drawing(width, height, (ground, *frame.backdrop), ())
        return self._made

    def _framed(self) -> Frame:
        task, facts, looks = self._task, self._facts, self._looks
        least = LEAST_WITH_NOTES if self._notes else LEAST
        match self._scene:
            case Stacks() as scene:
                return StacksFrame(task, scene, facts, looks, least)
            case Grid() as scene:
                return GridFrame(task, scene, facts, looks, least)
            case Pegs() as scene:
                return PegsFrame(task, scene, facts, looks, least)
            case Places() as scene:
                return PlacesFrame(task, scene, facts, looks, least)
            case Graph() as scene:
                return GraphFrame(task, scene, facts, looks, least)
            case None:
                return GraphOfObjects(task, facts, least) if len(task.objects) <= MOST else Summary(task, facts)
            case _:
                assert_never(self._scene)

    def text(self, state: State) -> str:
        """A picture in text, at most 100 columns wide where names allow it."""
        return ansi(self._task, self._facts.at(state), self._scene)

    def drawing(self, state: State) -> Drawing:
        """A picture as shapes with coordinates."""
        frame, blank = self._frame()
        view = self._facts.at(state)
        items = list(frame.items(view))
        if self._notes:
            top = MARGIN + frame.height + ABOVE_NOTES
            marks = marked(self._scene.marks, view) if self._scene else {}
            items += notes_of(self._notes, self._task, view, self._looks, marks, MARGIN, top, frame.width)
        return blank._replace(items=tuple(items))

    def svg(self, state: State) -> str:
        """A picture as the text of an SVG file."""
        return svg(self.drawing(state))

    def pixels(self, state: State, canvas: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """A picture as an array: rows, columns, and red, green and blue from 0 to 255.

        Args:
            state: The state that is drawn.
            canvas: Width and height of the array, in the middle of which the picture is; without it `size`.
        """
        # Pillow is loaded when it is needed: a text is not to wait for it.
        from relgym.render.pixels import pixels

        return pixels(self.drawing(state), canvas)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a picture in pixels, if no canvas says otherwise."""
        from relgym.render.pixels import size_of

        _, blank = self._frame()
        return size_of(blank.width, blank.height)
