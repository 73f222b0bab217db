"""Names in generated Python: the containers of access paths, values of functions, constants.

>>> from relgym.model.program import Role
>>> names, on = Names(), Symbol(Role.FLUENT, "on", 2)
>>> paths = AccessPath(on), AccessPath(on, (0,)), AccessPath(on, (1,), single=True)
>>> [names.container(path) for path in paths]
['fluent_on_2', 'fluent_on_2_by_0', 'fluent_on_2_at_1']
"""

from __future__ import annotations

from collections.abc import Iterable

from relgym.model.plan import AccessPath, Key
from relgym.model.program import Row, Symbol
from relgym.translate.plans.lower import identifier


def key(row: Key) -> str:
    """Return a row or part of a row as sets and dicts hold it: a single number bare."""
    return str(row[0]) if len(row) == 1 else f"({', '.join(map(str, row))})"


class Names:
    """The names of all that functions look things up in.

    Attributes:
        functions: The name of the dict of each numeric function's values.
        constants: The sets of constant rows, by name.
    """

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}
        self.constants: dict[str, frozenset[int | Row]] = {}
        self._containers: dict[AccessPath, str] = {}
        self._symbols: dict[Symbol, str] = {}
        self._taken: dict[str, Symbol | str] = {}

    def symbol(self, symbol: Symbol) -> str:
        """Return the name of a symbol's set; different symbols never share one."""
        name = self._symbols.get(symbol)
        if name is None:
            stem = identifier(f"{symbol.role}_{symbol.name}_{symbol.arity}")
            name = self._symbols[symbol] = self._unique(stem, symbol)
        return name

    def container(self, access: AccessPath) -> str:
        """Return the name of the set or index of an access path."""
        name = self._containers.get(access)
        if name is None:
            name = self.symbol(access.symbol)
            if access.known:
                name += f"_{'at' if access.single else 'by'}_{'_'.join(map(str, access.known))}"
            self._containers[access] = name
        return name

    def values(self, function: str) -> str:
        """Return the name of the dict of a numeric function's values."""
        name = self.functions.get(function)
        if name is None:
            name = self.functions[function] = self._unique(identifier(f"value_{function}"), function)
        return name

    def constant(self, rows: Iterable[Row]) -> str:
        """Return the name of a set of rows."""
        name = f"rows_of_{len(self.constants)}"
        self.constants[name] = frozenset(row[0] if len(row) == 1 else row for row in rows)
        return name

    def _unique(self, stem: str, thing: Symbol | str) -> str:
        name = stem
        while self._taken.setdefault(name, thing) is not thing:
            name = f"{stem}_{len(self._taken)}"
        return name
