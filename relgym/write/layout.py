"""Parenthesised text on short lines, for forms nested to any depth.

>>> inner = Parenthesized("(not", ("(holding a)",))
>>> print(text(Parenthesized("(and", ("(clear a)", inner)), lambda part: part, width=20))
(and
  (clear a)
  (not (holding a)))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

WIDTH = 100
STEP = 2
DEEPEST = 60
"""The largest indentation of lines, in characters, so that deep nesting does not make long files."""

Node = TypeVar("Node")


@dataclass(frozen=True, slots=True)
class Parenthesized(Generic[Node]):
    """One pair of parentheses: `head`, with the opening one, then `parts`, each on a line if they do not fit on one.

    A part is text, a form, or a node that is yet to be spelled as one of these; `labels`, if there are any,
    are words that stay on the lines of their parts. A `tall` form never goes on one line.
    """

    head: str
    parts: tuple[str | Parenthesized[Node] | Node, ...]
    labels: tuple[str, ...] = ()
    tall: bool = False


Spelling = Callable[[Node], "str | Parenthesized[Node]"]
"""Writes a node as text or a form. The parts of a form may be nodes again, so that nesting needs no deep call stack."""


def text(root: Parenthesized[Node], spell: Spelling[Node], width: int = WIDTH) -> str:
    """The form as lines of at most `width` columns, as far as its words allow."""
    lines: list[str] = []
    # A stack of items still to be written, each with its depth and the words before and after it on its lines.
    todo: list[tuple[str | Parenthesized[Node] | Node, int, str, str]] = [(root, 0, "", "")]
    while todo:
        item, depth, before, after = todo.pop()
        form = _spelled(item, spell)
        start = " " * min(depth * STEP, DEEPEST) + before
        line = _one_line(form, spell, width - len(start) - len(after))
        if isinstance(form, str) or line is not None:
            lines.append(f"{start}{form if line is None else line}{after}".rstrip())
            continue
        lines.append(start + form.head + ("" if form.parts else ")" + after))
        last = len(form.parts) - 1
        for number in range(last, -1, -1):
            label = form.labels[number] + " " if form.labels else ""
            todo.append((form.parts[number], depth + 1, label, ")" + after if number == last else ""))
    return "\n".join(lines)


def _spelled(item: str | Parenthesized[Node] | Node, spell: Spelling[Node]) -> str | Parenthesized[Node]:
    return item if isinstance(item, str | Parenthesized) else spell(item)


def _one_line(root: str | Parenthesized[Node], spell: Spelling[Node], room: int) -> str | None:
    """The form on one line, or nothing if it does not go into `room` columns."""
    words: list[str] = []
    todo: list[str | Parenthesized[Node] | Node] = [root]
    while todo:
        form = _spelled(todo.pop(), spell)
        if isinstance(form, str):
            words.append(form)
            room -= len(form)
            if room < 0:
                return None
            continue
        if form.tall:
            return None
        todo.append(")")
        for number in range(len(form.parts) - 1, -1, -1):
            todo += [form.parts[number], f" {form.labels[number]} " if form.labels else " "]
        todo.append(form.head)
    return "".join(words)
