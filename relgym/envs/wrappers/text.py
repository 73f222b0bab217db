"""Observations as text: the true atoms, one a line, as a language model reads them.

>>> import relgym, gymnasium
>>> env = TextObservation(gymnasium.make("relgym/Blocks-v0"))
>>> text, _ = env.reset(seed=0)
>>> text.splitlines()[0]
'(clear b1)'
"""

from __future__ import annotations

import string
from collections.abc import Collection
from math import prod
from typing import Any

import gymnasium as gym

from relgym.envs.describing import described
from relgym.envs.pddl.observations import FactText
from relgym.envs.wrappers.core import FactObservation
from relgym.model.numeric import FluentValue
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key

DIGITS = 400
"""The largest number of digits of a number in an observation; exact fractions stay shorter in practice."""


class TextObservation(FactObservation):
    """A wrapper with a `Text` observation: true atoms in alphabetical order, numbers as `(= (f a) 3/2)`, `(:goal ...)`.

    Atoms that never change are part of it, too.

    Args:
        env: An environment of PDDL problems.
        goal: If True, the goal is part of the observation.
        derived: If True, derived atoms are part of the observation.
    """

    def __init__(self, env: gym.Env[Any, Any], goal: bool = True, derived: bool = False) -> None:
        super().__init__(env, goal, derived)
        self._goals: list[str] = []
        longest, characters = 1, set(string.printable)
        for which, task in self.tasks():
            reachable = self.core.problems.reachable(which)
            every = {*task.problem.init, *reachable.atoms, *(reachable.derived if self.derived else ())}
            self._goals.append(f"(:goal {task.problem.goal})" if goal else "")
            lines = [*map(str, every), self._goals[-1]]
            length = sum(len(line) + 1 for line in lines)
            names = [item.name for item in task.objects]
            widest = max(map(len, names), default=0) + 1
            for function in task.domain.functions:
                count = prod(len(task.ranged(variable.types)) for variable in function.parameters)
                length += count * (len(function.name) + widest * len(function.parameters) + DIGITS)
            longest = max(longest, length)
            characters.update(*lines, *names, *(function.name for function in task.domain.functions))
        self.observation_space = FactText(
            self.core.problems, longest, min_length=0, charset="".join(sorted(characters))
        )
        described(self.observation_space, self.description("Lines of text", formulas=True))

    def shown(self, state: State, derived: Collection[Key]) -> str:
        """Return the text of a state and of derived atoms."""
        vocabulary = state.vocabulary
        keys = [*vocabulary.static_atoms, *state.own_atoms(), *derived]
        lines = sorted(str(Atom(name, vocabulary.terms(row))) for name, row in keys)
        values = [*vocabulary.static_values, *state.own_values()]
        lines += sorted(f"(= {FluentValue(name, vocabulary.terms(row))} {value})" for (name, row), value in values)
        goal = self._goals[self.core.problem]
        return "\n".join([*lines, goal] if goal else lines)
