"""States of an RDDL instance for people: immutable, hashable, equal by content.

Inside, the engine's values: a list for each state-fluent, or one value where it has no parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import product
from types import MappingProxyType

from relgym.model.equations import Equations, Shown, Values, cell_name, label

LISTED = 60
"""How many values of a fluent a notebook shows."""


class ProcessState:
    """The values of all state-fluents of one instance."""

    __slots__ = ("_hash", "program", "values")

    def __init__(self, program: Equations, values: Sequence[Values]) -> None:
        self.program = program
        self.values: tuple[Values, ...] = tuple(values)
        self._hash: int | None = None

    @property
    def cells(self) -> Mapping[str, Shown]:
        """Every value by the name of its cell, `on___a__b`; items by their names."""
        return MappingProxyType(dict(self._cells()))

    @property
    def true(self) -> frozenset[str]:
        """The names of the cells that are true."""
        return frozenset(name for name, value in self._cells() if value is True)

    def _cells(self) -> Iterator[tuple[str, Shown]]:
        for function, several in zip(self.program.states, self.values, strict=True):
            rows = product(*(self.program.types[of] for of in function.parameters))
            for row, value in zip(rows, several if isinstance(several, list) else [several], strict=True):
                yield cell_name(function.name, row), self.program.shown(function, value)

    def __getitem__(self, cell: str) -> Shown:
        return self.cells[cell]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ProcessState):
            return NotImplemented
        if self.program is other.program:
            return self.values == other.values
        return self.cells == other.cells

    def __hash__(self) -> int:
        # By the numbers alone, which are the same for equal cells.
        if self._hash is None:
            self._hash = hash(tuple(tuple(v) if isinstance(v, list) else v for v in self.values))
        return self._hash

    def __reduce__(self) -> tuple[type[ProcessState], tuple[Equations, tuple[Values, ...]]]:
        return ProcessState, (self.program, self.values)

    def __copy__(self) -> ProcessState:
        return self

    def __deepcopy__(self, memo: object) -> ProcessState:
        return self

    def __repr__(self) -> str:
        shown = (
            name if value is True else f"~{name}" if value is False else f"{name} = {value}"
            for name, value in self._cells()
        )
        return f"ProcessState({', '.join(shown)})"

    def _repr_html_(self) -> str:
        """The state in a notebook: a row for each fluent, of truth values the objects for which they are true."""
        lines = []
        for function, several in zip(self.program.states, self.values, strict=True):
            rows = product(*(self.program.types[of] for of in function.parameters))
            words = []
            for row, value in zip(rows, several if isinstance(several, list) else [several], strict=True):
                shown = self.program.shown(function, value)
                place = ", ".join(map(label, row))
                if shown is True and place:
                    words.append(place)
                elif shown is not False or not place:
                    words.append(f"{place} = {shown}" if place else str(shown).lower())
            told = escape("; ".join(words[:LISTED])) + (f"; and {len(words) - LISTED} more" if words[LISTED:] else "")
            lines.append(f"<tr><th>{escape(function.name)}</th><td>{told}</td></tr>")
        return f"<table>{''.join(lines)}</table>"
