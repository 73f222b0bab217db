"""Observations as bits: one for each reachable atom, and one for each literal of a goal.

>>> import relgym, gymnasium
>>> env = FlatObservation(gymnasium.make("relgym/Blocks-v0"))
>>> observation, _ = env.reset(seed=0)
>>> observation.shape == env.observation_space.shape, observation.dtype
(True, dtype('int8'))
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import MultiBinary
from numpy.typing import NDArray

from relgym.envs.describing import described
from relgym.envs.flat_bits import BITS, FlatBits
from relgym.envs.wrappers.core import FactObservation
from relgym.errors import ModelError
from relgym.model.bits import bits_of
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key, Vocabulary
from relgym.read.pddl.loading import read_atom

NOWHERE = -1


class FlatObservation(FactObservation):
    """A wrapper with a `MultiBinary` observation: first the atoms that may change, then atoms that tell problems apart.

    A bit means the same in every problem. Problems are told apart by the literals of their goals, and by atoms that
    never change but are not true in all problems. Numeric fluents are not part of the observation.

    Args:
        env: An environment of PDDL problems.
        goal: If True, the literals of the goal have bits.
        derived: If True, derived atoms have bits.
    """

    def __init__(self, env: gym.Env[Any, Any], goal: bool = True, derived: bool = False) -> None:
        super().__init__(env, goal, derived)
        tasks: list[Task] = []
        atoms: list[tuple[Atom, ...]] = []
        for which, task in self.tasks():
            reachable = self.core.problems.reachable(which)
            tasks.append(task)
            atoms.append(reachable.atoms + reachable.derived if self.derived else reachable.atoms)
        self._bits = FlatBits(tasks, atoms, goal)
        self._vocabulary: Vocabulary | None = None
        self._places: list[int] = []
        self.observation_space = MultiBinary(max(1, self._bits.size))
        described(
            self.observation_space,
            self.description(BITS, numbers=False),
        )

    def shown(self, state: State, derived: Collection[Key]) -> NDArray[np.int8]:
        """Return the bits of a state and of derived atoms, as an int8 array of the shape of the space.

        Args:
            state: A state.
            derived: The derived atoms that hold in it, as names and object numbers.

        Raises:
            ModelError: The state holds an atom that has no bit.
        """
        bits = np.zeros(self.observation_space.shape or (), np.int8)
        if state.vocabulary is not self._vocabulary:
            self._vocabulary, self._places = state.vocabulary, []
        while len(self._places) < len(state.vocabulary.atoms):
            self._places.append(self._bit(state.vocabulary.atoms[len(self._places)]))
        places = self._places
        ones = [places[bit] for bit in bits_of(state.bits)]
        if NOWHERE in ones:
            raise ModelError("the state holds atoms that are out of reach from the start of the problem")
        bits[ones] = 1
        if derived:
            bits[[self._bit(key) for key in derived]] = 1
        bits[self._bits.still[self.core.problem]] = 1
        return bits

    def _bit(self, key: Key) -> int:
        name, row = key
        position = self._bits.positions[self.core.problem].of_number
        return self._bits.changing.get((name, tuple([position[number] for number in row])), NOWHERE)

    def bit(self, atom: str) -> int:
        """Return the bit of an atom of the present problem.

        Args:
            atom: The text of the atom, such as `(on a b)`.

        Raises:
            ModelError: The observation has no bit for this atom.
        """
        task = self.core.reasoner.task
        ground = read_atom(atom, task)
        number = self._bit((ground.predicate, tuple(task.number[term.name] for term in ground.terms)))
        if number == NOWHERE:
            raise ModelError(f"{ground} has no bit: it never changes, or is out of reach")
        return number
