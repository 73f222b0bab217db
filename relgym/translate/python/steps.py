"""Steps as Python functions: taking a row of a rule changes the sets of atoms, and the join views of all rules.

Each production has a function of its row that changes atom after atom, with the changes of `python/changes.py` for
each. Entailed literals are not tested: those of the precondition, and those that follow from the changes so far.

>>> from relgym.model.effects import EffectTree
>>> from relgym.model.program import Production, Role
>>> from relgym.model.terms import Variable
>>> from relgym.translate.analysis.events import gated, kept_rule
>>> from relgym.translate.python.program import PythonWriter
>>> from relgym.translate.python.numbers import Numbering
>>> x, on, off = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "off", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), (Literal(off, (x,)),))
>>> production = Production(rule, EffectTree(adds=(Literal(on, (x,)),), deletes=(Literal(off, (x,)),)))
>>> kept = kept_rule(gated(rule), {})
>>> numbering = Numbering([production], 10)
>>> steps = StepWriter(PythonWriter(), [production], [gated(rule)], [kept], numbering, {}, {}, {}, {})
>>> print(steps.step(0))
def step_0(row):
    A0, = row
    del kept_0[A0]
    fluent_off_1.discard(A0)
    fluent_on_1.add(A0)
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from relgym.model.program import ALONE, Goal, Literal, Rule, Symbol, Test, Without
from relgym.translate.program.flatten import variables_of
from relgym.translate.python.changes import ChangeWriter
from relgym.translate.python.effects import arguments_of, changed_atoms, effects, intended, names_of
from relgym.translate.python.entailed import atom_of, proved
from relgym.translate.python.functions import arguments, function, inner, within
from relgym.translate.python.names import Known, key
from relgym.translate.python.program import BodyWriter


class StepWriter(ChangeWriter):
    """Writes the steps of some productions of a program."""

    def step(self, place: int) -> str:
        """The function `step_K` of a row of a production, or of the row's arguments where it varies or counts."""
        production = self._productions[place]
        if production.varies:
            return self._varying_step(place)
        if production.counts:
            return function(f"step_{place}", arguments_of(production), self._changes(place))
        return self._taking("step", place, self._changes(place))

    def attempt(self, place: int) -> str:
        """The function `attempt_K` that takes a row of a production if it holds, and says whether it did.

        It may ask `valid_K` whether a row holds, of its arguments.
        """
        names = self._arguments(place)
        test = BodyWriter(self._writer, "", [], names, (), None)
        body = self._productions[place].rule.body
        if all(_is_seen_at_once(goal, names) for goal in body):
            for goal in body:
                test.require(test.condition(goal))
        else:
            test.require(f"valid_{place}({', '.join(names.values())})")
        _, *conditions = map(str.strip, test.lines)
        lines = [*conditions, *self._changes(place), "return True"]
        return "".join(test.helpers) + self._taking("attempt", place, lines)

    def _taking(self, name: str, place: int, lines: Sequence[str]) -> str:
        """A function of a row of a production."""
        own = arguments(len(self._productions[place].rule.head.terms))
        if len(own) > 1:
            # There is such a tuple already.
            whole = re.compile(rf"(?<!\w){re.escape(key(own))}")
            lines = [whole.sub("row", line) for line in lines]
        begun = [f"{', '.join(own)}{',' * (len(own) == 1)} = row"] if own else []
        return function(f"{name}_{place}", ["row"], lines, begun)

    def _changes(self, place: int) -> list[str]:
        """The lines that change what every row of a production changes: atoms go, then others come."""
        production = self._productions[place]
        effect = production.effect
        assert effect is not None
        names = self._arguments(place)
        lines: list[str] = []
        surely = proved(production.rule, names, self._facts, self._writer)
        coming = [atom_of(literal, names, self._writer) for literal in effect.adds]
        for literal in dict.fromkeys(effect.deletes):
            if literal in effect.adds:
                continue
            symbol, texts = atom = atom_of(literal, names, self._writer)
            like = [other for other in coming if surely.may_be(atom, other)]
            conditions = [_differ(texts, others) for _, others in like]
            truth = surely.truth(literal, names, self._writer)
            if truth is None:
                conditions.append(f"{key(texts)} in {self._writer.access(symbol)}")
            if truth is not False:
                lines += within(conditions, self._go(atom, surely))
            surely.set(atom, False)
            if like:
                # An atom that is also added is not deleted.
                surely.forget(atom)
        for literal in dict.fromkeys(effect.adds):
            symbol, texts = atom = atom_of(literal, names, self._writer)
            truth = surely.truth(literal, names, self._writer)
            if truth is not True:
                # To put an atom into sets once more changes nothing, but it may change what follows from it.
                asked = truth is None and (symbol in self._events or symbol in self._told)
                conditions = [f"{key(texts)} not in {self._writer.access(symbol)}"] if asked else []
                lines += within(conditions, self._come(atom, surely))
            surely.set(atom, True)
        touched = dict.fromkeys(literal.symbol for literal in (*effect.deletes, *effect.adds))
        lines += dict.fromkeys(line for own in touched for line in self._stale.get(own, ()))
        return lines

    def _varying_step(self, place: int) -> str:
        """The same where effects rest on conditions or on chance; it tells what `effects_K` has said."""
        production = self._productions[place]
        taken, names = arguments_of(production), names_of(production)
        lines = [f"changed = effects_{place}({', '.join(taken)})"]
        if names:
            lines.append(f"{', '.join(names.values())}, = changed")
        for (symbol, comes), name in names.items():
            texts = tuple(f"G{column}" for column in range(symbol.arity))
            atom = symbol, texts
            surely = self._standing(atom, not comes)
            own = self._come(atom, surely) if comes else self._go(atom, surely)
            lines += [f"for {', '.join(texts) or '_'} in {name}:", *inner(own)]
        for symbol in dict.fromkeys(symbol for symbol, _ in names):
            changed = " or ".join(name for (own, _), name in names.items() if own == symbol)
            lines += within([changed], self._stale[symbol]) if self._stale.get(symbol) else []
        return function(f"step_{place}", taken, [*lines, "return changed"])

    def effects(self, place: int, rules: Mapping[Symbol, Rule]) -> str:
        """The function `effects_K` of a production that varies; `rules` are those of the conditions."""
        return effects(self._writer, self._numbering, place, self._productions[place], rules)

    def intended(self, place: int, rules: Mapping[Symbol, Rule]) -> str:
        """The function `intended_K` of a production that varies; `rules` are those of the conditions."""
        return intended(self._writer, self._numbering, place, self._productions[place], rules)

    def atoms(self, place: int) -> str:
        """The function `atoms_K` of a row: the numbers of the atoms that change, and whether they become true.

        Where effects rest on conditions or on chance it is one of what `effects_K` has said.
        """
        production = self._productions[place]
        if production.varies:
            return changed_atoms(place, production)
        assert production.effect is not None
        names = self._arguments(place)
        truths = []
        for literals, truth in ((production.effect.deletes, False), (production.effect.adds, True)):
            for literal in literals:
                symbol, texts = atom_of(literal, names, self._writer)
                row = ", ".join((*texts, ""))
                truths.append(f"atom({symbol.name!r}, ({row.strip()})): {truth}")
        return function(f"atoms_{place}", list(names.values()), [f"return {{{', '.join(truths)}}}"])


def _is_seen_at_once(goal: Goal, names: Known) -> bool:
    """Return True if a goal can be tested without a loop and without derived symbols."""
    match goal:
        case Literal(symbol):
            return symbol.role in ALONE and variables_of(goal) <= names.keys()
        case Test():
            return True
        case Without((Literal(symbol),)):
            return symbol.role in ALONE
        case _:
            return False


def _differ(mine: Sequence[str], yours: Sequence[str]) -> str:
    """An expression that says that two atoms of one symbol, not the same in all texts, are not the same."""
    differing = [pair for pair in zip(mine, yours, strict=True) if pair[0] != pair[1]]
    one, other = (key(texts) for texts in zip(*differing, strict=True))
    return f"{one} != {other}"
