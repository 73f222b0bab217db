"""Plans of RDDL as text: the actions of some steps.

>>> read_steps("go___up = true; noop")
['go___up = true', 'noop']
"""

from __future__ import annotations

import os
from pathlib import Path

from relgym.read.source import read_source, without_rddl_comments

NOOP = "noop"
"""The action in which everything keeps its default."""


def read_steps(plan: str | os.PathLike[str]) -> list[str]:
    """Return the steps of a plan: one a line, or with `;` between them.

    Args:
        plan: The text, or a file. A `str` is a text if it has `=` or `;`, is empty, or is `noop`.

    Raises:
        ParseError: The file cannot be read.
    """
    is_text = isinstance(plan, str) and ("=" in plan or ";" in plan or plan.strip() in ("", NOOP))
    text = str(plan) if is_text else read_source(Path(plan), "plan", without_rddl_comments).text
    return [step.strip() for step in without_rddl_comments(text).replace(";", "\n").splitlines() if step.strip()]
