"""S-expressions with their places: words and parenthesised forms, read without recursion.

>>> from relgym.model.span import Source
>>> [form] = parse(Source("<text>", "(On ?x (f a)) ; comment"))
>>> form.items[0], form.items[2].items, form.items[2].span.place
('on', ['f', 'a'], '<text>:1:8')
"""

from __future__ import annotations

import re

from relgym.errors import ParseError
from relgym.model.span import Source, Span

MAX_DEPTH = 100
"""Deeper nesting is refused, so that whatever comes after may walk a formula by plain recursion."""

_TOKEN = re.compile(r"[()]|[^\s()]+")
_COMMENT = re.compile(r";[^\n]*")
_PAREN_OR_KEYWORD = re.compile(r"[()]|(?<![^\s()]):[^\s()]+")
_DEFINE = re.compile(r"\s*\(\s*define\b", re.IGNORECASE)
_INNER_KEYWORDS = (":serial", ":parallel")  # PDDL 1.2's (:length (:serial 3) (:parallel 2))

PAIRS = "a ')' for every '(', and the other way round"


class Word(str):
    """A token, lower-cased; `raw` is the token as its file has it."""

    __slots__ = ("source", "start")
    source: Source
    start: int

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.start + len(self))

    @property
    def raw(self) -> str:
        return self.source.text[self.start : self.start + len(self)]


class Form:
    """A pair of parentheses and what stands between them."""

    __slots__ = ("end", "items", "source", "start")

    def __init__(self, source: Source, start: int, items: list[Node], end: int = 0) -> None:
        self.source = source
        self.start = start
        self.items = items
        self.end = end

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)

    @property
    def head(self) -> str:
        """The first word, or the empty string where the form does not begin with a word."""
        first = self.items[0] if self.items else None
        return str(first) if isinstance(first, Word) else ""

    @property
    def raw(self) -> str:
        return self.source.text[self.start : self.end]


Node = Word | Form


def without_comments(text: str) -> str:
    """The text with spaces in place of every comment, so that places stay the same."""
    return _COMMENT.sub(lambda found: " " * len(found[0]), text) if ";" in text else text


def parse(source: Source) -> list[Node]:
    """All top-level words and forms of a text.

    Raises `ParseError` if parentheses do not balance or nest deeper than `MAX_DEPTH`.
    """
    top: list[Node] = []
    items = top
    stack: list[Form] = []
    text = without_comments(source.text)
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "(":
            form = Form(source, match.start(), [])
            items.append(form)
            items = form.items
            stack.append(form)
            if len(stack) > MAX_DEPTH:
                raise _too_deep(source, match.start())
        elif token == ")":
            if not stack:
                place = Span(source, match.start(), match.end())
                surplus = ParseError("this ')' closes nothing", span=place, expected=PAIRS, code="E102")
                raise _unbalanced(source, text, surplus)
            stack.pop().end = match.end()
            items = stack[-1].items if stack else top
        else:
            word = Word(token.lower())
            word.source = source
            word.start = match.start()
            items.append(word)
    if stack:
        place = Span(source, stack[-1].start, stack[-1].start + 1)
        raise _unbalanced(source, text, ParseError("this '(' is not closed", span=place, expected=PAIRS, code="E102"))
    return top


def _too_deep(source: Source, start: int) -> ParseError:
    return ParseError(
        f"parentheses nest deeper than {MAX_DEPTH}",
        span=Span(source, start, start + 1),
        expected=f"at most {MAX_DEPTH} levels of parentheses",
        code="E103",
    )


def _unbalanced(source: Source, text: str, fallback: ParseError) -> ParseError:
    """Blame the parenthesis before the first keyword that stands too deep or not deep enough.

    In a sound file, `(:section` stands in `(define` only, and `:key` in a section only.
    """
    outermost = 1 if _DEFINE.match(text) else 0
    opened: list[int] = []
    last_closed = 0
    for match in _PAREN_OR_KEYWORD.finditer(text):
        at = match.start()
        match match[0]:
            case "(":
                opened.append(at)
            case ")":
                if not opened:
                    return fallback
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
    return fallback
