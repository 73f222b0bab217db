"""What every info of an environment tells.

>>> copies = copies_of({"problem": 3, "parameters": {"blocks": 4}})
>>> first, second = copies(), copies()
>>> first == second, first["parameters"] is second["parameters"]
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

Info = dict[str, Any]


def copies_of(told: Info) -> Callable[[], Info]:
    """What makes infos that share nothing that can be changed; the parameters of a generator stand in a dict."""
    return partial(deepcopy, told) if any(isinstance(value, dict) for value in told.values()) else told.copy
