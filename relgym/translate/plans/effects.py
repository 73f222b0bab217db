"""Effects: plans that find the atoms that a row of a production deletes and adds, by conditions and by chance.

`effects_K` of a row of production K returns the changes and changes nothing itself: all conditions are read in the
state before. It returns a set of deleted atoms for each symbol, then a set of added atoms for each symbol. Atoms that
stay as they are are in none of the sets; an atom that is both deleted and added is true afterwards. `draw` gives the
random numbers, in [0, 1).

>>> from relgym.model.effects import EffectTree
>>> from relgym.model.plan import operations
>>> from relgym.model.program import Literal, Role
>>> from relgym.model.terms import Variable
>>> x, y, lit = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "lit", 1)
>>> near, on = Symbol(Role.STATIC, "near", 2), Symbol(Role.CONDITION, "press", 2)
>>> press = Rule(Literal(Symbol(Role.APPLICABLE, "press", 1), (x,)), ())
>>> condition = Rule(Literal(on, (x, y)), (Literal(near, (x, y)), Literal(lit, (y,))))
>>> off = EffectTree(on, (x, y), deletes=(Literal(lit, (y,)),))
>>> production = Production(press, EffectTree(variables=(x,), adds=(Literal(lit, (x,)),), conditional=(off,)), (on,))
>>> plan = EffectPlans(Indexes(), production, {on: condition}).procedure(0)
>>> [type(each).__name__ for each in operations(plan.body)]
['NewSet', 'NewSet', 'Scan', 'Filter', 'Emit', 'ReturnChanges']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from relgym.model import plan
from relgym.model.program import LiftedEffect, LiftedOutcomes, Literal, Production, Rule, Symbol
from relgym.model.terms import Term
from relgym.translate.plans.indexes import Indexes, Known
from relgym.translate.plans.lower import BodyLowering
from relgym.translate.plans.rules import arguments_of, named, names_of


class EffectPlans:
    """Plans the effects of one production that varies; `rules` are those of its conditions."""

    def __init__(self, indexes: Indexes, production: Production, rules: Mapping[Symbol, Rule]) -> None:
        self._indexes = indexes
        self._production = production
        self._rules = rules
        self._names = names_of(production)
        self._numbers = count()
        self._helpers: list[plan.Procedure | plan.Comparison] = []

    def procedure(self, place: int) -> plan.Procedure:
        """Return the function `effects_K`."""
        production, names = self._production, self._names
        effect, known = production.known_effect, named(production)
        block: list[plan.Operation] = []
        for (symbol, comes), name in names.items():
            literals = effect.adds if comes else effect.deletes
            rows = [self._row(each, known) for each in literals if each.symbol == symbol]
            block.append(plan.NewSet(name, tuple(dict.fromkeys(rows))))
        block += self._inside(effect, known)
        changes = [
            plan.ChangedAtoms(
                name,
                comes,
                None if comes else names.get((symbol, True)),
                self._indexes.access(symbol),
            )
            for (symbol, comes), name in names.items()
        ]
        body = (*block, plan.ReturnChanges(tuple(changes)))
        return plan.Procedure(f"effects_{place}", arguments_of(production), body, tuple(self._helpers))

    def _inside(self, effect: LiftedEffect, known: Known) -> plan.Block:
        """Plan the conditional effects, and then the draws, inside an effect whose variables are known."""
        searches: list[plan.Operation] = []
        later: list[plan.Operation] = []
        for inner in effect.conditional:
            search, drawing = self._conditional(inner, known)
            searches += search
            later += drawing
        return (*searches, *self._draws(effect.probabilistic, known), *later)

    def _draws(self, draws: Sequence[LiftedOutcomes], known: Known) -> plan.Block:
        """Plan some draws; those of an outcome are made at once."""
        return tuple(
            [
                plan.DrawOutcome(tuple([(float(share), self._outcome(outcome, known)) for share, outcome in outcomes]))
                for outcomes in draws
            ]
        )

    def _outcome(self, outcome: LiftedEffect, known: Known) -> plan.Block:
        changes = [plan.Emit(plan.EmitKind.ADD, name, self._row(each, known)) for name, each in self._changed(outcome)]
        return (*changes, *self._inside(outcome, known))

    def _conditional(self, effect: LiftedEffect, outside: Known) -> tuple[plan.Block, plan.Block]:
        """Plan the search for the rows of a condition, and the draws that are made for them."""
        assert effect.condition is not None
        rule = self._rules[effect.condition]
        known = dict(zip(rule.head.terms, outside.values(), strict=False))
        noted: list[tuple[str, Sequence[Term]]] = [(name, each.terms) for name, each in self._changed(effect)]
        begun: list[plan.Operation] = []
        later: plan.Block = ()
        if effect.probabilistic:
            number = next(self._numbers)
            name, rest = f"drawing_{number}", rule.head.terms[len(known) :]
            noted.append((name, rest))
            begun.append(plan.NewSet(name, ()))
            columns = {term: f"b{number}_{column}" for column, term in enumerate(rest)}
            draws = self._draws(effect.probabilistic, {**known, **columns})
            later = (plan.Scan(name, (), tuple(columns.values()), draws, ordered=True),)

        def innermost(lowering: BodyLowering) -> plan.Block:
            return tuple([plan.Emit(plan.EmitKind.ADD, name, lowering.row(terms)) for name, terms in noted])

        lowering = BodyLowering(self._indexes, known, innermost, [term for _, terms in noted for term in terms])
        # The search for rows may take long.
        search = lowering.procedure("", (), lowering.block(rule.body))
        self._helpers += search.helpers
        return (*begun, *search.body), later

    def _changed(self, effect: LiftedEffect) -> list[tuple[str, Literal]]:
        """Return the deleted and the added atoms of an effect, each with the name of its set."""
        deletes = [(self._names[each.symbol, False], each) for each in effect.deletes]
        return deletes + [(self._names[each.symbol, True], each) for each in effect.adds]

    def _row(self, literal: Literal, known: Known) -> plan.Key:
        return tuple([self._indexes.operand(term, known) for term in literal.terms])
