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
from typing import NamedTuple

from relgym.model.pddl.problem import Task
from relgym.render.digest import digest
from relgym.render.drawing import DrawnItem, Glyph, Shape, TextShape, label, text_width
from relgym.render.facts import StateView
from relgym.render.looks import Shown, colour_of
from relgym.render.palette import MUTED, TEXT
from relgym.render.scene import Mark
from relgym.render.spots import changed

LINE = 26.0
"""The height of a line, in pixels."""

SIZE, GLYPH, BADGE = 11.0, 18.0, 14.0

SMALL, SMALLEST = 0.6, 0.3
"""The smallest scale of words with which lines are planned, and the smallest that a state with more words may take."""

SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)

MOST_LINES = 6
"""The largest number of lines of one note."""


def heads_width(notes: Sequence[str]) -> float:
    """Return the width of the names of notes with the gap after them, in pixels."""
    return max((text_width(name, SIZE) for name in notes), default=0.0) + 14


class Notes:
    """The notes below the pictures of a task; their height is the same in all states.

    Each note gets enough lines for all words that may occur, which is estimated from the objects of the task. Words
    that do not fit are replaced by their count and a digest.
    """

    def __init__(
        self,
        names: Sequence[str],
        task: Task,
        start: StateView,
        looks: Mapping[str, Shown],
        marks: Sequence[Mark],
        width: float,
    ) -> None:
        self._names = names
        self._task = task
        self._looks = looks
        self._head = min(heads_width(names), width / 2)
        self._room = width - self._head
        changes = changed(task)
        badges = tuple((mark.glyph, colour_of(mark)) for mark in marks if mark.glyph)[:1]
        self._lines = [self._needed(self._possible(name, start, name in changes, badges)) for name in names]
        self.height = LINE * sum(self._lines)

    def _possible(self, name: str, start: StateView, changes: bool, badges: tuple[tuple[str, str], ...]) -> list[_Word]:
        """Estimate the words that may be true at once."""
        now = list(_words(name, self._task, start, self._looks, {}))
        if name in self._task.functions or not changes:
            return now
        types = [self._task.ranged(variable.types) for variable in self._task.predicates[name].parameters]
        if not types:
            return now
        named = [[self._task.objects[number].name for number in sorted(numbers)] for numbers in types]
        if len(named) == 1:
            return [_word((thing,), thing, self._looks, badges) for thing in named[0]]
        # Mostly there is an atom for each object of one of the types, and no more.
        widest = [max(several, key=len, default="") for several in named]
        count = max(len(now), *map(len, named))
        return [_word(tuple(widest), " ".join(widest), self._looks)] * count if all(widest) else now

    def _needed(self, words: list[_Word]) -> int:
        for lines in range(1, MOST_LINES):
            if _flowed(words, SMALL, self._room, lines) is not None:
                return lines
        return MOST_LINES

    def items(self, view: StateView, marks: Mapping[str, list[Mark]], x: float, y: float) -> Iterator[DrawnItem]:
        """The lines of a state, from a corner on."""
        for name, lines in zip(self._names, self._lines, strict=True):
            head = label(x, y + LINE / 2, name, SIZE, MUTED, self._head - 8, "start")
            yield DrawnItem("", "", (head,))
            words = list(_words(name, self._task, view, self._looks, marks))
            fluent = name in self._task.functions
            yield from _drawn(words, x + self._head, y, self._room, lines, name, fluent)
            y += LINE * lines


class _Word(NamedTuple):
    """A word of a note: an object or a value, with glyphs and colours before and after it."""

    object: str
    title: str
    words: str
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    row: tuple[str, ...] = ()

    @property
    def width(self) -> float:
        glyphs = len(self.before) * (GLYPH + 4) + len(self.after) * BADGE
        return glyphs + text_width(self.words, SIZE) + 14


def _words(
    name: str, task: Task, view: StateView, looks: Mapping[str, Shown], marks: Mapping[str, list[Mark]]
) -> Iterator[_Word]:
    """Yield the words of a note."""
    if name in task.functions:
        told = [
            (row, " = ".join([" ".join(row), value] if row else [value])) for row, value in view.values(name).items()
        ]
    else:
        told = [(row, " ".join(row) or "yes") for row in view.rows(name)]
    for row, words in told:
        if not row:
            yield _Word("", "", words)
            continue
        own = [mark for mark in marks.get(row[0], ()) if mark.glyph] if len(row) == 1 else []
        badges = tuple((mark.glyph or "", colour_of(mark)) for mark in own)
        yield _word(row, words, looks, badges, [mark.text for mark in own])


def _word(
    row: tuple[str, ...],
    words: str,
    looks: Mapping[str, Shown],
    badges: tuple[tuple[str, str], ...] = (),
    texts: Sequence[str] = (),
) -> _Word:
    glyph, colour, title = looks[row[0]]
    return _Word(row[0], ", ".join([title, *texts]), words, ((glyph, colour),), badges, row)


def _flowed(words: Sequence[_Word], scale: float, room: float, lines: int) -> list[tuple[float, int]] | None:
    """The distance from the left and the line of each word, or None if they do not fit."""
    places = []
    x, line = 0.0, 0
    for word in words:
        width = word.width * scale
        if x > 0 and x + width > room + 1:
            x, line = 0.0, line + 1
        if line == lines or width > room + 1:
            return None
        places.append((x, line))
        x += width
    return places


def _drawn(
    words: list[_Word], x: float, y: float, room: float, lines: int, name: str, fluent: bool
) -> Iterator[DrawnItem]:
    if not words:
        yield DrawnItem("", "", (TextShape(x, y + LINE / 2, "none", SIZE, MUTED, text_width("none", SIZE), "start"),))
        return
    exact = room / sum(word.width for word in words)
    scales = [min(1.0, exact)] if lines == 1 else SCALES
    for scale in scales:
        places = _flowed(words, scale, room, lines) if scale >= SMALLEST else None
        if places is not None:
            break
    else:
        scale = SMALLEST
        places, rest = _cut(words, scale, room, lines)
        yield DrawnItem("", "", (label(x, y + (lines - 0.5) * LINE, rest, SIZE * SMALL, MUTED, room, "start"),))
    for word, (right, line) in zip(words, places, strict=False):
        shapes = tuple(_shapes(word, x + right, y + (line + 0.5) * LINE, scale))
        atom = (name, *word.row)
        atoms, fluents = ((), (f"({' '.join(atom)})",)) if fluent else ((atom,), ())
        yield DrawnItem(word.object, word.title, shapes, atoms, fluents, tuple(dict.fromkeys(word.row)))


def _cut(words: Sequence[_Word], scale: float, room: float, lines: int) -> tuple[list[tuple[float, int]], str]:
    """The places of the first words, with the last line left free, and the text of that line about the others."""
    for count in range(len(words), 0, -1):
        places = _flowed(words[:count], scale, room, lines - 1)
        if places is not None:
            return places, f"and {len(words) - count} more, {digest(word.words for word in words[count:])}"
    return [], f"{len(words)}, {digest(word.words for word in words)}"


def _shapes(word: _Word, x: float, y: float, scale: float) -> Iterator[Shape]:
    for glyph, colour in word.before:
        yield Glyph(glyph, round(x + GLYPH * scale / 2, 1), y, round(GLYPH * scale, 1), colour)
        x += (GLYPH + 4) * scale
    width = text_width(word.words, SIZE * scale)
    yield TextShape(round(x, 1), y, word.words, SIZE * scale, TEXT, width, "start")
    x += width + 3
    for glyph, colour in word.after:
        yield Glyph(glyph, round(x + BADGE * scale / 2, 1), y, round((BADGE - 2) * scale, 1), colour)
        x += BADGE * scale
