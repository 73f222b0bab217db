"""Conditional and random effects of productions as Python functions.

`effects_K` of a row of production K returns the changes and changes nothing itself: all conditions are about the state
before. It returns a set of deleted atoms for each symbol, then a set of added atoms for each symbol. Atoms that stay as
they are are in none of the sets; an atom that is both deleted and added is true afterwards. `draw` gives the random
numbers, in [0, 1).

`intended_K` returns the atoms that are false or true afterwards, including those that were so before: its result
depends on the conditions alone.

>>> from relgym.model.effects import EffectTree
>>> from relgym.model.program import Literal, Role
>>> from relgym.model.terms import Variable
>>> x, y, lit = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "lit", 1)
>>> near, on = Symbol(Role.STATIC, "near", 2), Symbol(Role.CONDITION, "press", 2)
>>> press = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), ())
>>> condition = Rule(Literal(on, (x, y)), (Literal(near, (x, y)), Literal(lit, (y,))))
>>> off = EffectTree(on, (x, y), deletes=(Literal(lit, (y,)),))
>>> production = Production(press, EffectTree(variables=(x,), adds=(Literal(lit, (x,)),), conditional=(off,)), (on,))
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
from fractions import Fraction
from itertools import count

from relgym.model.program import LiftedEffect, Production, Rule, Symbol
from relgym.model.terms import Term
from relgym.translate.python.blocks import InlineWriter
from relgym.translate.python.functions import arguments, inner
from relgym.translate.python.names import Known, key
from relgym.translate.python.numbers import Numbering
from relgym.translate.python.program import PythonWriter


def names_of(production: Production) -> dict[tuple[Symbol, bool], str]:
    """Map (symbol, False) and (symbol, True) to the names of the sets of deleted and of added atoms, in this order."""
    every = [] if production.effect is None else [part for _, part in production.effect.parts()]
    gone = dict.fromkeys((literal.symbol, False) for part in every for literal in part.deletes)
    come = dict.fromkeys((literal.symbol, True) for part in every for literal in part.adds)
    return {each: f"{'come' if each[1] else 'gone'}_{number}" for number, each in enumerate((*gone, *come))}


def named(production: Production) -> dict[Term, str]:
    """Map the terms of a production's rows to their names in generated code."""
    terms = production.rule.head.terms
    return dict(zip(terms, arguments(len(terms)), strict=True))


def arguments_of(production: Production) -> list[str]:
    """Return the arguments of `effects_K` and of the step: those of the row, and `draw` if effects are random."""
    return arguments(len(production.rule.head.terms)) + ["draw"] * production.is_random


def effects(
    writer: PythonWriter, numbering: Numbering, place: int, production: Production, rules: Mapping[Symbol, Rule]
) -> str:
    """The function `effects_K`; `rules` are those of the conditions."""
    return _EffectWriter(writer, numbering, place, production, rules).text()


def intended(
    writer: PythonWriter, numbering: Numbering, place: int, production: Production, rules: Mapping[Symbol, Rule]
) -> str:
    """The function `intended_K`; `rules` are those of the conditions."""
    return _EffectWriter(writer, numbering, place, production, rules).text(differing=False)


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
        self._known: Known = named(production)
        self._count = count()
        self._helpers: list[str] = []

    def text(self, differing: bool = True) -> str:
        """Write the function; `differing` leaves out the atoms that are as they will be."""
        production, names = self._production, self._names
        effect = production.effect
        assert effect is not None
        lines = []
        for (symbol, comes), name in names.items():
            own = [literal for literal in (effect.adds if comes else effect.deletes) if literal.symbol == symbol]
            atoms = dict.fromkeys(self._item(literal.terms, self._known) for literal in own)
            lines.append(f"{name} = {{{', '.join(atoms)}}}" if atoms else f"{name} = set()")
        lines += self._further(effect, self._known)
        found = []
        for (symbol, comes), name in names.items():
            again = f" - {names[symbol, True]}" if not comes and (symbol, True) in names else ""
            other = f" {'-' if comes else '&'} {self._writer.access(symbol)}" if differing else ""
            found.append(f"{name}{again}{other}")
        lines.append(f"return ({''.join(f'{each}, ' for each in found)})")
        head = f"def {'effects' if differing else 'intended'}_{self._place}({', '.join(arguments_of(production))}):"
        return "".join(self._helpers) + "\n".join([head, *inner(lines), ""])

    def _further(self, effect: LiftedEffect, known: Known) -> list[str]:
        """The lines for the conditional effects, and then for the draws, of an effect whose variables are known."""
        lines, later = list[str](), list[str]()
        for inner_effect in effect.conditional:
            found, drawing = self._conditional(inner_effect, known)
            lines += found
            later += drawing
        return [*lines, *self._draws(effect.probabilistic, known), *later]

    def _draws(self, draws: Sequence[Sequence[tuple[Fraction, LiftedEffect]]], known: Known) -> list[str]:
        """The lines for some draws; those of an outcome are made at once."""
        lines = []
        for outcomes in draws:
            lines.append("point = draw()")
            for number, (share, outcome) in enumerate(outcomes):
                lines.append(f"{'elif' if number else 'if'} (point := point - {float(share)!r}) < 0:")
                own = [f"{name}.add({self._item(terms, known)})" for name, terms in self._noted(outcome)]
                lines += inner([*own, *self._further(outcome, known)] or ["pass"])
        return lines

    def _conditional(self, effect: LiftedEffect, outside: Known) -> tuple[list[str], list[str]]:
        """The lines that find the rows of a condition, and those for the draws that are made for them."""
        assert effect.condition is not None
        rule, noted = self._rules[effect.condition], self._noted(effect)
        known = dict(zip(rule.head.terms, outside.values(), strict=False))
        lines, later = list[str](), list[str]()
        if effect.probabilistic:
            number = next(self._count)
            name, rest = f"drawing_{number}", rule.head.terms[len(known) :]
            noted.append((name, rest))
            lines.append(f"{name} = set()")
            own: Known = {term: f"b{number}_{column}" for column, term in enumerate(rest)}
            later.append(f"for {', '.join(own.values()) or '_'} in sorted({name}):")
            later += inner(self._draws(effect.probabilistic, {**known, **own}))
        rows = _Rows(self._numbering, self._writer, self._place, known, noted)
        rows.goals(rule.body)
        self._helpers += rows.helpers
        return lines + rows.lines, later

    def _noted(self, effect: LiftedEffect) -> list[tuple[str, tuple[Term, ...]]]:
        """The terms of atoms that go and come, each with the name of the set in which that is noted."""
        noted = [(self._names[literal.symbol, False], literal.terms) for literal in effect.deletes]
        return noted + [(self._names[literal.symbol, True], literal.terms) for literal in effect.adds]

    def _item(self, terms: Sequence[Term], known: Known) -> str:
        return key([self._writer.term(term, known) for term in terms])


def changed_atoms(place: int, production: Production) -> str:
    """The function `atoms_K` of what `effects_K` has said: the numbers of the atoms, and whether they become true."""
    names = names_of(production)
    lines = [f"def atoms_{place}({', '.join(names.values())}):", "    found = {}"]
    for (symbol, comes), name in names.items():
        row = "(item,)" if symbol.arity == 1 else "item"
        lines.append(f"    for item in {name}: found[atom({symbol.name!r}, {row})] = {comes}")
    return "\n".join([*lines, "    return found", ""])


class _Rows(InlineWriter):
    """The rows of a condition with the atoms that each changes; the search for them may take long."""

    def __init__(
        self,
        numbering: Numbering,
        writer: PythonWriter,
        place: int,
        known: Known,
        noted: Sequence[tuple[str, Sequence[Term]]],
    ) -> None:
        super().__init__(numbering, writer, place, dict(known), "")
        self.counted = frozenset()
        self.unwatched = writer.unwatched
        self._noted = noted

    def found(self) -> None:
        for name, terms in self._noted:
            self.line(f"{name}.add({key([self._term(term) for term in terms])})")
