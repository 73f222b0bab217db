"""States of an RDDL instance for people: immutable, hashable, equal by content.

Inside, the engine's values: a list for each state-fluent, or one value where it has no parameters.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import product
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

from relgym.model import portable
from relgym.model.rddl.equations import Equations, Function, Number, Shown, Values, cell_name, label, states_of
from relgym.model.rddl.expressions import NUMBERS
from relgym.model.terms import Object

LISTED = 60
"""The largest number of values of a fluent that a notebook shows."""


class RDDLState:
    """A state of an RDDL instance: the values of its state-fluents.

    Args:
        program: The equations of the instance.
        values: The values of each state-fluent, in the order of `program.states`.
    """

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
        for function, row, value in self._values():
            yield cell_name(function.name, row), self.program.shown(function, value)

    def _values(self) -> Iterator[tuple[Function, tuple[Object, ...], Number]]:
        for function, several in zip(self.program.states, self.values, strict=True):
            rows = product(*(self.program.types[of] for of in function.parameters))
            for row, value in zip(rows, several if isinstance(several, list) else [several], strict=True):
                yield function, row, value

    def to_json(self) -> dict[str, Any]:
        """Return the state as data for `json.dumps`, the same for equal states in every process.

        `RDDLReasoner.state_from_json` reads the form.

        Returns:
            A dictionary whose `fluents` maps the name of each cell (`on___a__b`), sorted, to its value: a truth value,
            an int, a float, or the name of an item, `@red` for an enumerated one. An int of more than 10,000 bits is a
            text in base 16, `"0x..."`.
        """
        values = {
            cell_name(function.name, row): _written(self.program, function, value)
            for function, row, value in self._values()
        }
        return {"fluents": {name: values[name] for name in sorted(values)}}

    def __getitem__(self, cell: str) -> Shown:
        return self.cells[cell]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RDDLState):
            return NotImplemented
        if self.program is other.program:
            return self.values == other.values
        return self.cells == other.cells

    def __hash__(self) -> int:
        # By the numbers alone, which are the same for equal cells.
        if self._hash is None:
            self._hash = hash(tuple(tuple(v) if isinstance(v, list) else v for v in self.values))
        return self._hash

    def __reduce__(self) -> tuple[Callable[[str, str], RDDLState], tuple[str, str]]:
        # With the types and functions of states only: the whole program is large, and its pickles differ.
        return unpickled, (self.program.state_header, portable.line(self._plain()))

    def _plain(self) -> list[Shown | list[Shown]]:
        return [
            [_plain(function, value) for value in several] if isinstance(several, list) else _plain(function, several)
            for function, several in zip(self.program.states, self.values, strict=True)
        ]

    def __copy__(self) -> RDDLState:
        return self

    def __deepcopy__(self, memo: object) -> RDDLState:
        return self

    def __repr__(self) -> str:
        shown = (
            name if value is True else f"~{name}" if value is False else f"{name} = {value}"
            for name, value in self._cells()
        )
        return f"RDDLState({', '.join(shown)})"

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
            text = escape("; ".join(words[:LISTED])) + (f"; and {len(words) - LISTED} more" if words[LISTED:] else "")
            lines.append(f"<tr><th>{escape(function.name)}</th><td>{text}</td></tr>")
        return f"<table>{''.join(lines)}</table>"


def _plain(function: Function, value: Number) -> Shown:
    """Convert a value to the JSON type of its function's range; -0.0 becomes 0.0, since the two are equal."""
    match function.range:
        case "bool":
            return bool(value)
        case "real":
            return float(value) + 0.0
        case "int" if int(value).bit_length() > portable.HEX_BITS:
            return portable.written(int(value))
        case _:
            return int(value)


def _written(program: Equations, function: Function, value: Number) -> Shown:
    """A value of a function as files have it: an item is its name, with the `@` of enumerated ones."""
    plain = _plain(function, value)
    return plain if function.range in NUMBERS else program.types[function.range][int(plain)].name


_LOADED: WeakValueDictionary[str, Equations] = WeakValueDictionary()
"""The layouts of states that were read from pickles, by their headers."""

_LATEST: deque[Equations] = deque(maxlen=16)
"""The latest of these; they stay even where no state of theirs is kept."""


def unpickled(header: str, values: str) -> RDDLState:
    """Return the state of a pickle; all states with this header share one layout in a process."""
    program = _LOADED.get(header)
    if program is None:
        program = _LOADED.setdefault(header, states_of(header))
        _LATEST.append(program)
    read_values = json.loads(values)
    if '"' in values:
        # Some whole numbers are texts.
        read = portable.read
        read_values = [
            list(map(read, several)) if isinstance(several, list) else read(several) for several in read_values
        ]
    return RDDLState(program, read_values)
