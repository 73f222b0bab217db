"""Common parts of the wrappers that turn facts into numbers: the environment below, and the facts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import RecordConstructorArgs

from relgym.envs.describing import held
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.pddl.problems import Which
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import RelgymError, SimulationError
from relgym.migration import knows_former
from relgym.model.numeric import Value
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key
from relgym.progress import tracked
from relgym.reasoning.pddl.sensing import Observation

VECTORS_OF_RDDL = "make it with form='arrays', and put gymnasium.wrappers.FlattenObservation around it for one vector"
"""The hint where a wrapper of observations is put around RDDL."""


def core_of(env: gym.Env[Any, Any], instead: str = VECTORS_OF_RDDL) -> PDDLEnv:
    """Return the PDDL environment below all wrappers.

    Args:
        env: An environment with its wrappers.
        instead: What to do where the environment plays RDDL.

    Raises:
        RelgymError: It is another kind of environment.
    """
    core = env.unwrapped
    if isinstance(core, RDDLEnv):
        raise RelgymError(f"{core} plays RDDL, and this wrapper is for PDDL", hint=instead)
    if not isinstance(core, PDDLEnv):
        raise RelgymError(
            f"{core} is not a relational environment",
            expected="one made by relgym.make or of an id that starts relgym/",
        )
    return core


LARGEST = float(np.finfo(np.float32).max)
"""The largest absolute value of observed numbers; Gymnasium warns of unbounded boxes."""


def observed(name: str, value: Value) -> float:
    """Return the value of a function as an observation has it; raises `SimulationError` if it is out of bounds."""
    if not -LARGEST <= value <= LARGEST:
        raise SimulationError(
            f"a value of '{name}' is too large to be observed",
            expected=f"a number between -{LARGEST:.2g} and {LARGEST:.2g}",
            hint="without wrappers an environment observes states, whose numbers are exact",
        )
    return float(value)


@knows_former("PDDL environment")
class FactObservation(gym.ObservationWrapper[Any, Any, Any], RecordConstructorArgs):
    """The base class of wrappers that observe the facts of a state, or the facts that `SeenAtoms` shows.

    Args:
        env: An environment of PDDL problems.
        goal: If True, the literals of the goal are added, if it is a conjunction of literals (`forall` included).
        derived: If True, derived atoms are added; an engine computes them for each observation.
    """

    def __init__(self, env: gym.Env[Any, Any], goal: bool = True, derived: bool = False) -> None:
        RecordConstructorArgs.__init__(self, goal=goal, derived=derived)
        gym.ObservationWrapper.__init__(self, env)
        self.core = core_of(env)
        self.goal = goal
        self.derived = derived and bool(self.core.problems.task(self.core.problems.first).derived)

    def description(self, form: str, *, numbers: bool = True, formulas: bool = False) -> str:
        """Describe in words what an observation of this form contains of a state and the goal, and what it lacks.

        Args:
            form: What the observation is, such as `bits`.
            numbers: Whether it holds the values of numeric fluents.
            formulas: Whether it holds goals as they are, and not the literals of their conjunctions alone.
        """
        tasks = [task for _, task in self.tasks()]
        return held(form, tasks, derived=self.derived, numbers=numbers, goal=self.goal, formulas=formulas)

    def tasks(self) -> Iterator[tuple[Which, Task]]:
        """Return all problems; raises `RelgymError` if a generator makes problems without end."""
        problems = self.core.problems
        return ((which, problems.task(which)) for which in tracked(problems.every(), "reading problems"))

    def observation(self, observation: State | Observation) -> Any:
        """Return the observation of a state, or of the atoms that `SeenAtoms` shows."""
        if isinstance(observation, Observation):
            return self.shown(*self._seen(observation))
        atoms = self.core.reasoner.derived(observation) if self.derived else ()
        return self.shown(observation, list(map(self._key, atoms)))

    @abstractmethod
    def shown(self, state: State, derived: Collection[Key]) -> Any:
        """Return the observation of a state and of the derived atoms that belong to it."""

    def _seen(self, observation: Observation) -> tuple[State, Collection[Key]]:
        reasoner = self.core.reasoner
        changing = {symbol.name for symbol in reasoner.translation.program.fluents}
        bits, derived = 0, []
        for atom in observation:
            if atom.predicate in changing:
                bits |= 1 << reasoner.vocabulary.atom(*self._key(atom))
            elif self.derived and atom.predicate in reasoner.task.derived:
                derived.append(self._key(atom))
        return State(reasoner.vocabulary, bits), derived

    def _key(self, atom: Atom) -> Key:
        number = self.core.reasoner.task.number
        return atom.predicate, tuple([number[term.name] for term in atom.terms])
