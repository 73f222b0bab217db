"""Observations as graphs: objects, atoms and numeric fluents are nodes; edges lead from atoms to their arguments.

>>> import relgym, gymnasium
>>> env = GraphObservation(gymnasium.make("relgym/Blocks-v0"))
>>> graph, _ = env.reset(seed=0)
>>> objects = len(env.unwrapped.reasoner.task.objects)
>>> on = graph.nodes[:, env.node_features.index("predicate on")] == 1
>>> on[:objects].any(), graph.edge_links[:, 1].max() < objects
(np.False_, np.True_)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Box, GraphInstance
from numpy.typing import NDArray

from relgym.envs.describing import described
from relgym.envs.pddl.observations import FactGraph
from relgym.envs.wrappers.core import LARGEST, FactObservation, observed
from relgym.model.pddl.domain import Domain, Predicate
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key
from relgym.translate.program.positions import goal_literals

TRUE, GOAL, NOT_GOAL, VALUE = "true", "goal", "not goal", "value"


class GraphObservation(FactObservation):
    """A wrapper with a `Graph` observation that contains the whole state.

    Nodes are the objects, in the order of their numbers, then a node for each atom that is true or in the goal, sorted
    by predicate and objects, then a node for each numeric fluent with a value, sorted likewise. Edges lead from an atom
    or fluent to each of its objects.

    `node_features` names the columns of `nodes`:

    - `type t`: 1 for an object of type t or of a type below it;
    - `predicate p`, `function f`: 1 for an atom of p, a fluent of f;
    - `true`: 1 for a true atom; for derived atoms only with `derived=True`;
    - `goal`, `not goal`: 1 for an atom that is true, or false, in the goal;
    - `value`: the value of a fluent.

    `edge_features` names the columns of `edges`: `argument 0` is 1 for an edge to the first argument, and so on. All
    columns are float32; nodes are float64 if the domain has numeric functions.

    Args:
        env: An environment of PDDL problems.
        goal: If True, the atoms of the goal are part of the observation.
        derived: If True, derived atoms are part of the observation.
    """

    def __init__(self, env: gym.Env[Any, Any], goal: bool = True, derived: bool = False) -> None:
        super().__init__(env, goal, derived)
        first = self.core.problems.task(self.core.problems.first)
        domain, derivable = first.domain, first.derived
        tasks = [*self.tasks()]
        self._wishes = [_wishes(task) if goal else {} for _, task in tasks]
        wanted = {name for wishes in self._wishes for name, _ in wishes}
        shown = [p for p in domain.predicates if self.derived or p.name not in derivable or p.name in wanted]
        self.node_features = _node_features(domain, shown, goal)
        self._column = {name: column for column, name in enumerate(self.node_features)}
        self._of_predicate = {predicate.name: self._column[f"predicate {predicate.name}"] for predicate in shown}
        arities = [*(len(p.parameters) for p in shown), *(len(f.parameters) for f in domain.functions)]
        self.edge_features: tuple[str, ...] = tuple(f"argument {place}" for place in range(max(arities, default=0)))
        self._dtype = np.float64 if domain.functions else np.float32
        self._objects = [self._typed(task) for _, task in tasks]
        numbers = np.array([name == VALUE for name in self.node_features])
        low, high = np.where(numbers, -LARGEST, 0), np.where(numbers, LARGEST, 1)
        self.observation_space = FactGraph(
            self.core.problems,
            Box(low.astype(self._dtype), high.astype(self._dtype), dtype=self._dtype),
            Box(0, 1, (len(self.edge_features),), np.float32) if self.edge_features else None,
        )
        described(self.observation_space, self.description("A graph of objects, atoms and fluents"))

    def _typed(self, task: Task) -> NDArray[Any]:
        """The nodes of a problem's objects."""
        nodes = np.zeros((len(task.objects), len(self.node_features)), self._dtype)
        for kind in task.domain.types:
            nodes[sorted(task.members[kind.name]), self._column[f"type {kind.name}"]] = 1
        return nodes

    def shown(self, state: State, derived: Collection[Key]) -> GraphInstance:
        """Return the graph of a state and of derived atoms."""
        objects, wishes = self._objects[self.core.problem], self._wishes[self.core.problem]
        true = {*state.vocabulary.static_atoms, *state.own_atoms(), *derived}
        atoms = sorted(true | wishes.keys())
        values = sorted([*state.vocabulary.static_values, *state.own_values()])
        keys = [*atoms, *(key for key, _ in values)]
        first, after = len(objects), len(objects) + len(atoms)
        column = self._column
        nodes = np.zeros((first + len(keys), len(self.node_features)), self._dtype)
        nodes[:first] = objects
        # Ones are set together: to set one takes NumPy as long as to set many.
        ones = [(node, self._of_predicate[name]) for node, (name, _) in enumerate(atoms, first)]
        ones += [(node, column[TRUE]) for node, key in enumerate(atoms, first) if key in true]
        ones += [(node, column[wish]) for node, key in enumerate(atoms, first) for wish in wishes.get(key, ())]
        ones += [(node, column[f"function {name}"]) for node, ((name, _), _) in enumerate(values, after)]
        if ones:
            nodes[tuple(np.array(ones).T)] = 1
        if values:
            nodes[after:, column[VALUE]] = [observed(name, value) for (name, _), value in values]
        if not self.edge_features:
            return GraphInstance(nodes, None, None)
        ends = [(node, number, place) for node, (_, row) in enumerate(keys, first) for place, number in enumerate(row)]
        links = np.array(ends, np.int32).reshape(-1, 3)
        edges = np.zeros((len(ends), len(self.edge_features)), np.float32)
        edges[np.arange(len(ends)), links[:, 2]] = 1
        return GraphInstance(nodes, edges, links[:, :2].copy())


def _node_features(domain: Domain, predicates: Sequence[Predicate], goal: bool) -> tuple[str, ...]:
    """The names of the columns of nodes."""
    return (
        *(f"type {kind.name}" for kind in domain.types),
        *(f"predicate {predicate.name}" for predicate in predicates),
        *(f"function {function.name}" for function in domain.functions),
        TRUE,
        *([GOAL, NOT_GOAL] if goal else []),
        *([VALUE] if domain.functions else []),
    )


def _wishes(task: Task) -> dict[Key, list[str]]:
    """The atoms that a goal names, and whether it wants them true or false."""
    marks: dict[Key, list[str]] = {}
    for literal in goal_literals(task):
        key = literal.atom.predicate, tuple(task.number[term.name] for term in literal.atom.terms)
        marks.setdefault(key, []).append(GOAL if literal.positive else NOT_GOAL)
    return marks
