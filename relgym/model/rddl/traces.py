"""Traces: the values of functions with the computations that give them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from relgym.model.rddl.equations import Function, Number
from relgym.model.rddl.expressions import Value
from relgym.model.terms import Variable


@dataclass(frozen=True, slots=True)
class Trace:
    """The value of a function for a row of items, and how it was computed.

    Attributes:
        function: The function.
        row: The numbers of the items.
        value: The value.
        how: The computation, or `None` for a given value.
    """

    function: Function
    row: tuple[int, ...]
    value: Number
    how: EquationPart | None

    @property
    def premises(self) -> tuple[Trace, ...]:
        """The values of functions that were read, each once, in the order of reading."""
        traces: dict[tuple[Function, tuple[int, ...]], Trace] = {}
        for part in self._parts():
            for read in part.reads:
                traces.setdefault((read.function, read.row), read)
        return tuple(traces.values())

    @property
    def draws(self) -> tuple[EquationPart, ...]:
        """The parts of this value that were drawn at random, in order."""
        return tuple(part for part in self._parts() if part.uniforms)

    def _parts(self) -> Iterator[EquationPart]:
        todo = [] if self.how is None else [self.how]
        while todo:
            part = todo.pop()
            yield part
            todo += reversed(part.parts)


@dataclass(frozen=True, slots=True)
class EquationPart:
    """The value of a part of an equation, for the items of the variables in scope.

    Attributes:
        of: The expression.
        items: The items of the variables in scope, as numbers.
        value: The value.
        parts: The operands that were computed for it, in order, without branches not taken and operands after the first
            false part of a conjunction. Operands that follow each other without brackets are parts of one.
        reads: The values of functions that it is, or takes as an array.
        uniforms: The uniform numbers that decided a draw.
    """

    of: Value
    items: Mapping[Variable, int]
    value: Any
    parts: tuple[EquationPart, ...]
    reads: tuple[Trace, ...]
    uniforms: tuple[float, ...]
