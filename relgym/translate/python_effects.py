"""What rows of productions with conditional effects change, as Python functions.

`effects_K` of a row of production K says which atoms change, and changes nothing: all conditions are about the state
before. It gives a set for each symbol of which atoms go, then one for each of which atoms come. What is as it was is in
none of them; what goes and comes at once is there after.

>>> from relgym.model.program import Changes, Conditional, Role
>>> from relgym.model.terms import Variable
>>> x, y, lit = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "lit", 1)
>>> near, on = Symbol(Role.STATIC, "near", 2), Symbol(Role.CONDITION, "press", 2)
>>> press = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), ())
>>> condition = Rule(Literal(on, (x, y)), (Literal(near, (x, y)), Literal(lit, (y,))))
>>> production = Production(press, Changes((), (Literal(lit, (x,)),)), (on,), conditionals=(
...     Conditional(on, Changes((Literal(lit, (y,)),), ())),))
>>> print(effects(PythonWriter(), Numbering([production], 10), 0, production, {on: condition}))
def effects_0(A0):
    gone_0 = set()
    come_1 = {A0}
    for Y_1 in static_near_2_by_0[A0]:
        if Y_1 in fluent_lit_1:
            gone_0.add(Y_1)
    return gone_0 - come_1 & fluent_lit_1, come_1 - fluent_lit_1,
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from relgym.model.program import Literal, Production, Rule, Symbol
from relgym.model.terms import Term
from relgym.translate.python import PythonWriter
from relgym.translate.python_names import key
from relgym.translate.python_numbers import InlineWriter, Numbering


def names_of(production: Production) -> dict[tuple[Symbol, bool], str]:
    """What the sets of atoms that go are called, and then those of atoms that come, by symbol and whether they come."""
    every = [changes for changes in (production.changes, *(own.changes for own in production.conditionals)) if changes]
    gone = dict.fromkeys((literal.symbol, False) for changes in every for literal in changes.deletes)
    come = dict.fromkeys((literal.symbol, True) for changes in every for literal in changes.adds)
    return {each: f"{'come' if each[1] else 'gone'}_{number}" for number, each in enumerate((*gone, *come))}


def effects(
    writer: PythonWriter, numbering: Numbering, place: int, production: Production, rules: Mapping[Symbol, Rule]
) -> str:
    """The function `effects_K`; `rules` are those of the conditions."""
    changes = production.changes
    assert changes is not None
    names = names_of(production)
    arguments = [f"A{column}" for column in range(len(production.rule.head.terms))]
    known: dict[Term, str] = dict(zip(production.rule.head.terms, arguments, strict=True))
    lines, helpers = [], list[str]()
    for (symbol, comes), name in names.items():
        own = [literal for literal in (changes.adds if comes else changes.deletes) if literal.symbol == symbol]
        atoms = dict.fromkeys(key([writer.term(term, known) for term in literal.terms]) for literal in own)
        lines.append(f"{name} = {{{', '.join(atoms)}}}" if atoms else f"{name} = set()")
    for conditional in production.conditionals:
        head, body = rules[conditional.symbol].head.terms, rules[conditional.symbol].body
        noted = [(names[literal.symbol, False], literal) for literal in conditional.changes.deletes]
        noted += [(names[literal.symbol, True], literal) for literal in conditional.changes.adds]
        rows = _Rows(numbering, writer, place, dict(zip(head[: len(arguments)], arguments, strict=True)), noted)
        rows.goals(body)
        helpers += rows.helpers
        lines += rows.lines
    found = []
    for (symbol, comes), name in names.items():
        again = f" - {names[symbol, True]}" if not comes and (symbol, True) in names else ""
        found.append(f"{name}{again} {'-' if comes else '&'} {writer.access(symbol)}")
    lines.append(f"return {', '.join(found)},")
    text = "".join(f"    {line}\n" for line in lines)
    return "".join(helpers) + f"def effects_{place}({', '.join(arguments)}):\n{text}"


def changed_atoms(place: int, production: Production) -> str:
    """The function `atoms_K` of what `effects_K` has said: the numbers of the atoms, and whether they become true."""
    names = names_of(production)
    every = [
        f"**{{atom({symbol.name!r}, {'(item,)' if symbol.arity == 1 else 'item'}): {comes} for item in {name}}}"
        for (symbol, comes), name in names.items()
    ]
    return f"def atoms_{place}({', '.join(names.values())}): return {{{', '.join(every)}}}\n"


class _Rows(InlineWriter):
    """The rows of a condition, for each of which some atoms are noted; it may take long to find them."""

    def __init__(
        self,
        numbering: Numbering,
        writer: PythonWriter,
        place: int,
        known: dict[Term, str],
        noted: Sequence[tuple[str, Literal]],
    ) -> None:
        super().__init__(numbering, writer, place, known, "")
        self.counted = frozenset()
        self.unwatched = writer.unwatched
        self._noted = noted

    def found(self) -> None:
        for name, literal in self._noted:
            self.line(f"{name}.add({key([self._term(term) for term in literal.terms])})")
