"""The interface of an engine for RDDL: it finds the values of a program's functions, and nothing else.

What a model means is said in `translate/equations/equations.py`; an engine can only be wrong about an equation. An
engine of this name and its `Backend` for PDDL are one to users.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from relgym.backends.base import Engine
from relgym.model.equations import Equation, Equations, Function, Number, Values
from relgym.model.rddl_expressions import Value
from relgym.model.terms import Variable

Externals = Mapping[str, Callable[..., Any]]
"""The functions of the caller by name: they take arrays as lists, and give an array."""


class Evaluator(Engine):
    """One engine for one instance."""

    @abstractmethod
    def load(self, program: Equations, externals: Externals) -> None:
        """Take a program. Raises `UnsupportedFeature` if it holds what the engine cannot carry."""

    @abstractmethod
    def values(
        self,
        functions: Sequence[Function],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> list[Values]:
        """The values of some functions that have equations, in a state and under an action.

        `state` and `action` hold the values of `Equations.states` and `actions`; `uniforms` may be left out where no
        draw is asked for. All values are of the ranges of their functions: `bool`, `int`, `float`, items as `int`.
        Raises `SimulationError` where a value cannot be computed, or is no finite number; `BackendError` when a limit
        is passed. In either case the engine works on afterwards.
        """

    @abstractmethod
    def define(self, equations: Sequence[Equation]) -> None:
        """Add equations later, for queries: of new functions, which draw nothing and which no other reads."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Why a function has its value for a row of items: `how` it was computed, unless it is given."""

    function: Function
    row: tuple[int, ...]
    value: Number
    how: Part | None

    @property
    def premises(self) -> tuple[Trace, ...]:
        """The values of functions that were read, each once, in the order of reading."""
        found: dict[tuple[Function, tuple[int, ...]], Trace] = {}
        for part in self._parts():
            for read in part.reads:
                found.setdefault((read.function, read.row), read)
        return tuple(found.values())

    @property
    def draws(self) -> tuple[Part, ...]:
        """The parts of this value that were drawn at random, in order."""
        return tuple(part for part in self._parts() if part.uniforms)

    def _parts(self) -> Iterator[Part]:
        todo = [] if self.how is None else [self.how]
        while todo:
            part = todo.pop()
            yield part
            todo += reversed(part.parts)


@dataclass(frozen=True, slots=True)
class Part:
    """The value of a part of an equation, for the items of the variables in scope.

    `parts` are the operands that were computed for it, in order, without branches not taken and operands after the
    first false part of a conjunction. Operands that follow each other without brackets are parts of one.
    `reads` are the values of functions that it is, or takes as an array; `uniforms` the numbers that decided a draw.
    """

    of: Value
    items: Mapping[Variable, int]
    value: Any
    parts: tuple[Part, ...]
    reads: tuple[Trace, ...]
    uniforms: tuple[float, ...]


class Traces(ABC):
    """The optional power of an engine to say how a value came about."""

    @abstractmethod
    def trace(
        self,
        function: Function,
        row: tuple[int, ...],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> Trace:
        """Explain the value of a function for a row of items; fails as `values` does."""
