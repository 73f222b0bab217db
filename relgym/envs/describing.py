"""Spaces with a text about their elements, in the attribute `description`.

>>> from gymnasium.spaces import MultiBinary
>>> described(MultiBinary(2), "two lamps").description
'two lamps'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from gymnasium.spaces import Space

from relgym.model.pddl.problem import Task
from relgym.translate.program.positions import is_conjunction

S = TypeVar("S", bound=Space[Any])


def described(space: S, text: str) -> S:
    """The space, whose attribute `description` now is the text; copies and pickles keep it."""
    space.__dict__["description"] = text
    return space


def held(
    form: str,
    tasks: Sequence[Task],
    *,
    derived: bool = False,
    numbers: bool = True,
    goal: bool = True,
    formulas: bool = False,
) -> str:
    """Describe in words what observations of a form contain of states and goals, and what they leave out.

    Args:
        form: What an observation is, such as `bits`.
        tasks: All that are played; there is one at least, and they have one domain.
        derived: Whether derived atoms are held.
        numbers: Whether the values of numeric fluents are.
        goal: Whether the literals of goals are.
        formulas: Whether goals are held as they are, and not the literals of their conjunctions alone.
    """
    task = tasks[0]
    rules = [name for name in task.predicates if name in task.derived]
    atoms = [name for name in task.predicates if derived or name not in task.derived]
    parts = [_listed("the true atoms of", atoms)]
    missing = [] if derived or not rules else [_listed("the derived atoms of", rules)]
    if task.functions:
        (parts if numbers else missing).append(_listed("the values of", task.functions))
    if not goal:
        missing.append("the goal")
    elif formulas:
        parts.append("the goal")
    else:
        parts.append("the literals of the goal")
        if not all(map(is_conjunction, tasks)):
            missing.append("what the goal says besides")
    return f"{form}: {'; '.join(parts)}." + (f" Left out: {'; '.join(missing)}." if missing else "")


def _listed(what: str, names: Iterable[str]) -> str:
    return f"{what} {', '.join(names)}"
