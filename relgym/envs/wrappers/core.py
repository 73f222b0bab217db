"""What all observation wrappers share: the environment below, and the facts that they turn into numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from relgym.envs.env import RelationalEnv
from relgym.envs.problems import Which
from relgym.errors import RelgymError
from relgym.model.problem import Task
from relgym.model.state import Key, State
from relgym.progress import tracked


def core_of(env: gym.Env[Any, Any]) -> RelationalEnv:
    """The relational environment below all wrappers; raises `RelgymError` if it is another kind."""
    core = env.unwrapped
    if not isinstance(core, RelationalEnv):
        raise RelgymError(
            f"{core} is no relational environment", expected="one made by relgym.make or of an id that starts relgym/"
        )
    return core


class FactObservation(gym.ObservationWrapper[Any, Any, Any], RecordConstructorArgs):
    """An observation made of the facts of a state.

    `goal` adds what the goal wants, as far as it is a conjunction of literals (`forall` included); `derived`
    adds the derived atoms, which an engine computes anew for each observation.
    """

    def __init__(self, env: gym.Env[Any, Any], goal: bool = True, derived: bool = False) -> None:
        RecordConstructorArgs.__init__(self, goal=goal, derived=derived)
        gym.ObservationWrapper.__init__(self, env)
        self.core = core_of(env)
        self.goal = goal
        self.derived = derived and bool(self.core.problems.task(self.core.problems.first).derived)

    def tasks(self) -> Iterator[tuple[Which, Task]]:
        """All problems; raises `RelgymError` if there is no end to them."""
        problems = self.core.problems
        return ((which, problems.task(which)) for which in tracked(problems.every(), "reading problems"))

    def changing(self, state: State) -> Iterator[Key]:
        """The true atoms that actions change, and the derived ones if they are wanted, by objects' numbers."""
        yield from state.own_atoms()
        if self.derived:
            number = self.core.reasoner.task.number
            for atom in self.core.reasoner.derived(state):
                yield atom.predicate, tuple(number[term.name] for term in atom.terms)
