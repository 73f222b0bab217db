"""Observations as graphs: the objects are nodes, the atoms edges.

>>> import relgym, gymnasium
>>> env = GraphObservation(gymnasium.make("relgym/Blocks-v0"))
>>> graph, _ = env.reset(seed=0)
>>> graph.nodes.shape == (len(env.unwrapped.reasoner.task.objects), len(env.node_features))
True
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Box, GraphInstance

from relgym.envs.vector import FactGraph
from relgym.envs.wrappers.core import FactObservation
from relgym.envs.wrappers.facts import LARGEST
from relgym.model.domain import Function, Predicate
from relgym.model.problem import Task
from relgym.model.program import Row
from relgym.model.state import Key, State
from relgym.translate.positions import goal_literals

VALUE = "value"


class GraphObservation(FactObservation):
    """A `Graph`: one node for each object, in the order of their numbers; float32 features.

    `node_features` names the columns of `nodes`: the types (of which an object has its own and all above it),
    the predicates and functions of one object, and those of none, which all nodes share. `edge_features` names
    the columns of `edges`: `p` for an atom (p a b), as an edge from a to b; `p i j` for the i-th and j-th object
    of an atom of more; `value` holds the number where the edge is a function's. A name with `/goal` is what the goal
    wants, `not p/goal` what it wants to be false.
    """

    def __init__(self, env: gym.Env[Any, Any], goal: bool = True, derived: bool = False) -> None:
        super().__init__(env, goal, derived)
        first = self.core.problems.task(self.core.problems.first)
        domain, derivable = first.domain, first.derived
        shown = [p for p in domain.predicates if self.derived or p.name not in derivable]
        self._wishes = [list(goal_literals(task)) if goal else [] for _, task in self.tasks()]
        wanted = sorted({literal.name for literals in self._wishes for literal in literals})
        arity = {p.name: len(p.parameters) for p in domain.predicates}
        goals = [(f"{name}/goal", arity[name.removeprefix("not ")]) for name in wanted]
        relations = [*map(_signature, shown), *goals, *map(_signature, domain.functions)]
        self.node_features = (*(t.name for t in domain.types), *(name for name, arity in relations if arity < 2))
        edges = [feature for name, arity in relations for feature, _, _ in _edges(name, arity)]
        numeric = any(len(function.parameters) > 1 for function in domain.functions)
        self.edge_features = (*edges, *([VALUE] if numeric else []))
        self._arity = dict(relations)
        self._functions = {function.name for function in domain.functions}
        self._node_column = {name: n for n, name in enumerate(self.node_features)}
        self._edge_column = {name: n for n, name in enumerate(self.edge_features)}
        self._still: list[list[tuple[str, Row, float]]] = []
        for (_, task), literals in zip(self.tasks(), self._wishes, strict=True):
            number = task.number
            self._still.append(
                [
                    (f"{literal.name}/goal", tuple(number[term.name] for term in literal.atom.terms), 1.0)
                    for literal in literals
                ]
            )
        self._types = [self._of_types(task) for _, task in self.tasks()]
        self.observation_space = FactGraph(
            self.core.problems,
            Box(*self._bounds(self.node_features)),
            Box(*self._bounds(self.edge_features)) if self.edge_features else None,
        )

    def _of_types(self, task: Task) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The nodes of a problem with nothing but their types."""
        nodes = np.zeros((len(task.objects), len(self.node_features)), np.float32)
        for column, kind in enumerate(task.domain.types):
            nodes[sorted(task.members[kind.name]), column] = 1
        return nodes

    def _bounds(self, names: tuple[str, ...]) -> tuple[Any, Any]:
        numbers = np.array([name in self._functions or name == VALUE for name in names])
        return (
            np.where(numbers, -LARGEST, 0).astype(np.float32),
            np.where(numbers, LARGEST, 1).astype(np.float32),
        )

    def _facts(self, state: State, derived: Collection[Key]) -> Iterator[tuple[str, Row, float]]:
        """Every relation that holds, by objects' numbers, with its value; that of an atom is 1."""
        for name, row in [*state.vocabulary.static_atoms, *state.own_atoms(), *derived]:
            yield name, row, 1.0
        for (name, row), value in [*state.vocabulary.static_values, *state.own_values()]:
            yield name, row, float(value)
        yield from self._still[self.core.problem]

    def shown(self, state: State, derived: Collection[Key]) -> GraphInstance:
        nodes = self._types[self.core.problem].copy()
        links: list[tuple[int, int]] = []
        columns: list[tuple[int, float]] = []
        for name, row, value in sorted(self._facts(state, derived)):
            match len(row):
                case 0:
                    nodes[:, self._node_column[name]] = value
                case 1:
                    nodes[row[0], self._node_column[name]] = value
                case arity:
                    for feature, i, j in _edges(name, arity):
                        links.append((row[i], row[j]))
                        columns.append((self._edge_column[feature], value))
        if not self.edge_features:
            return GraphInstance(nodes, None, None)
        edges = np.zeros((len(links), len(self.edge_features)), np.float32)
        for n, (column, value) in enumerate(columns):
            edges[n, column] = 1
            if self.edge_features[column].partition(" ")[0] in self._functions:
                edges[n, self._edge_column[VALUE]] = value
        return GraphInstance(nodes, edges, np.array(links, np.int32).reshape(-1, 2))


def _signature(item: Predicate | Function) -> tuple[str, int]:
    return item.name, len(item.parameters)


def _edges(name: str, arity: int) -> list[tuple[str, int, int]]:
    """The edges into which a relation is taken apart: what they are called, and between which objects."""
    if arity == 2:
        return [(name, 0, 1)]
    return [(f"{name} {i} {j}", i, j) for i, j in combinations(range(arity), 2)]
