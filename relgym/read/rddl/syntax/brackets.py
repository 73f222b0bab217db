"""Brackets of an RDDL file: the one that is to blame is found by where statements, sections and blocks begin.

A `;` ends a statement, so no round or square bracket is open there, nor a brace that holds a list; no section
stands within a section, and no block within a block.

>>> from relgym.model.span import Source
>>> from relgym.errors import ParseError
>>> try:
...     check_brackets(Source("d.rddl", "domain d { reward = max[1, (2 + 3]; }"))
... except ParseError as error:
...     print(error)
d.rddl:1:34: this ']' does not close the '(' of column 28
  domain d { reward = max[1, (2 + 3]; }
                                   ^
expected: ')'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from relgym.errors import ParseError
from relgym.model.span import Source, Span
from relgym.read.source import without_rddl_comments

MAX_DEPTH = 20_000
"""The largest depth of nested brackets. The parser has a stack of its own, and brackets that say nothing vanish."""

SECTIONS = {
    "domain": (
        *("requirements", "types", "pvariables", "cpfs", "cdfs", "reward", "termination"),
        *("action-preconditions", "state-action-constraints", "state-invariants"),
    ),
    "instance": (
        *("domain", "non-fluents", "objects", "init-state", "init-non-fluents"),
        *("max-nondef-actions", "horizon", "discount"),
    ),
    "non-fluents": ("domain", "objects", "non-fluents", "init-non-fluents"),
    "policy": ("domain", "types", "pvariables", "cpfs", "cdfs"),
}
"""The words that sections of a block begin with."""

_WITH_BRACES = {word for words in SECTIONS.values() for word in words} - {
    *("reward", "domain", "max-nondef-actions", "horizon", "discount")
}

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BRACKET = re.compile(r"[][(){};]")
_BLOCK_HEAD = re.compile(r"\b(?:domain|instance|non-fluents|policy)\s+[\w-]+\s*$")
_BLOCK_NAME = re.compile(r"\b(domain|instance|non-fluents|policy)\s+[A-Za-z_][\w-]*")
_HEAD = re.compile(r"([A-Za-z][\w-]*)\s*=?\s*$")


class _Kind(Enum):
    """The contents of a pair of brackets."""

    BLOCK = auto()
    SECTION = auto()
    OTHER = auto()
    """A brace after a word that heads no section; the parser reports the error."""
    LIST = auto()
    """Brackets that contain no statements."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A bracket that is not closed yet, and the place where it stands."""

    bracket: str
    at: int
    kind: _Kind


def check_brackets(source: Source) -> None:
    """Raises `ParseError` if brackets do not balance, nest deeper than `MAX_DEPTH`, or a comment has no end."""
    text = without_rddl_comments(source.text)
    comment = text.find("/*")
    if comment >= 0:
        raise ParseError(
            "this comment has no end", span=Span(source, comment, comment + 2), expected="'*/'", code="E102"
        )
    opened: list[_Open] = []
    closed = -1
    for match in _BRACKET.finditer(text):
        bracket, at = match[0], match.start()
        span = Span(source, at, at + 1)
        match bracket:
            case ";":
                if opened and opened[-1].kind is _Kind.LIST:
                    raise _unclosed(source, opened[-1], f"a ';' stands before its end on line {span.line}")
            case "(" | "[" | "{":
                opened.append(_opening(source, text, span, opened, closed))
                if len(opened) > MAX_DEPTH:
                    message, expected = f"brackets nest deeper than {MAX_DEPTH:,}", f"at most {MAX_DEPTH:,} levels"
                    raise ParseError(message, span=span, expected=expected, code="E103")
            case _:
                if not opened or (bracket != "}" and opened[-1].kind is not _Kind.LIST):
                    raise ParseError(
                        f"this '{bracket}' closes nothing", span=span, expected="brackets in pairs", code="E102"
                    )
                _check_pair(source, opened.pop(), bracket, at)
                closed = at
    if opened:
        raise _unclosed(source, opened[-1], "the file ends before it does")


def _opening(source: Source, text: str, span: Span, opened: Sequence[_Open], closed: int) -> _Open:
    """The bracket that opens at a place; raises `ParseError` where a block or section cannot begin there."""
    kind, head = _kind_of(text, text[span.start], span.start)
    if (kind is _Kind.BLOCK and opened) or (kind is _Kind.SECTION and len(opened) > 1):
        raise _unclosed(source, opened[-1], f"it is still open where '{head}' begins on line {span.line}")
    if kind is _Kind.SECTION and not opened:
        _check_block_is_open(source, text, closed + 1, span.start)
        if closed >= 0:
            hint = f"with it the block ends before '{head}' on line {span.line}"
            message = "one '}' too many, here or before"
            raise ParseError(message, span=_at(source, closed), expected="brackets in pairs", hint=hint, code="E102")
    return _Open(text[span.start], span.start, kind)


def _check_block_is_open(source: Source, text: str, start: int, end: int) -> None:
    """Raises `ParseError` if a block is named before a section that stands in none."""
    named = _BLOCK_NAME.search(text, start, end)
    if named is not None:
        raise ParseError(
            f"a '{{' is missing after '{named[0]}'",
            span=Span(source, named.start(), named.end()),
            expected=f"{named[1]} NAME {{ ... }}",
            code="E102",
        )


def _kind_of(text: str, bracket: str, at: int) -> tuple[_Kind, str]:
    """Return the kind of an opening bracket, and the words before it."""
    before = text[max(0, at - 200) : at]
    if bracket != "{":
        return _Kind.LIST, ""
    block = _BLOCK_HEAD.search(before)
    if block is not None:
        return _Kind.BLOCK, " ".join(block[0].split())
    head = _HEAD.search(before)
    if head is None or head[1].endswith("_"):
        return _Kind.LIST, ""
    return _Kind.SECTION if head[1] in _WITH_BRACES else _Kind.OTHER, head[1]


def _check_pair(source: Source, opened: _Open, bracket: str, at: int) -> None:
    closing = _CLOSING[opened.bracket]
    if bracket == closing:
        return
    begun, span = _at(source, opened.at), _at(source, at)
    if bracket == "}":
        raise _unclosed(source, opened, f"a '}}' stands before its end on line {span.line}")
    where = f"column {begun.column}" if begun.line == span.line else f"line {begun.line}"
    raise ParseError(
        f"this '{bracket}' does not close the '{opened.bracket}' of {where}",
        span=span,
        expected=f"'{closing}'",
        code="E102",
    )


def _unclosed(source: Source, opened: _Open, hint: str) -> ParseError:
    return ParseError(
        f"this '{opened.bracket}' is not closed",
        span=_at(source, opened.at),
        expected=f"'{_CLOSING[opened.bracket]}'",
        hint=hint,
        code="E102",
    )


def _at(source: Source, at: int) -> Span:
    return Span(source, at, at + 1)
