"""Observations other than arrays in Gymnasium's vector environments.

Gymnasium shares memory between processes for arrays only. States, graphs and texts travel as pickles in slots of
a fixed size instead, so that `gymnasium.make_vec(..., vectorization_mode="async")` works without further arguments.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Protocol

from gymnasium.spaces import Graph, Space, Text
from gymnasium.vector.utils import concatenate, create_shared_memory, read_from_shared_memory, write_to_shared_memory

from relgym.envs.pddl.problems import ProblemSet
from relgym.envs.pddl.spaces import ObservationSpace, SeenSpace
from relgym.errors import RelgymError
from relgym.model.pddl.state import State

HEADER = 8
"""Bytes in front of a pickle, for its length."""


class FactGraph(Graph):
    """A `Graph` made of the facts of a set of problems."""

    def __init__(self, problems: ProblemSet, node_space: Space[Any], edge_space: Space[Any] | None) -> None:
        self.problems = problems
        super().__init__(node_space, edge_space)

    def room(self) -> int:
        """Bytes in which an observation fits, as a pickle; far more than one needs."""
        spaces = [space for space in (self.node_space, self.edge_space) if space is not None]
        # A node for each atom, and hardly ever more edges than there are letters in its objects' names.
        row = sum(8 * prod(space.shape or (1,)) for space in spaces)
        return self.problems.room() * (1 + row // 64)


class FactText(Text):
    """A `Text` made of the facts of a set of problems."""

    def __init__(self, problems: ProblemSet, max_length: int, *, min_length: int, charset: str) -> None:
        self.problems = problems
        super().__init__(max_length, min_length=min_length, charset=charset)


class StateBatch(tuple[State, ...]):
    """A batch of states; they are immutable, so that the copy that vector environments make is the batch itself."""

    def __deepcopy__(self, memo: dict[int, Any]) -> StateBatch:
        return self


@concatenate.register
def _concatenate(space: ObservationSpace, items: Any, out: Any) -> StateBatch:
    return StateBatch(items)


class SharedBytes(Protocol):
    """A `multiprocessing.Array` of bytes."""

    def get_obj(self) -> Any: ...


class Slots(Sequence[Any]):
    """The latest observation of each environment, read from the shared memory whenever it is looked at."""

    def __init__(self, memories: list[SharedBytes]) -> None:
        self._memories = memories

    def __len__(self) -> int:
        return len(self._memories)

    def __getitem__(self, index: Any) -> Any:
        view = _bytes(self._memories[index])
        length = int.from_bytes(view[:HEADER], "little")
        return pickle.loads(view[HEADER : HEADER + length]) if length else None

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __deepcopy__(self, memo: dict[int, Any]) -> tuple[Any, ...]:
        # This is how a vector environment takes the observations out.
        return tuple(self)


def _bytes(memory: SharedBytes) -> memoryview:
    return memoryview(memory.get_obj()).cast("B")


def _create(space: ObservationSpace | SeenSpace | FactGraph | FactText, n: int = 1, ctx: Any = None) -> Any:
    size = HEADER + (space.room() if isinstance(space, FactGraph) else space.problems.room())
    return [ctx.Array("c", size) for _ in range(n)]


def _read(space: Space[Any], memories: list[SharedBytes], n: int = 1) -> Any:
    return Slots(memories)


def _write(space: Space[Any], index: int, value: Any, memories: list[SharedBytes]) -> None:
    view = _bytes(memories[index])
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    if HEADER + len(data) > len(view):
        raise RelgymError(
            f"an observation of {len(data)} bytes is too large for {len(view)} bytes of shared memory",
            hint='make the vector environment with vector_kwargs={"shared_memory": False}',
        )
    view[HEADER : HEADER + len(data)] = data
    view[:HEADER] = len(data).to_bytes(HEADER, "little")


for kind in (ObservationSpace, SeenSpace, FactGraph, FactText):
    create_shared_memory.register(kind, _create)
    read_from_shared_memory.register(kind, _read)
    write_to_shared_memory.register(kind, _write)
