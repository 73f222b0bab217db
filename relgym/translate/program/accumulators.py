"""Accumulators: numeric functions that actions only count up or down, and that nothing reads, such as action costs.

No condition, no effect condition, no axiom, no goal and no right-hand side reads an accumulator. Therefore states that
differ in accumulators alone have the same valid actions and the same successors apart from these numbers. Each update
must add or subtract an amount that is the same in all states, so that an action's amounts are known once its arguments
are.

>>> from relgym.read.loading import load
>>> domain = '''(define (domain d) (:requirements :action-costs) (:predicates (p)) (:functions (total-cost) (fuel))
...   (:action go :precondition (>= (fuel) 1)
...    :effect (and (p) (decrease (fuel) 1) (increase (total-cost) 2))))'''
>>> problem = "(define (problem q) (:domain d) (:init (= (fuel) 9)) (:goal (p)))"
>>> sorted(accumulators(Translation(load(domain, problem))))
['total-cost']
"""

from __future__ import annotations

from collections.abc import Iterator

from relgym.model.effects import UPDATE_KINDS
from relgym.model.numeric import functions_in
from relgym.model.program import Rule
from relgym.translate.program.dependencies import numeric_tests
from relgym.translate.program.task import Translation


def accumulators(translation: Translation) -> frozenset[str]:
    """Find the accumulators of a task.

    Returns:
        The names of the functions.
    """
    changing = {name for name, _ in translation.program.functions}
    read = {name for rule in translation.program.rules for name in _read_by(rule)}
    for schema in translation.schemas:
        for _, part in schema.effect.parts():
            for update in part.updates:
                amount = functions_in(update.value)
                read |= amount
                is_fixed = UPDATE_KINDS[update.operator] == "+" and not amount & changing
                if part is not schema.effect or not is_fixed:
                    read.add(update.fluent.function)
    return frozenset(changing - read)


def _read_by(rule: Rule) -> Iterator[str]:
    """Yield the functions that a rule reads."""
    for test in numeric_tests(rule.body):
        for side in test.sides:
            yield from functions_in(side)
