"""A digest of what a picture leaves out, so that pictures of different states differ even where they are cut.

>>> digest(["(on a b)", "(on b c)"]), digest(["(on b c)", "(on a b)"]), digest([])
('#0a28eb', '#9680c2', '')
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2s

from relgym.render.frame import MARGIN
from relgym.render.palette import MUTED
from relgym.render.shapes import DrawnItem, TextShape, text_width

SIZE = 9.0


def digest(words: Iterable[object]) -> str:
    """Return six hexadecimal digits that depend on all words, the same in every process; an empty text for no words."""
    text = "\n".join(map(str, words))
    return f"#{blake2s(text.encode(), digest_size=3).hexdigest()}" if text else ""


def digest_item(words: Iterable[object], size: float = SIZE) -> DrawnItem:
    """The digest in the margin above a picture that does not tell all of a state, in a size of text."""
    text = ": ".join(filter(None, ("not all is drawn", digest(words))))
    return DrawnItem(
        "", "", (TextShape(MARGIN, max(MARGIN, size) / 2, text, size, MUTED, text_width(text, size), "start"),)
    )


def is_cut(item: DrawnItem) -> bool:
    """Return True if some words of an item are cut off."""
    return any(type(shape) is TextShape and shape.words.endswith("...") for shape in item.shapes)
