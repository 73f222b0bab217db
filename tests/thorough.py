"""How much the tests try: a part that stands for all in an ordinary run, all with `--hypothesis-profile=thorough`."""

from __future__ import annotations

import os

from hypothesis import settings

THOROUGH = not settings().derandomize


def examples_of(ordinary: int) -> int:
    """Return the number of random examples of a test, given the number in an ordinary run."""
    return int(os.environ.get("RELGYM_EXAMPLES") or (settings().max_examples if THOROUGH else ordinary))
