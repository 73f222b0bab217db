"""Observations as tables: for each predicate the objects of its true atoms, by number.

>>> import relgym, gymnasium
>>> env = FactsObservation(gymnasium.make("relgym/Blocks-v0"))
>>> observation, _ = env.reset(seed=0)
>>> on_table = observation["ontable"][: observation["ontable:count"]]
>>> len(on_table) == sum(atom.predicate == "ontable" for atom in env.unwrapped.get_state().atoms)
True
"""

from __future__ import annotations

from collections.abc import Collection
from math import prod
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from relgym.envs.describing import described
from relgym.envs.pddl.problems import Which
from relgym.envs.wrappers.core import LARGEST, FactObservation, observed
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key
from relgym.model.program import Row
from relgym.translate.program.positions import goal_literals


class FactsObservation(FactObservation):
    """A wrapper with a `Dict` observation of padded tables, which have the sizes of the largest problem.

    - `p`: the true atoms of predicate p, shape (largest number of atoms, arity), int32: numbers of objects, -1 in rows
      without an atom; `p:count`: the number of atoms. A predicate without parameters has only its count, 0 or 1;
    - `p:goal`, `p:goal:count`: the atoms that are true in the goal, `p:not-goal` those that are false in it;
    - `f`, `f:count`, `f:value`: the numbers of function f, the values as float64; a function that has the name of a
      predicate is `f:function`;
    - `:type`: for each object the number of its (first) type in the domain, -1 in rows without an object.

    The number of an object is its position among the domain's constants and then the problem's objects. A `/` in a
    name, which HDF5 would take for a group, is written as `%2F`, and a `:` as `%3A`.

    Args:
        env: An environment of PDDL problems.
        goal: If True, the tables of the goal are part of the observation.
        derived: If True, derived atoms are part of the observation.
    """

    def __init__(self, env: gym.Env[Any, Any], goal: bool = True, derived: bool = False) -> None:
        super().__init__(env, goal, derived)
        self._arity: dict[str, int] = {}
        self._most: dict[str, int] = {}
        self._numeric: dict[str, str] = {}
        self._fixed: list[dict[str, list[Row]]] = []
        self._types: list[list[int]] = []
        for which, task in self.tasks():
            self._measure(which, task)
        self._objects = max(len(types) for types in self._types)
        self.observation_space = Dict(self._spaces())
        described(self.observation_space, self.description("Tables of objects by number"))

    def _measure(self, which: Which, task: Task) -> None:
        """Take a problem's tables into account: how long each may get."""
        reachable = self.core.problems.reachable(which)
        number = task.number
        atoms = {*task.problem.init, *reachable.atoms, *(reachable.derived if self.derived else ())}
        rows: dict[str, set[Row]] = {}
        for atom in atoms:
            rows.setdefault(_key(atom.predicate), set()).add(tuple(number[term.name] for term in atom.terms))
        fixed: dict[str, list[Row]] = {}
        for literal in goal_literals(task) if self.goal else ():
            wish = "goal" if literal.positive else "not-goal"
            row = tuple(number[term.name] for term in literal.atom.terms)
            fixed.setdefault(f"{_key(literal.atom.predicate)}:{wish}", []).append(row)
        for name, several in [*rows.items(), *fixed.items()]:
            self._take(name, len(next(iter(several))), len(several))
        for function in task.domain.functions:
            possible = prod(len(task.ranged(variable.types)) for variable in function.parameters)
            given = sum(fluent.function == function.name for fluent, _ in task.problem.values)
            if possible:
                key = _key(function.name) + (":function" if function.name in task.predicates else "")
                self._take(key, len(function.parameters), max(possible, given))
                self._numeric[function.name] = key
        kinds = {item.name: n for n, item in enumerate(task.domain.types)}
        self._types.append([kinds[item.types[0]] for item in task.typed])
        self._fixed.append(fixed)

    def _take(self, name: str, arity: int, rows: int) -> None:
        self._arity[name] = arity
        self._most[name] = max(rows, self._most.get(name, 0))

    def _spaces(self) -> dict[str, Space[Any]]:
        boxes: dict[str, Space[Any]] = {}
        highest = max(1, self._objects) - 1
        for name, most in self._most.items():
            if self._arity[name]:
                boxes[name] = Box(-1, highest, (most, self._arity[name]), np.int32)
            boxes[f"{name}:count"] = Discrete(most + 1)
            if name in self._numeric.values():
                boxes[f"{name}:value"] = Box(-LARGEST, LARGEST, (most,), np.float64)
        kinds = len(self.core.problems.model.types)
        boxes[":type"] = Box(-1, max(1, kinds) - 1, (max(1, self._objects),), np.int32)
        return boxes

    def shown(self, state: State, derived: Collection[Key]) -> dict[str, Any]:
        """Return the tables of a state and of derived atoms."""
        index = self.core.problem
        rows: dict[str, list[Row]] = {name: [] for name in self._most}
        rows |= self._fixed[index]
        for name, row in state.vocabulary.static_atoms:
            rows[_key(name)].append(row)
        for name, row in (*state.own_atoms(), *derived):
            rows[_key(name)].append(row)
        arrays: dict[str, Any] = {}
        values: dict[str, list[tuple[Row, float]]] = {name: [] for name in self._numeric}
        for (name, row), value in [*state.vocabulary.static_values, *state.own_values()]:
            values[name].append((row, observed(name, value)))
        for name, numbers in values.items():
            numbers.sort()
            key = self._numeric[name]
            rows[key] = [row for row, _ in numbers]
            arrays[f"{key}:value"] = _padded([value for _, value in numbers], (self._most[key],), 0, np.float64)
        for name, most in self._most.items():
            if self._arity[name]:
                shape = most, self._arity[name]
                arrays[name] = _padded(sorted(rows[name]), shape, -1, np.int32)
            arrays[f"{name}:count"] = np.int64(len(rows[name]))
        arrays[":type"] = _padded(self._types[index], (max(1, self._objects),), -1, np.int32)
        return arrays


def _key(name: str) -> str:
    """A predicate's or function's name as it stands in keys."""
    return name.replace("%", "%25").replace("/", "%2F").replace(":", "%3A")


def _padded(rows: list[Any], shape: tuple[int, ...], padding: int, dtype: type[Any]) -> NDArray[Any]:
    table = np.full(shape, padding, dtype)
    if rows:
        table[: len(rows)] = rows
    return table
