"""Constants of RDDL files, their ranges, and errors for values out of range.

>>> fits(3, "real", lambda name: False), fits(0.5, "int", lambda name: False), expected_of("bool", None)
(True, False, 'true or false')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import isinf

from lark import Token

from relgym.errors import ModelError, did_you_mean
from relgym.model.rddl.domain import Kind, Plain
from relgym.model.rddl.expressions import BOOL, INT, NUMBERS, REAL
from relgym.model.span import Source, Span
from relgym.model.terms import Object
from relgym.read.rddl.syntax.parser import Node, error_at, span_of, token_of
from relgym.read.rddl.value import number_of
from relgym.read.rddl.words import MOST_LISTED


def plain(source: Source, node: Node) -> Plain:
    """A constant as files write it for one fluent."""
    *sign, word = node.children
    word = token_of(word)
    match word.type:
        case "NUMBER":
            number = number_of(word, span_of(source, word))
            return -number if any(sign) else number
        case "TRUE" | "FALSE":
            return word.type == "TRUE"
        case "POS_INF" | "NEG_INF":
            return float("inf" if word.type == "POS_INF" else "-inf")
        case _:
            return Object(str(word), span_of(source, word))


def fits(value: Plain, of: str, items: Callable[[str], bool]) -> bool:
    """Return True if a constant is a value of a range; `items` says if a name is an item of the range's type."""
    match value:
        case bool():
            return of in NUMBERS
        case int():
            return of in (INT, REAL)
        case float():
            return of == REAL
        case Object(name):
            return of not in NUMBERS and items(name)


def check_finite(source: Source, node: Node, value: Plain, name: str, kind: Kind) -> None:
    """Raise `ModelError` for an infinite value of a fluent that changes: infinite numbers are limits, which do not."""
    if isinstance(value, float) and isinf(value) and kind not in (Kind.NON, Kind.PARAMETER):
        raise error_at(source, node, f"the {kind.value} '{name}' cannot be infinite", "a finite number", "E204")


def spelled(value: Plain) -> str:
    """A constant as files write it."""
    match value:
        case bool():
            return str(value).lower()
        case Object(name):
            return f"'{name}'"
        case _:
            return f"{value}"


def expected_of(of: str, items: Iterable[str] | None) -> str:
    """The values of a range in words; `items` are those of a type, as far as they are known."""
    if items is not None:
        return f"one of {' '.join(items)}"
    words = {BOOL: "true or false", INT: "a whole number", REAL: "a number"}
    return words.get(of) or f"an object of the type '{of}'"


def no_fluent(span: Span | None, name: str, known: Sequence[str]) -> ModelError:
    """The error for a name that is none of the fluents that may stand there."""
    hint = did_you_mean(name.removesuffix("'"), known)
    listed = hint is None and 0 < len(known) <= MOST_LISTED
    expected = f"one of {' '.join(known)}" if listed else None
    return ModelError(f"there is no fluent '{name}'", span=span, expected=expected, hint=hint, code="E201")


def unknown_type(source: Source, token: Token, known: Sequence[str]) -> ModelError:
    hint = did_you_mean(token, known)
    expected = f"one of {' '.join(known)}" if known and hint is None else None
    return error_at(source, token, f"there is no type '{token}'", expected, "E201", hint=hint)


def second_section(source: Source, first: Node, second: Node) -> ModelError:
    span, before = span_of(source, second), span_of(source, first)
    assert span is not None and before is not None
    word = re.match(r"[\w-]+", source.text[span.start : span.end])
    assert word is not None
    return ModelError(
        f"this block has two sections '{word[0]}'",
        span=Span(source, span.start, span.start + len(word[0])),
        expected="one of each kind",
        hint=f"the first one is on line {before.line}",
        code="E104",
    )
