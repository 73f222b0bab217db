"""Graphs as arrays of one size, for what cannot hold Gymnasium's graphs: data sets, batches, replay buffers.

>>> import relgym, gymnasium
>>> from relgym.envs.wrappers.graph import GraphObservation
>>> env = PaddedGraph(GraphObservation(gymnasium.make("relgym/Blocks-v0")))
>>> arrays, _ = env.reset(seed=0)
>>> arrays["nodes"].shape == env.observation_space["nodes"].shape, int(arrays["node_count"][0]) < len(arrays["nodes"])
(True, True)
"""

from __future__ import annotations

from math import prod
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Box, Dict, GraphInstance
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from relgym.envs.pddl.problems import ProblemSet, Which
from relgym.envs.wrappers.core import core_of
from relgym.errors import RelgymError
from relgym.translate.program.positions import goal_literals


class PaddedGraph(gym.ObservationWrapper[Any, Any, Any], RecordConstructorArgs):
    """A wrapper that fills the arrays of a graph with zeros, up to the largest graph that any problem can have.

    Observations are dictionaries: `nodes` and `node_count`, and if there are edges, `edges`, `edge_links` and
    `edge_count`. The first `node_count[0]` rows of `nodes` are those of the graph, and likewise for edges.

    Args:
        env: An environment with `GraphObservation` as its outermost wrapper.

    Raises:
        RelgymError: The observations are not graphs, or a generator makes problems without end.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gym.ObservationWrapper.__init__(self, env)
        space = env.observation_space
        if not isinstance(space, gym.spaces.Graph) or not isinstance(space.node_space, Box):
            raise RelgymError(f"{env} does not observe graphs", expected="an environment in GraphObservation")
        problems = core_of(env).problems
        sizes = [_largest(problems, which) for which in problems.every()]
        nodes, edges = (max(each) for each in zip(*sizes, strict=True))
        boxes: dict[str, gym.Space[Any]] = {
            "nodes": _rows(space.node_space, nodes),
            "node_count": Box(0, nodes, (1,), np.int64),
        }
        if isinstance(space.edge_space, Box):
            boxes |= {
                "edges": _rows(space.edge_space, edges),
                "edge_links": Box(0, max(0, nodes - 1), (edges, 2), np.int64),
                "edge_count": Box(0, edges, (1,), np.int64),
            }
        self.observation_space = Dict(boxes)
        self._shapes = {name: space.shape or () for name, space in boxes.items()}

    def observation(self, observation: GraphInstance) -> dict[str, NDArray[Any]]:
        """Return the arrays of a graph, filled with zeros."""
        nodes = np.asarray(observation.nodes)
        arrays: dict[str, NDArray[Any]] = {"nodes": nodes, "node_count": np.array([len(nodes)], np.int64)}
        if observation.edge_links is not None:
            links = np.asarray(observation.edge_links, np.int64)
            arrays["edges"] = np.asarray(observation.edges)
            arrays |= {"edge_links": links, "edge_count": np.array([len(links)], np.int64)}
        return {name: _filled(array, self._shapes[name]) for name, array in arrays.items()}


def _largest(problems: ProblemSet, which: Which) -> tuple[int, int]:
    """The largest numbers of nodes and of edges of a problem's graphs."""
    task, reachable = problems.task(which), problems.reachable(which)
    goal = (literal.atom for literal in goal_literals(task))
    atoms = {*task.problem.init, *reachable.atoms, *reachable.derived, *goal}
    nodes, edges = len(task.objects) + len(atoms), sum(len(atom.terms) for atom in atoms)
    for function in task.domain.functions:
        count = prod(len(task.ranged(variable.types)) for variable in function.parameters)
        nodes, edges = nodes + count, edges + count * len(function.parameters)
    return nodes, edges


def _rows(space: Box, count: int) -> Box:
    """The space of a number of rows; some rows may be zeros."""
    low, high = np.minimum(space.low, 0), np.maximum(space.high, 0)
    shape = (count, *space.shape)
    return Box(np.broadcast_to(low, shape), np.broadcast_to(high, shape), dtype=space.dtype.type)


def _filled(array: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    filled = np.zeros(shape, array.dtype)
    filled[: len(array)] = array
    return filled
