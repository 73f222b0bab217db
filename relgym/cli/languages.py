"""The languages that `relgym translate` writes."""

from __future__ import annotations

from enum import Enum


class Language(Enum):
    PROLOG = "prolog"
    ASP = "asp"
    PYTHON = "python"
    PDDL = "pddl"
    RDDL = "rddl"
