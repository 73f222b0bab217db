"""Conversion between relgym's tasks and problems of the unified-planning library (Micheli et al., 2025).

The library is imported by the functions; `pip install 'relgym[up]'` brings it.
"""

from relgym.planning.up.conversion import Converted
from relgym.planning.up.from_up import from_up
from relgym.planning.up.to_up import actions_of, to_up

__all__ = ["Converted", "actions_of", "from_up", "to_up"]
