"""Accumulators: numeric functions that actions only count up or down, and that nothing reads, such as action costs.

No condition, no effect condition, no axiom, no goal and no right-hand side reads an accumulator. Therefore states that
differ in accumulators alone have the same valid actions and the same successors apart from these numbers. Each update
must add or subtract an amount, without a condition; the amount may depend on the other numbers of the state.

>>> from relgym.read.loading import load
>>> domain = '''(define (domain d) (:requirements :action-costs) (:predicates (p)) (:functions (total-cost) (fuel))
...   (:action go :precondition (>= (fuel) 1)
...    :effect (and (p) (decrease (fuel) 1) (increase (total-cost) 2))))'''
>>> problem = "(define (problem q) (:domain d) (:init (= (fuel) 9)) (:goal (p)))"
>>> sorted(accumulators(Translation(load(domain, problem))))
['total-cost']
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from relgym.model.effects import UPDATE_KINDS, NumericEffect
from relgym.model.numeric import functions_in
from relgym.model.program import Rule
from relgym.translate.program.dependencies import numeric_tests
from relgym.translate.program.task import Translation


def accumulators(translation: Translation) -> frozenset[str]:
    """Find the accumulators of a task.

    Returns:
        The names of the functions.
    """
    changing = changing_functions(translation)
    read = {name for rule in translation.program.rules for name in _read_by(rule)}
    for schema in translation.schemas:
        for _, part in schema.effect.parts():
            for update in part.updates:
                read |= functions_in(update.value)
                if part is not schema.effect or UPDATE_KINDS[update.operator] != "+":
                    read.add(update.fluent.function)
    return frozenset(changing - read)


def changing_functions(translation: Translation) -> set[str]:
    """Return the names of the functions that actions change."""
    return {name for name, _ in translation.program.functions}


def varies(update: NumericEffect, changing: Set[str]) -> bool:
    """Tell whether the amount of an update depends on numbers that actions change."""
    return bool(functions_in(update.value) & changing)


def _read_by(rule: Rule) -> Iterator[str]:
    """Yield the functions that a rule reads."""
    for test in numeric_tests(rule.body):
        for side in test.sides:
            yield from functions_in(side)
