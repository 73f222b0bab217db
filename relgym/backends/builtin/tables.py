"""The tables and numeric values of a program, and the functions that are compiled over them.

>>> from relgym.model.plan import EmitKind
>>> from relgym.model.program import Rule, Literal, Role
>>> from relgym.model.terms import Variable
>>> from relgym.translate.plans.lower import lowered_rule
>>> x, on = Variable("?x"), Symbol(Role.FLUENT, "on", 1)
>>> indexes, tables = Indexes(), Tables(3)
>>> compiler = Compiler(tables, indexes, {})
>>> rule = Rule(Literal(Symbol(Role.QUERY, "q", 1), (x,)), (Literal(on, (x,)),))
>>> function = compiler.compiled(lowered_rule(indexes, rule, 0, EmitKind.OUT))
>>> tables[on].insert((2,))
>>> found = []
>>> function(found.append)
>>> found
[(2,)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from relgym.backends.builtin.table import Item, Table
from relgym.model.numeric import Value
from relgym.model.pddl.vocabulary import Key
from relgym.model.plan import Procedure
from relgym.model.program import Row, Symbol
from relgym.translate.plans.indexes import Indexes
from relgym.translate.python.names import Names
from relgym.translate.python.printer import Printer
from relgym.translate.python_code import code_of


class Tables:
    """The tables of symbols and the values of numeric functions, made when they are first asked for."""

    def __init__(self, objects: int) -> None:
        """Begin without tables; `objects` is the number of objects of the program."""
        self.objects = objects
        self._tables: dict[Symbol, Table] = {}
        self._values: dict[str, dict[Item, Value]] = {}

    def __getitem__(self, symbol: Symbol) -> Table:
        table = self._tables.get(symbol)
        if table is None:
            table = self._tables[symbol] = Table(symbol.arity, self.objects)
        return table

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self._tables)

    def values(self, function: str) -> dict[Item, Value]:
        """Return the values of a numeric function by its arguments."""
        return self._values.setdefault(function, {})

    def set_value(self, fluent: Key, value: Value | None) -> None:
        """Set the value of a function for some arguments; None leaves it undefined."""
        name, row = fluent
        item = _item(row)
        if value is None:
            self.values(name).pop(item, None)
        else:
            self.values(name)[item] = value


class Compiler:
    """Compiles generated functions in a scope in which they find tables and indexes by name.

    Attributes:
        tables: The tables.
        indexes: The access paths that the functions use.
        printer: Prints the plans of functions, and names the tables and indexes that they read.
        scope: The objects of the functions, by name.
        observers: Functions to call when tables or indexes have been added that changes of atoms must keep up to date.
        frozen: Symbols that get no further indexes, because functions that change their rows would not know of them.
        record: A function that receives the text of each function of a question or a stratum.
    """

    def __init__(self, tables: Tables, indexes: Indexes, scope: Mapping[str, Any]) -> None:
        self.tables = tables
        self.indexes = indexes
        self.printer = Printer(Names())
        self.scope = {**scope}
        self.observers: list[Callable[[], None]] = []
        self.frozen: frozenset[Symbol] = frozenset()
        self.record: Callable[[str], object] | None = None
        # The number of access paths whose containers are in the scope.
        self._bound = 0

    def compiled(self, function: Procedure) -> Callable[..., None]:
        """Compile the plan of a function, and return the function."""
        text = self.printer.text(function)
        if self.record is not None:
            self.record(text)
        self.define(text)
        compiled: Callable[..., None] = self.scope[function.name]
        return compiled

    def function(self, name: str, plan: Callable[[], Procedure | str]) -> Callable[..., Any]:
        """Return the function of a name; compile the plan or text that `plan` returns if it is new."""
        if name not in self.scope:
            self.define(plan())
        function: Callable[..., Any] = self.scope[name]
        return function

    def define(self, *functions: Procedure | str) -> None:
        """Compile plans or texts of functions, after binding the names of all tables and indexes that are in use."""
        texts = [each if isinstance(each, str) else self.printer.text(each) for each in functions]
        scope, names, chosen = self.scope, self.printer.names, self.indexes.chosen
        for access in chosen[self._bound :]:
            name = names.container(access)
            assert access.symbol not in self.frozen, f"{name} would not be kept up to date"
            table = self.tables[access.symbol]
            find = table.single if access.single else table.index
            scope[name] = find(access.known) if access.known else table.rows
        if len(chosen) > self._bound:
            self._bound = len(chosen)
            self.notify()
        for fluent, name in names.functions.items():
            scope[name] = self.tables.values(fluent)
        scope |= names.constants
        for text in texts:
            exec(code_of(text), scope)

    def notify(self) -> None:
        """Call the observers."""
        for observer in self.observers:
            observer()


def _item(row: Row) -> Item:
    return row[0] if len(row) == 1 else row
