"""Waits for clingo: a limit counts the time in which clingo can compute."""

from __future__ import annotations

from typing import Any

import pytest

from relgym.backends.base import Limits
from relgym.backends.clingo import history
from relgym.errors import BackendError


class StandingStill:
    """An answer that takes some turns; the machine stands still for a minute in each of them."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.now = 0.0
        self.is_cancelled = False

    def wait(self, seconds: float) -> bool:
        self.now += 60.0
        self.turns -= 1
        return self.turns < 0

    def cancel(self) -> None:
        self.is_cancelled = True


def test_a_machine_that_stands_still_costs_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    program = history.History(Limits(seconds=2.5), 1000)
    answer: Any = StandingStill(1)
    monkeypatch.setattr(history, "monotonic", lambda: answer.now)
    assert program._waited(answer, 2.5) == 0.5
    assert not answer.is_cancelled
    answer.turns = 3
    with pytest.raises(BackendError, match=r"not computed the consequences within 2\.5 s"):
        program._waited(answer, 2.5)
    assert answer.is_cancelled
