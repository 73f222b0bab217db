"""Explanations as short texts: a line for each statement, indented by what it is a reason for."""

from __future__ import annotations

from collections.abc import Iterator

from relgym.service.mcp.answers import Form, cut
from relgym.tuning.service import LISTED_LINES_LIMIT


def explanation(found: Form, limit: int = LISTED_LINES_LIMIT) -> str:
    """Return the tree of reasons that `explain` gives.

    Args:
        found: The explanation in JSON.
        limit: The largest number of lines.
    """
    told = [*_lines(found, 0)]
    if len(told) > limit:
        told = [*told[:limit], f"... and {len(told) - limit} more lines. Explain one of the statements above alone."]
    return "\n".join(told)


def _lines(found: Form, depth: int) -> Iterator[str]:
    indent = "  " * depth
    # Explanations of RDDL are sentences.
    yield cut(f"{indent}{found['text'] if 'text' in found else _statement(found)}")
    for child in found.get("children", ()):
        yield from _lines(child, depth + 1)
    if found.get("omitted"):
        yield f"{indent}  ... and {found['omitted']} more"


def _statement(found: Form) -> str:
    reason = f" ({found['reason']})" if found["reason"] else ""
    return f"{found['statement']}: {'true' if found['holds'] else 'false'}{reason}"
