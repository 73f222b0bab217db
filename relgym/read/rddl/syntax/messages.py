"""Error messages for text that is not RDDL: known mistakes get their own message, others the words that may follow.

>>> from relgym.errors import ParseError
>>> from relgym.model.span import Source
>>> from relgym.read.rddl.syntax.parser import syntax
>>> try:
...     syntax(Source("d.rddl", "domain d { reward = a && b; }"))
... except ParseError as error:
...     print(error)
d.rddl:1:23: '&&' is not an operator of RDDL
  domain d { reward = a && b; }
                        ^~
expected: '^' or '&'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from relgym.errors import ParseError, did_you_mean
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.expressions import NUMBERS
from relgym.model.span import Source, Span
from relgym.read.rddl.syntax.brackets import SECTIONS
from relgym.read.rddl.words import a, listed
from relgym.read.source import without_rddl_comments

_AGGREGATES = ("forall", "exists", "sum", "prod", "avg", "min", "max", "argmin", "argmax", "det")
_AGGREGATE = "|".join((*_AGGREGATES, "UnnormDiscrete", "Discrete"))

_SLIPS: Sequence[tuple[str, str, str]] = (
    (r"\A\s*(\(\s*define)\b", "this is PDDL, not RDDL", "domain NAME {{ ... }} or instance NAME {{ ... }}"),
    (r"(&&)", "'&&' is not an operator of RDDL", "'^' or '&'"),
    (r"(\|\|)", "'||' is not an operator of RDDL", "'|'"),
    (r"(!=|<>)", "'{0}' is not an operator of RDDL", "'~='"),
    (r"(!)", "'!' is not an operator of RDDL", "'~' for not, '~=' for not equal"),
    (r"(%)", "'%' is not an operator of RDDL", "mod[a, b]"),
    (r"(\*\*)", "'**' is not an operator of RDDL", "pow[base, exponent]"),
    (r"\b(not)\s+[\w?@]", "'not' is not an operator of RDDL", "'~'"),
    (r"\b(and)\s", "'and' is not an operator of RDDL", "'^'"),
    (r"\b(or)\s", "'or' is not an operator of RDDL", "'|'"),
    (r"\b(implies)\s", "'implies' is not an operator of RDDL", "'=>'"),
    (r"(\")", "names and values stand without quotes in RDDL", "a name or a number"),
    (r"\)(')", "the prime stands right after the name", "name'(...)"),
    (r"\b(if)\s+[^\s(]", "the condition of 'if' stands in brackets", "if (...) then ... else ..."),
    (rf"\b({_AGGREGATE})\s*\{{", "'{0}' over variables is written with an underscore", "{0}_{{?x : type}} ..."),
    (rf"\b((?:{_AGGREGATE})_)\s*\(", "the variables of '{0}' stand in braces", "{0}{{?x : type}} ..."),
)
"""Known mistakes: a pattern whose group is the wrong text, the message, and the correct form."""

MISSING_SEMICOLON = "E105"

_WORDS = {
    "NAME": "a name",
    "VAR": "a variable (?x)",
    "ENUM": "an enumerated value (@a)",
    "NUMBER": "a number",
    "AND": "'^'",
    "COMPARE": "a comparison",
    "BLANK": "'_'",
    "_IS": "'='",
    "KIND": "the kind of the fluent",
    "$END": "the end of the file",
}

_VALUE = {"NAME", "VAR", "NUMBER", "LPAR", "IF", "SWITCH"}
_BEGINS_VALUE = _VALUE | {
    *("ENUM", "LSQB", "TRUE", "FALSE", "NOT", "MINUS", "PLUS"),
    *("AGGREGATE", "CHOICE", "DISCRETE", "VECTOR", "DOLLAR"),
}
_OPERATORS = {"EQUIV", "IMPLY", "OR", "AND", "COMPARE", "PLUS", "MINUS", "TIMES", "DIVIDE"}


def explained(source: Source, parsed: str, error: UnexpectedInput, spelled: Mapping[str, str]) -> ParseError:
    """The error for what the parser met; `spelled` is how terminals are written that are always the same text.

    `parsed` is the text of the source, perhaps with blanks in place of statements that are known to be wrong.
    """
    text = without_rddl_comments(parsed)
    match error:
        case UnexpectedToken(token=token) if token.type == "$END":
            end = len(text.rstrip())
            span, word = Span(source, max(0, end - 1), end), ""
        case UnexpectedToken(token=token):
            at = token.start_pos or 0
            span, word = Span(source, at, at + len(token)), str(token)
        case UnexpectedCharacters():
            at = error.pos_in_stream or 0
            span, word = Span(source, at, at + 1), source.text[at]
        case _:
            raise AssertionError(f"an error of another kind: {error}")
    names: set[str] = error.interactive_parser.accepts()  # type: ignore[no-untyped-call]
    return (
        _slip(source, text, span)
        or _missing_end(source, text, span, names)
        or _wrong_word(span, word, names)
        or _anything_else(span, word, names, spelled)
    )


def _slip(source: Source, text: str, span: Span) -> ParseError | None:
    first = text.rfind("\n", 0, span.start) + 1
    last = text.find("\n", span.start)
    line = text[first : len(text) if last < 0 else last]
    for pattern, message, expected in _SLIPS:
        for match in re.finditer(pattern, line):
            if match.start() <= span.start - first <= match.end() + 3:
                start, word = first + match.start(1), match[1]
                return ParseError(
                    message.format(word),
                    span=Span(source, start, start + len(word)),
                    expected=expected.format(word),
                )
    before = re.search(r"\b([A-Za-z]\w*_)\s*\Z", text[max(0, span.start - 200) : span.start])
    if before is not None and text[span.start : span.start + 1] == "{":
        start = span.start - (len(before[0]) - before.start(1) + before.start(0))
        known = [f"{word}_" for word in (*_AGGREGATES, "Discrete", "UnnormDiscrete")]
        return ParseError(
            f"there is no aggregate '{before[1]}'",
            span=Span(source, start, start + len(before[1])),
            expected=listed(known),
            hint=did_you_mean(before[1], known),
        )
    return None


def _missing_end(source: Source, text: str, span: Span, names: set[str]) -> ParseError | None:
    """A statement goes on, against its will, on a further line."""
    end = len(text[: span.start].rstrip())
    optional = names & {"RBRACE", "$END"}
    if "SEMICOLON" not in names or optional or "\n" not in text[end : span.start]:
        return None
    more = ", or an operator" if names >= _OPERATORS else ""
    span = Span(source, end, end + 1)
    return ParseError("a ';' is missing here", span=span, expected=f"';'{more}", code=MISSING_SEMICOLON)


def _wrong_word(span: Span, text: str, names: set[str]) -> ParseError | None:
    word = re.fullmatch(r"[A-Za-z_][\w-]*", text) is not None
    block = _block_of(names)
    if {"DOMAIN", "INSTANCE", "$END"} <= names:
        known = ("domain", "instance", "non-fluents")
        return ParseError(
            f"a file does not go on with '{text}'" if span.start else f"a file does not begin with '{text}'",
            span=span,
            expected=listed([f"{name} NAME {{ ... }}" for name in known]),
            hint=did_you_mean(text, known),
            code="E104",
        )
    if word and block is not None:
        others = [_a_block(name) for name, words in SECTIONS.items() if text in words]
        hint = did_you_mean(text, SECTIONS[block])
        return ParseError(
            f"there is no section '{text}' in {_a_block(block)}",
            span=span,
            expected=f"one of {' '.join(SECTIONS[block])}",
            hint=hint or (f"it is a section of {listed(others)}" if others else None),
            code="E104",
        )
    if "KIND" in names:
        kinds = [kind.value for kind in Kind]
        return ParseError(
            f"there is no kind of fluent '{text}'" if word and text not in NUMBERS else "a fluent begins with its kind",
            span=span,
            expected=f"one of {' '.join(kinds)}",
            hint=did_you_mean(text, kinds),
        )
    if "LEVEL" in names:
        return ParseError(
            f"a fluent has no option '{text}'",
            span=span,
            expected="default = ... or level = ...",
            hint=did_you_mean(text, ("default", "level")),
        )
    if text == "=" and names >= _OPERATORS:
        return ParseError("'=' does not compare", span=span, expected="'=='")
    if word and "VAR" in names and "NAME" not in names:
        return ParseError(f"'{text}' is no variable", span=span, expected=f"?{text}, with a question mark")
    return None


def _a_block(kind: str) -> str:
    return f"a block of {kind}" if kind == "non-fluents" else a(kind)


def _block_of(names: set[str]) -> str | None:
    """Return the kind of block whose section may begin here."""
    if "RBRACE" not in names or not names & {"REWARD", "OBJECTS", "PVARIABLES"} or "NAME" in names:
        return None
    if "REWARD" in names:
        return "domain"
    if "HORIZON" in names:
        return "instance"
    return "non-fluents" if "OBJECTS" in names else "policy"


def _anything_else(span: Span, text: str, names: set[str], spelled: Mapping[str, str]) -> ParseError:
    left = set(names)
    words = []
    if left >= _VALUE:
        left -= _BEGINS_VALUE
        words.append("a value")
    if left >= _OPERATORS:
        left -= _OPERATORS
        words.append("an operator")
    words += [_WORDS.get(name) or f"'{spelled[name]}'" for name in left]
    what = f"'{text}' cannot stand here" if text else "the file ends here"
    return ParseError(what, span=span, expected=listed(sorted(words)) or None)
