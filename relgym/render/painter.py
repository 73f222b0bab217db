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

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple, assert_never

from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.render.ansi import WIDTH, ansi, goal_lines
from relgym.render.digest import digest_item, is_cut
from relgym.render.facts import TaskFacts
from relgym.render.flow import SIZE
from relgym.render.forms import StatePainter
from relgym.render.frame import ABOVE_NOTES, LEAST_WITH_NOTES, MARGIN, VIEW, Extent, Frame
from relgym.render.goal_conditions import Condition, Goal
from relgym.render.goals.frame import GoalFrame, least_width
from relgym.render.goals.note import GoalNote
from relgym.render.goals.possible import possible_items
from relgym.render.layouts.grid import GridFrame
from relgym.render.layouts.objects import OBJECTS_LIMIT, GraphOfObjects
from relgym.render.layouts.places import GraphFrame, PlacesFrame
from relgym.render.layouts.stacks import PegsFrame, StacksFrame
from relgym.render.layouts.summary import Summary
from relgym.render.legible import least_size, legible, texts
from relgym.render.looks import hued, looks_of, marked
from relgym.render.notes import Notes
from relgym.render.palette import BACKGROUND
from relgym.render.scene import SCENES, Graph, Grid, Pegs, Places, Scene, Stacks, check_scene
from relgym.render.shapes import LEAST_TEXT, DrawnItem, Rect
from relgym.render.svg import Drawing
from relgym.translate.program.task import check_task

WIDTHS = (640.0, 764.0)
"""The smallest widths that are tried for pictures that are too high, in pixels."""

LARGEST_TEXT = 16.0
"""The size of text up to which words are given more lines, in pixels."""

LOWEST = 240.0
"""The smallest height to which a layout is asked to keep, in pixels."""


class _Made(NamedTuple):
    """The layout of a task's pictures: its parts, the lower ends of frame and goal, and a drawing without a state.

    `least` is the smallest size of text.
    """

    frame: Frame
    notes: Notes | None
    goal: GoalFrame | None
    above: float
    below: float
    blank: Drawing
    least: float


class Painter(StatePainter[State]):
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
        self._scene = scene = SCENES.given(scene)
        if scene is not None:
            check_scene(scene, task)
        self._facts = TaskFacts(task)
        looks = looks_of(task, scene.looks if scene else {})
        self._looks = hued(looks, self._facts.start, scene.hues) if isinstance(scene, Grid) else looks
        self._goal = Goal(task) if goal else None
        self._made: _Made | None = None

    def _frame(self) -> _Made:
        """Return the layout and a drawing without a state; both are made when something is drawn."""
        if self._made is None:
            conditions = self._goal.conditions if self._goal is not None else ()
            least = LEAST_WITH_NOTES if self._scene is not None and self._scene.notes else least_width(conditions)
            made = self._laid_out(conditions, least, LEAST_TEXT)
            for width in WIDTHS:
                if made.least == LEAST_TEXT or made.blank.width / made.blank.height > VIEW[0] / VIEW[1]:
                    break
                made = min(made, self._laid_out(conditions, width, LEAST_TEXT), key=lambda each: each.least)
            size = LEAST_TEXT
            while size < made.least < LARGEST_TEXT:
                # Larger words need more lines, and these may make all of the picture larger.
                size = 1.05 * made.least
                made = self._laid_out(conditions, min(made.blank.width - 2 * MARGIN, WIDTHS[-1]), size)
            self._made = made
        return self._made

    def _laid_out(self, conditions: tuple[Condition, ...], least: float, size: float) -> _Made:
        """Return a layout of a smallest width, with notes whose words have a size or a larger one."""
        scene, goal, scale = self._scene, None, size / SIZE
        notes = self._notes(least, scale)
        tall = (notes.height if notes else 0.0) + (GoalNote(conditions, least, scale).height if conditions else 0.0)
        room = Extent(least, VIEW[0] - 2 * MARGIN, max(LOWEST, VIEW[1] - 2 * (MARGIN + ABOVE_NOTES) - tall))
        frame = self._framed(room)
        width, height = frame.width, frame.height
        backdrop = frame.backdrop
        if conditions:
            goal = GoalFrame(conditions, scene, self._looks, frame, scale)
            width, height, backdrop = goal.width, goal.height, (*backdrop, *goal.backdrop)
        above = height
        height += goal.note_height if goal is not None else 0.0
        below = height
        notes = self._notes(width, scale)
        if notes is not None:
            height += ABOVE_NOTES + notes.height
        wide, high = round(width + 2 * MARGIN), round(height + 2 * MARGIN)
        ground = DrawnItem("", "", (Rect(0, 0, wide, high, BACKGROUND),))
        smallest = least_size(wide, high)
        drawing = Drawing(wide, high, (ground, *legible(backdrop, smallest)), ())
        return _Made(frame, notes, goal, above, below, drawing, smallest)

    def _notes(self, width: float, scale: float) -> Notes | None:
        scene = self._scene
        if scene is None or not scene.notes:
            return None
        return Notes(scene.notes, self._task, self._facts.start, self._looks, scene.marks, width, scale)

    def _framed(self, room: Extent) -> Frame:
        task, facts, looks = self._task, self._facts, self._looks
        match self._scene:
            case Stacks() as scene:
                return StacksFrame(task, scene, facts, looks, room)
            case Grid() as scene:
                return GridFrame(task, scene, facts, looks, room)
            case Pegs() as scene:
                return PegsFrame(task, scene, facts, looks, room)
            case Places() as scene:
                return PlacesFrame(task, scene, facts, looks, room)
            case Graph() as scene:
                return GraphFrame(task, scene, facts, looks, room)
            case None:
                return GraphOfObjects(task, facts, room) if len(task.objects) <= OBJECTS_LIMIT else Summary(task, facts)
            case _:
                assert_never(self._scene)

    def text(self, state: State, width: int = WIDTH) -> str:
        """Draw a state in text.

        Args:
            state: The state.
            width: The largest number of columns, unless names or what stands side by side need more.

        Returns:
            The lines of the picture.
        """
        view = self._facts.at(state)
        text = ansi(self._task, view, self._scene, width)
        if self._goal is None or not self._goal.conditions:
            return text
        return "\n".join([*([text] if text else []), *goal_lines(self._goal.wanted(state, view), width)])

    def drawing(self, state: State, possible: Collection[Atom] = ()) -> Drawing:
        """Draw a state as shapes with coordinates.

        Args:
            state: The state.
            possible: Atoms that an agent holds possible, drawn as ghosts.

        Returns:
            The drawing, in pixels.
        """
        made = self._frame()
        view = self._facts.at(state)
        wanted = self._goal.wanted(state, view) if self._goal is not None and made.goal is not None else None
        items = list(made.frame.items(view, wanted))
        if possible:
            items += possible_items(made.frame, view, possible)
        if made.notes is not None:
            marks = marked(self._scene.marks, view) if self._scene else {}
            items += made.notes.items(view, marks, MARGIN, MARGIN + made.below + ABOVE_NOTES)
        changing = sorted(view.changing())
        told = digest_item(changing)
        shown = list(legible((item for item in items if item != told), made.least))
        cut = not made.frame.whole or told in items or len(texts(shown)) < len(texts(items))
        if cut or any(map(self._is_cut, shown)):
            shown.append(digest_item(changing, made.least))
        if made.goal is not None and wanted is not None:
            shown = made.goal.items(shown, wanted, MARGIN + made.above)
        return made.blank._replace(items=legible(shown, made.least))

    def _is_cut(self, item: DrawnItem) -> bool:
        """Return True if words that tell of the state are cut off, or are shortened and may mean several things."""
        if item.ghost:
            return False
        words = texts((item,))
        alike = any(self._facts.short.get(word, 1) > 1 for word in words)
        return is_cut(item) or (alike and bool(item.object) and item.object not in words)

    def blank(self) -> Drawing:
        """Return a drawing without a state."""
        return self._frame().blank
