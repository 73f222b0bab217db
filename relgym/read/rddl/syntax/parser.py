"""From RDDL text to a syntax tree, with the place of everything in it.

>>> from relgym.model.span import Source
>>> tree = syntax(Source("<domain>", "domain lamp { reward = 1; }"))
>>> str(tree.children[0].data), str(tree.children[0].children[0])
('domain', 'lamp')
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef

from relgym.errors import ModelError, ParseError
from relgym.model.span import Source, Span
from relgym.read.rddl.chains import shorten
from relgym.read.rddl.syntax.brackets import check_brackets
from relgym.read.rddl.syntax.messages import MISSING_SEMICOLON, explained
from relgym.read.rddl.syntax.recovery import blanked, names_in, statement
from relgym.read.remembered import Remembered
from relgym.read.reporting import doubt, report, reports_now
from relgym.read.source import without_rddl_comments
from relgym.tuning.read import SYNTAX_ERRORS_LIMIT

MAX_VALUE_DEPTH = 200
"""The largest depth of nested values, so that later passes may walk a value by plain recursion."""

_FILES = "domain NAME { ... } or instance NAME { ... }"

_GRAMMAR = Path(__file__).with_name("grammar.lark")

_WORD_END = r"(?!-*[A-Za-z0-9_]|')"
"""Keeps a keyword from being found at the start of a longer name."""

Node = Tree[Token]


def syntax(source: Source) -> Node:
    """The syntax tree of a file; raises `ParseError` with the place where it stops being RDDL."""
    reports = reports_now()
    if reports is not None:
        # The remaining tree of a file with errors must not be cached as the file.
        if source not in reports.kept:
            reports.kept[source] = _parsed(source, "start", _FILES)
        return cast(Node, reports.kept[source])
    return _remembered(source)


def value_syntax(source: Source) -> Node:
    """The syntax tree of a text that is one value; raises `ParseError` as `syntax` does."""
    return _parsed(source, "query", "a value, such as exists_{?x : type} [on(?x)]")


def _parsed(source: Source, start: str, expected: str) -> Node:
    if not without_rddl_comments(source.text).strip():
        raise ParseError(f"{source.name} is empty", expected=expected, code="E101")
    check_brackets(source)
    tree = _tree(source, start)
    shorten(tree)
    _check_depth(source, tree)
    return tree


_remembered: Remembered[Node] = Remembered(partial(_parsed, start="start", expected=_FILES))


def _tree(source: Source, start: str) -> Node:
    """The syntax tree; where errors are collected, without the statements that have some."""
    text = source.text
    for _ in range(SYNTAX_ERRORS_LIMIT):
        try:
            return _parser().parse(text, start=start)
        except UnexpectedInput as error:
            failure = explained(source, text, error, _spelled())
        report(failure)
        assert failure.span is not None
        begin, end = statement(text, failure.span.start)
        if failure.code == MISSING_SEMICOLON:
            end = failure.span.end
        else:
            # A second semicolon is no further statement.
            end += len(text[end:]) - len(text[end:].lstrip("; \t"))
        doubt(*names_in(text[begin:end]))
        if not text[begin:end].strip():
            break
        text = blanked(text, begin, end)
    raise failure


def span_of(source: Source, node: Node | Token) -> Span | None:
    """Return the span of a node; `None` for a node without text."""
    if isinstance(node, Token):
        start = node.start_pos or 0
        return Span(source, start, start + len(node))
    if node.meta.empty:
        return None
    return Span(source, node.meta.start_pos, node.meta.end_pos)


def error_at(
    source: Source,
    node: Node | Token,
    message: str,
    expected: str | None,
    code: str | None = None,
    hint: str | None = None,
) -> ModelError:
    """Return the error that a node of a file causes."""
    return ModelError(message, span=span_of(source, node), expected=expected, hint=hint, code=code)


def token_of(part: object) -> Token:
    """Return a part of a node that the grammar makes a token."""
    assert isinstance(part, Token), part
    return part


def tree_of(part: object) -> Node:
    """Return a part of a node that the grammar makes a node."""
    assert isinstance(part, Tree), part
    return part


@cache
def _parser() -> Lark:
    return Lark(
        _GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        start=["start", "query"],
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_end_at_words,
    )


def _end_at_words(terminal: TerminalDef) -> None:
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value[0].isalpha():
        terminal.pattern = PatternRE(pattern.value + _WORD_END)
        terminal.priority = 2


@cache
def _spelled() -> dict[str, str]:
    """Map each terminal that always has the same text to this text."""
    patterns = {terminal.name: terminal.pattern for terminal in _parser().terminals}
    words = {name: pattern.value.removesuffix(_WORD_END) for name, pattern in patterns.items()}
    return {
        name: word
        for name, word in words.items()
        if isinstance(patterns[name], PatternStr) or word != patterns[name].value
    }


def _check_depth(source: Source, tree: Node) -> None:
    # Blocks, sections and statements are a few levels more.
    level: list[Node] = [tree]
    for _ in range(MAX_VALUE_DEPTH + 4):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return
    raise ParseError(
        f"values nest deeper than {MAX_VALUE_DEPTH} here",
        span=span_of(source, level[0]),
        expected=f"at most {MAX_VALUE_DEPTH} levels of operators, functions, quantifiers and branches",
        hint="an interm-fluent can have a part of it as its value",
        code="E103",
    )
