"""The reference engine for RDDL: it walks the equations as they are, and computes no part that is not needed.

It is there to be right, not fast: other engines are compared with it, and it can say how each value came about. What
an equation says many times over it computes once all the same (`sld/shapes.py`), or large instances would take minutes.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from relgym.backends.base import Limits
from relgym.backends.evaluator import Evaluator, Externals, Traces
from relgym.backends.sld.shapes import Shapes
from relgym.backends.sld.values import Cell, Items, Reading, Row
from relgym.errors import BackendError, SimulationError
from relgym.features import Feature
from relgym.model.rddl.equations import Equation, Equations, Function, Number, Values
from relgym.model.rddl.expressions import Aggregate, Uniform, Value
from relgym.model.rddl.traces import EquationPart, Trace

NOTHING = Equations({}, {}, {}, (), (), (), 0)


class SldEvaluator(Evaluator, Traces):
    """An interpreter of equations: it evaluates them recursively, from the wanted values down to the given ones."""

    name = "sld"
    features = frozenset(Feature)

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self.close()

    @classmethod
    def version(cls) -> str:
        return f"Python {platform.python_version()}"

    def load(self, program: Equations, externals: Externals) -> None:
        self._program = program
        self._externals = externals
        self._equations = {item.function: item for item in program.equations}
        self._shapes = Shapes()
        self._more: list[Equation] = []
        self._rest: dict[tuple[Function, ...], list[Function]] = {}

    def values(
        self,
        functions: Sequence[Function],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> list[Values]:
        given = self._given(state, action)
        reading = Reading(self._program, self._equations, given, uniforms, self._externals, self._shapes)
        with self._limited(reading):
            # A function that another one reads is computed as a whole, on every engine: it may have no value.
            for function in self._needed(functions):
                reading.all(function)
            return [reading.all(function) for function in functions]

    def trace(
        self,
        function: Function,
        row: Row,
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> Trace:
        given = self._given(state, action)
        reading = Tracing(self._program, self._equations, given, uniforms, self._externals, self._shapes)
        with self._limited(reading):
            reading.one(function, row)
        return reading.traces[function, row]

    def define(self, equations: Sequence[Equation]) -> None:
        self._equations.update((item.function, item) for item in equations)
        self._more += equations

    def close(self) -> None:
        self._program, self._externals, self._equations, self._shapes = NOTHING, {}, {}, Shapes()

    def _needed(self, functions: Sequence[Function]) -> list[Function]:
        """The functions that some functions depend on, in the order in which they are computed."""
        key = tuple(functions)
        if key not in self._rest:
            self._rest[key] = [equation.function for equation in self._program.needed(key, self._more)]
        return self._rest[key]

    def _given(self, state: Sequence[Values], action: Sequence[Values]) -> Mapping[Function, Values]:
        program = self._program
        pairs = zip((*program.states, *program.actions), (*state, *action), strict=True)
        return {**program.constants, **dict(pairs)}

    @contextmanager
    def _limited(self, reading: Reading) -> Iterator[None]:
        self.budget.begin()
        reading.look = self.budget.look
        late = False
        try:
            yield
        except TimeoutError:
            late = True
        except (ArithmeticError, ValueError) as error:
            raise SimulationError(str(error)) from error
        except RecursionError as error:
            raise BackendError("values are nested more deeply than sld can follow") from error
        if late:
            raise self.budget.error()


@dataclass
class Heard:
    """The parts, reads and uniform numbers met while one value is computed."""

    parts: list[EquationPart] = field(default_factory=list)
    reads: list[Trace] = field(default_factory=list)
    uniforms: Sequence[float] = ()


class Tracing(Reading):
    """A reading that keeps how each value came about."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.traces: dict[Cell, Trace] = {}
        self._heard = Heard()

    def cell(self, cell: Cell) -> Number:
        with self._listening() as heard:
            value = super().cell(cell)
        if cell not in self.traces:
            # Given values have no computation.
            how = heard.parts[0] if heard.parts else None
            self.traces[cell] = Trace(*cell, value, how)
        self._heard.reads.append(self.traces[cell])
        return value

    def value(self, value: Value, items: Items) -> Any:
        with self._listening() as heard:
            result = super().value(value, items)
        part = EquationPart(value, items, result, tuple(heard.parts), tuple(heard.reads), tuple(heard.uniforms))
        self._heard.parts.append(part)
        return result

    def aggregate(self, value: Aggregate, items: Items) -> Any:
        # Equal aggregates have a trace each, so none is shared.
        return self.aggregated(value, items)

    def uniforms(self, uniform: Uniform, items: Items) -> Sequence[float]:
        self._heard.uniforms = super().uniforms(uniform, items)
        return self._heard.uniforms

    @contextmanager
    def _listening(self) -> Iterator[Heard]:
        before, self._heard = self._heard, Heard()
        try:
            yield self._heard
        finally:
            self._heard = before
