"""How much the tests try: a part that stands for all in an ordinary run, all with `--hypothesis-profile=thorough`."""

from __future__ import annotations

from hypothesis import settings

THOROUGH = settings().max_examples > 1000
