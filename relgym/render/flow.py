"""Words in lines: glyphs, a text and badges for each, smaller where there are many, the rest as a count and a digest.

>>> words = [NoteWord("", "", "wet"), NoteWord("", "", "cold")]
>>> [shape.words for item in drawn(words, 0, 0, 200, 1) for shape in item.shapes]
['wet', 'cold']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from relgym.render.digest import digest
from relgym.render.palette import MUTED, TEXT
from relgym.render.shapes import LEAST_TEXT, DrawnItem, Glyph, NamedAtom, Shape, TextShape, label, text_width

LINE = 26.0
"""The height of a line, in pixels."""

SIZE, GLYPH, BADGE = 11.0, 18.0, 14.0

SMALL = LEAST_TEXT / SIZE
"""The smallest scale of words in a picture that is shown at its own size."""

LINES_LIMIT = 6
"""The largest number of lines of one note."""


class NoteWord(NamedTuple):
    """A word of a note: an object or a value, with glyphs and colours before and after it.

    Attributes:
        object: The object that it stands for, or "".
        title: A tooltip.
        words: The text.
        before: Glyphs and colours before the text.
        after: Glyphs and colours after it.
        atoms: The atoms that it shows.
        fluents: The names of the values that it shows.
        objects: The objects that it names.
        goal: The condition of a goal that it tells.
        met: True if the condition is met, None if it tells no condition.
    """

    object: str
    title: str
    words: str
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    atoms: tuple[NamedAtom, ...] = ()
    fluents: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    goal: str = ""
    met: bool | None = None

    @property
    def width(self) -> float:
        glyphs = len(self.before) * (GLYPH + 4) + len(self.after) * BADGE
        return glyphs + text_width(self.words, SIZE) + 14


def lines_for(words: Sequence[NoteWord], room: float, scale: float) -> int:
    """Return the number of lines that words need at a scale."""
    for lines in range(1, LINES_LIMIT):
        if flowed(words, scale, room, lines) is not None:
            return lines
    return LINES_LIMIT


def flowed(words: Sequence[NoteWord], scale: float, room: float, lines: int) -> list[tuple[float, int]] | None:
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


def drawn(
    words: Sequence[NoteWord], x: float, y: float, room: float, lines: int, least: float = SMALL
) -> Iterator[DrawnItem]:
    """Yield words from a corner on in a room and a number of lines, at a scale of `least` or more."""
    for scale in sorted({max(least, wanted) for wanted in (1.0, 0.9, least)}, reverse=True):
        places = flowed(words, scale, room, lines)
        if places is not None:
            break
    else:
        scale = least
        (*places, (right, line)), rest = _cut(words, least, room, lines)
        told = label(x + right, y + (line + 0.5) * LINE, rest, SIZE * least, MUTED, room - right, "start")
        yield DrawnItem("", "", (told,))
    for word, (right, line) in zip(words, places, strict=False):
        shapes = tuple(_shapes(word, x + right, y + (line + 0.5) * LINE, scale))
        yield DrawnItem(
            word.object, word.title, shapes, word.atoms, word.fluents, word.objects, word.goal, met=word.met
        )


def _cut(words: Sequence[NoteWord], scale: float, room: float, lines: int) -> tuple[list[tuple[float, int]], str]:
    """The places of the first words and of the text about the others, and this text."""
    for count in range(len(words) - 1, -1, -1):
        rest = f"and {len(words) - count} more, {digest(map(_told, words[count:]))}"
        places = flowed([*words[:count], NoteWord("", "", rest)], scale, room, lines)
        if places is not None:
            break
    return places or [(0.0, 0)], rest


def _told(word: NoteWord) -> str:
    return word.words if word.met is None else f"{word.words}: {word.met}"


def _shapes(word: NoteWord, x: float, y: float, scale: float) -> Iterator[Shape]:
    for glyph, colour in word.before:
        yield Glyph(glyph, round(x + GLYPH * scale / 2, 1), y, round(GLYPH * scale, 1), colour)
        x += (GLYPH + 4) * scale
    width = text_width(word.words, SIZE * scale)
    yield TextShape(round(x, 1), y, word.words, SIZE * scale, TEXT, width, "start")
    x += width + 3
    for glyph, colour in word.after:
        yield Glyph(glyph, round(x + BADGE * scale / 2, 1), y, round((BADGE - 2) * scale, 1), colour)
        x += BADGE * scale
