"""Check of the options of `reset`.

>>> check_options({"problem": 3}, "problem", "parameters")
>>> check_options({"problm": 3}, "problem", "parameters")
Traceback (most recent call last):
    ...
relgym.errors.RelgymError: reset has no option 'problm'
hint: did you mean 'problem'?
expected: problem, parameters
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relgym.errors import RelgymError, did_you_mean


def check_options(options: Mapping[str, Any], *known: str) -> None:
    """Raise `RelgymError` for an unknown option, which would have no effect."""
    if not isinstance(options, Mapping):
        raise RelgymError(f"{options!r} are not options", expected="a dictionary, such as {'problem': 0}")
    for name in options:
        if name not in known:
            raise RelgymError(
                f"reset has no option {name!r}",
                expected=", ".join(known) or "none: there is one instance to be played",
                hint=did_you_mean(str(name), known),
            )
