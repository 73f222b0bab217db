"""Symbols of the predicates of a task (static, fluent or derived), and the objects that their columns may hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from relgym.model.pddl.effects import Add, Assign, Delete, Effect
from relgym.model.pddl.problem import Task
from relgym.model.pddl.traversal import primitives
from relgym.model.pddl.vocabulary import Key
from relgym.model.program import Literal, Role, Row, Rule, Symbol, type_guard
from relgym.model.terms import Object, Term, Variable
from relgym.translate.program.join_order import Size, columns_of, guessed_size, size_of, size_with

Columns = tuple[frozenset[int], ...]
"""For each column of a symbol the numbers of the objects that may stand there."""


class Symbols:
    """The symbols of a task's predicates, their possible columns, and their sizes at the start."""

    def __init__(self, task: Task) -> None:
        self.task = task
        sources: list[Effect] = [*(schema.effect for schema in task.domain.actions), *task.problem.chances]
        changes = [change for source in sources for change in primitives(source)]
        self.changing = frozenset(change.atom.predicate for change in changes if not isinstance(change, Assign))
        self.assigned = frozenset(change.fluent.function for change in changes if isinstance(change, Assign))
        self._symbols = {predicate.name: self._symbol(predicate.name) for predicate in task.domain.predicates}
        self._auxiliaries: dict[str, Symbol] = {}
        self._sealed = False
        self._unions: list[Rule] = []
        rows: defaultdict[str, set[Row]] = defaultdict(set)
        number = task.number
        for atom in task.problem.init:
            rows[atom.predicate].add(tuple([number[term.name] for term in atom.terms]))
        self.rows = {symbol: frozenset(rows[name]) for name, symbol in self._symbols.items()}
        start = {symbol: columns_of(rows, symbol.arity) for symbol, rows in self.rows.items()}
        self.columns: dict[Symbol, Columns] = self._possible_columns(start, changes)
        self.sizes: dict[Symbol, Size] = {}
        for symbol in self._symbols.values():
            if symbol.role is Role.DERIVED:
                self.sizes[symbol] = guessed_size(tuple(len(column) for column in self.columns[symbol]))
            else:
                self.sizes[symbol] = size_with(len(self.rows[symbol]), start[symbol])

    def _symbol(self, name: str) -> Symbol:
        if name in self.task.derived:
            role = Role.DERIVED
        elif name in self.changing:
            role = Role.FLUENT
        else:
            role = Role.STATIC
        return Symbol(role, name, len(self.task.predicates[name].parameters))

    def _possible_columns(
        self, start: Mapping[Symbol, list[set[int]]], changes: list[Add | Delete | Assign]
    ) -> dict[Symbol, Columns]:
        """Declared types say what a column may hold, unless those of the start, or effects, go beyond them."""
        task = self.task
        columns: dict[Symbol, list[set[int]]] = {}
        for name, symbol in self._symbols.items():
            if symbol.role is Role.STATIC:
                possible = [set(column) for column in start[symbol]]
            elif symbol.role is Role.FLUENT:
                parameters = task.predicates[name].parameters
                possible = [column | task.ranged(v.types) for column, v in zip(start[symbol], parameters, strict=True)]
            else:
                possible = [set() for _ in range(symbol.arity)]
            columns[symbol] = possible
        for axiom in task.domain.axioms:
            for column, variable in zip(columns[self.of(axiom.predicate)], axiom.parameters, strict=True):
                column.update(task.ranged(variable.types))
        for change in changes:
            if isinstance(change, Add):
                for column, term in zip(columns[self.of(change.atom.predicate)], change.atom.terms, strict=True):
                    column.update(self.range_of(term))
        return {symbol: tuple(map(frozenset, possible)) for symbol, possible in columns.items()}

    def range_of(self, term: Term) -> frozenset[int]:
        """The numbers of the objects that a term may denote."""
        if isinstance(term, Object):
            return frozenset((self.task.number[term.name],))
        return self.task.ranged(term.types)

    def of(self, predicate: str) -> Symbol:
        """The symbol of a predicate, or of an auxiliary by the name that `auxiliary` gave it."""
        return self._symbols.get(predicate) or self._auxiliaries[predicate]

    def auxiliary(self, symbol: Symbol, variables: tuple[Variable, ...]) -> str:
        """Make an auxiliary symbol known; the name is for atoms of it, and collides with no user's."""
        name = f"#{symbol}"
        self._auxiliaries[name] = symbol
        self.columns[symbol] = tuple(self.task.ranged(variable.types) for variable in variables)
        self.sizes[symbol] = guessed_size(tuple(len(column) for column in self.columns[symbol]))
        return name

    def implied(self, symbol: Symbol, terms: tuple[Term, ...]) -> set[Variable]:
        """Return the variables whose types follow from the columns of a positive literal."""
        return {
            term
            for term, column in zip(terms, self.columns[symbol], strict=True)
            if isinstance(term, Variable) and column <= self.task.ranged(term.types)
        }

    def guard(self, variable: Variable) -> Literal:
        """The literal that says that a variable is in its range; its rows become facts of the program.

        A union of types that comes up only after `seal` is a symbol defined by rules instead.
        """
        literal = type_guard(variable)
        if literal.symbol in self.rows:
            return literal
        if self._sealed:
            symbol = Symbol(Role.QUERY, literal.symbol.name, 1)
            if symbol not in self.sizes:
                parts = [type_guard(Variable(variable.name, (name,))) for name in variable.types]
                self._unions.extend(Rule(Literal(symbol, part.terms), (part,)) for part in parts)
                self.sizes[symbol] = size_of([(number,) for number in self.task.ranged(variable.types)], 1)
            return Literal(symbol, literal.terms)
        self._make_type(literal.symbol, self.task.ranged(variable.types))
        return literal

    def _make_type(self, symbol: Symbol, members: frozenset[int]) -> None:
        rows = frozenset((number,) for number in members)
        self.rows[symbol] = rows
        self.sizes[symbol] = size_of(rows, 1)

    def seal(self) -> None:
        """The program is about to be made: every single type gets its symbol, and no other one later."""
        for name in self.task.types:
            self.guard(Variable("?x", (name,)))
        self._sealed = True

    def unions(self) -> list[Rule]:
        """The rules of unions of types that have come up since the last call."""
        rules, self._unions = self._unions, []
        return rules

    def keys(self, symbol: Symbol) -> Iterator[Key]:
        """The atoms of a symbol that are true at the start."""
        return ((symbol.name, row) for row in sorted(self.rows[symbol]))

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self._symbols.values())
