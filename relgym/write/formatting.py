r"""Formatting of PDDL texts: one layout for all, with every word and comment as it is.

A form stands on one line if it fits there. Else its head stands on the first line, and each of its parts on a line of
its own. Blank lines between the parts of a form stay, one at a time.

>>> print(formatted_pddl("(define (domain d)(:predicates (lit)) ; one lamp\n (:action press\n :effect (lit)))"), end="")
(define (domain d)
  (:predicates (lit)) ; one lamp
  (:action press
    :effect (lit)))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from relgym.errors import ParseError
from relgym.model.span import Source, Span

WIDTH = 100
"""The length of lines, in characters, where words allow it."""

STEP = 2
"""The blanks by which parts of a form are indented."""

DEPTH_LIMIT = 100
"""The largest depth of nested parentheses, as for reading."""

_TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+|\n[^\S\n]*(?=\n)")

_WITH_LIST = frozenset({"forall", "exists", "when", "sometime-after", "sometime-before"})
"""Heads whose first part stands beside them."""

_ALWAYS_BROKEN = frozenset({"define", ":action", ":durative-action", ":event", ":process"})
"""Heads of forms that never stand on one line."""


@dataclass(slots=True)
class _Comment:
    """A comment; `beside` if it stands behind something on its line."""

    text: str
    beside: bool


@dataclass(slots=True)
class _Blank:
    """A blank line."""


@dataclass(slots=True)
class _Form:
    """A pair of parentheses."""

    start: int
    parts: list[_Part] = field(default_factory=list)


_Part = str | _Comment | _Blank | _Form


def formatted_pddl(text: str, name: str = "<text>") -> str:
    """Format a PDDL text.

    Args:
        text: The text: a domain, a problem, or axioms.
        name: The name of the text, for errors.

    Returns:
        The text with the same words and comments in the same order.

    Raises:
        ParseError: Parentheses do not balance.
    """
    lines = _Lines()
    for part in _parsed(Source(name, text)):
        lines.add(part, 0)
    return "\n".join(lines.texts).strip("\n") + "\n"


def _parsed(source: Source) -> list[_Part]:
    open_forms = [_Form(0)]
    line_has_code = False
    position = 0
    for found in _TOKEN.finditer(source.text):
        token, parts = found[0], open_forms[-1].parts
        if "\n" in source.text[position : found.start()]:
            line_has_code = False
        position = found.end()
        match token[0]:
            case ";":
                parts.append(_Comment(token.rstrip(), line_has_code))
                continue
            case "\n":
                line_has_code = False
                if parts and not isinstance(parts[-1], _Blank):
                    parts.append(_Blank())
                continue
            case "(":
                form = _Form(found.start())
                parts.append(form)
                open_forms.append(form)
                if len(open_forms) > DEPTH_LIMIT:
                    place = Span(source, found.start(), found.end())
                    raise ParseError(f"parentheses nest more than {DEPTH_LIMIT} deep", span=place, code="E103")
            case ")":
                if len(open_forms) == 1:
                    place = Span(source, found.start(), found.end())
                    raise ParseError("this parenthesis closes nothing", span=place, code="E102")
                _trim(open_forms.pop().parts)
            case _:
                parts.append(token)
        line_has_code = True
    if len(open_forms) > 1:
        start = open_forms[-1].start
        raise ParseError(
            "this parenthesis is not closed", span=Span(source, start, start + 1), expected="')'", code="E102"
        )
    return open_forms[0].parts


def _trim(parts: list[_Part]) -> None:
    while parts and isinstance(parts[-1], _Blank):
        parts.pop()


class _Lines:
    """The lines of a formatted text."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, part: _Part, indent: int) -> None:
        """Add a part on lines of its own."""
        match part:
            case _Blank():
                if self.texts and self.texts[-1]:
                    self.texts.append("")
            case _Comment(text, beside):
                if beside and self.texts:
                    self.texts[-1] += f" {text}"
                else:
                    self.texts.append(" " * indent + text)
            case _:
                self.texts.append(" " * indent)
                self._append(part, indent)

    def _append(self, part: str | _Form, indent: int) -> None:
        """Add a part to the last line, and what does not fit there below."""
        if isinstance(part, str):
            self.texts[-1] += part
            return
        flat = _flat(part)
        if flat is not None and len(self.texts[-1]) + len(flat) <= WIDTH:
            self.texts[-1] += flat
            return
        inner = indent + STEP
        self.texts[-1] += "("
        rest = self._head(part.parts)
        for group in _groups(rest):
            self._add_group(group, inner)
        if part.parts and isinstance(part.parts[-1], _Comment):
            self.texts.append(" " * indent + ")")
        else:
            self.texts[-1] += ")"

    def _head(self, parts: Sequence[_Part]) -> Sequence[_Part]:
        """Add the words with which a form begins; returns the parts behind them."""
        if not parts or not isinstance(parts[0], str):
            return parts
        self.texts[-1] += parts[0]
        rest = parts[1:]
        if not rest:
            return rest
        head, second = parts[0].lower(), rest[0]
        beside: str | None = None
        if isinstance(second, str):
            # The name of an action stands beside its head; lists of words are filled below.
            keyword = rest[1] if len(rest) > 1 else None
            if head.startswith(":") and isinstance(keyword, str) and keyword.startswith(":"):
                beside = second
        elif isinstance(second, _Form) and (head in _WITH_LIST or head in ("define", ":derived")):
            beside = _flat(second, force=True)
        if beside is None:
            return rest
        self.texts[-1] += f" {beside}"
        return rest[1:]

    def _add_group(self, group: Sequence[_Part], indent: int) -> None:
        """Add a keyword with its value, words that fill lines, or one part."""
        first = group[0]
        if isinstance(first, str) and len(group) == 2 and isinstance(group[1], _Form) and first.startswith(":"):
            self.texts.append(" " * indent + f"{first} ")
            self._append(group[1], indent)
            return
        if isinstance(first, str):
            self.texts.append(" " * indent + first)
            for word in group[1:]:
                assert isinstance(word, str)
                if len(self.texts[-1]) + 1 + len(word) > WIDTH:
                    self.texts.append(" " * indent + word)
                else:
                    self.texts[-1] += f" {word}"
            return
        for part in group:
            self.add(part, indent)


def _groups(parts: Sequence[_Part]) -> Iterator[list[_Part]]:
    """Group parts into lines: a keyword with its value, words in a row, other parts alone."""
    at = 0
    while at < len(parts):
        part = parts[at]
        if not isinstance(part, str):
            yield [part]
            at += 1
            continue
        after = parts[at + 1] if at + 1 < len(parts) else None
        if part.startswith(":") and isinstance(after, _Form):
            yield [part, after]
            at += 2
            continue
        end = at + 1
        while end < len(parts) and isinstance(parts[end], str) and not _begins_line(parts, end):
            end += 1
        yield list(parts[at:end])
        at = end


def _begins_line(parts: Sequence[_Part], at: int) -> bool:
    """Return True for a keyword with a form as its value, and for a word behind the type of a list."""
    part = parts[at]
    follows = at + 1 < len(parts) and isinstance(parts[at + 1], _Form)
    if isinstance(part, str) and part.startswith(":") and follows:
        return True
    return at >= 2 and parts[at - 2] == "-"


def _flat(form: _Form, force: bool = False) -> str | None:
    """Return a form on one line; `None` if a comment, a blank line or its head keeps it from standing there."""
    words = []
    if not force and form.parts and isinstance(form.parts[0], str) and form.parts[0].lower() in _ALWAYS_BROKEN:
        return None
    for part in form.parts:
        match part:
            case str():
                words.append(part)
            case _Form():
                inner = _flat(part)
                if inner is None:
                    return None
                words.append(inner)
            case _:
                return None
    return f"({' '.join(words)})"
