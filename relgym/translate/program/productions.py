"""Actions as productions: rules with their lifted effects, for engines that maintain valid actions.

Effects are unknown that have conditional or random numeric updates, or random effects inside nested
conditions, whose draws would have another order.

>>> from relgym.read.loading import load
>>> domain = '''(define (domain d) (:requirements :adl) (:predicates (wet ?x) (rain))
...   (:action wait :parameters (?x) :effect (when (rain) (wet ?x))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a) (:init (rain)) (:goal (wet a)))"
>>> [production] = productions_of(Translation(load(domain, problem)))
>>> [literal.symbol.name for literal in production.effect.conditional[0].adds], len(production.effect.adds)
(['wet'], 0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from relgym.model.effects import NumericEffect
from relgym.model.program import LiftedEffect, Production, Rule, Symbol
from relgym.translate.program.accumulators import accumulators, changing_functions, varies
from relgym.translate.program.task import Schema, Translation
from relgym.tuning.translation import DRAW_OUTCOMES_LIMIT, STEP_CONDITION_GOALS_LIMIT


def productions_of(translation: Translation) -> list[Production]:
    """Return a production for each schema of a task, in their order.

    Updates that add fixed amounts to accumulators do not count.
    """
    rules = {rule.head.symbol: rule for rule in translation.program.rules}
    unread, changing = accumulators(translation), changing_functions(translation)

    def counts(update: NumericEffect) -> bool:
        return update.fluent.function not in unread or varies(update, changing)

    return [_production(schema, rules, counts) for schema in translation.schemas]


def _production(schema: Schema, rules: Mapping[Symbol, Rule], counts: Callable[[NumericEffect], bool]) -> Production:
    rule, effect = rules[schema.symbol], schema.effect
    conditions = tuple(dict.fromkeys(effect.conditions()))
    if not _is_known(effect, rules):
        return Production(rule, None, conditions, may_add=_added(effect))
    return Production(
        rule, flattened(effect), conditions, any(map(counts, effect.updates)), _added(effect._replace(adds=()))
    )


def flattened(effect: LiftedEffect) -> LiftedEffect:
    """Return an effect on atoms whose conditional effects stand side by side, and none is inside another one.

    The condition of each includes the conditions around it. Numeric updates are left out.
    """
    return effect._replace(
        updates=(),
        conditional=tuple(part for inner in effect.conditional for part in _side_by_side(inner)),
        probabilistic=tuple(
            tuple((share, flattened(outcome)) for share, outcome in outcomes) for outcomes in effect.probabilistic
        ),
    )


def _side_by_side(effect: LiftedEffect) -> Iterator[LiftedEffect]:
    """Yield a conditional effect and those inside it."""
    whole = flattened(effect)
    if whole.deletes or whole.adds or whole.probabilistic:
        yield whole._replace(conditional=())
    yield from whole.conditional


def _is_known(effect: LiftedEffect, rules: Mapping[Symbol, Rule]) -> bool:
    """Return True if the changes of an effect can be listed: it is small enough, and not excluded (see the module)."""
    nested = [*_nested(effect)]
    for inner in nested:
        if inner.updates or (inner.condition and len(rules[inner.condition].body) > STEP_CONDITION_GOALS_LIMIT):
            return False
        if any(deeper.probabilistic for deeper in _nested(inner)):
            return False
    draws = [outcomes for part in (effect, *nested) for outcomes in part.probabilistic]
    return all(len(outcomes) <= DRAW_OUTCOMES_LIMIT for outcomes in draws) and all(
        not outcome.updates and _is_known(outcome, rules) for outcomes in draws for _, outcome in outcomes
    )


def _nested(effect: LiftedEffect) -> Iterator[LiftedEffect]:
    """Yield the conditional effects inside an effect that depend on no draw."""
    for inner in effect.conditional:
        yield inner
        yield from _nested(inner)


def _added(effect: LiftedEffect) -> frozenset[Symbol]:
    """Return the symbols that an effect may add to, for any conditions and draws."""
    return frozenset(literal.symbol for _, part in effect.parts() for literal in part.adds)
