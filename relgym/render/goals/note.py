"""The conditions of a goal below a picture, each with a sign that tells if it is met; and checks at what is met.

>>> from relgym.model.pddl.formulas import ground
>>> from relgym.render.goal_conditions import Condition
>>> conditions = (Condition(ground("lit", "a"), "lit a", ("lit", "a"), ("a",)),)
>>> note = GoalNote(conditions, 200)
>>> [(item.goal, item.met) for item in note.items(GoalConditions(conditions, (True,)), 0, 0) if item.goal]
[('(lit a)', True)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from relgym.render.flow import GLYPH, LINE, SIZE, SMALL, NoteWord, drawn, lines_for
from relgym.render.glyphs import GLYPHS
from relgym.render.goal_conditions import Condition, GoalConditions
from relgym.render.notes import heads_width
from relgym.render.palette import GOAL, MUTED
from relgym.render.shapes import DrawnItem, Glyph, Line, NamedAtom, TextShape, bounds, fitted, label

NAME = "goal"

LINES = 3
"""The number of lines from which on the conditions of a predicate are counted, the most numerous ones first."""

CHECK = 14.0
"""The size of the check at a thing that is where the goal wants it, in pixels."""


class GoalNote:
    """A line or more with all conditions of a goal; its height is the same in all states."""

    def __init__(self, conditions: tuple[Condition, ...], width: float, scale: float = SMALL) -> None:
        self._head = heads_width([NAME]) * max(1.0, scale)
        self._room = width - self._head
        self._scale = scale
        self._fitted = [fitted(condition.words, SIZE, self._room - GLYPH - 20) for condition in conditions]
        self._counted: list[str] = []
        """The predicates whose conditions are counted."""
        many = Counter(condition.atom[0] for condition in conditions if condition.atom is not None)
        nothing = GoalConditions(conditions, (False,) * len(conditions))
        for name in [*(name for name, count in many.most_common() if count > 2), ""]:
            self._lines = lines_for(self._words(nothing), self._room, scale)
            if self._lines <= LINES or not name:
                break
            self._counted.append(name)
        self.height = LINE * self._lines

    def _words(self, wanted: GoalConditions) -> list[NoteWord]:
        """Return the conditions, each by itself or as how many of a predicate are met."""
        pairs = list(zip(wanted.conditions, wanted.met, strict=True))
        words = []
        for name in self._counted:
            each = [(one, met) for one, met in pairs if one.atom is not None and one.atom[0] == name]
            count, several = sum(met for _, met in each), len(each)
            missing = ", ".join(one.words for one, met in each if not met) or "nothing"
            sign = ("check", GOAL) if count == several else ("circle", MUTED)
            words.append(
                NoteWord("", f"missing: {missing}", f"{name}: {count} of {several}", (sign,), met=count == several)
            )
        return words + [
            self._word(number, one, met)
            for number, (one, met) in enumerate(pairs)
            if one.atom is None or one.atom[0] not in self._counted
        ]

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
        yield from drawn(self._words(wanted), x + self._head, y, self._room, self._lines, self._scale)


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
