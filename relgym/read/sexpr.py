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

MAX_DEPTH = 200
"""Deeper nesting is refused, so that everything after may walk a formula by plain recursion."""

_TOKEN = re.compile(r"[()]|[^\s()]+")
_COMMENT = re.compile(r";[^\n]*")
_SECTION = re.compile(r"\(\s*(:[^\s()]+|define\b)")


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
        return first if isinstance(first, Word) else ""

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
                raise ParseError("this ')' closes nothing", span=place, expected="a '(' for every ')'")
            stack.pop().end = match.end()
            items = stack[-1].items if stack else top
        else:
            word = Word(token.lower())
            word.source = source
            word.start = match.start()
            items.append(word)
    if stack:
        raise _not_closed(source, text, stack[-1].start)
    return top


def _too_deep(source: Source, start: int) -> ParseError:
    return ParseError(
        f"parentheses nest deeper than {MAX_DEPTH}",
        span=Span(source, start, start + 1),
        expected=f"at most {MAX_DEPTH} levels of parentheses",
    )


def _not_closed(source: Source, text: str, innermost: int) -> ParseError:
    """Blame the '(' that is open where the next section begins; only `(define` is, in a sound file."""
    opened: list[int] = []
    start, seen_at = innermost, None
    for match in re.finditer(r"[()]", text):
        at = match.start()
        if match[0] == ")":
            opened.pop()
            continue
        section = _SECTION.match(text, at)
        if len(opened) > 1 and section:
            start, seen_at = opened[-1], section
            break
        opened.append(at)
    hint = None
    if seen_at is not None:
        line = text.count("\n", 0, seen_at.start()) + 1
        hint = f"'({seen_at[1]}' on line {line} begins while it is still open"
    return ParseError(
        "this '(' is not closed", span=Span(source, start, start + 1), expected="a ')' for every '('", hint=hint
    )
