"""Pictures of the states of one task: text, or a drawing that becomes SVG or pixels.

>>> from relgym.read.loading import load
>>> from relgym.reasoning.pddl.reasoner import PDDLReasoner
>>> from relgym.render.scene import scene_of
>>> task = load("(define (domain d) (:predicates (on ?x ?y) (table ?x)))",
...     "(define (problem p) (:domain d) (:objects a b) (:init (on a b) (table b)) (:goal (and)))")
>>> painter = Painter(task, scene_of({"layout": "stacks", "on": "on", "base": "table"}))
>>> state = PDDLReasoner(task).initial_state
>>> print(painter.text(state))
a
b
-
>>> painter.drawing(state).objects
('b', 'a')
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, assert_never

from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.render.ansi import ansi, goal_lines
from relgym.render.digest import digest_item, is_cut
from relgym.render.drawing import Drawing, DrawnItem, Rect
from relgym.render.facts import TaskFacts
from relgym.render.frame import ABOVE_NOTES, LEAST_WITH_NOTES, MARGIN, Frame
from relgym.render.goal_conditions import Condition, Goal
from relgym.render.goals.frame import GoalFrame, least_width
from relgym.render.layouts.grid import GridFrame
from relgym.render.layouts.objects import OBJECTS_LIMIT, GraphOfObjects
from relgym.render.layouts.places import GraphFrame, PlacesFrame
from relgym.render.layouts.stacks import PegsFrame, StacksFrame
from relgym.render.layouts.summary import Summary
from relgym.render.looks import looks_of, marked
from relgym.render.notes import Notes
from relgym.render.palette import BACKGROUND
from relgym.render.scene import Graph, Grid, Pegs, Places, Scene, Stacks, check_scene, scene_from
from relgym.render.svg import svg
from relgym.translate.program.task import check_task

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class _Made(NamedTuple):
    """The layout of a task's pictures: its parts, the lower ends of frame and notes, and a drawing without a state."""

    frame: Frame
    notes: Notes | None
    goal: GoalFrame | None
    above: float
    below: float
    blank: Drawing


class Painter:
    """Draws the states of a task as a scene says, or as a graph of its objects.

    All drawings of a painter have one size, and things that no action changes keep their places.

    Args:
        task: The task.
        scene: A scene, or the path of a `scene.toml`; without it, states are drawn as graphs of objects.
        goal: Show the goal: its conditions below the picture, each met or missing, and where a condition says where
            something is to be, a pale copy of it there.

    Raises:
        RelgymError: This is not a task, or the scene cannot be read or names something that the task does not have.
    """

    def __init__(self, task: Task, scene: Scene | Path | str | None = None, *, goal: bool = True) -> None:
        check_task(task)
        self._task = task
        self._scene = scene = scene_from(scene)
        if scene is not None:
            check_scene(scene, task)
        self._facts = TaskFacts(task)
        self._looks = looks_of(task, scene.looks if scene else {})
        self._goal = Goal(task) if goal else None
        self._made: _Made | None = None

    def _frame(self) -> _Made:
        """Return the layout and a drawing without a state; both are made when something is drawn."""
        if self._made is None:
            conditions = self._goal.conditions if self._goal is not None else ()
            frame, scene, notes, goal = self._framed(conditions), self._scene, None, None
            width, height = frame.width, frame.height
            backdrop = frame.backdrop
            if conditions:
                goal = GoalFrame(conditions, scene, self._looks, frame)
                width, height, backdrop = goal.width, goal.height, (*backdrop, *goal.backdrop)
            above = height
            if scene is not None and scene.notes:
                notes = Notes(scene.notes, self._task, self._facts.start, self._looks, scene.marks, width)
                height += ABOVE_NOTES + notes.height
            below = height
            height += goal.note_height if goal is not None else 0.0
            wide, high = round(width + 2 * MARGIN), round(height + 2 * MARGIN)
            ground = DrawnItem("", "", (Rect(0, 0, wide, high, BACKGROUND),))
            self._made = _Made(frame, notes, goal, above, below, Drawing(wide, high, (ground, *backdrop), ()))
        return self._made

    def _framed(self, conditions: tuple[Condition, ...]) -> Frame:
        task, facts, looks = self._task, self._facts, self._looks
        least = LEAST_WITH_NOTES if self._scene is not None and self._scene.notes else least_width(conditions)
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
                return (
                    GraphOfObjects(task, facts, least) if len(task.objects) <= OBJECTS_LIMIT else Summary(task, facts)
                )
            case _:
                assert_never(self._scene)

    def text(self, state: State) -> str:
        """Draw a state in text, at most 100 columns wide unless names are longer.

        Args:
            state: The state.

        Returns:
            The lines of the picture.
        """
        view = self._facts.at(state)
        text = ansi(self._task, view, self._scene)
        if self._goal is None or not self._goal.conditions:
            return text
        return "\n".join([*([text] if text else []), *goal_lines(self._goal.wanted(state, view))])

    def drawing(self, state: State) -> Drawing:
        """Draw a state as shapes with coordinates.

        Args:
            state: The state.

        Returns:
            The drawing, in pixels.
        """
        made = self._frame()
        view = self._facts.at(state)
        wanted = self._goal.wanted(state, view) if self._goal is not None and made.goal is not None else None
        items = list(made.frame.items(view, wanted))
        if made.notes is not None:
            marks = marked(self._scene.marks, view) if self._scene else {}
            items += made.notes.items(view, marks, MARGIN, MARGIN + made.above + ABOVE_NOTES)
        if not made.frame.whole or any(is_cut(item) for item in items if not item.ghost):
            mark = digest_item(sorted(view.changing()))
            items += [] if mark in items else [mark]
        if made.goal is not None and wanted is not None:
            items = made.goal.items(items, wanted, MARGIN + made.below)
        return made.blank._replace(items=tuple(items))

    def svg(self, state: State) -> str:
        """Draw a state as the text of an SVG file.

        Args:
            state: The state.

        Returns:
            The text.
        """
        return svg(self.drawing(state))

    def pixels(self, state: State, canvas: tuple[int, int] | None = None) -> NDArray[np.uint8]:
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
        """The width and height of a picture in pixels, unless a canvas is given."""
        from relgym.render.pixels import size_of

        blank = self._frame().blank
        return size_of(blank.width, blank.height)
