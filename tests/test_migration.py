"""Calls of other libraries end in a sentence that says what to write here, and what it says can be written."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import gymnasium as gym
import pytest

import relgym
from relgym.envs import (
    ActionSpace,
    DiscreteActions,
    FlatObservation,
    GraphObservation,
    ObservationSpace,
    PDDLEnv,
    RDDLEnv,
    SeenAtoms,
)
from relgym.envs.step_limit import TimeLimit
from relgym.migration import ARGUMENTS, ATTRIBUTES
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State

CLASSES: dict[str, tuple[type, ...]] = {
    "PDDL environment": (PDDLEnv, TimeLimit, SeenAtoms, DiscreteActions, FlatObservation, GraphObservation),
    "RDDL environment": (RDDLEnv, TimeLimit, DiscreteActions),
    "action space": (ActionSpace,),
    "observation space": (ObservationSpace,),
    "state": (State,),
    "action": (Action,),
    "atom": (Atom,),
}


def blocks() -> gym.Env[Any, Any]:
    return relgym.make("blocks", problem=0)


@pytest.mark.parametrize(
    ("holder", "attribute", "sentence"),
    [
        (lambda: blocks(), "fix_problem_index", "env.reset(options={'problem': 2})"),
        (lambda: blocks().unwrapped, "fix_problem_index", "env.reset(options={'problem': 2})"),
        (lambda: relgym.make("search-and-rescue-partial"), "fix_problem_index", "env.reset(options={'problem': 2})"),
        (lambda: FlatObservation(DiscreteActions(blocks())), "fix_problem_index", "env.reset(options={'problem': 2})"),
        (lambda: blocks().unwrapped, "get_all_possible_transitions", "env.unwrapped.outcomes(action)"),
        (lambda: blocks().reset(seed=0)[0], "literals", "state.atoms"),
        (lambda: blocks().reset(seed=0)[0], "goal", "env.unwrapped.reasoner.task.problem.goal"),
        (lambda: blocks().action_space, "all_ground_literals", "env.unwrapped.valid_actions()"),
        (lambda: blocks().observation_space, "all_ground_literals", "FlatObservation"),
        (lambda: next(iter(blocks().reset(seed=0)[0].atoms)), "variables", "atom.terms"),
        (lambda: relgym.load("blocks") and Action("noop"), "variables", "action.terms"),
        (lambda: relgym.make("sysadmin"), "horizon", "env.unwrapped.reasoner.instance.horizon"),
        (lambda: relgym.make("sysadmin"), "max_allowed_actions", "env.unwrapped.reasoner.instance.most_actions"),
        (lambda: relgym.make("sysadmin", max_episode_steps=3), "horizon", "env.unwrapped.reasoner.instance.horizon"),
        (lambda: relgym.make("sysadmin"), "set_visualizer", "render_mode="),
    ],
)
def test_an_attribute_of_another_library_says_what_to_write(holder: Any, attribute: str, sentence: str) -> None:
    held = holder()
    with pytest.raises(AttributeError) as caught:
        getattr(held, attribute)
    assert str(caught.value).startswith(f"'{type(held).__name__}' has no '{attribute}', as ")
    assert sentence in str(caught.value)
    assert not hasattr(held, attribute)
    assert attribute not in dir(held)


@pytest.mark.parametrize("kind", ATTRIBUTES)
def test_every_class_of_the_table_knows_every_name(kind: str) -> None:
    for holder in CLASSES[kind]:
        for name in ATTRIBUTES[kind]:
            found = inspect.getattr_static(holder, name)
            with pytest.raises(AttributeError, match=r"(PDDL|RDDL)Gym has: "):
                found.__get__(None, holder)


def test_instance_attributes_go_before_the_table() -> None:
    """A name of the table that an instance has is that of the instance."""
    env = relgym.make("sysadmin").unwrapped
    env.horizon = 3  # type: ignore[attr-defined]
    assert env.horizon == 3  # type: ignore[attr-defined]


def test_states_actions_and_environments_are_copied_and_pickled_as_before() -> None:
    env = blocks()
    state, _ = env.reset(seed=0)
    action = env.action_space.sample()
    for made in (copy.copy, copy.deepcopy, lambda held: pickle.loads(pickle.dumps(held))):
        assert (made(state), made(action)) == (state, action)
    again = pickle.loads(pickle.dumps(env))
    assert again.reset(seed=1)[0] == env.reset(seed=1)[0]
    assert again.spec == env.spec and str(again) == str(env)
    assert isinstance(env, gym.wrappers.TimeLimit)


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("vectorized", True, "form='arrays'"),
        ("instance", "0", "the second one"),
        ("enforce_action_constraints", True, "enforce=True is the default"),
        ("operators_as_actions", True, "free='all'"),
        ("raise_error_on_invalid_action", True, "raise_on_invalid=True"),
        ("problem_dir", "problems", "sorted(Path('problems').glob('*.pddl'))"),
    ],
)
def test_an_argument_of_another_library_says_what_to_write(option: str, value: Any, sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        relgym.make("blocks", **{option: value})
    assert str(caught.value).startswith(f"relgym.make has no argument '{option}', as ")
    assert sentence in str(caught.value)


def test_the_first_of_several_arguments_is_named() -> None:
    names = ("vectorized", "render", "log_path", "base_class", "problem_dir", "operators_as_actions")
    for first in names:
        given: dict[str, Any] = dict.fromkeys((first, *names))
        with pytest.raises(TypeError, match=f"has no argument '{first}'"):
            relgym.make("blocks", **given)


def test_other_wrong_arguments_are_refused_as_by_any_function() -> None:
    with pytest.raises(TypeError, match="make\\(\\) got an unexpected keyword argument 'vectorised'"):
        relgym.make("blocks", vectorised=True)  # type: ignore[call-arg]


def test_no_argument_of_the_table_is_one_of_make() -> None:
    assert not ARGUMENTS.keys() & inspect.signature(relgym.make).parameters.keys()


def test_a_space_is_sampled_without_a_state() -> None:
    env = blocks()
    state, _ = env.reset(seed=0)
    with pytest.raises(TypeError, match=r"env.action_space.sample\(\) draws a valid action of the present state"):
        env.action_space.sample(state)
    with pytest.raises(ValueError, match="mask"):
        env.action_space.sample([1])


def test_what_the_sentences_say_can_be_written() -> None:
    env = blocks()
    assert env.reset(seed=0, options={"problem": 0})[1]["problem"] == 0
    core: Any = env.unwrapped
    state, action = core.get_state(), core.valid_actions()[0]
    task = core.reasoner.task
    assert core.outcomes(action) and task.domain.actions and task.predicates and task.objects and task.problem.goal
    assert core.reasoner.successor(state, action, core.np_random) != state
    assert core.reasoner.state(map(str, state.atoms)) == state
    assert action.name and action.terms is not None
    rddl: Any = relgym.make("sysadmin").unwrapped
    instance = rddl.reasoner.instance
    rddl.reset(seed=0)
    assert (instance.horizon, instance.discount, instance.most_actions) and rddl.get_state() and rddl.form == "cells"
