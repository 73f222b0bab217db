"""Atoms that a task may yet come to, guessed from those that it has: a ground program is made for them too.

A column may come to hold whatever stands in a column whose variables have the same types. The guess
may be too small, then a state has an atom that was not guessed; or too large, then the program is.

>>> from relgym.model.program import Role
>>> from relgym.model.terms import Variable
>>> x, y = Variable("?x", ("block",)), Variable("?y", ("block",))
>>> on, held = Symbol(Role.FLUENT, "on", 2), Symbol(Role.FLUENT, "held", 1)
>>> rule = Rule(Literal(Symbol(Role.GOAL, "goal", 0)), (Literal(held, (x,)), Literal(on, (x, y))))
>>> sorted(row for _, row in candidates([rule], {}, [(on, (1, 2))], {}, 100))
[(1,), (1, 1), (1, 2), (2,), (2, 1), (2, 2)]
>>> sorted(row for _, row in candidates([rule], {}, [(on, (1, 2))], {}, 3))
[(1,), (2,)]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from math import prod

from relgym.model.program import Literal, Role, Row, Rule, Symbol, type_symbol
from relgym.model.terms import Object, Variable
from relgym.translate.asp_rules import calls

Types = tuple[str, ...]
Atom = tuple[Symbol, Row]


def candidates(
    rules: Sequence[Rule],
    facts: Mapping[Symbol, Collection[Row]],
    atoms: Iterable[Atom],
    numbers: Mapping[str, int],
    limit: int,
) -> set[Atom]:
    """Guessed atoms, at most `limit`, the fluents with the fewest of them first.

    `facts` are the rows of static and type symbols, `atoms` those of fluents that have been seen;
    `numbers` are those of objects by name.
    """
    rows: dict[Symbol, list[Row]] = {}
    for symbol, row in atoms:
        rows.setdefault(symbol, []).append(row)
    literals = {literal for rule in rules for literal in calls(rule.body) if literal.symbol.role is not Role.AUX}
    members = _members(literals, {**facts, **rows})
    columns: dict[Symbol, set[tuple[frozenset[int], ...]]] = {}
    for literal in literals:
        if literal.symbol.role is Role.FLUENT:
            ranges = tuple(
                frozenset((numbers[term.name],)) if isinstance(term, Object) else members[term.types]
                for term in literal.terms
            )
            columns.setdefault(literal.symbol, set()).add(ranges)
    found: set[Atom] = set()
    sizes = {symbol: sum(prod(map(len, ranges)) for ranges in several) for symbol, several in columns.items()}
    for symbol in sorted(sizes, key=lambda symbol: (sizes[symbol], str(symbol))):
        limit -= sizes[symbol]
        if limit < 0:
            break
        found.update((symbol, row) for ranges in columns[symbol] for row in product(*ranges))
    return found


def _members(literals: Collection[Literal], facts: Mapping[Symbol, Collection[Row]]) -> dict[Types, frozenset[int]]:
    """The objects of each variable's types: the rows of the type where they are known, else what was seen."""
    seen: dict[Types, set[int]] = {}
    for literal in literals:
        rows = facts.get(literal.symbol, ())
        for column, term in enumerate(literal.terms):
            if isinstance(term, Variable):
                seen.setdefault(term.types, set()).update(row[column] for row in rows)
    return {
        types: frozenset(row[0] for row in facts.get(type_symbol(types), ())) or frozenset(objects)
        for types, objects in seen.items()
    }
