"""Steps: plans that apply a row of a production to the sets of atoms, and to the join views of all rules.

A step changes atom after atom, with the changes of `plans/views.py` for each. Entailed literals are not tested: those
of the precondition, and those that follow from the changes so far.

>>> from relgym.model.effects import EffectTree
>>> from relgym.model.program import Production, Role, Rule, Symbol
>>> from relgym.model.terms import Variable
>>> from relgym.translate.analysis.events import guarded, view_events
>>> from relgym.translate.plans.indexes import Indexes
>>> from relgym.translate.plans.numbers import Numbering
>>> x, on, off = Variable("?x"), Symbol(Role.FLUENT, "on", 1), Symbol(Role.FLUENT, "off", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), (Literal(off, (x,)),))
>>> production = Production(rule, EffectTree(adds=(Literal(on, (x,)),), deletes=(Literal(off, (x,)),)))
>>> rules = ProductionRules(Indexes(), [production], [guarded(rule)], Numbering([production], 10), {}, {})
>>> steps = StepPlans(rules, JoinViews(rules, [view_events(guarded(rule), {})], {}, {}))
>>> [type(each).__name__ for each in steps.step(0).body]
['Unpack', 'Emit', 'Erase', 'Insert']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relgym.model import plan
from relgym.model.program import EXTENSIONAL_ROLES, Goal, Literal, Test, Without
from relgym.translate.plans.entailed import Atom, Entailed, atom_of, proved
from relgym.translate.plans.indexes import Known
from relgym.translate.plans.lower import BodyLowering, arguments, filtered
from relgym.translate.plans.rules import ProductionRules, arguments_of, named, names_of
from relgym.translate.plans.shared_rows import shared_rows
from relgym.translate.plans.views import JoinViews


class StepPlans:
    """Plans the steps of productions.

    Attributes:
        rules: The rules of the productions.
        views: The join views that steps maintain.
    """

    def __init__(self, rules: ProductionRules, views: JoinViews) -> None:
        self.rules = rules
        self.views = views

    def step(self, place: int) -> plan.Procedure:
        """Return the function `step_K` of a row of a production, or of its arguments where it varies or counts."""
        production = self.rules.productions[place]
        if production.varies:
            return self._varying_step(place)
        if production.counts:
            return shared_rows(plan.Procedure(f"step_{place}", arguments_of(production), self._changes(place)))
        return self._of_row(plan.Procedure(f"step_{place}", ("row",), self._changes(place)), place)

    def attempt(self, place: int) -> plan.Procedure:
        """Return the function `attempt_K` that applies a row of a production if it holds, and returns whether it did.

        It may ask `valid_K` whether a row holds, of its arguments.
        """
        production = self.rules.productions[place]
        known = named(production)
        lowering = BodyLowering(self.rules.indexes, known, lambda low: ())
        body = production.rule.body
        conditions: list[plan.Condition] = [plan.ProcedureCall(f"valid_{place}", tuple(known.values()))]
        if all(_is_seen_at_once(goal, known) for goal in body):
            conditions = [lowering.condition(goal) for goal in body]
        block = filtered(conditions, (*self._changes(place), plan.Return()))
        attempt = plan.Procedure(f"attempt_{place}", ("row",), block, tuple(lowering.helpers), True)
        return self._of_row(attempt, place)

    def _of_row(self, procedure: plan.Procedure, place: int) -> plan.Procedure:
        return shared_rows(procedure, arguments(len(self.rules.productions[place].rule.head.terms)))

    def _deleted(
        self, literal: Literal, known: Known, coming: Sequence[Atom], entailed: Entailed
    ) -> Iterable[plan.Operation]:
        """Delete an atom, unless it is among those that are added."""
        indexes = self.rules.indexes
        symbol, row = atom = atom_of(literal, known, indexes)
        like = [other for other in coming if entailed.may_be(atom, other)]
        conditions: list[plan.Condition] = [_differ(row, others) for _, others in like]
        truth = entailed.truth(literal, known, indexes)
        if truth is None:
            conditions.append(plan.Member(indexes.access(symbol), row))
        block = () if truth is False else filtered(conditions, self.views.go(atom, entailed))
        entailed.set(atom, False)
        if like:
            # An atom that is also added is not deleted.
            entailed.forget(atom)
        return block

    def _added(self, literal: Literal, known: Known, entailed: Entailed) -> Iterable[plan.Operation]:
        """Add an atom."""
        indexes, views = self.rules.indexes, self.views
        symbol, row = atom = atom_of(literal, known, indexes)
        truth = entailed.truth(literal, known, indexes)
        block: Iterable[plan.Operation] = ()
        if truth is not True:
            # To put an atom into sets once more changes nothing, but it may change what follows from it.
            asked = truth is None and (symbol in views.changing or symbol in views.logs)
            conditions = [plan.Negation(plan.Member(indexes.access(symbol), row))] if asked else []
            block = filtered(conditions, views.come(atom, entailed))
        entailed.set(atom, True)
        return block

    def _changes(self, place: int) -> plan.Block:
        """Change what every row of a production changes: atoms are deleted, then others are added."""
        production, rules, views = self.rules.productions[place], self.rules, self.views
        effect = production.known_effect
        indexes, known = rules.indexes, named(production)
        entailed = proved(production.rule, known, rules.facts, indexes)
        coming = [atom_of(literal, known, indexes) for literal in effect.adds]
        block: list[plan.Operation] = []
        for literal in dict.fromkeys(effect.deletes):
            if literal not in effect.adds:
                block += self._deleted(literal, known, coming, entailed)
        for literal in dict.fromkeys(effect.adds):
            block += self._added(literal, known, entailed)
        touched = dict.fromkeys(literal.symbol for literal in (*effect.deletes, *effect.adds))
        return (*block, *dict.fromkeys(mark for symbol in touched for mark in views.stale.get(symbol, ())))

    def _varying_step(self, place: int) -> plan.Procedure:
        """Return the same where effects depend on conditions or on chance; it returns the result of `effects_K`."""
        production, views = self.rules.productions[place], self.views
        taken, names = arguments_of(production), names_of(production)
        block: list[plan.Operation] = [plan.Bind("changed", plan.ProcedureCall(f"effects_{place}", taken))]
        if names:
            block.append(plan.Unpack(tuple(names.values()), "changed"))
        for (symbol, comes), name in names.items():
            row = tuple([f"G{column}" for column in range(symbol.arity)])
            change = views.come if comes else views.go
            block.append(plan.Scan(name, (), row, change((symbol, row), views.entailed((symbol, row), not comes))))
        for symbol in dict.fromkeys(symbol for symbol, _ in names):
            changed = plan.Any(
                tuple([plan.ExistenceCheck(name) for (changed, _), name in names.items() if changed == symbol])
            )
            block += filtered([changed], tuple(views.stale.get(symbol, ())))
        return shared_rows(plan.Procedure(f"step_{place}", taken, (*block, plan.Return("changed"))))


def _is_seen_at_once(goal: Goal, known: Known) -> bool:
    """Return True if a goal can be tested without a loop and without derived symbols."""
    match goal:
        case Literal(symbol):
            return symbol.role in EXTENSIONAL_ROLES and goal.variables <= known.keys()
        case Test():
            return True
        case Without((Literal(symbol),)):
            return symbol.role in EXTENSIONAL_ROLES
        case _:
            return False


def _differ(mine: plan.Key, yours: plan.Key) -> plan.Condition:
    """Return the condition that two atoms of one symbol, not the same in all arguments, are different."""
    differing = [pair for pair in zip(mine, yours, strict=True) if pair[0] != pair[1]]
    one, other = zip(*differing, strict=True)
    return plan.CompareRows("!=", one, other)
