"""Error messages for unbalanced parentheses, with the parenthesis that is most likely wrong."""

from __future__ import annotations

import re

from relgym.errors import ParseError
from relgym.model.span import Source, Span

PAIRS = "a ')' for every '(', and the other way round"

_PAREN_OR_KEYWORD = re.compile(r"[()]|(?<![^\s()]):[^\s()]+")
_DEFINE = re.compile(r"\s*\(\s*define\b", re.IGNORECASE)
_IN_PACKAGE = re.compile(r"(\s*\(\s*in-package\b[^()]*\))*", re.IGNORECASE)
_INNER_KEYWORDS = (":serial", ":parallel")  # PDDL 1.2's (:length (:serial 3) (:parallel 2))


def misplaced(source: Source, text: str) -> ParseError | None:
    """The error that blames the parenthesis before the first keyword at a wrong depth; None if no keyword is.

    In a sound file, `(:section` stands in `(define` only, and `:key` in a section only. `text` has no comments.
    """
    lisp = _IN_PACKAGE.match(text)
    start = lisp.end() if lisp else 0
    outermost = 1 if _DEFINE.match(text, start) else 0
    opened: list[int] = []
    last_closed = 0
    for match in _PAREN_OR_KEYWORD.finditer(text, start):
        at = match.start()
        match match[0]:
            case "(":
                opened.append(at)
            case ")":
                if not opened:
                    return None
                opened.pop()
                last_closed = at
            case keyword if keyword not in _INNER_KEYWORDS:
                heads = bool(opened) and not text[opened[-1] + 1 : at].strip()
                line = text.count("\n", 0, at) + 1
                if len(opened) > outermost + 1:
                    start = opened[-2] if heads else opened[-1]
                    hint = f"it is still open where {keyword} begins on line {line}"
                    return ParseError(
                        "this '(' is not closed",
                        span=Span(source, start, start + 1),
                        expected=PAIRS,
                        hint=hint,
                        code="E102",
                    )
                if len(opened) < outermost + 1:
                    hint = f"with it too much is closed for {keyword} on line {line}"
                    place = Span(source, last_closed, last_closed + 1)
                    return ParseError(
                        "one ')' too many, here or before", span=place, expected=PAIRS, hint=hint, code="E102"
                    )
    return None
