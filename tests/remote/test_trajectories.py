"""A remote environment goes the way of the local one: observations, rewards, masks, ends and infos."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import data_equivalence
from remote.conftest import walked

import relgym
from relgym import remote
from relgym.catalogue import spec
from relgym.envs import DiscreteActions, FactsObservation, FlatObservation, GraphObservation, TextObservation
from relgym.errors import SimulationError

IDS = ["Blocks", "Sokoban", "Casino", "Tireworld", "SysAdmin", "BlocksEquality"]
IDS += ["SearchAndRescuePartial", "Newspapers", "Elevators", "CartPole"]


@pytest.mark.parametrize("name", IDS)
def test_environments_of_the_catalogue(address: str, name: str) -> None:
    local, far = gym.make(f"relgym/{name}-v0"), remote.make(address, f"relgym/{name}-v0")
    expected, found = walked(local, 40), walked(far, 40)
    assert data_equivalence(expected, found, exact=True)
    far.close()


@pytest.mark.parametrize("backend", ["sld", "clingo"])
def test_other_engines_of_the_service(address: str, backend: str) -> None:
    with remote.make(address, "relgym/Blocks-v0", backend=backend) as far:
        assert data_equivalence(walked(gym.make("relgym/Blocks-v0"), 10), walked(far, 10), exact=True)


def wrapped(name: str) -> Any:
    match name:
        case "discrete":
            return [DiscreteActions]
        case "flat":
            return [DiscreteActions, FlatObservation]
        case "facts":
            return [DiscreteActions, FactsObservation]
        case "graph":
            return [GraphObservation]
        case _:
            return [TextObservation]


@pytest.mark.parametrize("name", ["discrete", "flat", "facts", "graph", "text"])
def test_wrappers(address: str, name: str) -> None:
    local = gym.make("relgym/Blocks-v0", problem="p01")
    for wrapper in wrapped(name):
        local = wrapper(local)
    with remote.make(address, "relgym/Blocks-v0", problem="p01", wrappers=wrapped(name)) as far:
        assert data_equivalence(walked(local, 15), walked(far, 15), exact=True)


PPDDL = """(define (domain dice) (:predicates (up ?x) (won)) (:functions (spent))
  (:action roll :parameters (?x)
   :effect (and (increase (spent) 1) (probabilistic 0.3 (up ?x) 0.4 (not (up ?x)))
     (forall (?y) (when (up ?y) (probabilistic 0.5 (not (up ?y))))) (when (up ?x) (probabilistic 0.2 (won))))))"""
MANY = """(define (problem many) (:domain dice) (:objects {objects})
  (:init (= (spent) 0) (up d1) (probabilistic 0.5 (up d2))) (:goal (won)) (:metric minimize (spent)))"""


def test_chance_with_many_draws(address: str) -> None:
    """More draws than are sent at first; numbers, a metric, and a start that is drawn."""
    problem = MANY.format(objects=" ".join(f"d{number}" for number in range(40)))
    local = relgym.make(PPDDL, problem, reward="metric", max_episode_steps=30)
    with remote.make(address, PPDDL, problem, reward="metric", max_episode_steps=30) as far:
        assert data_equivalence(walked(local, 60), walked(far, 60), exact=True)


POMDP = """domain signals { types { lamp : object; };
  pvariables { lit(lamp) : { state-fluent, bool, default = false }; heat : { state-fluent, real, default = 0.5 };
    press(lamp) : { action-fluent, bool, default = false };
    seen(lamp) : { observ-fluent, bool }; feel : { observ-fluent, real }; };
  cpfs { lit'(?l) = if (press(?l)) then Bernoulli(0.7) else lit(?l); heat' = heat + Normal(0, 1);
    seen(?l) = if (Bernoulli(0.8)) then lit'(?l) else ~lit'(?l); feel = heat' + Uniform(0, 1); };
  reward = (sum_{?l : lamp} [lit'(?l)]) - 0.1 * heat;
  action-preconditions { forall_{?l : lamp} [press(?l) => ~lit(?l)]; };
  state-invariants { heat < 3.0; }; }"""
LAMPS = (
    "instance two { domain = signals; objects { lamp : {a, b}; }; max-nondef-actions = 1; horizon = 25; discount = 1; }"
)


@pytest.mark.parametrize("form", ["cells", "arrays"])
def test_observations_of_rddl(address: str, form: Any) -> None:
    local = relgym.make(POMDP, LAMPS, form=form)
    with remote.make(address, POMDP, LAMPS, form=form) as far:
        assert data_equivalence(walked(local, 60), walked(far, 60), exact=True)
        far.reset(seed=1)
        action = {"press___a": True} if form == "cells" else {"press": [True, False]}
        refused = {"press___a": 7} if form == "cells" else {"press": [7]}
        local.reset(seed=1)
        assert data_equivalence(local.step(action), far.step(action), exact=True)
        assert data_equivalence(local.step(refused), far.step(refused), exact=True)
        assert far.step(refused)[-1]["invalid_action"]


def test_problems_of_a_generator(address: str) -> None:
    options: dict[str, Any] = {"generator": {"blocks": 4}}
    local = gym.make("relgym/Blocks-v0", **options)
    with remote.make(address, "relgym/Blocks-v0", **options) as far:
        assert data_equivalence(walked(local, 30), walked(far, 30), exact=True)


def test_invalid_actions_and_states_that_are_set(address: str) -> None:
    local: Any = gym.make("relgym/Blocks-v0", problem="p01").unwrapped
    far: Any = remote.make(address, "relgym/Blocks-v0", problem="p01").unwrapped
    for env in (local, far):
        env.reset(seed=1)
    for action in ("(stack b1 b1)", "(fly)", "no list", "( pick-up  b1 )", "(put-down b1)"):
        assert data_equivalence(local.step(action), far.step(action), exact=True), action
    state = far.get_state()
    for env in (local, far):
        env.step("(pick-up b1)")
        env.set_state(state)
    assert (local.get_state(), local.valid_actions()) == (far.get_state(), far.valid_actions())
    assert str(far.explain("(stack b1 b1)")) == str(local.explain("(stack b1 b1)"))
    far.close()


@pytest.mark.parametrize("options", [{"free": "all"}, {"free": {"move": ["?x", "?from", "?to"]}}, {"reward": "goal"}])
def test_options_of_pddl(address: str, options: dict[str, Any]) -> None:
    local = gym.make("relgym/BlocksEquality-v0", **options)
    with remote.make(address, "relgym/BlocksEquality-v0", **options) as far:
        assert data_equivalence(walked(local, 20), walked(far, 20), exact=True)


LAMP = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))"
DARK = "(define (problem p) (:domain lamp) (:init) (:goal (glowing)))"


def test_axioms_travel_along(address: str) -> None:
    axioms = ["(:derived (glowing) (lit))"]
    with remote.make(address, LAMP, DARK, axioms=axioms) as far:
        found = walked(far, 3)
    assert data_equivalence(walked(relgym.make(LAMP, DARK, axioms=axioms), 3), found, exact=True)
    assert found[1][3] is True


def test_ready_made_axioms_travel_along(address: str) -> None:
    goal = (
        "(define (problem p) (:domain blocks) (:objects a b - block) (:init (ontable a) (on b a) (clear b) (handempty))"
    )
    options: dict[str, Any] = {"problems": f"{goal} (:goal (above a b)))", "axioms": ["stacks"]}
    domain = spec("blocks").domain
    with remote.make(address, domain, **options) as far:
        assert data_equivalence(walked(relgym.make(domain, **options), 12), walked(far, 12), exact=True)


BAD = """domain divided {
  pvariables { x : { state-fluent, int, default = 2 }; down : { action-fluent, bool, default = false }; };
  cpfs { x' = if (down) then x - 1 else x; }; reward = 6 / x; }"""


def test_values_that_cannot_be_computed(address: str) -> None:
    instance = "instance i { domain = divided; horizon = 9; }"

    def failed(env: gym.Env[Any, Any]) -> SimulationError:
        env.reset(seed=0)
        with pytest.raises(SimulationError) as found:
            for _ in range(5):
                env.step({"down": 1})
        return found.value

    with remote.make(address, BAD, instance) as far:
        one, other = failed(far), failed(relgym.make(BAD, instance))
        assert str(one) == str(other)
        assert "in step 3" in str(one)
