"""Any task with more objects than a graph could show: how many of each type, how many atoms of each predicate."""

from __future__ import annotations

from collections.abc import Iterator

from relgym.model.pddl.problem import Task
from relgym.render.facts import StateView, TaskFacts
from relgym.render.frame import MARGIN
from relgym.render.goal_conditions import GoalConditions
from relgym.render.palette import CARD, EACH, FILL, TEXT
from relgym.render.shapes import DrawnItem, Rect, Shape, label, text_width

ROW, BAR, HEADING = 20.0, 160.0, 26.0


class Summary:
    """Two tables: how many objects there are of each type, how many atoms are true of each predicate."""

    whole = False

    def __init__(self, task: Task, facts: TaskFacts) -> None:
        self._task = task
        predicates = [name for name in task.predicates if name not in task.derived]
        kinds: dict[str, int] = {}
        for item in task.typed:
            kinds[" ".join(item.types)] = kinds.get(" ".join(item.types), 0) + 1
        self._names = predicates
        self._functions = list(task.functions)
        words = [*kinds, *predicates, *self._functions]
        self._head = min(220.0, max(text_width(word, 11) for word in words) + 16)
        column = self._head + BAR + 50
        self.width = 2 * column
        rows = max(len(kinds), len(predicates) + len(self._functions))
        self.height = HEADING + rows * ROW
        self._most = max([1, *(len(facts.start.rows(name)) for name in predicates)])
        self._left = MARGIN + column
        shapes: list[Shape] = [
            label(MARGIN, MARGIN + 8, f"{len(task.objects)} objects", 13, TEXT, column - 10, "start"),
            label(self._left, MARGIN + 8, "what is true of them", 13, TEXT, column - 10, "start"),
        ]
        for number, (kind, count) in enumerate(kinds.items()):
            shapes += self._row(MARGIN, number, kind, count, max(kinds.values()), FILL[EACH[number % len(EACH)]])
        self.backdrop: tuple[DrawnItem, ...] = (DrawnItem("", "", tuple(shapes)),)

    def _row(self, x: float, number: int, words: str, count: int, most: int, colour: str) -> list[Shape]:
        y = MARGIN + HEADING + (number + 0.5) * ROW
        bar = max(2.0, round(BAR * min(1.0, count / most), 1)) if count else 0.0
        shapes: list[Shape] = [
            label(x, y, words, 11, TEXT, self._head - 8, "start"),
            Rect(x + self._head, y - 6, BAR, 12, CARD, None, 3),
        ]
        if bar:
            shapes.append(Rect(x + self._head, y - 6, bar, 12, colour, None, 3))
        return [*shapes, label(x + self._head + BAR + 8, y, str(count), 11, TEXT, 40, "start")]

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterator[DrawnItem]:
        """The numbers of a state."""
        shapes: list[Shape] = []
        for number, name in enumerate(self._names):
            shapes += self._row(self._left, number, name, len(view.rows(name)), self._most, FILL["sky"])
        for number, name in enumerate(self._functions, len(self._names)):
            y = MARGIN + HEADING + (number + 0.5) * ROW
            values = view.values(name)
            text = values.get((), f"{len(values)} values")
            shapes.append(label(self._left, y, name, 11, TEXT, self._head - 8, "start"))
            shapes.append(label(self._left + self._head, y, f"= {text}", 11, TEXT, BAR, "start"))
        yield DrawnItem("", "", tuple(shapes))
