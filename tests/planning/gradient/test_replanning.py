"""Policies that make their plan anew while they are played."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import relgym
from relgym.errors import RelgymError
from relgym.planning import load_policy
from relgym.planning.gradient.plans import FORMS
from relgym.planning.gradient.policy import GradientPolicy
from relgym.planning.gradient.relaxation import ProgramRelaxation, SigmoidComparison

DRIFT = """domain drift {
  pvariables { x : { state-fluent, real, default = 0.0 }; push : { action-fluent, real, default = 0.0 }; };
  cpfs { x' = x + push + Normal(0, 1); };
  reward = -abs[x];
  action-preconditions { push >= -4; push <= 4; };
}"""
"""An open-loop plan can do nothing about what has been drawn."""

LONG = {"seconds": 1e6}
OPTIONS: dict[str, Any] = {"plan": "slp", "estimator": "gradient", "updates": 10, "restarts": 2, "futures": 4}


@pytest.fixture(scope="module")
def drift() -> relgym.Instance:
    return relgym.load(DRIFT, "instance i { domain = drift; horizon = 8; }")


@pytest.fixture(scope="module")
def policy(drift: relgym.Instance) -> GradientPolicy:
    found = relgym.solve(drift, "gradient", limits=LONG, replan=1, replan_updates=20, **OPTIONS)
    assert isinstance(found, GradientPolicy)
    return found


def test_plans_made_anew_answer_chance(
    drift: relgym.Instance, policy: GradientPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anew = relgym.evaluate(drift, policy, episodes=5)
    # Without a plan made anew, x goes its random way: -12 on average.
    assert anew.mean > -8
    assert relgym.evaluate(drift, policy, episodes=5).returns == anew.returns
    policy.save(tmp_path / "policy.json")
    read = load_policy(tmp_path / "policy.json", drift)
    assert read.to_json() == policy.to_json()
    assert relgym.evaluate(drift, read, episodes=5).returns == anew.returns


def test_without_jax_the_first_plan_alone_is_played(
    drift: relgym.Instance, policy: GradientPolicy, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = pickle.dumps(policy)
    for name in [name for name in sys.modules if name.startswith(("jax", "optax", "relgym.planning.gradient.replan"))]:
        monkeypatch.setitem(sys.modules, name, None)
    copy, state = pickle.loads(data), relgym.Reasoner(drift).initial_state
    assert copy(state, 0) == policy(state, 0)
    with pytest.raises(RelgymError, match="a policy that plans anew needs a package that is not installed") as error:
        copy(state, 1)
    assert error.value.hint == "pip install 'relgym[jax]'"
    # Beyond the horizon there is nothing to plan.
    assert copy(state, 8) == {}


def test_a_relaxation_of_the_user_is_pickled_and_not_written(drift: relgym.Instance) -> None:
    relaxation = ProgramRelaxation(SigmoidComparison(5.0))
    options = {**OPTIONS, "updates": 0, "replan": 3, "relaxation": relaxation}
    own: Any = relgym.solve(drift, "gradient", limits={"seconds": 0}, **options)
    with pytest.raises(RelgymError, match="a relaxation of your own cannot be written"):
        own.to_json()
    copy = pickle.loads(pickle.dumps(own))
    assert copy.replanning == own.replanning and copy.replanning.settings.relaxation == relaxation


def test_a_straight_line_plan_is_shifted() -> None:
    points = {"points": np.array([[0.1], [0.2], [0.3]])}
    assert FORMS["slp"].shifted(points, 2, np.array([0.5]))["points"].tolist() == [[0.3], [0.5], [0.5]]
    weights = {"weights0": np.ones((2, 2))}
    assert FORMS["drp"].shifted(weights, 2, np.array([0.5])) is weights


def test_numbers_of_plans_made_anew_are_checked(drift: relgym.Instance) -> None:
    for option in ("replan", "replan_updates"):
        with pytest.raises(RelgymError, match=f"'{option}'"):
            relgym.solve(drift, "gradient", **{option: 0})


def test_files_of_former_versions_are_read(drift: relgym.Instance, policy: GradientPolicy) -> None:
    data = json.loads(json.dumps(policy.to_json()))
    del data["replanning"], data["estimator"]
    from relgym.planning.gradient.policy import of_json

    former = of_json(data, relgym.Reasoner(drift))
    assert (former.replanning, former.estimator) == (None, "gradient")
