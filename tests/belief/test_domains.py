"""Beliefs on domains that come with relgym, beside the list of all states that are possible."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

from relgym import Reasoner, State
from relgym.belief import Belief
from relgym.belief.listed import ListedBelief
from relgym.errors import BackendError, Contradiction

TIREWORLD = "(:derived (seen-car-at ?l) (and)) (:derived (seen-spare-at ?l) (car-at ?l))"
EXPLODING = """(:derived (seen-holding ?b) (and)) (:derived (seen-handempty) (and))
  (:derived (seen-clear ?b) (and)) (:derived (seen-on ?a ?b) (clear ?a))"""
SIGHTS = {
    "SearchAndRescuePartial": (),
    "Tireworld": (TIREWORLD,),
    "ExplodingBlocks": (EXPLODING,),
}


def agree(belief: Belief, listed: ListedBelief, reasoner: Reasoner, state: State) -> None:
    assert state in listed.states
    assert set(belief.states()) == listed.states
    assert belief.surely.atoms == listed.surely_atoms()
    assert belief.possibly.atoms == listed.possibly_atoms()
    valid = [frozenset(map(str, reasoner.valid_actions(state))) for state in listed.states]
    assert set(belief.surely.valid_actions()) == listed.surely_valid()
    assert set(map(str, belief.possibly.valid_actions())) == frozenset.union(*valid)
    goals = {reasoner.goal(state) for state in listed.states}
    assert (belief.surely.goal(), belief.possibly.goal()) == (goals == {True}, True in goals)


@pytest.mark.parametrize("name", SIGHTS)
@pytest.mark.parametrize("problem", [0, 5])
def test_walks_agree_with_the_list_of_states(name: str, problem: int) -> None:
    """Random actions are tried that are possibly valid, and some turn out not to be."""
    env = gym.make(f"relgym/{name}-v0", axioms=SIGHTS[name]).unwrapped
    rng = np.random.default_rng(problem)
    doubts = 0
    for seed in range(2):
        state, _ = env.reset(seed=seed, options={"problem": problem})
        belief, listed = Belief(env.reasoner.task), ListedBelief(env.reasoner)
        seen = listed.sensor.observation(state)
        belief.start(seen)
        listed.start(seen)
        for _ in range(12):
            agree(belief, listed, env.reasoner, state)
            doubts += len(listed.states) > 1
            actions = list(map(str, belief.possibly.valid_actions()))
            if not actions:
                break
            action = actions[int(rng.integers(len(actions)))]
            state, _, _, _, info = env.step(action)
            if info["invalid_action"]:
                belief.refused(action)
                listed.refused(action)
                continue
            seen = listed.sensor.observation(state)
            belief.after(action, seen)
            listed.after(action, seen)
        agree(belief, listed, env.reasoner, state)
    assert doubts > 1
    env.close()


def test_a_list_has_an_end_and_no_belief_is_empty() -> None:
    env = gym.make("relgym/SearchAndRescuePartial-v0").unwrapped
    state, _ = env.reset(seed=0, options={"problem": 5})
    with Reasoner(env.reasoner.task, limits={"outcomes": 10}) as bound, pytest.raises(BackendError, match="be listed"):
        ListedBelief(bound).start([])
    listed = ListedBelief(env.reasoner, most=3)
    seen = listed.sensor.observation(state)
    with pytest.raises(BackendError, match="more than 3 states are possible"):
        listed.start(seen)
    with pytest.raises(Contradiction, match="no possible state"):
        listed.start([])
    env.close()


def test_people_are_searched_for_by_belief_alone() -> None:
    """Go where someone may be, carry whom you find, and never do what may be invalid: everybody is rescued."""
    env = gym.make("relgym/SearchAndRescuePartial-v0")
    observation, _ = env.reset(seed=1, options={"problem": 4})
    belief = Belief(env.unwrapped.reasoner.task)
    belief.start(observation)
    rng = np.random.default_rng(0)
    over = False
    while not over:
        action = choice(belief, rng)
        observation, _, terminated, truncated, info = env.step(action)
        assert not info["invalid_action"]
        belief.after(action, observation)
        assert belief.surely.goal() == terminated
        over = terminated or truncated
    assert terminated
    env.close()


def choice(belief: Belief, rng: np.random.Generator) -> str:
    valid = sorted(map(str, belief.surely.valid_actions()))
    waiting = belief.surely.holds(
        "(exists (?p - person ?c - cell) (and (robot-at ?c) (at ?p ?c) (not (hospital-at ?c))))"
    )
    if waiting and any(action.startswith("(pick-up") for action in valid):
        return next(action for action in valid if action.startswith("(pick-up"))
    if belief.surely.holds("(exists (?p - person ?c - cell) (and (carrying ?p) (robot-at ?c) (hospital-at ?c)))"):
        return "(drop-off)"
    moves = [action for action in valid if action.startswith("(move")]
    return moves[int(rng.integers(len(moves)))]
