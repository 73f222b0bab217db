"""Walkers that race from the first steps on, with ways that take as long as a test says."""

from __future__ import annotations

import pytest

from relgym.simulate import cached, learning, racing, strategy, ways
from relgym.simulate.racing import Entrant

CACHED, CACHED_GROUND, GROUNDED, STEPPING = WAYS = (
    "_enter_cached",
    "_enter_cached_ground",
    "_enter_grounded",
    "_enter_stepping",
)


def let_walkers_race(monkeypatch: pytest.MonkeyPatch, *fastest: str) -> None:
    """Let walkers begin a race after a few steps, and go on with the next one soon.

    Args:
        monkeypatch: Changes the limits.
        fastest: The names of the fastest ways, the fastest first.
    """
    monkeypatch.setattr(learning, "FIRST_REVIEW_MISSES", 1)
    monkeypatch.setattr(learning, "LEARNING_SECONDS", -1.0)
    monkeypatch.setattr(cached, "SAMPLED_MISSES", 1)
    monkeypatch.setattr(racing, "FAST_STEP_SECONDS", -1.0)
    monkeypatch.setattr(racing, "FALLING_SHARE", 0.0)
    # A cache without the ground task takes part, however long its misses take.
    monkeypatch.setattr(strategy, "LEAVING_FACTOR", 1e9)
    monkeypatch.setattr(strategy, "RACE_REST_SECONDS", 5.0)
    monkeypatch.setattr(strategy, "RACE_WINDOW_SECONDS", 0.0)
    monkeypatch.setattr(strategy, "RACE_WINDOW_SHARE", 0.0)
    monkeypatch.setattr(ways, "ENGINE_STEP_SECONDS", -1.0)
    monkeypatch.setattr(ways, "ENGINE_MAKING_SHARE", 1e9)
    monkeypatch.setattr(ways, "RACE_GROUNDING_SECONDS", 9.0)
    seconds = {way: 1.0 + len(WAYS) for way in WAYS} | {way: 1.0 + index for index, way in enumerate(fastest)}
    monkeypatch.setattr(Entrant, "seconds", property(lambda self: seconds[self.enter.__name__]))
