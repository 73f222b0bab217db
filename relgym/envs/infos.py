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
from pathlib import Path
from typing import Any

Info = dict[str, Any]


def copies_of(told: Info) -> Callable[[], Info]:
    """What makes infos that share nothing that can be changed; the parameters of a generator stand in a dict."""
    return partial(deepcopy, told) if any(isinstance(value, dict) for value in told.values()) else told.copy


def process_info(file: str, domain: str, discount: float, told: Info) -> Info:
    """What the infos of an RDDL instance tell, but for a step that is refused or ends an episode.

    Args:
        file: The label of the instance.
        domain: The domain's file, or its text.
        discount: The discount of the instance.
        told: What is told of a generated instance besides.
    """
    return {
        **told,
        "problem_file": file,
        "domain_file": "<domain>" if "{" in domain else str(Path(domain)),
        "discount": discount,
        "broken": None,
        "invalid_action": False,
    }
