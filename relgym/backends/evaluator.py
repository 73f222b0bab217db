"""The interface of an engine for RDDL: it finds the values of a program's functions, and nothing else.

What a model means is said in `translate/equations/equations.py`; an engine can only be wrong about an equation. An
engine for both languages is a `Backend` that `Evaluates`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from relgym.backends.base import Engine
from relgym.model.rddl.equations import Equation, Equations, Function, Values
from relgym.model.rddl.traces import Trace

Externals = Mapping[str, Callable[..., Any]]
"""The functions of the caller by name: they take arrays as lists, and give an array."""


class Evaluator(Engine):
    """An engine for the equations of one RDDL instance."""

    @abstractmethod
    def load(self, program: Equations, externals: Externals) -> None:
        """Load a program.

        Args:
            program: The equations of the instance.
            externals: Python functions for the names that the domain calls as `$NAME`.

        Raises:
            UnsupportedFeature: The program needs a feature that the engine lacks.
        """

    @abstractmethod
    def values(
        self,
        functions: Sequence[Function],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> list[Values]:
        """Compute the values of functions that have equations.

        After an error the engine keeps working.

        Args:
            functions: The functions.
            state: The values of `Equations.states`, in their order.
            action: The values of `Equations.actions`, in their order.
            uniforms: The uniform numbers of the step, in [0, 1); not needed if no draw is asked for.

        Returns:
            For each function its value, or the list of its values if it has parameters, in the order of their items.
            Values are `bool`, `int`, `float`, or items as `int`, as the range of the function says.

        Raises:
            SimulationError: A value cannot be computed, or is not a finite number.
            BackendError: A limit is passed.
        """

    @abstractmethod
    def define(self, equations: Sequence[Equation]) -> None:
        """Add equations for queries.

        Args:
            equations: Equations of new functions, without draws; no other equation reads the functions.
        """


class Evaluates(ABC):
    """An optional power of a `Backend`: it serves RDDL too, by an engine of the same name."""

    @classmethod
    @abstractmethod
    def evaluator(cls) -> type[Evaluator]:
        """Return the class of the engine for RDDL; it is imported here, since users of PDDL do not need it."""


class Traces(ABC):
    """An optional power of an engine: it explains values."""

    @abstractmethod
    def trace(
        self,
        function: Function,
        row: tuple[int, ...],
        state: Sequence[Values],
        action: Sequence[Values],
        uniforms: Sequence[float] = (),
    ) -> Trace:
        """Explain the value of a function for a row of items.

        Args:
            function: The function.
            row: The numbers of the items.
            state: The values of `Equations.states`, in their order.
            action: The values of `Equations.actions`, in their order.
            uniforms: The uniform numbers of the step, in [0, 1).

        Returns:
            The trace.

        Raises:
            SimulationError: The value cannot be computed.
            BackendError: A limit is passed.
        """
