"""Walkers that choose their ways after a few steps."""

from __future__ import annotations

import pytest

from relgym.simulate import choice
from relgym.simulate.grounded import Grounded
from relgym.simulate.memo import Memo
from relgym.simulate.pddl import PDDLSimulator


def let_walkers_choose(monkeypatch: pytest.MonkeyPatch, *, grounds: bool, share: float = 0.5) -> None:
    """Let walkers choose a way after a few steps, and decide soon and often for or against a memo.

    Args:
        monkeypatch: Changes the limits.
        grounds: Whether they ground the task.
        share: Least share of steps to states met before for a memo: 0 makes one at once, and 2 makes none.
    """
    monkeypatch.setattr(choice, "FIRST_STEPS", 2)
    monkeypatch.setattr(choice, "SEARCHED_STEPS", 3)
    monkeypatch.setattr(choice, "LEARNING_STEPS", 4)
    monkeypatch.setattr(choice, "FEW_ACTIONS", 1000 if grounds else -1)
    monkeypatch.setattr(choice, "MANY_ACTIONS", 1000 if grounds else -1)
    monkeypatch.setattr(choice, "REPEATED_SHARE", share)
    monkeypatch.setattr(choice, "COUNTING_REST", 1)


def mode_of(walker: PDDLSimulator) -> str:
    """How a walker walks: the way, and whether with a memo."""
    mode = walker._mode
    way = mode.way if isinstance(mode, Memo) else mode
    name = "ground" if isinstance(way, Grounded) else "views"
    return f"memo, {name}" if isinstance(mode, Memo) else name
