"""Entries that the infos of all environments have.

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


def copies_of(info: Info) -> Callable[[], Info]:
    """Return a function that copies an info so that the copies share no mutable value."""
    return partial(deepcopy, info) if any(isinstance(value, dict) for value in info.values()) else info.copy


def rddl_info(file: str, domain: str, discount: float, more: Info) -> Info:
    """Return the info of an RDDL instance, without the entries of a step that is refused or ends an episode.

    Args:
        file: The label of the instance.
        domain: The domain's file, or its text.
        discount: The discount of the instance.
        more: Further entries about a generated instance.
    """
    return {
        **more,
        "problem_file": file,
        "domain_file": "<domain>" if "{" in domain else str(Path(domain)),
        "discount": discount,
        "broken": None,
        "invalid_action": False,
    }
