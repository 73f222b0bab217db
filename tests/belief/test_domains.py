"""Beliefs on domains that come with relgym, beside the list of all states that are possible."""

from __future__ import annotations

from collections.abc import Iterable

import gymnasium as gym
import numpy as np
import pytest

from relgym import Reasoner, State
from relgym.belief import Belief
from relgym.model.pddl.formulas import Atom
from relgym.reasoning.pddl.sensing import Observation, Sensor

TIREWORLD = "(:derived (seen-car-at ?l) (and)) (:derived (seen-spare-at ?l) (car-at ?l))"
EXPLODING = """(:derived (seen-holding ?b) (and)) (:derived (seen-handempty) (and))
  (:derived (seen-clear ?b) (and)) (:derived (seen-on ?a ?b) (clear ?a))"""
SIGHTS = {
    "SearchAndRescuePartial": (),
    "Tireworld": (TIREWORLD,),
    "ExplodingBlocks": (EXPLODING,),
}


class Listed:
    """All states that are possible, kept with a reasoner."""

    def __init__(self, reasoner: Reasoner) -> None:
        self.reasoner = reasoner
        self.sensor = Sensor(reasoner)
        self.states = {outcome.state for outcome in reasoner.starts()}

    def after(self, action: str) -> None:
        valid = [state for state in self.states if self.reasoner.is_valid(state, action)]
        self.states = {outcome.state for state in valid for outcome in self.reasoner.outcomes(state, action)}

    def refused(self, action: str) -> None:
        self.states = {state for state in self.states if not self.reasoner.is_valid(state, action)}

    def see(self, observation: Observation) -> None:
        self.states = {state for state in self.states if self.sensor.observation(state) == observation}

    def valid(self) -> list[frozenset[str]]:
        return [frozenset(map(str, self.reasoner.valid_actions(state))) for state in self.states]


def agree(belief: Belief, listed: Listed, state: State) -> None:
    assert state in listed.states
    assert set(belief.states()) == listed.states
    assert belief.surely.atoms == together(frozenset.intersection, (state.atoms for state in listed.states))
    assert belief.possibly.atoms == together(frozenset.union, (state.atoms for state in listed.states))
    valid = listed.valid()
    assert set(map(str, belief.surely.valid_actions())) == frozenset.intersection(*valid)
    assert set(map(str, belief.possibly.valid_actions())) == frozenset.union(*valid)
    goals = {listed.reasoner.goal(state) for state in listed.states}
    assert (belief.surely.goal(), belief.possibly.goal()) == (goals == {True}, True in goals)


def together(how, atoms: Iterable[frozenset[Atom]]) -> frozenset[Atom]:
    return how(*atoms)


@pytest.mark.parametrize("name", SIGHTS)
@pytest.mark.parametrize("problem", [0, 5])
def test_walks_agree_with_the_list_of_states(name: str, problem: int) -> None:
    """Random actions are tried that are possibly valid, and some turn out not to be."""
    env = gym.make(f"relgym/{name}-v0", axioms=SIGHTS[name]).unwrapped
    rng = np.random.default_rng(problem)
    doubts = 0
    for seed in range(2):
        state, _ = env.reset(seed=seed, options={"problem": problem})
        belief, listed = Belief(env.reasoner.task), Listed(env.reasoner)
        seen = listed.sensor.observation(state)
        belief.start(seen)
        listed.see(seen)
        for _ in range(12):
            agree(belief, listed, state)
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
            listed.after(action)
            listed.see(seen)
        agree(belief, listed, state)
    assert doubts > 1
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
