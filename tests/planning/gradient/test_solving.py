"""`relgym.solve(instance, "gradient")` on an instance that compiles in seconds."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import relgym
from relgym.errors import RelgymError, UnsupportedFeature
from relgym.planning import load_policy
from relgym.planning.gradient import search
from relgym.planning.gradient.plans import FORMS
from relgym.planning.gradient.policy import GradientPolicy
from relgym.planning.gradient.settings import GradientSettings

pytestmark = pytest.mark.usefixtures("quick_compiler")

ROOM = """domain room {
  pvariables {
    warmth : { state-fluent, real, default = 15.0 };
    heat : { action-fluent, real, default = 0.0 };
    air : { action-fluent, bool, default = false }; };
  cpfs { warmth' = warmth + heat - 2 * air + Normal(0, 0.01); };
  reward = -abs[warmth' - 20] - 0.5 * air;
  action-preconditions { heat >= 0; heat <= 3; air => heat <= 1; };
}"""
WINTER = "instance winter { domain = room; horizon = 4; discount = 1.0; }"
BEST = -2.0
"""The return of the best plan, without draws."""

LONG = {"seconds": 1e6}
"""Tests do not rest on time."""

OPTIONS: dict[str, Any] = {"plan": "slp", "estimator": "gradient", "updates": 60, "restarts": 2, "futures": 2}


@pytest.fixture(scope="module")
def room() -> relgym.Instance:
    return relgym.load(ROOM, WINTER)


@pytest.fixture(scope="module")
def policy(room: relgym.Instance) -> GradientPolicy:
    found = relgym.solve(room, "gradient", limits=LONG, **OPTIONS)
    assert isinstance(found, GradientPolicy)
    return found


def test_the_plan_is_nearly_the_best_one(room: relgym.Instance, policy: GradientPolicy) -> None:
    result = relgym.evaluate(room, policy, episodes=5)
    assert BEST - 0.8 < result.mean < BEST + 0.2
    assert (policy.plan, policy.estimator, policy.parameters["points"].shape) == ("slp", "gradient", (4, 2))
    assert policy.convergence is None and policy.choice is None
    assert list(policy.returns) == sorted(policy.returns) and len(policy.returns) == 7
    start = relgym.Reasoner(room).initial_state
    assert policy.value(start) == policy.returns[-1] and policy.value(start, 1) is None


def test_plans_differ_in_step_size_and_sharpness() -> None:
    settings = GradientSettings(restarts=5, learning_rate=0.2)
    assert settings.rates("gradient").tolist() == pytest.approx([0.002, 0.002, 0.02, 0.02, 0.2])
    assert settings.rates("pgpe")[[0, -1]].tolist() == pytest.approx([0.2, 0.02])
    assert settings.sharpness().tolist() == [1.0, 1e6, 1.0, 1e6, 1.0]
    assert GradientSettings(restarts=1, learning_rate=0.2).rates("gradient").tolist() == [0.2]


def test_one_future_is_enough_where_returns_do_not_depend_on_what_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    update = search.Optimisation._updated

    def counted(self: Any, *given: Any, futures: int) -> Any:
        counts.append(futures)
        return update(self, *given, futures=futures)

    monkeypatch.setattr(search.Optimisation, "_updated", counted)
    for factor in (0, 1):
        model = relgym.load(
            ROOM.replace("Normal(0, 0.01)", f"max[level, {factor}.0] * Normal(0, 0.01)").replace(
                "warmth :", "level : { non-fluent, real, default = 0.0 };\n    warmth :"
            ),
            WINTER,
        )
        relgym.solve(model, "gradient", limits=LONG, **{**OPTIONS, "updates": 10})
    assert counts == [1, 2]


def test_a_policy_survives_a_file_and_pickle_without_jax(
    room: relgym.Instance, policy: GradientPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy.save(tmp_path / "policy.json")
    for name in [name for name in sys.modules if name.split(".")[0] in ("jax", "optax")]:
        monkeypatch.setitem(sys.modules, name, None)
    for again in (load_policy(tmp_path / "policy.json", room), pickle.loads(pickle.dumps(policy))):
        assert again.to_json() == policy.to_json()
        assert relgym.evaluate(room, again, episodes=2).returns == relgym.evaluate(room, policy, episodes=2).returns


def test_forms_are_tried_and_the_choice_is_told(room: relgym.Instance) -> None:
    policy = relgym.solve(room, "gradient", limits=LONG, updates=20, restarts=2, futures=2)
    assert policy.choice is not None
    # Derivatives lead somewhere, so nothing else is tried.
    assert {each.method for each in policy.choice.tried} == {f"{form} gradient" for form in FORMS}
    assert policy.choice.tried[0].method == f"{policy.plan} {policy.estimator}"  # type: ignore[attr-defined]
    assert relgym.evaluate(room, policy, episodes=1).mean > relgym.evaluate(room, relgym.solve(room, "noop")).mean


def test_a_limit_or_an_interrupt_keeps_the_best_plan(room: relgym.Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Any, progress: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search.Ascent, "advance", interrupted)
    stopped = relgym.solve(room, "gradient", limits=LONG, **OPTIONS)
    limited = relgym.solve(room, "gradient", limits={"seconds": 0}, **OPTIONS)
    for found, reason in ((stopped, "interrupted"), (limited, "within 0 s")):
        assert found.convergence is not None
        assert found.convergence.status == "limit" and reason in str(found.convergence.reason)
        assert relgym.evaluate(room, found, episodes=1).returns


GEMS = """domain gems {
  types { gem : {@a, @b, @c, @d, @e, @f, @g, @h}; };
  pvariables { worth(gem) : { non-fluent, int, default = 0 }; day : { state-fluent, int, default = 0 };
    pick : { action-fluent, gem, default = @a }; };
  cpfs { day' = day + 1; };
  reward = worth(pick); }"""
BOX = """non-fluents box { domain = gems; non-fluents { worth(@c) = 3; worth(@f) = 9; worth(@g) = 4; }; }
instance case { domain = gems; non-fluents = box; horizon = 6; }"""


def test_exact_returns_are_tried_where_derivatives_are_0() -> None:
    case = relgym.load(GEMS, BOX)
    options: dict[str, Any] = {"plan": "slp", "updates": 40, "restarts": 2, "pairs": 8}
    policy: Any = relgym.solve(case, "gradient", limits=LONG, **options)
    assert [each.method for each in policy.choice.tried] == ["slp pgpe", "slp gradient"]
    assert policy.estimator == pickle.loads(pickle.dumps(policy)).estimator == "pgpe"
    assert relgym.evaluate(case, policy, episodes=1).mean == policy.returns[-1] > 40
    # A look-up has no derivative, so nothing but the first draws is there.
    assert policy.choice.tried[1].mean < 35
    again = relgym.solve(case, "gradient", limits=LONG, estimator="pgpe", **options)
    assert again.parameters["points"].tolist() == policy.parameters["points"].tolist()  # type: ignore[attr-defined]


BLOW = """domain blow {
  pvariables { size : { state-fluent, real, default = 1.0 }; push : { action-fluent, real, default = 0.0 }; };
  cpfs { size' = size * 1e150 * (1 + push); }; reward = push - size / 1e300;
  action-preconditions { push >= 0; push <= 1; }; }"""


def test_a_value_that_is_not_finite_ends_the_optimisation_with_its_place() -> None:
    model = relgym.load(BLOW, "instance i { domain = blow; horizon = 5; }")
    found = relgym.solve(model, "gradient", limits=LONG, **OPTIONS)
    assert found.convergence is not None
    assert found.convergence.reason == "'size' in step 2 is not finite after 10 updates"
    assert pickle.loads(pickle.dumps(found)).to_json() == found.to_json()


def test_an_action_that_is_not_valid_is_replaced_by_the_default_one(
    room: relgym.Instance, policy: GradientPolicy
) -> None:
    own = pickle.loads(pickle.dumps(policy))
    own.parameters["points"] = np.array([[1.0, 1.0], [1.0, 0.0], [0.3, 1.0], [0.0, 0.4]])
    state = relgym.Reasoner(room).initial_state
    assert [own(state, step) for step in range(5)] == [
        {},
        {"heat": 3.0},
        {"heat": pytest.approx(0.9), "air": True},
        {},
        {},
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"plan": "tree"}, "tree"),
        ({"optimizer": "sgd"}, "sgd"),
        ({"estimator": "spsa"}, "there is no estimator 'spsa'"),
        ({"pairs": 0}, "the number of pairs"),
        ({"restarts": 0}, "the number of restarts"),
        ({"learning_rate": -1.0}, "the learning rate"),
        ({"relaxation": "soft"}, "the relaxation"),
        ({"trials": 3}, "the method 'gradient' has no option 'trials'"),
    ],
)
def test_wrong_options_are_refused(room: relgym.Instance, options: dict[str, Any], message: str) -> None:
    with pytest.raises(RelgymError, match=message):
        relgym.solve(room, "gradient", **options)


def test_what_has_no_gradients_is_refused(room: relgym.Instance) -> None:
    with pytest.raises(UnsupportedFeature, match="does not support PDDL"):
        relgym.solve(relgym.load("tireworld", 0), "gradient")
    endless = relgym.load(ROOM, "instance i { domain = room; discount = 0.9; }")
    with pytest.raises(UnsupportedFeature, match="needs a horizon, and i has none"):
        relgym.solve(endless, "gradient")


def test_a_missing_package_names_the_extra(room: relgym.Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "relgym.planning.gradient.method", raising=False)
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(RelgymError, match="the method 'gradient' needs a package that is not installed: jax") as error:
        relgym.solve(room, "gradient")
    assert error.value.hint == "pip install 'relgym[jax]'"
