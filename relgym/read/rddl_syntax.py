"""From RDDL text to a syntax tree, with the place of everything in it.

>>> from relgym.model.span import Source
>>> tree = syntax(Source("<domain>", "domain lamp { reward = 1; }"))
>>> str(tree.children[0].data), str(tree.children[0].children[0])
('domain', 'lamp')
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from relgym.errors import ParseError
from relgym.model.span import Source, Span

MAX_DEPTH = 100
"""Deeper nesting of brackets is refused, so that whatever comes after may walk a value by plain recursion."""

_BRACKET = re.compile(r"[][(){}]|//[^\n]*|/\*.*?\*/", re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CLOSING = {")": "(", "]": "[", "}": "{"}

_GRAMMAR = Path(__file__).with_name("rddl.lark")

Node = Tree[Token]


def syntax(source: Source) -> Node:
    """The syntax tree of a file; raises `ParseError` with the place where it stops being RDDL."""
    _check_brackets(source)
    if not source.text.strip():
        raise ParseError(f"{source.name} is empty", expected="domain NAME { ... } or instance NAME { ... }")
    try:
        return _parser().parse(source.text)
    except UnexpectedInput as error:
        raise _explained(source, error) from None


def without_comments(text: str) -> str:
    """The text with spaces in place of every comment, so that places stay the same."""
    return _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def span_of(source: Source, node: Node | Token) -> Span | None:
    """Where a node stands; `None` for one that has no text of its own."""
    if isinstance(node, Token):
        assert node.start_pos is not None
        return Span(source, node.start_pos, node.start_pos + len(node))
    if node.meta.empty:
        return None
    return Span(source, node.meta.start_pos, node.meta.end_pos)


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR.read_text(encoding="utf-8"), parser="lalr", propagate_positions=True, maybe_placeholders=True)


def _check_brackets(source: Source) -> None:
    opened: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(source.text):
        bracket, at = match[0], match.start()
        place = Span(source, at, at + 1)
        if bracket in ("(", "[", "{"):
            opened.append((bracket, at))
            if len(opened) > MAX_DEPTH:
                raise ParseError(
                    f"brackets nest deeper than {MAX_DEPTH}", span=place, expected=f"at most {MAX_DEPTH} levels"
                )
        elif bracket in _CLOSING:
            if not opened:
                raise ParseError(f"this '{bracket}' closes nothing", span=place)
            begun, start = opened.pop()
            if begun != _CLOSING[bracket]:
                raise ParseError(
                    f"this '{bracket}' does not close the '{begun}' of line {Span(source, start, start).line}",
                    span=place,
                    expected=next(closing for closing, opening in _CLOSING.items() if opening == begun),
                )
    if opened:
        bracket, start = opened[-1]
        raise ParseError(f"this '{bracket}' is not closed", span=Span(source, start, start + 1))


def _explained(source: Source, error: UnexpectedInput) -> ParseError:
    match error:
        case UnexpectedToken(token=token) if token.type == "$END":
            end = len(source.text.rstrip())
            place, found = Span(source, max(0, end - 1), end), "the file ends here"
            names = error.accepts or error.expected
        case UnexpectedToken(token=token):
            place = Span(source, token.start_pos or 0, (token.start_pos or 0) + len(token))
            found = f"'{token}' cannot stand here"
            names = error.accepts or error.expected
        case UnexpectedCharacters():
            at = error.pos_in_stream or 0
            place, found = Span(source, at, at + 1), f"{source.text[at]!r} cannot stand here"
            names = error.allowed or set()
        case _:
            raise AssertionError(f"an error of another kind: {error}")
    return ParseError(found, span=place, expected=_in_words(names))


_WORDS = {
    "NAME": "a name",
    "VAR": "a variable (?x)",
    "ENUM": "an enumerated value (@a)",
    "NUMBER": "a number",
    "KIND": "the fluent's kind (state-fluent, action-fluent, ...)",
    "AND": "'^'",
    "COMPARE": "a comparison",
    "$END": "the end of the file",
}

_VALUE = {"AGGREGATE", "CHOICE", "DISCRETE", "VECTOR", "IF", "SWITCH", "DOLLAR", "LPAR", "TRUE", "FALSE", "NOT"}
_OPERATORS = {"EQUIV", "IMPLY", "OR", "AND", "COMPARE", "PLUS", "MINUS", "TIMES", "DIVIDE"}


def _in_words(names: set[str]) -> str | None:
    """The terminals that could go on, in words a user knows; all that begins a value is one of them."""
    left = set(names)
    words = []
    if left >= _VALUE:
        left -= _VALUE | {"NAME", "VAR", "ENUM", "NUMBER", "MINUS", "PLUS", "LSQB"}
        words.append("a value")
    if left >= _OPERATORS:
        left -= _OPERATORS
        words.append("an operator")
    words += [_WORDS.get(name) or _spelled(name) for name in left]
    return " or ".join(sorted(words)) if words else None


def _spelled(name: str) -> str:
    terminal = next(terminal for terminal in _parser().terminals if terminal.name == name)
    return f"'{terminal.pattern.value}'"
