"""S-expressions with their places: words and parenthesised forms, read without recursion.

>>> from relgym.model.span import Source
>>> [form] = parse(Source("<text>", "(On ?x (f a)) ; comment"))
>>> form.items[0], form.items[2].items, form.items[2].span.place
('on', ['f', 'a'], '<text>:1:8')
"""

from __future__ import annotations

import re

from relgym.errors import ParseError
from relgym.limits import Limits
from relgym.model.span import Source, Span
from relgym.process_size import MEGABYTE
from relgym.read.pddl.parentheses import PAIRS, misplaced
from relgym.read.reporting import warn
from relgym.read.source import without_pddl_comments
from relgym.tuning.read import TOKEN_BYTES

MAX_DEPTH = 100
"""The largest depth of nested parentheses, so that later passes may walk a formula by plain recursion."""

_TOKEN = re.compile(r"[()]|[^\s()]+")
_COUNTED = re.compile(r"\(|[^\s()]+")


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

    def part(self, first: int, end: int) -> Word:
        """Some of its characters as a word of the same place."""
        word = Word(self[first:end])
        word.source, word.start = self.source, self.start + first
        return word


class SExpression:
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


Node = Word | SExpression


def parse(source: Source) -> list[Node]:
    """All top-level words and forms of a text.

    A `(define ...)` may lack its last ')', and may have further ones after it: both are read with a warning.

    Raises `ParseError` if parentheses do not balance otherwise, or nest deeper than `MAX_DEPTH`.
    """
    top: list[Node] = []
    items = top
    stack: list[SExpression] = []
    text = without_pddl_comments(source.text)
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "(":
            form = SExpression(source, match.start(), [])
            items.append(form)
            items = form.items
            stack.append(form)
            if len(stack) > MAX_DEPTH:
                raise _too_deep(source, match.start())
        elif token == ")":
            if not stack:
                _ignore_surplus(source, text, match.start(), top)
                break
            stack.pop().end = match.end()
            items = stack[-1].items if stack else top
        else:
            word = Word(token.lower())
            word.source = source
            word.start = match.start()
            items.append(word)
    if stack:
        _close_last(source, text, stack)
    return top


def check_size(source: Source, limits: Limits) -> None:
    """Raise `ParseError` if the parsed form of a text would take more than the memory of one call."""
    # No token is shorter than one character, and few texts need to be counted.
    if len(source.text) * TOKEN_BYTES <= limits.memory * MEGABYTE:
        return
    tokens = sum(1 for _ in _COUNTED.finditer(without_pddl_comments(source.text)))
    size = tokens * TOKEN_BYTES / MEGABYTE
    if size > limits.memory:
        raise ParseError(
            f"{source.name} is too large: reading it takes about {size:,.0f} MB",
            expected=f"at most {limits.memory:,g} MB",
            hint="raise memory: load(..., limits=Limits(memory=...)), or --memory MB on the command line",
            code="E101",
        )


def _close_last(source: Source, text: str, stack: list[SExpression]) -> None:
    """Close a `(define` that lacks only its last ')'; raise `ParseError` for anything else."""
    opened = stack[-1]
    misplaced_one = misplaced(source, text)
    if misplaced_one is not None or len(stack) > 1 or opened.head != "define":
        place = Span(source, opened.start, opened.start + 1)
        raise misplaced_one or ParseError("this '(' is not closed", span=place, expected=PAIRS, code="E102")
    opened.end = len(text.rstrip())
    warn(
        "the last ')' of the file is missing",
        Span(source, opened.end - 1, opened.end),
        hint="the text is read as if one more stood here",
        code="W110",
    )


def _ignore_surplus(source: Source, text: str, start: int, top: list[Node]) -> None:
    """Let ')' follow the end of a `(define ...)`; raise `ParseError` for one that closes nothing elsewhere."""
    place = Span(source, start, start + 1)
    misplaced_one = misplaced(source, text)
    last = top[-1] if top else None
    if (
        misplaced_one is not None
        or not isinstance(last, SExpression)
        or last.head != "define"
        or text[start:].strip(") \t\n\f\v\x1a")
    ):
        raise misplaced_one or ParseError("this ')' closes nothing", span=place, expected=PAIRS, code="E102")
    warn("this ')' closes nothing", place, hint="it stands after the end, and is ignored", code="W110")


def _too_deep(source: Source, start: int) -> ParseError:
    return ParseError(
        f"parentheses nest deeper than {MAX_DEPTH}",
        span=Span(source, start, start + 1),
        expected=f"at most {MAX_DEPTH} levels of parentheses",
        code="E103",
    )
