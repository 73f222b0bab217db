"""The notes below a picture: a line for each predicate or function that its scene names.

>>> from relgym.read.pddl import load
>>> from relgym.render.facts import Facts
>>> task = load("(define (domain d) (:predicates (wet)))",
...     "(define (problem p) (:domain d) (:init (wet)) (:goal (and)))")
>>> [shape.words for item in notes_of(("wet",), task, Facts(task).start, {}, {}, 0, 0, 200) for shape in item.shapes]
['wet', 'yes']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from relgym.model.problem import Task
from relgym.render.drawing import Glyph, Item, Shape, Text, label, text_width
from relgym.render.facts import View
from relgym.render.looks import Shown, colour_of
from relgym.render.palette import MUTED, TEXT
from relgym.render.scene import Mark

LINE = 26.0
"""How high a line is."""

SIZE, GLYPH, BADGE = 11.0, 18.0, 14.0
SMALLEST = 0.6


def heads_width(notes: Sequence[str]) -> float:
    """How wide the names of notes are, and the gap after them."""
    return max((text_width(name, SIZE) for name in notes), default=0.0) + 14


def notes_of(
    notes: Sequence[str],
    task: Task,
    view: View,
    looks: Mapping[str, Shown],
    marks: Mapping[str, list[Mark]],
    x: float,
    y: float,
    width: float,
) -> Iterator[Item]:
    """The lines, as wide as the room; what is too much is told as a number."""
    head = min(heads_width(notes), width / 2)
    for number, name in enumerate(notes):
        middle = y + (number + 0.5) * LINE
        yield Item("", "", (label(x, middle, name, SIZE, MUTED, head - 8, "start"),))
        yield from _line(list(_words(name, task, view, looks, marks)), x + head, middle, width - head)


class _Word(NamedTuple):
    """What is said of an object, with glyphs and colours before and after it."""

    object: str
    title: str
    words: str
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()

    @property
    def width(self) -> float:
        glyphs = len(self.before) * (GLYPH + 4) + len(self.after) * BADGE
        return glyphs + text_width(self.words, SIZE) + 14


def _words(
    name: str, task: Task, view: View, looks: Mapping[str, Shown], marks: Mapping[str, list[Mark]]
) -> Iterator[_Word]:
    """What a note has to say."""
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
        glyph, colour, title = looks[row[0]]
        own = [mark for mark in marks.get(row[0], ()) if mark.glyph] if len(row) == 1 else []
        title = ", ".join([title, *(mark.text for mark in own)])
        yield _Word(
            row[0], title, words, ((glyph, colour),), tuple((mark.glyph or "", colour_of(mark)) for mark in own)
        )


def _line(words: list[_Word], x: float, y: float, room: float) -> Iterator[Item]:
    if not words:
        yield Item("", "", (Text(x, y, "none", SIZE, MUTED, text_width("none", SIZE), "start"),))
        return
    scale = min(1.0, max(SMALLEST, room / sum(word.width for word in words)))
    right = x + room
    for number, word in enumerate(words):
        rest = f"and {len(words) - number} more"
        needed = 0.0 if number == len(words) - 1 else text_width(rest, SIZE * scale)
        if x + word.width * scale > right + 1 - needed:
            yield Item("", "", (label(x, y, rest, SIZE * scale, MUTED, max(30.0, right - x), "start"),))
            return
        yield Item(word.object, word.title, tuple(_shapes(word, x, y, scale)))
        x += word.width * scale


def _shapes(word: _Word, x: float, y: float, scale: float) -> Iterator[Shape]:
    for glyph, colour in word.before:
        yield Glyph(glyph, round(x + GLYPH * scale / 2, 1), y, round(GLYPH * scale, 1), colour)
        x += (GLYPH + 4) * scale
    width = text_width(word.words, SIZE * scale)
    yield Text(round(x, 1), y, word.words, SIZE * scale, TEXT, width, "start")
    x += width + 3
    for glyph, colour in word.after:
        yield Glyph(glyph, round(x + BADGE * scale / 2, 1), y, round((BADGE - 2) * scale, 1), colour)
        x += BADGE * scale
