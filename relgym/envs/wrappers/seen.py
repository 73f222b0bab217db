"""Partial observability: an agent sees only the atoms that rules make observable.

>>> import relgym
>>> domain = '''(define (domain cave) (:requirements :adl) (:predicates (at ?c) (bat ?c) (next ?c ?d))
...   (:action go :parameters (?c ?d) :precondition (and (at ?c) (next ?c ?d)) :effect (and (not (at ?c)) (at ?d)))
...   (:action scare :parameters (?c) :precondition (and (at ?c) (bat ?c)) :effect (not (bat ?c))))'''
>>> problem = '''(define (problem p) (:domain cave) (:objects a b) (:init (at a) (next a b) (bat b))
...   (:goal (not (bat b))))'''
>>> seen = "(:derived (seen-at ?c) (and)) (:derived (seen-bat ?c) (at ?c))"
>>> env = SeenAtoms(relgym.make(domain, problem, axioms=seen))
>>> env.reset()[0], env.step("(go a b)")[0]
(Observation((at a)), Observation((at b) (bat b)))
"""

from __future__ import annotations

from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from relgym.envs.pddl.spaces import SeenSpace
from relgym.envs.wrappers.core import core_of
from relgym.errors import ModelError
from relgym.migration import knows_former
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.sensing import PREFIX, Observation, Sensor


@knows_former("PDDL environment")
class SeenAtoms(gym.ObservationWrapper[Observation, Any, Any], RecordConstructorArgs):
    """A wrapper for partial observation: it shows the true atoms `(p ...)` for which `(seen-p ...)` is derived.

    Other observation wrappers may stand around it: they show the observed atoms, and atoms that never change. Rewards,
    ends and infos are those of the true state, and so are `valid_actions()` and masks: an agent that must not use them
    asks a `Belief` for valid actions.

    Args:
        env: An environment of a PDDL domain with derived predicates `seen-p`.

    Raises:
        ModelError: There is no predicate `seen-p`, or one for a predicate that does not exist.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gym.ObservationWrapper.__init__(self, env)
        self.core = core_of(env)
        self._sensor = Sensor(self.core.reasoner)
        if not self._sensor.predicates:
            raise ModelError(
                "no rule makes an atom observable",
                expected=f"axioms such as (:derived ({PREFIX}p ?x) formula), for a predicate p",
                hint="relgym.make(..., axioms=...) takes a file of them; `seen` in env.toml names some",
            )
        self.observation_space = SeenSpace(self.core.problems)

    def observation(self, observation: State) -> Observation:
        """Return the observed atoms of a state."""
        if self._sensor.reasoner is not self.core.reasoner:
            self._sensor = Sensor(self.core.reasoner)
        return self._sensor.observation(observation)
