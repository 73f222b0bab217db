"""What follows from what was done and seen: `Belief`."""

from __future__ import annotations

from relgym.belief.belief import Belief
from relgym.belief.view import View

__all__ = ["Belief", "View"]
