"""The notes below a picture: a line or more for each predicate or function that its scene names.

>>> from relgym.read.loading import load
>>> from relgym.render.facts import TaskFacts
>>> task = load("(define (domain d) (:predicates (wet)))",
...     "(define (problem p) (:domain d) (:init (wet)) (:goal (and)))")
>>> start = TaskFacts(task).start
>>> notes = Notes(("wet",), task, start, {}, (), 200)
>>> notes.height, [shape.words for item in notes.items(start, {}, 0, 0) for shape in item.shapes]
(26.0, ['wet', 'yes'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from relgym.model.pddl.problem import Task
from relgym.render.facts import StateView
from relgym.render.flow import LINE, SIZE, SMALL, NoteWord, drawn, lines_for
from relgym.render.looks import Shown, colour_of
from relgym.render.palette import MUTED
from relgym.render.scene import Mark
from relgym.render.shapes import DrawnItem, label, text_width
from relgym.render.spots import changed


def heads_width(notes: Sequence[str]) -> float:
    """Return the width of the names of notes with the gap after them, in pixels."""
    return max((text_width(name, SIZE) for name in notes), default=0.0) + 14


class Notes:
    """The notes below the pictures of a task; their height is the same in all states.

    Each note gets enough lines for all words that may occur, which is estimated from the objects of the task. Words
    that do not fit are replaced by their count and a digest. A note without words is left out.
    """

    def __init__(
        self,
        names: Sequence[str],
        task: Task,
        start: StateView,
        looks: Mapping[str, Shown],
        marks: Sequence[Mark],
        width: float,
        scale: float = SMALL,
    ) -> None:
        self._names = names
        self._scale = scale
        self._task = task
        self._looks = looks
        self._head = min(heads_width(names), width / 2)
        self._room = width - self._head
        changes = changed(task)
        badges = tuple((mark.glyph, colour_of(mark)) for mark in marks if mark.glyph)[:1]
        possible = [self._possible(name, start, name in changes, badges) for name in names]
        self._lines = [
            lines_for(words, self._room, scale) if words else int(name in changes)
            for name, words in zip(names, possible, strict=True)
        ]
        self.height = LINE * sum(self._lines)

    def _possible(
        self, name: str, start: StateView, changes: bool, badges: tuple[tuple[str, str], ...]
    ) -> list[NoteWord]:
        """Estimate the words that may be true at once."""
        now = list(_words(name, self._task, start, self._looks, {}))
        if name in self._task.functions or not changes:
            return now
        types = [self._task.ranged(variable.types) for variable in self._task.predicates[name].parameters]
        if not types:
            return now
        named = [[self._task.objects[number].name for number in sorted(numbers)] for numbers in types]
        if len(named) == 1:
            return [_word(name, (thing,), thing, self._looks, badges) for thing in named[0]]
        # Mostly there is an atom for each object that stands first, such as a thing at a place, and no more.
        widest = [max(several, key=len, default="") for several in named]
        count = max(len(now), len(named[0]))
        return [_word(name, tuple(widest), " ".join(widest), self._looks)] * count if all(widest) else now

    def items(self, view: StateView, marks: Mapping[str, list[Mark]], x: float, y: float) -> Iterator[DrawnItem]:
        """The lines of a state, from a corner on."""
        for name, lines in zip(self._names, self._lines, strict=True):
            words = list(_words(name, self._task, view, self._looks, marks))
            if words and lines:
                head = label(x, y + LINE / 2, name, SIZE, MUTED, self._head - 8, "start")
                yield DrawnItem("", name, (head,))
                yield from drawn(words, x + self._head, y, self._room, lines, self._scale)
                y += LINE * min(lines, lines_for(words, self._room, 1.0))


def _words(
    name: str, task: Task, view: StateView, looks: Mapping[str, Shown], marks: Mapping[str, list[Mark]]
) -> Iterator[NoteWord]:
    """Yield the words of a note."""
    if name in task.functions:
        told = [
            (row, " = ".join([" ".join(row), value] if row else [value])) for row, value in view.values(name).items()
        ]
    else:
        told = [(row, " ".join(row) or "yes") for row in view.rows(name)]
    valued = name in task.functions
    for row, words in told:
        if not row:
            word = NoteWord("", "", words)
            yield word._replace(fluents=(f"({name})",)) if valued else word._replace(atoms=((name,),))
            continue
        own = [mark for mark in marks.get(row[0], ()) if mark.glyph] if len(row) == 1 else []
        badges = tuple((mark.glyph or "", colour_of(mark)) for mark in own)
        yield _word(name, row, words, looks, badges, [mark.text for mark in own], valued)


def _word(
    name: str,
    row: tuple[str, ...],
    words: str,
    looks: Mapping[str, Shown],
    badges: tuple[tuple[str, str], ...] = (),
    texts: Sequence[str] = (),
    valued: bool = False,
) -> NoteWord:
    glyph, colour, title = looks[row[0]]
    word = NoteWord(
        row[0], ", ".join([title, *texts]), words, ((glyph, colour),), badges, objects=tuple(dict.fromkeys(row))
    )
    atom = (name, *row)
    return word._replace(fluents=(f"({' '.join(atom)})",)) if valued else word._replace(atoms=(atom,))
