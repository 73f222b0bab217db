"""The conditions of a goal below a picture, each with a sign that tells if it is met; and checks at what is met.

>>> from relgym.model.pddl.formulas import ground
>>> from relgym.render.goal_conditions import Condition
>>> conditions = (Condition(ground("lit", "a"), "lit a", ("lit", "a"), ("a",)),)
>>> note = GoalNote(conditions, 200)
>>> [(item.goal, item.met) for item in note.items(GoalConditions(conditions, (True,)), 0, 0) if item.goal]
[('(lit a)', True)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from relgym.render.drawing import DrawnItem, Glyph, Line, NamedAtom, TextShape, bounds, fitted, label
from relgym.render.flow import GLYPH, LINE, SIZE, NoteWord, drawn, lines_for
from relgym.render.glyphs import GLYPHS
from relgym.render.goal_conditions import Condition, GoalConditions
from relgym.render.notes import heads_width
from relgym.render.palette import GOAL, MUTED

NAME = "goal"

SCALE = 0.85
"""The scale of words with which lines are planned: conditions are to be read first."""

CHECK = 14.0
"""The size of the check at a thing that is where the goal wants it, in pixels."""


class GoalNote:
    """A line or more with all conditions of a goal; its height is the same in all states."""

    def __init__(self, conditions: tuple[Condition, ...], width: float) -> None:
        self._head = heads_width([NAME])
        self._room = width - self._head
        self._fitted = [fitted(condition.words, SIZE, self._room - GLYPH - 20) for condition in conditions]
        words = [self._word(number, condition, False) for number, condition in enumerate(conditions)]
        self._lines = lines_for(words, self._room, SCALE)
        self.height = LINE * self._lines

    def _word(self, number: int, condition: Condition, met: bool) -> NoteWord:
        sign = ("check", GOAL) if met else ("circle", MUTED)
        return NoteWord(
            "",
            f"{'met' if met else 'missing'}: {condition.words}",
            self._fitted[number],
            (sign,),
            objects=condition.objects,
            goal=condition.text,
            met=met,
        )

    def items(self, wanted: GoalConditions, x: float, y: float) -> Iterator[DrawnItem]:
        """Yield the conditions in a state, from a corner on."""
        yield DrawnItem("", "", (label(x, y + LINE / 2, NAME, SIZE, MUTED, self._head - 8, "start"),))
        pairs = zip(wanted.conditions, wanted.met, strict=True)
        words = [self._word(number, condition, met) for number, (condition, met) in enumerate(pairs)]
        yield from drawn(words, x + self._head, y, self._room, self._lines)


def checked(items: Iterable[DrawnItem], met: frozenset[NamedAtom]) -> Iterator[DrawnItem]:
    """Yield the items, with a check at each that shows an atom which the goal wants."""
    for item in items:
        if met.isdisjoint(item.atoms) or item.ghost or not item.shapes:
            yield item
            continue
        first = item.shapes[0]
        # The colour of a cell is enough, and lines of words say several things.
        told = isinstance(first, Glyph) and GLYPHS[first.name].floor and not item.object
        if told or isinstance(first, TextShape | Line):
            yield item
            continue
        left, top, right, _ = bounds(first)
        size = round(min(CHECK, (right - left) * 0.5), 1)
        check = Glyph("check", round(right - size * 0.3, 1), round(top + size * 0.3, 1), size, GOAL)
        yield item._replace(shapes=(*item.shapes, check))
