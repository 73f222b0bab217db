"""RDDL's concurrent actions by number."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

import relgym
from relgym.envs import DiscreteActions
from relgym.errors import InvalidAction, ModelError

DOMAIN = """
domain desk {
    types { lamp : object; colour : {@red, @green, @blue}; };
    pvariables {
        on(lamp)    : { state-fluent, bool, default = false };
        light       : { state-fluent, colour, default = @red };
        press(lamp) : { action-fluent, bool, default = false };
        shine       : { action-fluent, colour, default = @red };
        turn        : { action-fluent, int, default = 0 };
    };
    cpfs { on'(?l) = on(?l) | press(?l); light' = shine; };
    reward = turn;
    action-preconditions { forall_{?l : lamp} [press(?l) => ~on(?l)]; turn >= -1; turn <= 1; };
}
"""

INSTANCE = "instance i { domain = desk; objects { lamp : {a, b}; }; max-nondef-actions = %s; horizon = 9; }"


@pytest.mark.parametrize("form", ["cells", "arrays"])
@pytest.mark.parametrize(("limit", "size"), [("1", 1 + 6), ("2", 1 + 6 + 13)])
def test_every_combination_has_a_number(form, limit, size):
    env = DiscreteActions(relgym.make(DOMAIN, INSTANCE % limit, form=form))
    _, info = env.reset(seed=0)
    assert env.action_space == gym.spaces.Discrete(size)
    assert info["action_mask"].all()
    for number in range(size):
        assert env.number(env.action(number)) == number
    *_, info = env.step(1)
    assert not info["invalid_action"]
    assert info["action_mask"].sum() == {7: 6, 20: 14}[size]
    assert not env.action_masks()[1]
    *_, info = env.step(1)
    assert info["invalid_action"]


def test_one_at_a_time_where_more_are_allowed():
    both, one = (DiscreteActions(relgym.make(DOMAIN, INSTANCE % "pos-inf"), at_once=n) for n in (None, 1))
    assert both.action_space.n == 2 * 2 * 3 * 3
    assert one.action_space.n == 7
    one.reset(seed=0)
    assert one.action(1) == {"press___a": True}
    assert one.action(3) == {"shine": "green"}
    assert one.number({"shine": 1}) == 3
    with pytest.raises(InvalidAction, match="changes too much at once"):
        one.number({"shine": "green", "press___a": 1})


def test_the_mask_tells_what_the_environment_accepts():
    env = DiscreteActions(relgym.make(DOMAIN, INSTANCE % "2"))
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(8):
        for number in range(env.action_space.n):
            clone = env.unwrapped.clone()
            assert clone.step(env.action(number))[4]["invalid_action"] == (not info["action_mask"][number])
        *_, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not info["invalid_action"]


def test_what_cannot_be_numbered():
    with pytest.raises(ModelError, match="'force' has too many values"):
        DiscreteActions(gym.make("relgym/CartPoleContinuous-v0"))
    many = INSTANCE.replace("{a, b}", "{" + ", ".join(f"l{n}" for n in range(20)) + "}") % "pos-inf"
    with pytest.raises(ModelError, match="more than 10000 combinations"):
        DiscreteActions(relgym.make(DOMAIN, many))
