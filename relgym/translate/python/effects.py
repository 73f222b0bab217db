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
>>> print(effects(PythonWriter(), 0, production, {on: condition}).text)
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

from relgym.model.plan import Action, Block, Emit, Procedure
from relgym.model.program import LiftedEffect, Production, Rule, Symbol
from relgym.model.terms import Term
from relgym.translate.plans.indexes import Known
from relgym.translate.plans.lower import Lowering
from relgym.translate.plans.rules import arguments_of, named, names_of
from relgym.translate.python.names import key
from relgym.translate.python.printer import inner
from relgym.translate.python.program import Function, PythonWriter


def effects(
    writer: PythonWriter, place: int, production: Production, rules: Mapping[Symbol, Rule], intended: bool = False
) -> Function:
    """Return the function `effects_K`, or `intended_K`; `rules` are those of the conditions."""
    return _EffectWriter(writer, place, production, rules).function(intended)


class _EffectWriter:
    """Writes such a function."""

    def __init__(
        self,
        writer: PythonWriter,
        place: int,
        production: Production,
        rules: Mapping[Symbol, Rule],
    ) -> None:
        self._writer = writer
        self._place = place
        self._production = production
        self._rules = rules
        self._names = names_of(production)
        self._known: Known = named(production)
        self._count = count()
        self._searches: list[Procedure] = []

    def function(self, intended: bool) -> Function:
        """Write the function; without `intended` it leaves out the atoms that are as they will be."""
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
            rows = self._writer.names.container(self._writer.indexes.access(symbol))
            other = "" if intended else f" {'-' if comes else '&'} {rows}"
            found.append(f"{name}{again}{other}")
        lines.append(f"return ({''.join(f'{each}, ' for each in found)})")
        name = f"{'intended' if intended else 'effects'}_{self._place}"
        head = f"def {name}({', '.join(arguments_of(production))}):"
        helpers = [helper for search in self._searches for helper in search.helpers]
        text = self._writer.printer.texts(helpers) + "\n".join([head, *inner(lines), ""])
        return Function(name, text, any(search.checks_clock for search in self._searches), False)

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
            later.append(f"for {', '.join(map(str, own.values())) or '_'} in sorted({name}):")
            later += inner(self._draws(effect.probabilistic, {**known, **own}))
        needed = [term for _, terms in noted for term in terms]

        def found(lowering: Lowering) -> Block:
            return tuple([Emit(Action.ADD, name, lowering.row(terms)) for name, terms in noted])

        rows = Lowering(self._writer.indexes, known, found, needed)
        # The search for rows may take long.
        search = rows.procedure("", (), rows.block(rule.body))
        self._searches.append(search)
        return lines + self._writer.printer.block(search.body), later

    def _noted(self, effect: LiftedEffect) -> list[tuple[str, tuple[Term, ...]]]:
        """The terms of atoms that go and come, each with the name of the set in which that is noted."""
        noted = [(self._names[literal.symbol, False], literal.terms) for literal in effect.deletes]
        return noted + [(self._names[literal.symbol, True], literal.terms) for literal in effect.adds]

    def _item(self, terms: Sequence[Term], known: Known) -> str:
        return key(tuple([self._writer.indexes.operand(term, known) for term in terms]))
