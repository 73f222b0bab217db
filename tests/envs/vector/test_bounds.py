"""Bounds of preconditions on actions: the ranges of actions say all of them, and copies test nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import relgym
from relgym.envs.vector.rddl import RDDLVectorEnv
from relgym.errors import ModelError
from relgym.model.rddl.equations import Part
from relgym.runtime.bounds import Interval, collected

DOMAIN = """domain tanks {
  types { tank : object; };
  pvariables {
    LIMIT(tank) : { non-fluent, real, default = 2.0 };
    level(tank) : { state-fluent, real, default = 0.0 };
    fill(tank) : { action-fluent, real, default = %(default)s };
    steps : { action-fluent, int, default = 0 };
  };
  cpfs { level'(?t) = level(?t) + fill(?t) * (1 + steps); };
  reward = sum_{?t : tank} [level'(?t)];
  action-preconditions { %(preconditions)s };
}"""

INSTANCE = "instance two { domain = tanks; objects { tank : {a, b}; }; horizon = 9; }"

BOUNDS = "forall_{?t : tank} [fill(?t) >= 1 ^ fill(?t) < LIMIT(?t)]; steps <= 4; "


def made(preconditions: str, default: float = 1.0, **options: Any) -> RDDLVectorEnv:
    text = DOMAIN % {"default": default, "preconditions": preconditions}
    env = RDDLVectorEnv(text, INSTANCE, 4, form="arrays", **options)
    env.reset(seed=0)
    return env


@pytest.mark.parametrize(
    ("preconditions", "default", "left"),
    [
        (BOUNDS, 1.0, 1),
        # The default is not within the bounds: who leaves an action out is refused.
        (BOUNDS, 0.0, 2),
        (BOUNDS + "forall_{?t : tank} [fill(?t) <= 1.5 | level(?t) <= 1.0];", 1.0, 2),
        ("forall_{?t : tank} [fill(?t) >= 1 ^ level(?t) <= 3.0];", 1.0, 1),
    ],
)
def test_which_preconditions_copies_test(preconditions: str, default: float, left: int) -> None:
    assert len(made(preconditions, default)._batch.parts[Part.PRECONDITION]) == left


@pytest.mark.parametrize("rollouts", ["numpy", "jax"])
@pytest.mark.parametrize("default", [1.0, 0.0])
def test_copies_refuse_what_one_environment_refuses(default: float, rollouts: str) -> None:
    if rollouts == "jax":
        pytest.importorskip("jax", reason="the extra jax is not installed")
    env = made(BOUNDS, default, rollouts=rollouts)
    below = np.nextafter(2.0, 0)
    fill = np.array([[1, below], [1, 2.0], [0.999, 1.5], [np.nan, 1.5]])
    single = env.single
    for actions in ({"fill": fill}, {"fill": fill, "steps": np.array([4, 0, 5, 0])}, {}):
        env.reset(seed=0)
        _, rewards, *_, infos = env.step(actions)
        invalid = np.asarray(infos.get("invalid_action", np.zeros(4, bool)))
        env.reset(seed=0)
        given = {name: value[None] for name, value in actions.items()}
        rolled = env.rollout(given, steps=1, returns=["rewards", "invalid"])
        for copy in range(4):
            single.reset(seed=0)
            own = {name: value[copy] for name, value in actions.items()}
            _, reward, *_, info = single.step(own)
            assert (reward, info["invalid_action"]) == (rewards[copy], invalid[copy])
            assert (reward, info["invalid_action"]) == (rolled.rewards[0, copy], rolled.invalid[0, copy])


def test_a_state_does_not_share_memory_with_actions() -> None:
    text = DOMAIN % {"default": 0.0, "preconditions": ""}
    text = text.replace("level(?t) + fill(?t) * (1 + steps)", "fill(?t)")
    env = RDDLVectorEnv(text, INSTANCE, 2, form="arrays")
    env.reset(seed=0)
    for play in (env.step, lambda given: env.rollout({name: value[None] for name, value in given.items()})):
        fill = np.ones((2, 2))
        play({"fill": fill})
        fill[:] = 7.0
        observation, *_ = env.step({})
        assert not (observation["level"] == 7.0).any()
        env.reset(seed=0)
        play({"fill": np.full((2, 2), 3.0)})
        assert (np.asarray(env._now()[0]) == 3.0).all()


@pytest.mark.parametrize("number", [2**53 + 1, 2**53 + 3, -(2**53) - 1, 3, 0.1, 10**400, -(10**400)])
@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "=="])
def test_bounds_are_exact_beside_doubles(number: float, operator: str) -> None:
    found = collected(lambda limit: limit("a", 0, operator, number))["a", 0]
    low, high = found.real(float("inf"))
    near = {float(number)} if abs(number) < 1e300 else {1e308, -1e308}
    for value in {1e308, -1e308} | near | {np.nextafter(x, s).item() for x in near for s in (9e307, -9e307)}:
        said = {"<": value < number, "<=": value <= number, ">": value > number, ">=": value >= number}
        assert (low <= value <= high) is said.get(operator, value == number), value


@pytest.mark.parametrize("of", ["int", "real"])
def test_bounds_beyond_all_numbers(of: str) -> None:
    huge = "1" + 400 * "0"
    for bound, possible in ((f"<= {huge}", True), (f"> -{huge}", True), (f">= {huge}", False), (f"< -{huge}", False)):
        domain = f"""domain d {{
          pvariables {{ s : {{ state-fluent, {of}, default = 0 }}; a : {{ action-fluent, {of}, default = 0 }}; }};
          cpfs {{ s' = a; }}; action-preconditions {{ a {bound}; }}; }}"""
        instance = "instance i { domain = d; horizon = 3; }"
        if possible:
            space = relgym.make(domain, instance).action_space
            assert space.contains(space.sample())
        else:
            with pytest.raises(ModelError, match="leave no value for 'a'"):
                relgym.make(domain, instance)


def test_intervals_without_bounds_that_no_number_violates() -> None:
    assert Interval(-9, 9, True, True).without_beyond(5) == Interval()
    assert Interval(-9, 3, True, True).without_beyond(5) == Interval(high=3, high_strict=True)
    assert Interval(7, 9).without_beyond(5) == Interval(low=7)
