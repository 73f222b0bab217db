"""Comments, with spaces in their place, so that places in a text stay the same."""

from __future__ import annotations

import re

_PDDL_COMMENT = re.compile(r";[^\n]*")
_RDDL_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def without_pddl_comments(text: str) -> str:
    """Return a PDDL text with spaces in place of every comment."""
    return _PDDL_COMMENT.sub(lambda match: " " * len(match[0]), text) if ";" in text else text


def without_rddl_comments(text: str) -> str:
    """Return an RDDL text with spaces in place of every comment."""
    return _RDDL_COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
