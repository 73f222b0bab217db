"""An environment says the same whether it asks a reasoner or walks."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.texts import FORK, ROADS

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.envs.pddl import stepping as pace
from relgym.errors import BackendError, RelgymWarning
from relgym.simulate.pddl import PDDLSimulator

STEPS = 40


def episodes(env: gym.Env[Any, Any]) -> list[Any]:
    """All that is said in some random episodes, with jumps and invalid actions in between."""
    rng = np.random.default_rng(3)
    core: Any = env.unwrapped
    state, info = env.reset(seed=1)
    met = [core.get_state()]
    said: list[Any] = [state, info]
    for number in range(STEPS):
        valid = core.valid_actions()
        if not valid or number % 15 == 14:
            said.append(env.reset(options={"problem": number % 2}))
            met = [core.get_state()]
            continue
        if number % 7 == 6:
            core.set_state(met[rng.integers(len(met))])
            said.append(core.valid_actions())
        elif number % 11 == 10:
            said.append(env.step("(no such action)"))
        else:
            action = valid[rng.integers(len(valid))]
            said.append((valid, env.step(action)))
            met.append(core.get_state())
    return said


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_it_says_the_same(own: EnvSpec, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "WARMUP_SECONDS", float("inf"))
    asking = gym.make(own.ids["train"])
    expected = episodes(asking)
    assert isinstance(asking.unwrapped._now.strategy, pace.Asking)
    monkeypatch.setattr(pace, "WARMUP_SECONDS", 0)
    walking = gym.make(own.ids["train"])
    assert episodes(walking) == expected
    assert isinstance(walking.unwrapped._now.strategy, PDDLSimulator | pace.Choosing)


@pytest.mark.parametrize("soon", [0, float("inf")])
def test_actions_that_cannot_be_told_apart_further_on_hide_no_others(soon: float, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "WARMUP_SECONDS", soon)
    fork = """(define (problem fork) (:domain roads) (:objects a b c d)
      (:init (at a) (at d) (road a b) (road b c) (road c d) (road c a) (road d d)) (:goal (at c)))"""
    env = relgym.make(ROADS, fork, free={"go": ["?x"]}).unwrapped
    env.reset()
    env.step("(go a)")
    with pytest.warns(RelgymWarning, match="more than one binding"):
        state, *_ = env.step("(go b)")
    assert [*map(str, env.valid_actions())] == ["(go d)"]
    for _ in range(3):
        after, *_, info = env.step("(go c)")
        assert info["invalid_action"]
        assert after == state
        assert [*map(str, env.valid_actions())] == ["(go d)"]


def test_it_stays_where_it_is_if_an_engine_gives_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "WARMUP_SECONDS", 0)
    env = relgym.make(ROADS, FORK).unwrapped
    env.reset()
    env.step("(go a c)")
    state, _ = env.reset()
    walker = env._now.strategy
    walker.forget()

    def late() -> bool:
        raise BackendError("too late")

    with monkeypatch.context() as patched:
        patched.setattr(walker._mode, "goal", late)
        with pytest.raises(BackendError):
            env.step("(go a c)")
    assert [*map(str, env.valid_actions())] == ["(go a b)", "(go a c)"]
    assert env.get_state() == state == walker.state


def test_it_goes_on_asking_if_no_walker_can_be_made_in_time(monkeypatch: pytest.MonkeyPatch):
    def late(reasoner: object) -> PDDLSimulator:
        raise BackendError("too late")

    monkeypatch.setattr(pace, "WARMUP_SECONDS", 0)
    monkeypatch.setattr(pace, "PDDLSimulator", late)
    env = relgym.make(ROADS, FORK).unwrapped
    env.reset()
    for action in ("(go a b)", "(go b a)"):
        state, *_ = env.step(action)
        assert env.get_state() == state
        assert env.valid_actions() == env.reasoner.valid_actions(state)
    assert isinstance(env._now.strategy, pace.Asking)


def test_other_engines_are_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "WARMUP_SECONDS", 0)
    env = relgym.make(
        "(define (domain d) (:predicates (on)) (:action press :parameters () :effect (on)))",
        "(define (problem p) (:domain d) (:init) (:goal (on)))",
        backend="sld",
    )
    env.reset(seed=0)
    env.step("(press)")
    env.step("(press)")
    assert isinstance(env.unwrapped._now.strategy, pace.Asking)
