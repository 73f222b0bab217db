"""Belief states: conclusions from the actions and observations so far (`Belief`)."""

from __future__ import annotations

from relgym.belief.belief import Belief
from relgym.belief.view import View

__all__ = ["Belief", "View"]
