"""The parameters that the agent chooses: by option, by env.toml, and in PDDLGym's dialect."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest
from envs.texts import LINE, ROADS

import relgym
from relgym.catalogue.domains import spec
from relgym.envs import DiscreteActions, PDDLVectorEnv
from relgym.errors import ModelError, RelgymError
from relgym.read.pddl.domain import read_domain
from relgym.read.pddl.free import with_free


def test_the_precondition_binds_the_rest(backend: str) -> None:
    env = relgym.make(ROADS, LINE, free={"go": ["?y"]}, backend=backend)
    env.reset()
    assert list(map(str, env.unwrapped.valid_actions())) == ["(go q)"]
    *_, info = env.step("(go r)")
    assert info["invalid_action"]
    assert env.step("(go q)")[4]["invalid_action"] is False
    assert env.step("(go r)")[1:3] == (1.0, True)


def test_order_is_the_users() -> None:
    domain = with_free(read_domain(ROADS), {"go": ["y", "?x"]})
    assert domain.actions[0].free == ("?y", "?x")
    assert with_free(domain, {}) == domain


def test_no_free_parameter_at_all() -> None:
    env = relgym.make(ROADS, LINE, free={"go": []})
    env.reset()
    assert list(map(str, env.unwrapped.valid_actions())) == ["(go)"]
    env.step("(go)")
    assert env.step("(go)")[2]


@pytest.mark.parametrize(
    ("free", "message"),
    [
        ({"fly": ["?x"]}, "no action 'fly'"),
        ({"go": ["?z"]}, "no parameter \\?z"),
        ({"go": ["?x", "x"]}, "twice"),
        ({"go": "?x"}, "not a list"),
    ],
)
def test_wrong_names(free: dict[str, list[str]], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        with_free(read_domain(ROADS), free)


@pytest.mark.parametrize("make", [relgym.make, PDDLVectorEnv])
def test_what_is_no_list_of_names(make: Any) -> None:
    with pytest.raises(ModelError, match=r"the free parameters of 'go' are not a list: '\?x'\nexpected: \['\?x'\]"):
        make(ROADS, LINE, free={"go": "?x"})
    with pytest.raises(ModelError, match=r"^\['go'\] does not say of which action"):
        make(ROADS, LINE, free=["go"])


def test_a_near_name_is_guessed() -> None:
    with pytest.raises(ModelError, match="did you mean 'go'"):
        with_free(read_domain(ROADS), {"goo": ["?x"]})


def test_sokoban_is_played_by_directions(backend: str) -> None:
    assert spec("sokoban").free
    env = DiscreteActions(gym.make("relgym/Sokoban-v0", backend=backend))
    env.reset(seed=0)
    assert env.action_space.n == 8
    assert {len(action.terms) for action in env.unwrapped.valid_actions()} == {1}
    assert env.step(env.number(env.unwrapped.valid_actions()[0]))[4]["invalid_action"] is False


def test_axioms_and_free_are_added_to_those_of_the_folder() -> None:
    env = gym.make("relgym/Sokoban-v0", free={"push": ["from", "?way"]})
    env.reset(seed=0)
    assert {a.name: a.free for a in env.unwrapped.reasoner.task.domain.actions} == {
        "move": ("?way",),
        "push": ("?from", "?way"),
    }


def test_all_parameters_of_a_domain_that_comes_along_are_free_by_option() -> None:
    env = gym.make("relgym/Sokoban-v0", free="all")
    env.reset(seed=0)
    assert {len(action.terms) for action in env.unwrapped.valid_actions()} <= {3, 4}
    envs = gym.make_vec("relgym/Sokoban-v0", 2, "vector_entry_point", vector_kwargs={}, free="all")
    assert envs.single_action_space.n > 8
    with pytest.raises(RelgymError, match="'al' does not say of which action parameters are free"):
        gym.make("relgym/Sokoban-v0", free="al")


@pytest.mark.parametrize("make", [relgym.make, PDDLVectorEnv])
def test_all_parameters_of_files_are_free_by_option(make: Any) -> None:
    """Whatever the domain's own comment says."""
    env = make(DIALECT, DIALECT_PROBLEM, free="all").unwrapped
    env.reset()
    assert [schema.free for schema in env.problems.model.actions] == [("?from", "?to")]
    if make is relgym.make:
        assert list(map(str, env.valid_actions())) == ["(move a b)"]
        assert "(moveto b)" not in env.action_space
        assert env.step("(moveto b)")[4]["invalid_action"]


@pytest.mark.parametrize("which", [2, "p03", "p03.pddl"])
def test_one_problem_of_a_domain_that_comes_along(which: int | str) -> None:
    for make in (gym.make, gym.make_vec):
        env = make("relgym/Blocks-v0", problem=which)
        for seed in range(5):
            _, info = env.reset(seed=seed)
            assert "p03.pddl" in str(info["problem_file"])


def test_a_problem_that_is_not_there() -> None:
    with pytest.raises(RelgymError, match="'blocks' has no train problem 99"):
        gym.make("relgym/Blocks-v0", problem=99)
    with pytest.raises(RelgymError, match="either `problem` or `generator`"):
        gym.make("relgym/Blocks-v0", problem=0, generator={"blocks": 3})


DIALECT = """(define (domain walk) (:requirements :strips :typing)
  (:types place) (:predicates (at ?p - place) (next ?a ?b - place) (moveto ?p - place))
  ; (:actions moveto)
  (:action move :parameters (?from ?to - place)
    :precondition (and (moveto ?to) (at ?from) (next ?from ?to))
    :effect (and (not (at ?from)) (at ?to))))"""
DIALECT_PROBLEM = """(define (problem w) (:domain walk) (:objects a b c - place)
  (:init (at a) (next a b) (next b c) (moveto a) (moveto b) (moveto c)) (:goal (at c)))"""


def test_the_dialect_of_pddlgym(backend: str) -> None:
    env = relgym.make(DIALECT, DIALECT_PROBLEM, backend=backend)
    env.reset()
    assert list(map(str, env.unwrapped.valid_actions())) == ["(move b)"]
    env.step("(move b)")
    assert env.step("(move c)")[1:3] == (1.0, True)
