"""The access paths that plans use: the index selection.

>>> from relgym.model.program import Role
>>> indexes, on = Indexes(facts={}), Symbol(Role.FLUENT, "on", 2)
>>> indexes.access(on, (0,)) is indexes.access(on, (0,)), [access.known for access in indexes.chosen]
(True, [(0,)])
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from operator import itemgetter
from typing import assert_never

from relgym.model.plan import AccessPath, Block, Erase, Insert, Key, Lookup, Operand
from relgym.model.program import Body, Either, Literal, Row, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term
from relgym.translate.analysis.invariants import MutexGroup
from relgym.translate.analysis.static_indexes import Wide
from relgym.translate.program.join_order import is_key

Known = Mapping[Term, Operand]
"""The operands of the terms that are bound at a point of a plan."""


class Indexes:
    """Chooses the access paths of a program's plans, and knows which containers a change of a row concerns.

    Attributes:
        number: The number of an object by its name.
        objects: The number of objects.
        chosen: All access paths in use, in the order of their choice.
        groups: The mutex groups that hold at every moment.
    """

    def __init__(
        self,
        number: Callable[[str], int] | None = None,
        facts: Mapping[Symbol, Collection[Row]] | None = None,
        objects: int = 50,
    ) -> None:
        """`number` is needed only by rules with objects in them; `facts` are all rows of symbols that never change."""
        self.number = number or (lambda name: 0)
        self.objects = objects
        self.chosen: list[AccessPath] = []
        self.groups: Sequence[MutexGroup] = ()
        self._facts = facts or {}
        self._paths: dict[Symbol, list[AccessPath]] = {}
        # The results of `path`.
        self._found: dict[tuple[Symbol, tuple[int, ...], bool], AccessPath] = {}
        # By symbol and known columns, whether these determine the others.
        self._unique: dict[tuple[Symbol, tuple[int, ...]], bool] = {}
        # For each fluent, the symbols whose rows change together with its own.
        self._wides: dict[Symbol, list[Wide]] = {}
        self._helpers = count()

    def access(self, symbol: Symbol, known: tuple[int, ...] = (), single: bool = False) -> AccessPath:
        """Return the access path by some columns, all rows if all columns are known; choose it if it is new."""
        if len(known) == symbol.arity:
            known = ()
        paths = self._paths.setdefault(symbol, [])
        for access in paths:
            if access.known == known and access.single is single:
                return access
        access = AccessPath(symbol, known, single)
        # One that is found is among the chosen ones, whatever comes between.
        self.chosen.append(access)
        paths.append(access)
        return access

    def path(self, symbol: Symbol, known: tuple[int, ...], unique: bool) -> AccessPath:
        """Return the access path for a literal with known columns; its other terms are `unique` variables or not."""
        access_path = self._found.get((symbol, known, unique))
        if access_path is None:
            access_path = self.access(symbol, known, unique and self.is_single(symbol, known))
            self._found[symbol, known, unique] = access_path
        return access_path

    def operand(self, term: Term, known: Known) -> Operand:
        """Return the operand of an object, or of a variable that is known."""
        return self.number(term.name) if isinstance(term, Object) else known[term]

    def helper(self) -> int:
        """Return a new number for the name of a helper function."""
        return next(self._helpers)

    # -- single rows -------------------------------------------------------------------------

    def rely_on(self, groups: Sequence[MutexGroup]) -> None:
        """Add mutex groups, which hold at every moment; rows that they make unique are looked up as single rows."""
        self.groups = groups
        self._found = {}
        self._unique = {}
        for group in groups:
            for part in group.parts:
                if part.columns and part.counted is not None:
                    self._unique[part.symbol, tuple(sorted(part.columns))] = True

    def is_single(self, symbol: Symbol, known: tuple[int, ...]) -> bool:
        """Return True if some, not all, columns determine the others, by static rows or by mutex groups."""
        single = self._unique.get((symbol, known))
        if single is None:
            rows = self._facts.get(symbol)
            single = rows is not None and 0 < len(known) < symbol.arity and is_key(itemgetter(*known), rows)
            self._unique[symbol, known] = single
        return single

    def determine(self, symbol: Symbol, known: tuple[int, ...]) -> None:
        """From now on, some columns of a symbol determine the others."""
        self._unique[symbol, known] = True
        self._found.pop((symbol, known, True), None)

    def foresee(self, body: Body, known: Collection[Term]) -> None:
        """Choose all access paths that the goals of a body need if some terms are known."""
        for symbol, columns, single in self._wanted(body, known):
            self.access(symbol, columns, single)

    def foreseen(self, body: Body, known: Collection[Term]) -> bool:
        """Return True if all access paths that a body needs have been chosen already."""
        return all(
            any(path.known == columns and path.single is single for path in self._paths.get(symbol, ()))
            for symbol, columns, single in self._wanted(body, known)
        )

    def _wanted(self, body: Body, known: Collection[Term]) -> Iterator[tuple[Symbol, tuple[int, ...], bool]]:
        """Yield the access paths that the goals of a body need: symbols, known columns, and True for single rows.

        An access loops over rows if a variable stands in several of its other columns.
        """
        bound = set(known)
        for goal in body:
            match goal:
                case Literal(symbol) if goal.variables <= bound:
                    yield symbol, (), False
                case Literal(symbol, terms):
                    columns = tuple(c for c, t in enumerate(terms) if isinstance(t, Object) or t in bound)
                    others = [term for column, term in enumerate(terms) if column not in columns]
                    yield symbol, columns, self.is_single(symbol, columns) and len({*others}) == len(others)
                    bound |= goal.variables
                case Test():
                    pass
                case Without(inner) | Some(inner):
                    yield from self._wanted(inner, bound)
                case Either(bodies):
                    for inner in bodies:
                        yield from self._wanted(inner, bound)
                case _:
                    assert_never(goal)

    # -- changes of rows ---------------------------------------------------------------------

    def widen(self, wide: Wide) -> None:
        """From now on, change the rows of a symbol together with those of its fluent."""
        wides = self._wides.setdefault(wide.fluent, [])
        if wide not in wides:
            wides.append(wide)
            self.access(wide.fixed, tuple(sorted(wide.key)), True)

    def put(self, symbol: Symbol, row: Key, operation: type[Insert] | type[Erase]) -> Block:
        """Return the operations that insert a row into all containers of its symbol, or erase it from them."""
        block = [operation(self.access(symbol), row)]
        block += [operation(access, row) for access in self._paths[symbol] if access.known and not access.single]
        block += [operation(access, row) for access in self._paths[symbol] if access.single]
        return (*block, *[self._put_wide(wide, row, operation) for wide in self._wides.get(symbol, ())])

    def put_apart(self, symbol: Symbol, row: Key, operation: type[Insert] | type[Erase]) -> Block:
        """Return the same for the indexes from some columns to the others only."""
        return tuple([operation(path, row) for path in self._paths.get(symbol, ()) if path.known and not path.single])

    def _put_wide(self, wide: Wide, row: Key, operation: type[Insert] | type[Erase]) -> Lookup:
        """Return the same for the row that goes with a row of a fluent, if one does."""
        others = [column for column in range(wide.symbol.arity) if column not in wide.key]
        names = tuple([f"wide_{column}" for column in others])
        operands: dict[int, Operand] = dict(zip(wide.key, row, strict=True)) | dict(zip(others, names, strict=True))
        columns = tuple(sorted(wide.key))
        body = self.put_apart(wide.symbol, tuple([operands[c] for c in range(wide.symbol.arity)]), operation)
        return Lookup(self.access(wide.fixed, columns, True), tuple([operands[c] for c in columns]), names, body)
