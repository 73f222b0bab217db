"""Environments of RDDL."""

from __future__ import annotations

import pickle

import gymnasium as gym
import numpy as np
import pytest
from envs.rddl.shop import DOMAIN, INSTANCE
from gymnasium.utils.env_checker import check_env

import relgym
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import InvalidAction, ModelError, RelgymError, SimulationError, UnsupportedFeature


def test_spaces_have_the_names_and_bounds_of_the_files(env):
    assert list(env.observation_space.spaces) == ["here___cup", "here___pot", "cash", "days", "mood-now"]
    actions = env.action_space
    assert list(actions.spaces) == ["sell___cup", "sell___pot", "discount", "wait"]
    assert actions["sell___cup"] == gym.spaces.Discrete(2)
    assert actions["discount"].low == 0
    assert 0.999 < actions["discount"].high < 1
    assert (actions["wait"].low, actions["wait"].high) == (0, 3)


def test_an_episode(env):
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert {name: value.item() for name, value in observation.items()} == {
        "here___cup": 0,
        "here___pot": 1,
        "cash": 0.0,
        "days": 0,
        "mood-now": 0,
    }
    assert info["discount"] == 0.9
    assert not info["ended"]
    observation, reward, terminated, truncated, info = env.step({"sell___pot": 1, "discount": 0.5})
    assert (reward, terminated, truncated, info["invalid_action"]) == (4.5, True, False, False)
    assert observation["cash"] == 4.5


def test_what_is_not_allowed_changes_nothing_and_says_why(env):
    before = env.get_state()
    observation, reward, terminated, truncated, info = env.step({"sell___cup": 1})
    assert env.get_state() == before
    assert (reward, terminated, truncated, info["invalid_action"]) == (0.0, False, False, True)
    assert info["invalid_reason"] == "the action breaks forall_{?i : item} (sell(?i) => here(?i)); it fails for cup"
    assert env.observation_space.contains(observation)
    strict = RDDLEnv(DOMAIN, INSTANCE, raise_on_invalid=True)
    strict.reset(seed=0)
    for action, reason in [
        ({"sell___cup": 1}, "breaks"),
        ({"sell___bowl": 1}, "there is no action 'sell___bowl'"),
        ({"wait": 4}, "is no value of 'wait'"),
        ({"wait": 1.5}, "is no value of 'wait'"),
        ({"discount": float("nan")}, "is no value of 'discount'"),
        ({"sell___pot": 1, "discount": 0.5, "wait": 1}, "3 actions differ from their defaults; at most 2 may"),
    ]:
        with pytest.raises(InvalidAction, match=reason):
            strict.step(action)


def test_preconditions_may_be_left_alone():
    free = RDDLEnv(DOMAIN, INSTANCE, enforce=False)
    free.reset(seed=0)
    *_, info = free.step({"sell___cup": 1})
    assert not info["invalid_action"]


def test_the_horizon_and_a_broken_invariant_truncate(env):
    ends = [env.step({})[2:4] for _ in range(6)]
    assert ends == [(False, False)] * 5 + [(False, True)]
    env.reset()
    for _ in range(2):
        *_, truncated, info = env.step({"wait": 3})
        assert not truncated
        assert info["broken"] is None
    *_, truncated, info = env.step({})
    assert truncated
    assert info["broken"] == "(days <= 8)"


def test_a_start_that_breaks_an_invariant_and_one_that_is_the_end():
    late = INSTANCE.replace("~here(cup);", "days = 9;")
    with pytest.raises(RelgymError, match=r"the start breaks the invariant \(days <= 8\)"):
        RDDLEnv(DOMAIN, late).reset()
    over = RDDLEnv(DOMAIN, INSTANCE.replace("~here(cup);", "~here(cup); ~here(pot);"))
    assert over.reset()[1]["ended"]


def test_sampled_actions_are_accepted(env):
    env.action_space.seed(4)
    seen = set()
    for _ in range(60):
        action = env.action_space.sample()
        assert env.action_space.contains(action)
        before = env.get_state()
        *_, terminated, truncated, info = env.step(action)
        assert not info["invalid_action"], action
        seen |= {name for name, value in action.items() if value != 0}
        if terminated or truncated:
            env.reset()
        else:
            env.set_state(before)
    assert seen == {"sell___pot", "discount", "wait"}


POMDP = """
domain dim {
    pvariables {
        lit   : { state-fluent, bool, default = true };
        seen  : { observ-fluent, bool };
        press : { action-fluent, bool, default = false };
    };
    cpfs { lit' = lit ~= press; seen = if (Bernoulli(0.9)) then lit' else ~lit'; };
}
instance night { domain = dim; horizon = 3; }
"""


def test_with_observ_fluents_only_those_are_returned():
    env = RDDLEnv(POMDP, POMDP)
    observation, _ = env.reset(seed=3)
    assert list(observation) == ["seen"]
    assert env.observation_space.contains(observation)
    seen = [int(env.step({})[0]["seen"]) for _ in range(300)]
    assert 0.8 < np.mean(seen) < 0.97


def test_the_same_seed_gives_the_same_trajectory():
    def trajectory(seed):
        env = RDDLEnv(DOMAIN, INSTANCE)
        env.reset(seed=seed)
        return [env.step({})[0]["mood-now"] for _ in range(5)]

    assert trajectory(7) == trajectory(7)
    assert len({tuple(trajectory(seed)) for seed in range(20)}) > 5


def test_clones_and_copies_go_their_own_way(env):
    env.step({"wait": 1})
    before = env.get_state()
    expected = moods(env.clone(), 4)
    assert moods(pickle.loads(pickle.dumps(env)), 4) == expected
    assert env.get_state() == before
    assert moods(env, 4) == expected


def moods(env, steps):
    return [int(env.step({})[0]["mood-now"]) for _ in range(steps)]


def test_gymnasiums_own_check(recwarn):
    check_env(RDDLEnv(DOMAIN, INSTANCE), skip_render_check=True)
    assert not [str(warning.message) for warning in recwarn]


def test_make_takes_files_and_texts(tmp_path):
    domain, instance = tmp_path / "shop.rddl", tmp_path / "small.rddl"
    domain.write_text(DOMAIN)
    instance.write_text(INSTANCE)
    env = relgym.make(domain, instance, max_episode_steps=2)
    _, info = env.reset(seed=0)
    assert (info["domain_file"], info["problem_file"]) == (str(domain), str(instance))
    assert [env.step({})[3] for _ in range(2)] == [False, True]
    assert relgym.make(DOMAIN, [INSTANCE]).reset(seed=0)[1]["domain_file"] == "<domain>"


def test_vector_environments():
    several = gym.vector.SyncVectorEnv([lambda: relgym.make(DOMAIN, INSTANCE) for _ in range(2)])
    observation, _ = several.reset(seed=0)
    assert observation["cash"].shape == (2,)
    several.step(several.action_space.sample() | {"sell___cup": np.zeros(2, np.int64)})


def test_an_engine_that_lacks_what_the_domain_needs_is_refused():
    taxed = DOMAIN.replace("cash' = cash", "cash' = $taxed[](cash)")
    given = {"taxed": lambda cash: cash / 2}
    assert relgym.make(taxed, INSTANCE, functions=given).reset(seed=0)
    with pytest.raises(UnsupportedFeature, match="the engine 'clingo' does not support: functions of the caller"):
        relgym.make(taxed, INSTANCE, functions=given, backend="clingo")


def test_arrays_in_place_of_cells():
    env = relgym.make(DOMAIN, INSTANCE, form="arrays")
    observation, _ = env.reset(seed=0)
    assert observation["here"].tolist() == [0, 1]
    assert env.observation_space["here"].shape == (2,)
    assert env.observation_space.contains(observation)
    observation, reward, *_ = env.step({"sell": [0, 1]})
    assert (observation["here"].tolist(), reward) == ([0, 0], 5.0)
    with pytest.raises(InvalidAction, match=r"'sell' is given as an array of the shape \(3,\)"):
        relgym.make(DOMAIN, INSTANCE, form="arrays", raise_on_invalid=True).unwrapped._acted.given({"sell": [0, 1, 1]})
    check_env(env.unwrapped, skip_render_check=True)


def test_both_forms_go_the_same_way():
    one, other = relgym.make(DOMAIN, INSTANCE), relgym.make(DOMAIN, INSTANCE, form="arrays")
    one.reset(seed=3), other.reset(seed=3)
    for action in ({"sell___pot": 1}, {"wait": 2}, {}):
        there = {"sell": [0, 1]} if action.keys() == {"sell___pot"} else action
        assert one.step(action)[1:4] == other.step(there)[1:4]
        assert one.unwrapped.get_state() == other.unwrapped.get_state()


def test_bounds_that_leave_nothing():
    contradicting = INSTANCE.replace("PRICE(pot) = 5;", "STOCK = -1;")
    with pytest.raises(ModelError, match="the preconditions leave no value for 'wait'"):
        relgym.make(DOMAIN, contradicting)


def test_choices_and_outcomes():
    env = relgym.make(DOMAIN, INSTANCE).unwrapped
    env.reset(seed=0)
    choices = env.choices()
    assert choices["sell___cup"] == ()
    assert choices["sell___pot"] == (True,)
    assert choices["wait"] == (1, 2, 3)
    assert env.choices({"sell___pot": 1, "wait": 1})["wait"] == (0, 2, 3)
    found = env.outcomes({"sell___pot": 1})
    assert [outcome.probability for outcome in found] == [0.5, 0.5]
    assert {outcome.state["mood-now"] for outcome in found} == {"high", "low"}
    assert {outcome.reward for outcome in found} == {5.0}


def test_what_cannot_be_computed_names_the_fluent_the_object_and_the_step():
    domain = """domain d { types { t : object; };
        pvariables { rate(t) : { state-fluent, real, default = 0.5 }; on(t) : { state-fluent, bool };
            wait : { action-fluent, bool, default = false }; };
        cpfs { rate'(?x) = if (?x == b) then rate(?x) + 0.3 else rate(?x); on'(?x) = Bernoulli(rate(?x)); };
        reward = 0; }"""
    env = relgym.make(domain, "instance i { domain = d; objects { t : {a, b}; }; horizon = 9; }")
    env.reset(seed=0)
    env.step({})
    env.step({})
    message = r"in step 3, on\(b\) cannot be computed: a probability is between 0 and 1, not 1.1"
    with pytest.raises(SimulationError, match=message):
        env.step({})


def test_explanations():
    env = relgym.make(DOMAIN, INSTANCE).unwrapped
    env.reset(seed=0)
    assert "sell(cup) is true, by the action" in str(env.explain({"sell___cup": 1}))
    assert str(env.explain("days < 1")).startswith("days < 1 is true")
    with pytest.raises(RelgymError, match="there was no step yet"):
        env.explain_step("cash")
    env.step({"sell___pot": 1})
    assert str(env.explain_step("cash")).splitlines()[0] == "cash' is 5"
    assert "sell(pot)" in str(env.explain_step("cash"))


def test_what_is_no_dictionary_is_no_action(env):
    before = env.get_state()
    assert "3 is not an action" in env.step(3)[4]["invalid_reason"]
    assert env.get_state() == before
    strict = RDDLEnv(DOMAIN, INSTANCE, raise_on_invalid=True)
    strict.reset(seed=0)
    with pytest.raises(InvalidAction, match="a dictionary of what differs from the defaults"):
        strict.step(3)


def test_real_observations_are_arrays_of_their_own():
    many = " ".join(f"x{n} : {{ state-fluent, real, default = {n}.5 }};" for n in range(3))
    objects = ", ".join(f"o{n}" for n in range(20))
    text = f"""
    domain d {{
        types {{ t : object; }};
        pvariables {{ {many} y(t) : {{ state-fluent, real, default = 2.0 }}; }};
        cpfs {{ {" ".join(f"x{n}' = x{n};" for n in range(3))} y'(?t) = y(?t) + 1; }};
        reward = 0;
    }}
    instance i {{ domain = d; objects {{ t : {{{objects}}}; }}; init-state {{ y(o3) = 7; }}; }}
    """
    env = RDDLEnv(text, text)
    first, _ = env.reset(seed=0)
    assert [float(first[name]) for name in ("x1", "y___o2", "y___o3", "y___o4")] == [1.5, 2, 7, 2]
    assert all(value.shape == () and value.dtype == np.float64 for value in first.values())
    second = env.step({})[0]
    second["y___o4"][()] = 99
    assert [float(second[name]) for name in ("y___o3", "y___o4", "y___o5")] == [8, 99, 3]
    assert [float(first[name]) for name in ("y___o3", "y___o4", "y___o5")] == [7, 2, 2]
    assert float(env.step({})[0]["y___o4"]) == 4


def test_a_picture_of_the_state():
    env = relgym.make(DOMAIN, INSTANCE, render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == "here      pot\ncash      0\ndays      0\nmood-now  low"
    check_env(relgym.make(DOMAIN, INSTANCE, render_mode="ansi").unwrapped)
    with pytest.raises(RelgymError, match="there is no render_mode 'rgb'"):
        RDDLEnv(DOMAIN, INSTANCE, render_mode="rgb")


def test_a_picture_of_many_values_is_cut():
    env = gym.make("relgym/GameOfLifeTest-v0", problem="p04", render_mode="ansi")
    env.reset(seed=0)
    lines = env.render().splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0].startswith("alive")


def test_what_is_not_enforced_has_outcomes() -> None:
    broken = {"sell___cup": 1, "discount": 0.5}
    env = RDDLEnv(DOMAIN, INSTANCE)
    env.reset(seed=0)
    with pytest.raises(InvalidAction, match="it fails for cup"):
        env.outcomes(broken)
    free = RDDLEnv(DOMAIN, INSTANCE, enforce=False)
    free.reset(seed=0)
    outcomes = free.outcomes(broken)
    assert [(outcome.probability, outcome.reward) for outcome in outcomes] == [(0.5, 1.5), (0.5, 1.5)]
    _, reward, *_ = free.step(broken)
    assert reward == 1.5
    assert free.get_state() in [outcome.state for outcome in outcomes]
    with pytest.raises(InvalidAction):
        free.outcomes({"sell": 1})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_what_goes_on_by_itself_can_be_played(form: str) -> None:
    domain = """domain clock { pvariables { hour : { state-fluent, int, default = 0 }; };
        cpfs { hour' = hour + 1; }; reward = hour'; }"""
    env = relgym.make(domain, "instance noon { domain = clock; horizon = 2; }", form=form)
    observation, _ = env.reset(seed=0)
    steps = [env.step({}), env.step(env.action_space.sample())]
    assert [int(observation["hour"]), *(int(step[0]["hour"]) for step in steps)] == [0, 1, 2]
    assert [step[1:4] for step in steps] == [(1.0, False, False), (2.0, False, True)]
