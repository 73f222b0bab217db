"""Environments in which only part of the state is seen."""

from __future__ import annotations

import pickle
from copy import deepcopy
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

import relgym
from relgym.catalogue.domains import read_spec, spec
from relgym.envs import (
    DiscreteActions,
    FactsObservation,
    FlatObservation,
    GraphObservation,
    SeenAtoms,
    TextObservation,
)
from relgym.envs.check import api_test
from relgym.errors import ModelError, RelgymError
from relgym.model.pddl.formulas import ground
from relgym.reasoning.pddl.sensing import Observation

PARTIAL = "relgym/SearchAndRescuePartial-v0"

CAVE = """(define (domain cave) (:requirements :adl :derived-predicates)
  (:predicates (at ?c) (pit ?c) (next ?c ?d) (breeze) (lit))
  (:derived (breeze) (exists (?c ?d) (and (at ?c) (next ?c ?d) (pit ?d))))
  (:action go :parameters (?c ?d) :precondition (and (at ?c) (next ?c ?d)) :effect (and (not (at ?c)) (at ?d)))
  (:action light :parameters () :effect (lit)))"""
ROOMS = """(define (problem rooms) (:domain cave) (:objects a b c)
  (:init (at a) (next a b) (next b c) (pit c)) (:goal (at c)))"""
SIGHT = """(:derived (seen-at ?c) (and)) (:derived (seen-breeze) (and))
  (:derived (seen-pit ?c) (and (lit) (exists (?d) (and (at ?d) (next ?d ?c)))))
  (:derived (seen-next ?c ?d) (and (at ?c) (at ?d)))"""


def cave(**arguments) -> gym.Env:
    return SeenAtoms(relgym.make(CAVE, ROOMS, axioms=SIGHT, **arguments))


def test_the_true_atoms_that_are_seen_are_observed(backend: str) -> None:
    env = cave(backend=backend)
    seen = [env.reset()[0], *(env.step(action)[0] for action in ("(go a b)", "(light)", "(go b a)", "(go b c)"))]
    assert [sorted(map(str, one)) for one in seen] == [
        ["(at a)"],
        ["(at b)", "(breeze)"],
        ["(at b)", "(breeze)", "(pit c)"],
        # There is no way back, so nothing happens.
        ["(at b)", "(breeze)", "(pit c)"],
        ["(at c)"],
    ]
    env.close()


def test_observations_are_sets_that_print_themselves() -> None:
    env = cave()
    observation, _ = env.reset()
    assert observation in env.observation_space
    assert observation == {ground("at", "a")}
    assert repr(observation) == "Observation((at a))"
    assert pickle.loads(pickle.dumps(observation)) == observation
    assert deepcopy(observation) is observation
    space = env.observation_space
    assert pickle.loads(pickle.dumps(space)) == deepcopy(space) == space
    for wrong in ({ground("lit")}, {ground("at", "a", "b")}):
        assert Observation(wrong) not in space
    assert frozenset() not in space


def test_the_environment_below_tells_the_truth() -> None:
    env = cave()
    env.reset()
    assert ground("pit", "c") in env.unwrapped.get_state().atoms
    assert [str(action) for action in env.unwrapped.valid_actions()] == ["(go a b)", "(light)"]
    assert "seen-pit" in str(env.unwrapped.explain("(seen-pit b)"))


def test_nothing_can_be_seen_without_rules() -> None:
    with pytest.raises(ModelError) as caught:
        SeenAtoms(relgym.make(CAVE, ROOMS))
    assert str(caught.value) == (
        "no rule makes an atom observable\n"
        "expected: axioms such as (:derived (seen-p ?x) formula), for a predicate p\n"
        "hint: relgym.make(..., axioms=...) takes a file of them; `seen` in env.toml names some"
    )


def test_rules_about_numbers_are_refused() -> None:
    domain = """(define (domain tank) (:requirements :numeric-fluents) (:predicates (gone)) (:functions (fuel))
      (:action go :parameters () :effect (and (gone) (decrease (fuel) 1))))"""
    problem = "(define (problem p) (:domain tank) (:init (= (fuel) 1)) (:goal (gone)))"
    with pytest.raises(ModelError, match="is about the predicate 'fuel', which is a number"):
        SeenAtoms(relgym.make(domain, problem, axioms="(:derived (seen-fuel) (and))"))


# -- other forms of what is seen ------------------------------------------------------------


def test_texts_hold_what_is_seen_and_what_never_changes() -> None:
    env = TextObservation(cave())
    assert env.reset()[0].splitlines() == ["(at a)", "(next a b)", "(next b c)", "(pit c)", "(:goal (at c))"]
    env = TextObservation(gym.make(PARTIAL))
    text, _ = env.reset(seed=0)
    assert {line for line in text.splitlines() if line[:3] == "(at"} == {
        str(atom) for atom in env.env.observation(env.unwrapped.get_state()) if atom.predicate == "at"
    }


def test_derived_atoms_are_those_that_are_seen() -> None:
    env = TextObservation(cave(), goal=False, derived=True)
    env.reset()
    assert env.step("(go a b)")[0].splitlines() == ["(at b)", "(breeze)", "(next a b)", "(next b c)", "(pit c)"]


@pytest.mark.parametrize("form", [FlatObservation, FactsObservation, GraphObservation, TextObservation])
def test_what_is_out_of_sight_changes_no_observation(form: type) -> None:
    """Wherever the person is, as long as it is not seen: the observation is the same."""
    env = form(gym.make(PARTIAL))
    env.reset(seed=0, options={"problem": 4})
    core, shown = env.unwrapped, {}
    for outcome in core.reasoner.starts():
        core.set_state(outcome.state)
        shown.setdefault(env.env.observation(core.get_state()), []).append(
            env.observation(env.env.observation(core.get_state()))
        )
    assert max(map(len, shown.values())) > 5
    for same in shown.values():
        assert all(repr(one) == repr(same[0]) for one in same)
    firsts = [repr(same[0]) for same in shown.values()]
    assert len(set(firsts)) == len(firsts), "what is seen is told"


# -- Gymnasium ------------------------------------------------------------------------------


def test_the_catalogue_wraps_what_env_toml_says() -> None:
    own = spec("search-and-rescue-partial")
    assert own.seen == ("seen.pddl",)
    env = gym.make(PARTIAL)
    assert env.has_wrapper_attr("core")
    assert isinstance(env, SeenAtoms)
    assert isinstance(env.reset(seed=0)[0], Observation)
    env.close()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(CAVE)
    (tmp_path / "env.toml").write_text(
        'id = "Cave"\ndescription = "A cave."\nmax_episode_steps = 9\nseen = ["sight.pddl"]\n'
    )
    with pytest.raises(RelgymError) as caught:
        read_spec(tmp_path)
    assert caught.value.message == f"{tmp_path / 'env.toml'}: seen: there is no file 'sight.pddl'"
    (tmp_path / "sight.pddl").write_text(SIGHT)
    assert read_spec(tmp_path).axiom_files() == (tmp_path / "sight.pddl",)


def test_promises() -> None:
    api_test(cave(), backends=["builtin"])
    api_test(DiscreteActions(cave()), backends=["builtin"])


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectors_of_partial_environments(mode: str) -> None:
    envs = gym.make_vec(PARTIAL, num_envs=2, vectorization_mode=mode)
    observations, _ = envs.reset(seed=3)
    single = gym.make(PARTIAL)
    assert [single.reset(seed=seed)[0] for seed in (3, 4)] == list(observations)
    actions = ["(move up)", "(move down)"]
    stepped = envs.step(actions)[0]
    assert all(isinstance(one, Observation) for one in stepped)
    envs.close()


def test_what_is_seen_does_not_depend_on_the_engine(backend: str) -> None:
    walks = []
    for engine in (backend, "builtin"):
        env = gym.make(PARTIAL, backend=engine)
        walk = [env.reset(seed=5)[0]]
        rng = np.random.default_rng(5)
        for _ in range(10):
            valid = env.unwrapped.valid_actions()
            walk.append(env.step(valid[int(rng.integers(len(valid)))])[0])
        walks.append(walk)
        env.close()
    assert walks[0] == walks[1]
