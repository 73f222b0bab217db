"""Ghosts of what an agent holds possible: drawn where it would be, as what a goal wants is, with a grey outline."""

from __future__ import annotations

from collections.abc import Iterable

from relgym.model.pddl.formulas import Atom
from relgym.render.facts import StateView
from relgym.render.frame import Frame
from relgym.render.goal_conditions import GoalConditions, condition_of
from relgym.render.palette import MUTED
from relgym.render.shapes import DrawnItem, Outline, Shape


def possible_items(frame: Frame, view: StateView, atoms: Iterable[Atom]) -> list[DrawnItem]:
    """Return the ghosts of atoms that may hold in a state.

    Args:
        frame: The layout of the state's picture.
        view: The state.
        atoms: The atoms; the layout leaves out those that it has no place for.
    """
    conditions = tuple(map(condition_of, atoms))
    missing = GoalConditions(conditions, (False,) * len(conditions))
    return [
        item._replace(
            title=f"possible: {item.goal[1:-1]}", goal="", possible=item.goal, shapes=tuple(map(_grey, item.shapes))
        )
        for item in frame.items(view, missing)
        if item.ghost and item.goal
    ]


def _grey(shape: Shape) -> Shape:
    return shape._replace(colour=MUTED) if isinstance(shape, Outline) else shape
