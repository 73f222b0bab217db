"""What rows of productions change where that rests on conditions or on chance, as Python functions.

`effects_K` of a row of production K says which atoms change, and changes nothing: all conditions are about the state
before. It gives a set for each symbol of which atoms go, then one for each of which atoms come. What is as it was is in
none of them; what goes and comes at once is there after. Where there are draws, `draw` makes them: points in [0, 1).

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
    return (gone_0 - come_1 & fluent_lit_1, come_1 - fluent_lit_1, )
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from relgym.model.program import Changes, Conditional, Literal, Outcome, Production, Rule, Symbol, every_change
from relgym.model.terms import Term
from relgym.translate.python import PythonWriter
from relgym.translate.python_names import key
from relgym.translate.python_numbers import InlineWriter, Numbering


def names_of(production: Production) -> dict[tuple[Symbol, bool], str]:
    """What the sets of atoms that go are called, and then those of atoms that come, by symbol and whether they come."""
    every = [changes for _, changes in every_change(production)]
    gone = dict.fromkeys((literal.symbol, False) for changes in every for literal in changes.deletes)
    come = dict.fromkeys((literal.symbol, True) for changes in every for literal in changes.adds)
    return {each: f"{'come' if each[1] else 'gone'}_{number}" for number, each in enumerate((*gone, *come))}


def arguments_of(production: Production) -> list[str]:
    """What the arguments of `effects_K` and of the step are called: those of the row, and what makes draws, if any."""
    return [f"A{column}" for column in range(len(production.rule.head.terms))] + ["draw"] * bool(production.draws)


def effects(
    writer: PythonWriter, numbering: Numbering, place: int, production: Production, rules: Mapping[Symbol, Rule]
) -> str:
    """The function `effects_K`; `rules` are those of the conditions."""
    return _EffectWriter(writer, numbering, place, production, rules).text()


class _EffectWriter:
    """Writes such a function."""

    def __init__(
        self,
        writer: PythonWriter,
        numbering: Numbering,
        place: int,
        production: Production,
        rules: Mapping[Symbol, Rule],
    ) -> None:
        self._writer = writer
        self._numbering = numbering
        self._place = place
        self._production = production
        self._rules = rules
        self._names = names_of(production)
        self._terms = production.rule.head.terms
        self._known: dict[Term, str] = {term: f"A{column}" for column, term in enumerate(self._terms)}
        self._helpers: list[str] = []

    def text(self) -> str:
        production, names = self._production, self._names
        changes = production.changes
        assert changes is not None
        lines = []
        for (symbol, comes), name in names.items():
            own = [literal for literal in (changes.adds if comes else changes.deletes) if literal.symbol == symbol]
            atoms = dict.fromkeys(map(self._atom, own))
            lines.append(f"{name} = {{{', '.join(atoms)}}}" if atoms else f"{name} = set()")
        lines += self._further(production)
        found = []
        for (symbol, comes), name in names.items():
            again = f" - {names[symbol, True]}" if not comes and (symbol, True) in names else ""
            found.append(f"{name}{again} {'-' if comes else '&'} {self._writer.access(symbol)}")
        lines.append(f"return ({''.join(f'{each}, ' for each in found)})")
        text = "".join(f"    {line}\n" for line in lines)
        return "".join(self._helpers) + f"def effects_{self._place}({', '.join(arguments_of(production))}):\n{text}"

    def _further(self, happening: Production | Outcome) -> list[str]:
        """The lines for what happens by conditions, and then by draws, each of which is made when it is known of."""
        lines = [line for conditional in happening.conditionals for line in self._conditional(conditional)]
        for draw in happening.draws:
            lines.append("point = draw()")
            for number, (share, outcome) in enumerate(draw):
                lines.append(f"{'elif' if number else 'if'} (point := point - {float(share)!r}) < 0:")
                own = [f"{name}.add({self._atom(literal)})" for name, literal in self._noted(outcome.changes)]
                lines += [f"    {line}" for line in [*own, *self._further(outcome)] or ["pass"]]
        return lines

    def _conditional(self, conditional: Conditional) -> list[str]:
        rule = self._rules[conditional.symbol]
        known = dict(zip(rule.head.terms, self._known.values(), strict=False))
        rows = _Rows(self._numbering, self._writer, self._place, known, self._noted(conditional.changes))
        rows.goals(rule.body)
        self._helpers += rows.helpers
        return rows.lines

    def _noted(self, changes: Changes) -> list[tuple[str, Literal]]:
        """The atoms that go and come, each with the name of the set in which that is noted."""
        noted = [(self._names[literal.symbol, False], literal) for literal in changes.deletes]
        return noted + [(self._names[literal.symbol, True], literal) for literal in changes.adds]

    def _atom(self, literal: Literal) -> str:
        return key([self._writer.term(term, self._known) for term in literal.terms])


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
