"""Syntax errors of an RDDL file, one after another: the statement with an error is blanked, and the rest is read again.

>>> text = "domain d { reward = ; types { a : objekt; b : object; }; }"
>>> statement(text, text.index(";")), statement(text, text.index("objekt"))
((10, 21), (29, 41))
"""

from __future__ import annotations

import re

from relgym.read.rddl.syntax.brackets import SECTIONS
from relgym.read.source import without_rddl_comments

_BRACKET = re.compile(r"[{};]")
_NAME = re.compile(r"@?[A-Za-z_][\w-]*")
_HOLDS_STATEMENTS = re.compile(
    rf"(?:\b(?:domain|instance|non-fluents|policy)\s+[\w-]+|"
    rf"\b(?:{'|'.join(sorted({word for words in SECTIONS.values() for word in words}))})\s*=?)\s*$"
)


def statement(text: str, at: int) -> tuple[int, int]:
    """Return the begin and end of the statement around a position, its `;` included; the brackets of the text balance.

    A statement stands in a block or a section; braces of other kinds are a part of it.
    """
    text = without_rddl_comments(text)
    opened: list[int] = []
    inner: list[bool] = []
    start = 0
    for match in _BRACKET.finditer(text):
        bracket, position = match[0], match.start()
        if position >= at:
            break
        if bracket == "{":
            holds = not (inner and inner[-1]) and bool(_HOLDS_STATEMENTS.search(text, max(0, start), position))
            opened.append(start)
            inner.append(not holds)
            if holds:
                start = position + 1
        elif bracket == "}" and opened:
            begun, was_inner = opened.pop(), inner.pop()
            start = begun if was_inner else position + 1
        elif bracket == ";" and not (inner and inner[-1]):
            start = position + 1
    return start, _end(text, at, start)


def _end(text: str, at: int, start: int) -> int:
    """The end of the statement that begins at `start` and goes on at `at`."""
    depth = text.count("{", start, at) - text.count("}", start, at)
    for match in _BRACKET.finditer(text, at):
        match match[0]:
            case "{":
                depth += 1
            case "}" if depth == 0:
                return match.start()
            case "}":
                depth -= 1
            case _ if depth == 0:
                return match.end()
            case _:
                pass
    return len(text)


def blanked(text: str, start: int, end: int) -> str:
    """The text with spaces in place of a part, so that positions stay the same."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def names_in(text: str) -> list[str]:
    """Everything in a text that may be a name."""
    return _NAME.findall(without_rddl_comments(text))
