"""Pictures of environments in notebooks.

Gymnasium wraps most environments (in a `TimeLimit`, say), and its wrappers hand on no method whose name begins with an
underscore, such as `_repr_svg_`. So relgym tells IPython how to show a wrapper: as the environment inside shows itself.
IPython is used where it runs already, and never imported.
"""

from __future__ import annotations

import sys
from typing import Any

_SVG = "image/svg+xml"


def show_environments() -> None:
    """Have the running IPython, if there is one, show wrapped environments as pictures. Doing it again does no harm."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else getattr(ipython, "get_ipython", lambda: None)()
    formatter = getattr(shell, "display_formatter", None)
    if formatter is not None and _SVG in formatter.formatters:
        # By name, for importing Gymnasium takes a while.
        formatter.formatters[_SVG].for_type_by_name("gymnasium.core", "Wrapper", picture)


def picture(env: Any) -> str | None:
    """The SVG picture of a wrapped environment, or `None` for one that has none; a wrapper's own picture goes first."""
    for one in (env, env.unwrapped):
        drawn = getattr(type(one), "_repr_svg_", None)
        if drawn is not None:
            return drawn(one)  # type: ignore[no-any-return]  # what IPython asks of such a method
    return None
