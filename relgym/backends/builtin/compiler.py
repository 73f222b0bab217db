"""The functions of a program, compiled from plans in a scope in which they find tables and indexes by name.

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

from collections.abc import Callable, Mapping
from typing import Any

from relgym.backends.builtin.tables import Tables
from relgym.model.plan import Comparison, Procedure
from relgym.model.program import Symbol
from relgym.translate.plans.indexes import Indexes
from relgym.translate.python.names import Names
from relgym.translate.python.printer import Printer
from relgym.translate.python_code import code_of


class Compiler:
    """Compiles generated functions in a scope in which they find tables and indexes by name.

    Attributes:
        tables: The tables.
        indexes: The access paths that the functions use.
        printer: Prints the plans of functions, and names the tables and indexes that they read.
        scope: The objects of the functions, by name.
        observers: Functions to call before tables or indexes are added that changes of atoms must keep up to date.
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

    def define(self, *functions: Procedure | Comparison | str) -> None:
        """Compile plans or texts of functions, after binding the names of all tables and indexes that are in use."""
        texts = [each if isinstance(each, str) else self.printer.text(each) for each in functions]
        scope, names, chosen = self.scope, self.printer.names, self.indexes.chosen
        count = len(chosen)
        if count > self._bound:
            # Observers must hear of a new index before it is there.
            self.notify()
        for access in chosen[self._bound : count]:
            name = names.container(access)
            assert access.symbol not in self.frozen, f"{name} would not be kept up to date"
            table = self.tables[access.symbol]
            find = table.single if access.single else table.index
            scope[name] = find(access.known) if access.known else table.rows
        self._bound = count
        for fluent, name in names.functions.items():
            scope[name] = self.tables.values(fluent)
        scope |= names.constants
        for text in texts:
            exec(code_of(text), scope)

    def notify(self) -> None:
        """Call the observers."""
        for observer in self.observers:
            observer()
