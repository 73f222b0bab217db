"""The rules of productions, as plans read them: groups of rules with the same guards, tests of rows, lists of rows.

The guards of a rule are its nullary preconditions. Rules with the same guards form a group: their rows are stored
together, and are valid together or not at all.

>>> from relgym.model.program import Literal, Role, Rule
>>> from relgym.model.terms import Variable
>>> from relgym.translate.analysis.events import guarded
>>> x, on, power = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "power", 0)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "switch off", 1), (x,)), (Literal(power, ()), Literal(on, (x,))))
>>> production = Production(rule, None)
>>> rules = ProductionRules(Indexes(), [production], [guarded(rule)], Numbering([production], 10), {}, {})
>>> [type(each).__name__ for each in rules.guard(0).body[0].conditions]
['ExistenceCheck']
>>> [type(each).__name__ for each in rules.check(0).body[0].conditions]
['ExistenceCheck', 'Member']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from relgym.model.plan import Procedure
from relgym.model.program import Body, Production, Row, Symbol
from relgym.translate.analysis.events import GuardedRule
from relgym.translate.plans.clock import Widths
from relgym.translate.plans.indexes import Indexes, Known
from relgym.translate.plans.lists import Listing
from relgym.translate.plans.lower import arguments, lowered_test
from relgym.translate.plans.numbers import Numbering
from relgym.translate.program.join_order import Sizes


def named(production: Production) -> Known:
    """Map the terms of a production's rows to their variables in plans."""
    terms = production.rule.head.terms
    return dict(zip(terms, arguments(len(terms)), strict=True))


def arguments_of(production: Production) -> tuple[str, ...]:
    """Return the arguments of `effects_K` and of the step: those of the row, and `draw` if effects are random."""
    return (*arguments(len(production.rule.head.terms)), *["draw"] * production.is_random)


def names_of(production: Production) -> dict[tuple[Symbol, bool], str]:
    """Map (symbol, False) and (symbol, True) to the names of the sets of deleted and of added atoms, in this order."""
    every = [] if production.effect is None else [part for _, part in production.effect.parts()]
    gone = dict.fromkeys((literal.symbol, False) for part in every for literal in part.deletes)
    come = dict.fromkeys((literal.symbol, True) for part in every for literal in part.adds)
    return {each: f"{'come' if each[1] else 'gone'}_{number}" for number, each in enumerate((*gone, *come))}


class ProductionRules:
    """The rules of some productions of a program.

    Attributes:
        indexes: The access paths; the mutex groups on which they rely hold at every moment.
        productions: The productions.
        numbering: The numbers of their rows.
        facts: All rows that symbols may have, where that is known.
        guards: The guards of each group.
        groups: The group of each rule.
    """

    def __init__(
        self,
        indexes: Indexes,
        productions: Sequence[Production],
        guarded: Sequence[GuardedRule],
        numbering: Numbering,
        facts: Mapping[Symbol, frozenset[Row]],
        sizes: Sizes,
    ) -> None:
        """`guarded` are the rules without their guards."""
        self.indexes = indexes
        self.productions = productions
        self.numbering = numbering
        self.facts = facts
        self._widths = Widths(numbering.objects, facts, sizes, indexes.groups)
        self._rules = [each.rule for each in guarded]
        guards: dict[Body, int] = {}
        self.groups = [guards.setdefault(each.guards, len(guards)) for each in guarded]
        self.guards = tuple(guards)

    def guard(self, group: int) -> Procedure:
        """Return the function `open_G` that tests whether the guards of a group hold."""
        return lowered_test(self.indexes, f"open_{group}", self.guards[group], {})

    def check(self, place: int) -> Procedure:
        """Return the function `check_K` that tests whether a row of a rule holds, its guards included."""
        production = self.productions[place]
        return lowered_test(self.indexes, f"check_{place}", production.rule.body, named(production))

    def listed(self, place: int) -> Procedure:
        """Return the function `listed_K` of a list, to which it appends the numbers of a rule's rows without guards."""
        return Listing(self.indexes, self.numbering, place, self._rules[place], self._widths).procedure()
