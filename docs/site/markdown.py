"""Pieces of Markdown that generated pages are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_\[\]<>|{}$#~])")


def plain(text: str) -> str:
    r"""Return a text whose characters mean nothing to Markdown.

    >>> print(plain("a_b | c"))
    a\_b \| c
    """
    return _SPECIAL.sub(r"\\\1", text)


def code(text: str) -> str:
    """Return a text as code, also inside of a table.

    >>> code("x | y")
    '`x \\\\| y`'
    """
    return f"`{text}`".replace("|", "\\|")


def sentence(text: str) -> str:
    r"""Return a text in one line, whose brackets, bars and stars mean nothing to Markdown; code in it stays code.

    >>> print(sentence("a `b`\n  <c|d>"))
    a `b` \<c\|d\>
    """
    return re.sub(r"[<>|*]", r"\\\g<0>", " ".join(text.split()))


def block(language: str, text: str) -> str:
    """Return lines of code as a block."""
    return f"```{language}\n{text.rstrip()}\n```"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: bool = False) -> str:
    """Return a table of cells that are Markdown already.

    Args:
        header: The titles of the columns.
        rows: The rows.
        numbers: True if all columns but the first hold numbers.
    """
    rest = "--:" if numbers else "---"
    lines = [header, ["---", *[rest] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def bullets(items: Iterable[str]) -> str:
    """Return a list."""
    return "\n".join(f"- {item}" for item in items)


def cut(items: Sequence[str], limit: int) -> list[str]:
    """Return the first items, and how many are left out.

    >>> cut(["a", "b", "c"], 2), cut(["a", "b"], 2)
    (['a', 'and 2 more'], ['a', 'b'])
    """
    if len(items) <= limit:
        return [*items]
    return [*items[: limit - 1], f"and {len(items) - limit + 1} more"]


def details(summary: str, content: str) -> str:
    """Return content that a reader opens."""
    return f"<details>\n<summary>{summary}</summary>\n\n{content}\n\n</details>"
