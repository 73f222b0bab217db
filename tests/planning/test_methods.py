"""The method that `relgym.solve` chooses where none is named."""

from __future__ import annotations

from typing import Any

import pytest

import relgym
from relgym.errors import RelgymError
from relgym.planning import methods

FAR = """domain far {
  pvariables { place : { state-fluent, int, default = 0 }; walk : { action-fluent, bool, default = false }; };
  cpfs { place' = place + walk; };
  reward = if (place >= 30) then 10 else -0.1 * walk; }"""
"""The reward lies further away than a tree search looks, and each step to it costs something."""

HARM = """domain harm {
  pvariables { hurt : { state-fluent, int, default = 0 }; hit : { action-fluent, bool, default = false }; };
  cpfs { hurt' = hurt + hit; };
  reward = -1 * hurt; }"""


def instance(domain: str, name: str, horizon: int = 60) -> relgym.Instance:
    return relgym.load(domain, f"instance i {{ domain = {name}; horizon = {horizon}; discount = 1.0; }}")


def test_the_best_of_the_candidates_is_taken_and_told() -> None:
    far = instance(FAR, "far")
    policy = relgym.solve(far)
    choice = policy.choice
    assert choice is not None
    means = {each.method: each.mean for each in choice.tried}
    assert policy.method == choice.tried[0].method == "learned"
    assert means["learned"] == max(means.values()) > means["uct"]  # type: ignore[operator, type-var]
    # Nothing is drawn, so one episode tells all.
    assert (choice.episodes, choice.steps) == (1, 60)
    assert relgym.evaluate(far, policy, episodes=1).mean == means["learned"]
    assert str(choice).startswith("mean return of 1 episode of 60 steps: learned ")
    assert relgym.solve(far).choice == choice


def test_a_method_that_is_named_or_has_options_is_not_compared() -> None:
    far = instance(FAR, "far")
    assert relgym.solve(far, "uct").choice is None
    policy = relgym.solve(far, trials=5)
    assert (policy.method, policy.choice) == ("uct", None)


def test_a_method_that_does_not_support_the_instance_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "CANDIDATES", {"lrtdp": {}, "noop": {}})
    choice = relgym.solve(instance(HARM, "harm", 5)).choice
    assert choice is not None
    assert [(each.method, each.mean is None) for each in choice.tried] == [("noop", False), ("lrtdp", True)]
    assert "lrtdp: the method 'lrtdp' does not support RDDL" in str(choice)
    assert choice.to_json()["tried"][1]["reason"] == choice.tried[1].reason
    monkeypatch.setattr(methods, "CANDIDATES", {"lrtdp": {}})
    with pytest.raises(RelgymError, match="does not support RDDL"):
        relgym.solve(instance(HARM, "harm", 5))


def test_to_do_nothing_may_be_best(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(self: Any, state: Any, step: int = 0) -> Any:
        return {"hit": True}

    monkeypatch.setattr("relgym.planning.stochastic.uct.UCT.__call__", act)
    monkeypatch.setattr("relgym.data.policy_search.lifted.LiftedPolicy.__call__", act)
    assert relgym.solve(instance(HARM, "harm", 5)).method == "noop"
