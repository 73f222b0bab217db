"""Actions as productions: rules with their lifted changes, for engines that maintain valid actions.

Changes are unknown for effects with conditional or random numeric updates, and for random effects inside nested
conditions, whose draws would have another order.

>>> from relgym.read.pddl.loading import load
>>> domain = '''(define (domain d) (:requirements :adl) (:predicates (wet ?x) (rain))
...   (:action wait :parameters (?x) :effect (when (rain) (wet ?x))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a) (:init (rain)) (:goal (wet a)))"
>>> [production] = productions_of(Translation(load(domain, problem)))
>>> [literal.symbol.name for literal in production.conditionals[0].changes.adds], len(production.changes.adds)
(['wet'], 0)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from relgym.model.program import Changes, Conditional, Draw, Literal, Outcome, Production, Rule, Symbol
from relgym.model.terms import Object, Term
from relgym.translate.program.accumulators import accumulators
from relgym.translate.program.effects import Change, Context
from relgym.translate.program.task import Schema, Translation

LONG = 12
"""The largest number of goals in a condition that a step tests itself; the engine answers longer ones."""

MANY = 200
"""The largest number of outcomes of a draw in a generated step: CPython cannot compile thousands of branches."""


def is_certain(effect: Context) -> bool:
    """Return True if an effect has no random parts."""
    return not effect.chances and all(map(is_certain, effect.inner))


def productions_of(translation: Translation) -> list[Production]:
    """A production for each schema of a task, in their order; what accumulators become is not its business."""
    program = translation.program
    rules = {rule.head.symbol: rule for rule in program.rules}
    fluents = {symbol.name: symbol for symbol in program.fluents}
    unread = accumulators(translation)
    return [_production(schema, rules, fluents, program.objects, unread) for schema in translation.schemas]


def _production(
    schema: Schema,
    rules: Mapping[Symbol, Rule],
    fluents: Mapping[str, Symbol],
    objects: Sequence[Object],
    unread: Collection[str],
) -> Production:
    rule, effect = rules[schema.symbol], schema.effect
    conditions = tuple(dict.fromkeys(effect.conditions()))
    if not _can_be_said(effect, rules):
        return Production(rule, None, conditions, may_add=frozenset(fluents[name] for name in _added(effect)))

    def literal(change: Change, terms: Sequence[Term]) -> Literal:
        arguments = (terms[a] if a >= 0 else objects[~a] for a in change.arguments)
        return Literal(fluents[change.predicate], tuple(arguments))

    def changes(context: Context, terms: Sequence[Term]) -> Changes:
        deletes, adds = ([literal(change, terms) for change in own] for own in (context.deletes, context.adds))
        return Changes(tuple(deletes), tuple(adds))

    def conditional(context: Context) -> Iterator[Conditional]:
        assert context.condition is not None
        terms = rules[context.condition].head.terms
        if context.deletes or context.adds or context.chances:
            yield Conditional(context.condition, changes(context, terms), draws(context, terms))

    def draws(context: Context, terms: Sequence[Term]) -> tuple[Draw, ...]:
        return tuple(tuple((share, outcome(own, terms)) for share, own in chance) for chance in context.chances)

    def outcome(context: Context, terms: Sequence[Term]) -> Outcome:
        conditionals = tuple(own for inner in _inside(context) for own in conditional(inner))
        return Outcome(changes(context, terms), conditionals, draws(context, terms))

    whole = outcome(effect, rule.head.terms)
    may_add = frozenset(fluents[name] for name in _added(replace(effect, adds=())))
    counts = any(update.function not in unread for update in effect.updates)
    return Production(rule, whole.changes, conditions, counts, may_add, whole.conditionals, whole.draws)


def _can_be_said(effect: Context, rules: Mapping[Symbol, Rule]) -> bool:
    """Return True if the changes of an effect can be listed: it is small enough, and not excluded (see the module)."""
    every = [*_inside(effect)]
    for inner in every:
        if inner.updates or (inner.condition and len(rules[inner.condition].body) > LONG):
            return False
        if any(deeper.chances for deeper in _inside(inner)):
            return False
    chances = [chance for context in (effect, *every) for chance in context.chances]
    outcomes = [outcome for chance in chances for _, outcome in chance]
    return all(len(chance) <= MANY for chance in chances) and all(
        not outcome.updates and _can_be_said(outcome, rules) for outcome in outcomes
    )


def _inside(effect: Context) -> Iterator[Context]:
    """Yield the conditional contexts in an effect; the condition of each includes those of outer ones."""
    for inner in effect.inner:
        yield inner
        yield from _inside(inner)


def _added(effect: Context) -> Iterator[str]:
    """Return the predicates that an effect may add to, for any conditions and draws."""
    yield from (change.predicate for change in effect.adds)
    for inner in effect.inner:
        yield from _added(inner)
    for outcomes in effect.chances:
        for _, outcome in outcomes:
            yield from _added(outcome)
