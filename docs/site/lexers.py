"""The colours of PDDL and RDDL for Pygments, which knows neither."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, Text

_PDDL = """and or not imply forall exists when probabilistic oneof either
define domain problem increase decrease assign"""

_RDDL = """domain instance non-fluents types object pvariables cpfs reward requirements
action-preconditions state-invariants termination init-state horizon discount
if then else switch case default true false"""


class PDDLLexer(RegexLexer):
    """PDDL and PPDDL."""

    name = "PDDL"
    aliases: ClassVar[list[str]] = ["pddl"]
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Text),
            (r";[^\n]*", Comment.Single),
            (r"[()]", Punctuation),
            (r":[A-Za-z-]+", Keyword),
            (r"\?[\w-]+", Name.Variable),
            (
                words(
                    _PDDL.split(),
                    prefix=r"(?<=\()",
                    suffix=r"(?=[\s()])",
                ),
                Keyword,
            ),
            (r"-?\d[\d./]*(?=[\s()])", Number),
            (r"[^\s();]+", Name),
        ]
    }


class RDDLLexer(RegexLexer):
    """RDDL."""

    name = "RDDL"
    aliases: ClassVar[list[str]] = ["rddl"]
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Text),
            (r"//[^\n]*", Comment.Single),
            (r"[?@][\w-]+", Name.Variable),
            (
                words(
                    _RDDL.split(),
                    suffix=r"(?![\w-])",
                ),
                Keyword,
            ),
            (r"\d+(\.\d+)?([eE][+-]?\d+)?", Number),
            (r"[A-Za-z][\w-]*'?", Name),
            (r"[{}()\[\];,.]", Punctuation),
            (r"\S", Operator),
        ]
    }
