"""Environments whose problems a generator makes: gym.make(..., generator=...), and functions of one's own."""

from __future__ import annotations

import pickle
import warnings

import gymnasium as gym
import numpy as np
import pytest
from envs.pddl.makers import LAMPS, lamps
from gymnasium.utils.env_checker import check_env

import relgym
from relgym.catalogue.domains import catalogue, spec
from relgym.catalogue.generators import ProblemGenerator
from relgym.catalogue.schedule import Schedule
from relgym.envs import DiscreteActions, FlatObservation, GraphObservation
from relgym.envs.check import api_test
from relgym.envs.pddl.generated import MadeProblems
from relgym.errors import RelgymError


def walked(env: gym.Env, steps: int = 15) -> list[object]:
    """What a random walk over several episodes sees."""
    found: list[object] = [env.reset(seed=5)]
    env.action_space.seed(5)
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        found.append((observation, reward, terminated, truncated, info))
        if terminated or truncated or info.get("dead_end"):
            found.append(env.reset())
    return found


@pytest.mark.parametrize("own", catalogue(), ids=lambda own: own.name)
def test_every_domain_makes_problems_at_its_resets(own):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version.*")
        warnings.filterwarnings("ignore", ".*symmetric and normalized.*")
        env = gym.make(own.ids["train"], generator={})
        check_env(env, skip_render_check=True)
        seen = set()
        for seed in range(4):
            _, info = env.reset(seed=seed)
            _, again = env.reset(seed=seed)
            assert info["problem"] == again["problem"]
            seen.add(info["problem"])
            assert info["parameters"] == {}
        assert len(seen) == 4
        first, second = walked(env), walked(env)
        assert len(first) == len(second)
        for one, other in zip(first, second, strict=True):
            assert one[-1] == other[-1]
            assert one[1:-1] == other[1:-1]
        env.close()


@pytest.mark.parametrize("name", ["blocks", "tireworld", "sokoban", "sysadmin", "elevators"])
def test_engines_make_the_same_of_a_seed(name, backend):
    def infos(engine: str) -> list[object]:
        env = gym.make(spec(name).ids["train"], generator={}, backend=engine)
        found = [step[1:] for step in walked(env, 8)]
        env.close()
        return found

    assert infos(backend) == infos("builtin")


def test_parameters_shape_the_problems():
    env = gym.make("relgym/Sokoban-v0", generator={"rows": 8, "boxes": 3})
    _, info = env.reset(seed=0)
    assert info["parameters"] == {"rows": 8, "boxes": 3}
    assert info["problem_file"].endswith(f"generator.py (seed = {info['problem']}, rows = 8, boxes = 3)")
    atoms = env.unwrapped.get_state().atoms
    assert sum(atom.predicate == "box" for atom in atoms) == 3


def test_a_problem_can_be_asked_for():
    env = gym.make("relgym/Blocks-v0", generator={"blocks": 4})
    state, info = env.reset(options={"problem": 7})
    assert (info["problem"], info["parameters"]) == (7, {"blocks": 4})
    assert state == env.reset(options={"problem": 7})[0]
    assert len(env.unwrapped.reasoner.task.objects) == 4
    _, info = env.reset(seed=1, options={"parameters": {"blocks": 6}})
    assert len(env.unwrapped.reasoner.task.objects) == 6
    assert env.reset(seed=1)[1]["problem"] == info["problem"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"problem": -1}, "there is no problem -1"),
        ({"problem": "p01"}, "there is no problem 'p01'"),
        ({"problem": True}, "there is no problem True"),
        ({"parameters": 3}, "3 are not parameters"),
        ({"parameters": {"block": 3}}, "there is no parameter 'block'"),
        ({"parameters": {"blocks": 1}}, "blocks = 1 is not possible"),
    ],
)
def test_wrong_options_are_told_and_change_nothing(options, message):
    env = gym.make("relgym/Blocks-v0", generator={})
    state, _ = env.reset(seed=0)
    with pytest.raises(RelgymError) as caught:
        env.reset(options=options)
    assert caught.value.message == f"{spec('blocks').generator_file}: {message}"
    assert env.unwrapped.get_state() == state


def test_a_schedule_leads_from_stage_to_stage():
    env = gym.make("relgym/Blocks-v0", generator=[{"blocks": 3, "episodes": 2}, {"blocks": 5, "episodes": 1}, {}])
    sizes = []
    for _ in range(5):
        env.reset()
        sizes.append(len(env.unwrapped.reasoner.task.objects))
    assert sizes == [3, 3, 5, 4, 4]
    stage = {"blocks": 3, "episodes": 1}
    assert len(Schedule(ProblemGenerator.of(spec("blocks")), [stage, stage, {}]).stages) == 3


WRONG = [
    ({"bloks": 3}, "there is no parameter 'bloks'\nhint: did you mean 'blocks'?\nexpected: one of blocks"),
    ({"blocks": "3"}, "blocks = '3' is not possible\nexpected: a whole number from 2 to 500"),
    ([], "[] is not a schedule\nexpected: a dictionary of parameters, or a list of them"),
    ("blocks", "'blocks' is not a schedule\nexpected: a dictionary of parameters, or a list of them"),
    ([{"episodes": 1}, 3], "3 is not a stage of a schedule\nexpected: a dictionary of parameters"),
    ({"episodes": 3}, "the last stage of a schedule goes on for ever\nexpected: no 'episodes' in it"),
    (
        [{"blocks": 3}, {}],
        "episodes = None is not possible\nexpected: in each stage but the last a whole number, 1 or more",
    ),
    ({"seeds": 0}, "seeds = 0 is not possible\nexpected: how many, from 1 to 1000000, or a list of seeds"),
    ({"seeds": [1, -1]}, "seeds = [1, -1] is not possible\nexpected: how many, from 1 to 1000000, or a list of seeds"),
]


@pytest.mark.parametrize(("given", "message"), WRONG)
def test_wrong_parameters_are_told_when_the_environment_is_made(given, message):
    with pytest.raises(RelgymError) as caught:
        gym.make("relgym/Blocks-v0", generator=given)
    assert str(caught.value) == f"{spec('blocks').generator_file}: {message}"


def test_stages_whose_parameters_do_not_go_together_are_told_when_the_environment_is_made():
    with pytest.raises(RelgymError, match="3 boxes are too many for 3 x 3 cells"):
        gym.make("relgym/Sokoban-v0", generator=[{"episodes": 10}, {"rows": 3, "columns": 3, "boxes": 3}])


@pytest.mark.parametrize("name", ["Sokoban", "SysAdmin"])
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vector_environments(name, mode):
    def seen() -> tuple[list[int], list[object]]:
        envs = gym.make_vec(f"relgym/{name}-v0", num_envs=2, vectorization_mode=mode, generator={})
        envs.action_space.seed(1)
        _, infos = envs.reset(seed=3)
        actions = {"Sokoban": ("(move up)", "(move down)")}.get(name) or envs.action_space.sample()
        rewards = envs.step(actions)[1]
        envs.close()
        return infos["problem"].tolist(), rewards.tolist()

    problems, _ = seen()
    assert problems[0] != problems[1]
    singles = [gym.make(f"relgym/{name}-v0", generator={}).reset(seed=seed)[1]["problem"] for seed in (3, 4)]
    assert problems == singles
    assert seen() == seen()


def test_copies_that_step_at_once_play_one_instance():
    with pytest.raises(RelgymError, match="have no use for a generator"):
        gym.make_vec("relgym/SysAdmin-v0", num_envs=2, generator={})


@pytest.mark.parametrize("name", ["Crafting", "River", "UnitCommitment", "Traffic"])
def test_promises(name):
    api_test(gym.make(f"relgym/{name}-v0", generator={}), steps=5)


@pytest.mark.parametrize("name", ["Blocks", "UnitCommitment"])
def test_clones_pickles_and_states_that_are_set(name):
    env = gym.make(f"relgym/{name}-v0", generator={}).unwrapped
    _, info = env.reset(seed=2)
    state = env.get_state()
    for other in (env.clone(), pickle.loads(pickle.dumps(env))):
        assert other.get_state() == state
        assert other.reset()[1]["problem"] == env.clone().reset()[1]["problem"] != info["problem"]
        assert env.get_state() == state
    before = env.get_state()
    env.action_space.seed(0)
    env.step(env.action_space.sample())
    env.set_state(before)
    assert env.get_state() == before
    env.set_state(pickle.loads(pickle.dumps(before)))
    assert env.get_state() == before


def test_an_environment_survives_its_close_and_many_problems():
    env = gym.make("relgym/Blocks-v0", generator={}).unwrapped
    first = env.reset(options={"problem": 0})[0]
    for seed in range(40):
        env.reset(options={"problem": seed})
    assert env.reset(options={"problem": 0})[0] == first
    env.close()
    assert env.reset(options={"problem": 0})[0] == first


def test_a_spec_can_be_written_down():
    env = gym.make("relgym/Blocks-v0", generator=[{"blocks": 3, "episodes": 2}, {}])
    again = gym.envs.registration.EnvSpec.from_json(env.spec.to_json())
    assert again == env.spec
    assert gym.make(again).reset(seed=1)[0] == env.reset(seed=1)[0]


# -- spaces and wrappers -------------------------------------------------------------------


def test_spaces_hold_what_any_problem_has():
    env = gym.make("relgym/Blocks-v0", generator={"blocks": 3})
    states, actions = env.observation_space, env.action_space
    large = gym.make("relgym/Blocks-v0", generator={"blocks": 9})
    state, _ = large.reset(seed=0)
    assert state in states
    assert large.unwrapped.valid_actions()[0] in actions
    assert "(pick-up anything)" in actions
    foreign, _ = gym.make("relgym/Ferry-v0").reset(seed=0)
    assert foreign not in states
    for wrong in ("(pick-up)", "(pick-up a b)", "(fly a)", "pick-up a", "", "(pick-up a))", 3):
        assert wrong not in actions
    assert states != large.observation_space
    assert states == gym.make("relgym/Blocks-v0", generator={"blocks": 3}).observation_space
    for space in (states, actions):
        space.seed(3)
        assert space.sample() in space
        assert pickle.loads(pickle.dumps(space)) == space
    assert actions.from_jsonable(actions.to_jsonable([actions.sample()]))[0] in actions


@pytest.mark.parametrize("wrapper", [DiscreteActions, FlatObservation, GraphObservation])
def test_what_needs_all_problems_says_so(wrapper):
    with pytest.raises(RelgymError) as caught:
        wrapper(gym.make("relgym/Blocks-v0", generator={}))
    assert caught.value.message.endswith("problems are made without end, and this needs a fixed set of them")
    assert caught.value.expected == 'a number of problems, such as generator={"seeds": 200}'


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_problems_of_some_seeds_are_known_beforehand():
    env = FlatObservation(DiscreteActions(gym.make("relgym/Blocks-v0", generator={"blocks": 3, "seeds": 30})))
    check_env(env, skip_render_check=True)
    problems = set()
    for _ in range(20):
        _, info = env.reset()
        problems.add(info["problem"])
        assert info["action_mask"].sum() == len(env.unwrapped.valid_actions())
    assert problems < set(range(30))
    with pytest.raises(RelgymError, match="is not one of the 30 problems that are known beforehand"):
        env.reset(options={"problem": 31})


def test_seeds_of_stages_are_all_known_beforehand():
    stages = [{"blocks": 3, "seeds": [4, 4, 9], "episodes": 3}, {"blocks": 4, "seeds": 2}]
    problems = MadeProblems(spec("blocks").domain, Schedule(ProblemGenerator.of(spec("blocks")), stages))
    assert [problems.told(made) for made in problems.every()] == [
        {"problem": 4, "parameters": {"blocks": 3}},
        {"problem": 9, "parameters": {"blocks": 3}},
        {"problem": 0, "parameters": {"blocks": 4}},
        {"problem": 1, "parameters": {"blocks": 4}},
    ]
    assert [problems.number(made) for made in problems.every()] == [0, 1, 2, 3]
    rng = np.random.default_rng(0)
    assert {problems.drawn(rng, 2, {}).seed for _ in range(20)} == {4, 9}
    assert {problems.drawn(rng, 3, {}).seed for _ in range(20)} == {0, 1}


# -- RDDL ----------------------------------------------------------------------------------


def test_bounds_of_actions_are_those_of_the_instance():
    env = gym.make("relgym/UnitCommitment-v0", generator={}).unwrapped
    space = env.action_space
    highest = set()
    for seed in range(6):
        env.reset(seed=seed)
        assert env.action_space is space
        highest.add(int(space["set-point___unit1"].high))
        for _ in range(3):
            assert env.step(space.sample())[4]["invalid_action"] is False
    assert len(highest) > 1


def test_instances_with_other_objects_are_refused():
    with pytest.raises(RelgymError, match="has other observations than the problem before it"):
        relgym.make(LAMPS, lamps, generator=[{"episodes": 1}, {"lamps": 3}])
    env = relgym.make(LAMPS, lamps)
    observation, _ = env.reset(seed=0)
    with pytest.raises(RelgymError, match="has other observations than the problem before it"):
        env.reset(options={"parameters": {"lamps": 3}})
    assert env.step({"press___l1": 1})[0].keys() == observation.keys()


def test_constants_are_those_of_the_instance():
    env = relgym.make(LAMPS, lamps)
    for seed in (3, 4, 11):
        env.reset(options={"problem": seed})
        assert env.step({"press___l0": 1})[1] == 1 + seed % 5
