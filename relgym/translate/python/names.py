"""Names in generated Python: the sets of symbols, indexes, values of functions, constants.

>>> from relgym.model.program import Role
>>> names, on = Names(), Symbol(Role.FLUENT, "on", 2)
>>> names.access(on), names.rows(on, (0,), ["X"]), names.rows(Symbol(Role.FLUENT, "at", 3), (0, 2), ["X", "Y"])
('fluent_on_2', 'fluent_on_2_by_0[X]', 'fluent_at_3_by_0_2.get((X, Y), EMPTY)')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from operator import itemgetter
from typing import NamedTuple, assert_never

from relgym.model.program import Body, Either, Literal, Row, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term
from relgym.translate.analysis.invariants import Group
from relgym.translate.analysis.static_indexes import Wide
from relgym.translate.program.join_order import is_key
from relgym.translate.python.functions import inner

Known = Mapping[Term, str]
"""The names of the known variables at a place in a function."""


class Access(NamedTuple):
    """A way of looking at a symbol: by the columns that are known; none of them is the set of all rows."""

    symbol: Symbol
    known: tuple[int, ...] = ()


@lru_cache(10_000)
def identifier(text: str) -> str:
    """The text with everything but ASCII letters and digits as `_`, for Python folds some other letters."""
    return re.sub(r"[^0-9a-zA-Z]", "_", text)


def variable(term: Term, number: int) -> str:
    """A variable's name: in capitals, so that it meets no function's or container's."""
    stem = identifier(term.name).strip("_").upper()
    return f"{stem if stem[:1].isalpha() else 'V' + stem}_{number}"


def key(parts: Sequence[str]) -> str:
    """A row or part of a row as sets and dicts hold it: a single number bare."""
    if len(parts) == 1:
        return parts[0]
    return "(" + ", ".join(parts) + ")"


def _split(texts: Sequence[str], known: tuple[int, ...]) -> tuple[str, str]:
    """The known columns of a row and the others, as dicts and sets hold them."""
    place = key([texts[column] for column in known])
    return place, key([text for column, text in enumerate(texts) if column not in known])


class Names:
    """The names of all that functions look things up in."""

    def __init__(
        self, number: Callable[[str], int] | None = None, facts: Mapping[Symbol, Collection[Row]] | None = None
    ) -> None:
        """`number` gives an object's number by its name; only rules with objects in them need it.

        `facts` are all rows of symbols that never change. `accesses`, `singles`, `functions` and `constants` are what
        functions find by their names.
        """
        self.accesses: dict[Access, str] = {}
        # Accesses by which there is one row at most.
        self.singles: dict[Access, str] = {}
        self._facts = facts or {}
        # Mutex groups that hold at every moment, and the accesses by which there is one row at most for their sake.
        self.groups: Sequence[Group] = ()
        self._functional: set[Access] = set()
        # What `is_single` has found.
        self._single: dict[Access, bool] = {}
        # For each fluent, the symbols whose rows change together with its own.
        self._wides: dict[Symbol, list[Wide]] = {}
        self.functions: dict[str, str] = {}
        self.constants: dict[str, frozenset[int | Row]] = {}
        self.number = number or (lambda name: 0)
        self._names: dict[str, Symbol | str] = {}
        self._symbols: dict[Symbol, str] = {}
        self._helpers = count()

    def symbol(self, symbol: Symbol) -> str:
        """The name of a symbol's set; different symbols never share one."""
        name = self._symbols.get(symbol)
        if name is None:
            stem = identifier(f"{symbol.role.value}_{symbol.name}_{symbol.arity}")
            name = self._symbols[symbol] = self._unique(stem, symbol)
        return name

    def access(self, symbol: Symbol, known: tuple[int, ...] = ()) -> str:
        """The name of the container that serves an access."""
        wanted = Access(symbol, known if len(known) < symbol.arity else ())
        name = self.accesses.get(wanted)
        if name is None:
            tail = "_by_" + "_".join(map(str, wanted.known)) if wanted.known else ""
            name = self.accesses[wanted] = self.symbol(symbol) + tail
        return name

    def rows(self, symbol: Symbol, known: tuple[int, ...], texts: Sequence[str]) -> str:
        """Return the text of the container with the other columns' values for some known columns."""
        name = self.access(symbol, known)
        match len(known):
            case 0:
                return name
            case 1:
                return f"{name}[{texts[0]}]"
            case _:
                return f"{name}.get({key(texts)}, EMPTY)"

    def rely_on(self, groups: Sequence[Group]) -> None:
        """Add mutex groups, which hold at every moment; rows that they make unique are looked up as single rows."""
        self.groups = groups
        for group in groups:
            for part in group.parts:
                if part.columns and part.counted is not None:
                    self._functional.add(Access(part.symbol, tuple(sorted(part.columns))))
        self._single.clear()

    def is_single(self, symbol: Symbol, known: tuple[int, ...]) -> bool:
        """Return True if some, not all, columns determine the others, by static rows or by mutex groups."""
        access = Access(symbol, known)
        single = self._single.get(access)
        if single is None:
            single = access in self._functional
            rows = self._facts.get(symbol)
            if rows is not None and 0 < len(known) < symbol.arity:
                single = is_key(itemgetter(*known), rows)
            self._single[access] = single
        return single

    def single(self, symbol: Symbol, known: tuple[int, ...], texts: Sequence[str]) -> str:
        """Return the text of the other columns of the only row with some known columns; None without a row."""
        name = self._at(symbol, known)
        return f"{name}[{texts[0]}]" if len(known) == 1 else f"{name}.get({key(texts)})"

    def _at(self, symbol: Symbol, known: tuple[int, ...]) -> str:
        """The name of what holds the other columns by some that are single."""
        return self.singles.setdefault(Access(symbol, known), f"{self.symbol(symbol)}_at_{'_'.join(map(str, known))}")

    def foresee(self, body: Body, known: Collection[Term]) -> None:
        """Use the names of all containers in which the goals of a body look rows up."""
        for access, single in self._wanted(body, known):
            (self._at if single else self.access)(*access)

    def foreseen(self, body: Body, known: Collection[Term]) -> bool:
        """Return True if all names that a body needs have been used already."""
        return all(
            access in (self.singles if single else self.accesses) for access, single in self._wanted(body, known)
        )

    def _wanted(self, body: Body, known: Collection[Term]) -> Iterator[tuple[Access, bool]]:
        """Yield the accesses that the goals of a body need if these variables are known; True marks single rows.

        An access loops over rows if a variable stands in several of its other columns.
        """
        bound = set(known)
        for goal in body:
            match goal:
                case Literal(symbol) if goal.variables <= bound:
                    yield Access(symbol), False
                case Literal(symbol, terms):
                    columns = tuple(c for c, t in enumerate(terms) if isinstance(t, Object) or t in bound)
                    access = Access(symbol, columns)
                    others = [term for column, term in enumerate(terms) if column not in columns]
                    yield access, self.is_single(*access) and len({*others}) == len(others)
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

    def widen(self, wide: Wide) -> None:
        """From now on, change the rows of a symbol together with those of its fluent."""
        wides = self._wides.setdefault(wide.fluent, [])
        if wide not in wides:
            wides.append(wide)
            self._at(wide.fixed, tuple(sorted(wide.key)))

    def put(self, symbol: Symbol, texts: Sequence[str], method: str) -> list[str]:
        """The lines that `add` a row to all that holds those of its symbol, or `discard` it from there."""
        lines = [f"{self.access(symbol)}.{method}({key(texts)})", *self.put_apart(symbol, texts, method)]
        for access, name in self.singles.items():
            if access.symbol == symbol:
                place, item = _split(texts, access.known)
                lines.append(f"{name}[{place}] = {item if method == 'add' else None}")
        return lines + [line for wide in self._wides.get(symbol, ()) for line in self._put_wide(wide, texts, method)]

    def _put_wide(self, wide: Wide, texts: Sequence[str], method: str) -> list[str]:
        """The lines that do so with the row that goes with a row of a fluent, if one does."""
        others = [column for column in range(wide.symbol.arity) if column not in wide.key]
        names = [f"wide_{column}" for column in others]
        own = dict(zip(wide.key, texts, strict=True)) | dict(zip(others, names, strict=True))
        lines = self.put_apart(wide.symbol, [own[column] for column in range(wide.symbol.arity)], method)
        found = names[0] if len(names) == 1 else "wide"
        if found == "wide":
            lines = [f"{', '.join(names)} = wide", *lines]
        columns = sorted(wide.key)
        single = self.single(wide.fixed, tuple(columns), [own[column] for column in columns])
        return [f"if ({found} := {single}) is not None:", *inner(lines)]

    def put_apart(self, symbol: Symbol, texts: Sequence[str], method: str) -> list[str]:
        """The lines that do so with the parts of a row, where sets of them are found by the others."""
        lines = []
        for access, name in self.accesses.items():
            if access.symbol == symbol and access.known:
                place, item = _split(texts, access.known)
                if method == "discard":
                    lines.append(f"{name}[{place}].discard({item})")
                elif len(access.known) == 1:
                    lines.append(f"if (bucket := {name}[{place}]) is EMPTY: {name}[{place}] = {{{item}}}")
                    lines.append(f"else: bucket.add({item})")
                else:
                    lines.append(f"if (bucket := {name}.get({place})) is None: {name}[{place}] = {{{item}}}")
                    lines.append(f"else: bucket.add({item})")
        return lines

    def values(self, function: str) -> str:
        """The name of the dict of a numeric function's values."""
        name = self.functions.get(function)
        if name is None:
            name = self.functions[function] = self._unique(identifier(f"value_{function}"), function)
        return name

    def _unique(self, stem: str, thing: Symbol | str) -> str:
        name = stem
        while self._names.setdefault(name, thing) is not thing:
            name = f"{stem}_{len(self._names)}"
        return name

    def term(self, term: Term, known: Known) -> str:
        """The text of an object, or of a variable that is known."""
        return str(self.number(term.name)) if isinstance(term, Object) else known[term]

    def constant(self, rows: Iterable[Row]) -> str:
        """The name of a set of rows."""
        name = f"rows_of_{next(self._helpers)}"
        self.constants[name] = frozenset(row[0] if len(row) == 1 else row for row in rows)
        return name

    def helper(self) -> int:
        return next(self._helpers)
